import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { ManagedPolicy, Role } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import type { Stage } from '../stage.ts';
import { ownAccount } from './own-account.ts';

/** A backup of this account is only what the copy is made of; a day may pass before a delayed copy has been made. */
const DAYS_HERE = 2;

/** AWS Backup starts within this time: the shortest that it accepts, because its default of 8 hours adds to the loss. */
const START_WITHIN = Duration.hours(1);

/** What AWS Backup may do: read the table and the bucket. It gets no right to restore. */
const POLICIES = [
  'service-role/AWSBackupServiceRolePolicyForBackup',
  'AWSBackupServiceRolePolicyForS3Backup',
] as const;

/** Copies of the table and the bucket in a vault of another account, which outlive the loss of this one. */
export class CopiesOutside extends Construct {
  constructor(
    scope: Construct,
    id: string,
    props: {
      readonly table: TableV2;
      readonly bucket: Bucket;
      readonly copies: NonNullable<Stage['copies']>;
    },
  ) {
    super(scope, id);
    const { vaultArn, everyHours, keptDays } = props.copies;
    const plan = new BackupPlan(this, 'Plan', {
      backupPlanName: `${Stack.of(this).stackName}-copies`,
      backupVault: new BackupVault(this, 'Vault', { removalPolicy: RemovalPolicy.RETAIN }),
    });
    plan.addRule(
      new BackupPlanRule({
        ruleName: 'copy',
        scheduleExpression: Schedule.expression(
          `cron(0 ${everyHours === 24 ? 3 : `0/${everyHours}`} * * ? *)`,
        ),
        startWindow: START_WITHIN,
        deleteAfter: Duration.days(DAYS_HERE),
        copyActions: [
          {
            destinationBackupVault: BackupVault.fromBackupVaultArn(this, 'Elsewhere', vaultArn),
            deleteAfter: Duration.days(keptDays),
          },
        ],
      }),
    );
    const role = new Role(this, 'Role', {
      assumedBy: ownAccount('backup.amazonaws.com', this),
      managedPolicies: POLICIES.map((name) => ManagedPolicy.fromAwsManagedPolicyName(name)),
    });
    for (const name of POLICIES) {
      acknowledge(
        role,
        `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${name}]`,
        'AWS keeps the policies of its backup service in step with what it needs.',
      );
    }
    plan.addSelection('Retained', {
      role,
      resources: [props.table.tableArn, props.bucket.bucketArn].map((arn) => BackupResource.fromArn(arn)),
    });
  }
}
