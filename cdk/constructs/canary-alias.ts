import { CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Alias, type CfnAlias, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

/** Name of the alias that the API's routes call where versions are tried first. */
export const LIVE = 'live';

/** Sends a tenth of the requests to the new version for five minutes before the others follow. */
const SHIFT = 'CodeDeployDefault.LambdaCanary10Percent5Minutes';

export interface CanaryAliasProps {
  readonly lambda: LambdaFunction;
  /** CodeDeploy's application. */
  readonly applicationName: string;
  /** Role with which CodeDeploy moves the alias. */
  readonly roleArn: string;
  /** Names of the alarms that cause a rollback to the earlier version. */
  readonly alarmNames: readonly string[];
}

/** An alias that a deployment moves to the new version step by step, and back when an alarm goes off. */
export class CanaryAlias extends Construct {
  constructor(scope: Construct, id: string, props: CanaryAliasProps) {
    super(scope, id);
    const { lambda, applicationName, roleArn, alarmNames } = props;
    const group = new CfnDeploymentGroup(this, 'Deployments', {
      applicationName,
      serviceRoleArn: roleArn,
      deploymentConfigName: SHIFT,
      deploymentStyle: { deploymentType: 'BLUE_GREEN', deploymentOption: 'WITH_TRAFFIC_CONTROL' },
      alarmConfiguration: { enabled: true, alarms: alarmNames.map((name) => ({ name })) },
      autoRollbackConfiguration: {
        enabled: true,
        events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
      },
    });
    const alias = new Alias(this, 'Live', { aliasName: LIVE, version: lambda.currentVersion });
    (alias.node.defaultChild as CfnAlias).cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: { applicationName, deploymentGroupName: group.ref },
    };
  }
}
