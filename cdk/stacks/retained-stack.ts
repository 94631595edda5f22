import { RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { AttributeType, Billing, ProjectionType, StreamViewType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { SecretName } from '../../lib/runtime/index.ts';
import { TABLE_SHAPE } from '../../lib/table/index.ts';
import { acknowledge } from '../acknowledge.ts';

const text = (name: string) => ({ name, type: AttributeType.STRING });

/** What must outlive every deployment: the table and the secrets. */
export class RetainedStack extends Stack {
  readonly table: TableV2;
  readonly secrets: Readonly<Record<SecretName, Secret>>;

  constructor(scope: Construct, id: string, props: StackProps) {
    super(scope, id, props);
    const { list, lookup } = TABLE_SHAPE;
    this.table = new TableV2(this, 'Table', {
      partitionKey: text(TABLE_SHAPE.partitionKey),
      sortKey: text(TABLE_SHAPE.sortKey),
      billing: Billing.onDemand(),
      timeToLiveAttribute: TABLE_SHAPE.timeToLive,
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
      globalSecondaryIndexes: [
        {
          indexName: list.indexName,
          partitionKey: text(list.partitionKey),
          sortKey: text(list.sortKey),
          projectionType: ProjectionType.INCLUDE,
          nonKeyAttributes: [...list.projected],
        },
        {
          indexName: lookup.indexName,
          partitionKey: text(lookup.partitionKey),
          sortKey: text(lookup.sortKey),
          projectionType: ProjectionType.KEYS_ONLY,
        },
      ],
    });
    this.secrets = {
      'webhook-signing': new Secret(this, 'WebhookSigning', {
        description: 'Key from which the signing secret of every webhook endpoint is derived.',
        generateSecretString: { passwordLength: 64, excludePunctuation: true },
        removalPolicy: RemovalPolicy.RETAIN,
      }),
    };
    acknowledge(
      this.secrets['webhook-signing'],
      'AwsSolutions-SMG4',
      'Endpoint secrets are derived from this key and rotated one by one, each with an overlap; changing the key itself would break every signature at once.',
    );
  }
}
