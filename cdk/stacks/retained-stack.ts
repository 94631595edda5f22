import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  Capacity,
  ProjectionType,
  StreamViewType,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { BlockPublicAccess, Bucket, BucketEncryption, HttpMethods } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';
import { DOCUMENT_TAGS } from '../../lib/fulfilment/documents/index.ts';
import { LAKE_TAGS } from '../../lib/operations/lake/index.ts';
import { EXPORT_LIFE_DAYS, EXPORT_TAGS } from '../../lib/operations/personal-data/index.ts';
import { LEFT_TAGS } from '../../lib/operations/retention/index.ts';
import { SHOP_MESSAGE_OBJECT_DAYS, SHOP_MESSAGE_TAGS } from '../../lib/operations/shops/index.ts';
import type { Secret as SecretValue } from '../../lib/platform/runtime/index.ts';
import { TABLE_SHAPE } from '../../lib/platform/table/index.ts';
import { acknowledge } from '../acknowledge.ts';
import { CopiesOutside } from '../constructs/copies-outside.ts';
import type { Stage } from '../stage.ts';
import { ATHENA_RESULTS, ATHENA_RESULTS_DAYS } from './lake-stack.ts';

/** An index takes a sixth of the units of an order. */
const SHARE_OF_INDEXES = 0.2;

/** Share of the ready units that is used before there are more. */
const USED_PERCENT = 70;

/** Capacity that grows with its use, from a share of the settings. */
function readyUnits(
  { readUnits, writeUnits, mostUnits }: NonNullable<Stage['provisioned']>,
  share: number,
): { readonly readCapacity: Capacity; readonly writeCapacity: Capacity } {
  const ready = (units: number) =>
    Capacity.autoscaled({
      minCapacity: Math.max(1, Math.ceil(units * share)),
      maxCapacity: mostUnits,
      targetUtilizationPercent: USED_PERCENT,
    });
  return { readCapacity: ready(readUnits), writeCapacity: ready(writeUnits) };
}

const text = (name: string) => ({ name, type: AttributeType.STRING });

export interface RetainedStackProps extends StackProps {
  readonly secrets: readonly SecretValue[];
  /** Domain of the sender of e-mails, to be signed with DKIM; undefined = the identity is created elsewhere. */
  readonly emailDomain: string | undefined;
  /** Requests that the table and its indexes take at once from the beginning. */
  readonly warmThroughput: Stage['warmThroughput'];
  /** Units that the table keeps ready; undefined = it is paid by use. */
  readonly provisioned: Stage['provisioned'];
  /** Copies in another account; undefined = none. */
  readonly copies: Stage['copies'];
  /** For how many days the bucket keeps what. */
  readonly keeps: Stage['keeps'];
}

/**
 * What must outlive every deployment: the table, the bucket and the secrets. Everything that other stacks might use is
 * exported, whether or not they do at present: removing an export while it is in use blocks a deployment.
 */
export class RetainedStack extends Stack {
  readonly table: TableV2;
  readonly bucket: Bucket;
  readonly #secrets: ReadonlyMap<string, Secret>;

  constructor(scope: Construct, id: string, props: RetainedStackProps) {
    super(scope, id, props);
    this.table = this.#table(props);
    this.bucket = this.#bucket(props.keeps);
    this.#secrets = new Map(props.secrets.map((secret) => [secret.name, this.#secret(secret)]));
    const { table, bucket } = this;
    for (const value of [table.tableName, table.tableArn, table.tableStreamArn]) this.exportValue(value);
    for (const value of [bucket.bucketName, bucket.bucketArn]) this.exportValue(value);
    for (const secret of this.#secrets.values()) this.exportValue(secret.secretArn);
    if (props.emailDomain !== undefined) this.#signEmails(props.emailDomain);
    if (props.copies) new CopiesOutside(this, 'Copies', { table, bucket, copies: props.copies });
    new CfnOutput(this, 'TableName', { value: table.tableName });
    new CfnOutput(this, 'BucketName', { value: bucket.bucketName });
  }

  /** ARN of the secret of this name. Throws when no unit uses one. */
  secretArn(name: string): string {
    const secret = this.#secrets.get(name);
    if (!secret) throw new Error(`No deployed unit uses the secret "${name}".`);
    return secret.secretArn;
  }

  /** The domain as a sender of SES. It is verified, and its e-mails are signed, once its DNS has the three records. */
  #signEmails(domain: string): void {
    const identity = new EmailIdentity(this, 'EmailIdentity', { identity: Identity.domain(domain) });
    identity.applyRemovalPolicy(RemovalPolicy.RETAIN);
    for (const [index, { name, value }] of identity.dkimRecords.entries()) {
      new CfnOutput(this, `EmailDkimRecord${index + 1}`, { value: `${name} CNAME ${value}` });
    }
  }

  #table({ warmThroughput, provisioned }: RetainedStackProps): TableV2 {
    const { list, lookup } = TABLE_SHAPE;
    const warm = warmThroughput ? { warmThroughput } : {};
    const ofIndex = provisioned ? readyUnits(provisioned, SHARE_OF_INDEXES) : {};
    return new TableV2(this, 'Table', {
      partitionKey: text(TABLE_SHAPE.partitionKey),
      sortKey: text(TABLE_SHAPE.sortKey),
      billing: provisioned ? Billing.provisioned(readyUnits(provisioned, 1)) : Billing.onDemand(),
      ...warm,
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
          ...warm,
          ...ofIndex,
        },
        {
          indexName: lookup.indexName,
          partitionKey: text(lookup.partitionKey),
          sortKey: text(lookup.sortKey),
          projectionType: ProjectionType.KEYS_ONLY,
          ...warm,
          ...ofIndex,
        },
      ],
    });
  }

  /** Documents, photos, uploads and exports. Keys start with the organization. */
  #bucket(keeps: Stage['keeps']): Bucket {
    const bucket = new Bucket(this, 'Bucket', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      versioned: true,
      removalPolicy: RemovalPolicy.RETAIN,
      // The console and the driver's app upload files to links that the API signs; the link itself is the permission,
      // whatever page uses it. Documents come with the tag by which they end.
      cors: [
        {
          allowedMethods: [HttpMethods.PUT],
          allowedOrigins: ['*'],
          allowedHeaders: ['content-type', 'x-amz-tagging'],
        },
      ],
      lifecycleRules: [
        {
          abortIncompleteMultipartUploadAfter: Duration.days(7),
          // What was overwritten or deleted by mistake can be restored for as long as the table can.
          noncurrentVersionExpiration: Duration.days(35),
        },
        { tagFilters: { ...DOCUMENT_TAGS }, expiration: Duration.days(keeps.documents) },
        { tagFilters: { ...LAKE_TAGS }, expiration: Duration.days(keeps.lake) },
        ...(keeps.archive === undefined
          ? []
          : [{ tagFilters: { ...LEFT_TAGS }, expiration: Duration.days(keeps.archive) }]),
        { tagFilters: { ...EXPORT_TAGS }, expiration: Duration.days(EXPORT_LIFE_DAYS) },
        { prefix: ATHENA_RESULTS, expiration: Duration.days(ATHENA_RESULTS_DAYS) },
        { tagFilters: { ...SHOP_MESSAGE_TAGS }, expiration: Duration.days(SHOP_MESSAGE_OBJECT_DAYS) },
      ],
    });
    acknowledge(
      bucket,
      'AwsSolutions-S1',
      'Only the functions and holders of links that they sign read objects; the log shows who got a link.',
    );
    return bucket;
  }

  #secret({ name, description, whyNotRotated }: SecretValue): Secret {
    const id = name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
    const secret = new Secret(this, id, {
      description,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.RETAIN,
    });
    acknowledge(secret, 'AwsSolutions-SMG4', whyNotRotated);
    return secret;
  }
}
