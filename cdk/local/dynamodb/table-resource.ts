import { isDeepStrictEqual } from 'node:util';
import { AwsError, isRecord, recordsOf, textOf } from '../aws-json.ts';
import type { Resource, ResourceType } from '../ports.ts';
import { streamArn, tableArn } from './dynamodb-arns.ts';
import type { DynamoDbCaller } from './dynamodb-caller.ts';

/** What the running parts know about a table. */
export interface LocalTable {
  readonly name: string;
  readonly keyAttributes: readonly string[];
  /** Attribute with the second at which an item expires, if the table has one. */
  readonly ttlAttribute: string | undefined;
  /** The images in the stream's records, if the table has a stream. */
  readonly streamView: string | undefined;
}

const ON_DEMAND = { ignored: 'nothing is throttled or paid for on a laptop' };
const BACKUPS = { ignored: 'the data directory is a folder: copy it' };
const ENCRYPTION = { ignored: 'the data directory is as safe as the disk it is on' };

/** `AWS::DynamoDB::GlobalTable`, the resource of the CDK's TableV2. `made` is called for each table that is ready. */
export function tableResource(dependencies: {
  readonly caller: DynamoDbCaller;
  readonly made: (table: LocalTable) => void;
}): ResourceType {
  return Object.freeze({
    type: 'AWS::DynamoDB::GlobalTable',
    phase: 'storage',
    properties: {
      TableName: 'used',
      KeySchema: 'used',
      AttributeDefinitions: 'used',
      'GlobalSecondaryIndexes.*.IndexName': 'used',
      'GlobalSecondaryIndexes.*.KeySchema': 'used',
      'GlobalSecondaryIndexes.*.Projection': 'used',
      'GlobalSecondaryIndexes.*.WarmThroughput': ON_DEMAND,
      'GlobalSecondaryIndexes.*.WriteOnDemandThroughputSettings': ON_DEMAND,
      'GlobalSecondaryIndexes.*.WriteProvisionedThroughputSettings': ON_DEMAND,
      LocalSecondaryIndexes: 'used',
      BillingMode: ON_DEMAND,
      WarmThroughput: ON_DEMAND,
      WriteOnDemandThroughputSettings: ON_DEMAND,
      WriteProvisionedThroughputSettings: ON_DEMAND,
      'StreamSpecification.StreamViewType': 'used',
      'TimeToLiveSpecification.AttributeName': 'used',
      'TimeToLiveSpecification.Enabled': 'used',
      SSESpecification: ENCRYPTION,
      'Replicas.*.Region': 'used',
      'Replicas.*.SSESpecification': ENCRYPTION,
      'Replicas.*.PointInTimeRecoverySpecification': BACKUPS,
      'Replicas.*.DeletionProtectionEnabled': { ignored: 'only --fresh removes local data' },
      'Replicas.*.ContributorInsightsSpecification': { ignored: 'there are no metrics locally' },
      'Replicas.*.TableClass': ON_DEMAND,
      'Replicas.*.Tags': { ignored: 'nothing reads tags locally' },
      'Replicas.*.GlobalSecondaryIndexes': ON_DEMAND,
      'Replicas.*.ReadOnDemandThroughputSettings': ON_DEMAND,
      'Replicas.*.ReadProvisionedThroughputSettings': ON_DEMAND,
    },
    ref: ({ physicalName }) => physicalName,
    attributes: ({ physicalName }) => ({
      Arn: tableArn(physicalName),
      StreamArn: streamArn(physicalName),
      TableId: physicalName,
    }),
    create: async (resource: Resource) => {
      dependencies.made(await createTable(dependencies.caller, resource));
    },
  } satisfies ResourceType);
}

/** A table that exists although the template only names it, such as one restored from a backup. */
export async function existingTable(caller: DynamoDbCaller, name: string): Promise<LocalTable | undefined> {
  const existing = await describe(caller, name);
  if (!existing) return undefined;
  const { KeySchema, StreamSpecification: stream } = existing;
  return {
    name,
    keyAttributes: recordsOf(KeySchema).map((part) => String(part.AttributeName)),
    ttlAttribute: await timeToLive(caller, name),
    streamView: isRecord(stream) && stream.StreamEnabled === true ? textOf(stream.StreamViewType) : undefined,
  };
}

async function createTable(caller: DynamoDbCaller, resource: Resource): Promise<LocalTable> {
  const { physicalName: name, properties } = resource;
  if (recordsOf(properties.Replicas).length > 1) {
    throw new Error(`${resource.logicalId}: Replicas of a table in more than one region are not run locally`);
  }
  const stream = isRecord(properties.StreamSpecification) ? properties.StreamSpecification : undefined;
  const ttl = isRecord(properties.TimeToLiveSpecification) ? properties.TimeToLiveSpecification : undefined;
  const indexes = recordsOf(properties.GlobalSecondaryIndexes).map(
    ({ IndexName, KeySchema, Projection }) => ({ IndexName, KeySchema, Projection }),
  );
  const existing = await describe(caller, name);
  if (existing) {
    if (!isDeepStrictEqual(existing.KeySchema, properties.KeySchema)) {
      throw new Error(
        `${resource.logicalId}: KeySchema differs from the stored table "${name}": start with --fresh, or give the table another name`,
      );
    }
    await adaptIndexes(caller, name, existing, indexes, properties.AttributeDefinitions);
    await adaptStream(caller, name, existing, stream !== undefined);
  } else {
    await caller.call('CreateTable', {
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: properties.KeySchema,
      AttributeDefinitions: properties.AttributeDefinitions,
      ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
      ...(properties.LocalSecondaryIndexes !== undefined && {
        LocalSecondaryIndexes: properties.LocalSecondaryIndexes,
      }),
      ...(stream && { StreamSpecification: BOTH_IMAGES }),
    });
  }
  const ttlAttribute = ttl && ttl.Enabled !== false ? textOf(ttl.AttributeName) : undefined;
  await adaptTimeToLive(caller, name, ttlAttribute);
  return {
    name,
    keyAttributes: recordsOf(properties.KeySchema).map((part) => String(part.AttributeName)),
    ttlAttribute,
    streamView: stream && (textOf(stream.StreamViewType) ?? 'NEW_AND_OLD_IMAGES'),
  };
}

/** The server always stores both images, which show that a write changed nothing. The reader removes the others. */
const BOTH_IMAGES = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' };

async function describe(caller: DynamoDbCaller, name: string): Promise<Record<string, unknown> | undefined> {
  try {
    const { Table } = await caller.call('DescribeTable', { TableName: name });
    return isRecord(Table) ? Table : undefined;
  } catch (error) {
    if (error instanceof AwsError && error.code === 'ResourceNotFoundException') return undefined;
    throw error;
  }
}

async function adaptIndexes(
  caller: DynamoDbCaller,
  name: string,
  existing: Readonly<Record<string, unknown>>,
  wanted: readonly Record<string, unknown>[],
  attributeDefinitions: unknown,
): Promise<void> {
  const stored = recordsOf(existing.GlobalSecondaryIndexes);
  const same = (a: Record<string, unknown>, b: Record<string, unknown>) =>
    a.IndexName === b.IndexName &&
    isDeepStrictEqual(a.KeySchema, b.KeySchema) &&
    isDeepStrictEqual(projection(a), projection(b));
  for (const index of stored.filter((one) => !wanted.some((other) => same(one, other)))) {
    await caller.call('UpdateTable', {
      TableName: name,
      GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: index.IndexName } }],
    });
  }
  for (const index of wanted.filter((one) => !stored.some((other) => same(one, other)))) {
    await caller.call('UpdateTable', {
      TableName: name,
      AttributeDefinitions: attributeDefinitions,
      GlobalSecondaryIndexUpdates: [{ Create: index }],
    });
  }
}

function projection(index: Readonly<Record<string, unknown>>): unknown {
  const { ProjectionType, NonKeyAttributes } = isRecord(index.Projection) ? index.Projection : {};
  return [ProjectionType, Array.isArray(NonKeyAttributes) ? NonKeyAttributes.toSorted() : []];
}

async function adaptStream(
  caller: DynamoDbCaller,
  name: string,
  existing: Readonly<Record<string, unknown>>,
  wanted: boolean,
): Promise<void> {
  const stored =
    isRecord(existing.StreamSpecification) && existing.StreamSpecification.StreamEnabled === true;
  if (stored === wanted) return;
  await caller.call('UpdateTable', {
    TableName: name,
    StreamSpecification: wanted ? BOTH_IMAGES : { StreamEnabled: false },
  });
}

async function adaptTimeToLive(
  caller: DynamoDbCaller,
  name: string,
  wanted: string | undefined,
): Promise<void> {
  const enabled = await timeToLive(caller, name);
  if (enabled === wanted) return;
  if (enabled !== undefined) await setTimeToLive(caller, name, enabled, false);
  if (wanted !== undefined) await setTimeToLive(caller, name, wanted, true);
}

/** Attribute by which the items of a table expire; undefined when they do not. */
async function timeToLive(caller: DynamoDbCaller, name: string): Promise<string | undefined> {
  const { TimeToLiveDescription: stored } = await caller.call('DescribeTimeToLive', { TableName: name });
  return isRecord(stored) && String(stored.TimeToLiveStatus).startsWith('ENABL')
    ? textOf(stored.AttributeName)
    : undefined;
}

async function setTimeToLive(
  caller: DynamoDbCaller,
  name: string,
  attribute: string,
  on: boolean,
): Promise<void> {
  await caller.call('UpdateTimeToLive', {
    TableName: name,
    TimeToLiveSpecification: { AttributeName: attribute, Enabled: on },
  });
}
