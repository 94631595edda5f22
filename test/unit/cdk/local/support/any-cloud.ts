import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDynamoDb } from '../../../../../cdk/local/dynamodb/index.ts';
import { createEventSources } from '../../../../../cdk/local/event-sources/index.ts';
import type {
  AwsCall,
  AwsReply,
  AwsService,
  CloudPart,
  InvocationResult,
  Resource,
} from '../../../../../cdk/local/ports.ts';
import { createSqs } from '../../../../../cdk/local/sqs/index.ts';
import { anyClock } from './any-clock.ts';

/** A function's stand-in. */
export type Handler = (event: { readonly Records: readonly Record<string, unknown>[] }) => unknown;

/** A resource with the given properties; its physical name is its logical id. */
export function anyResource(logicalId: string, type: string, properties: Record<string, unknown>): Resource {
  return { stack: 'Test', logicalId, type, properties, physicalName: logicalId };
}

/** A call as the endpoint would pass it on. */
export function anyCall(service: string, action: string, input: unknown): AwsCall {
  return {
    service,
    action,
    accessKeyId: 'someFunction',
    method: 'POST',
    path: '/',
    query: new URLSearchParams(),
    headers: {},
    body: Buffer.from(JSON.stringify(input)),
  };
}

/** Calls `service` and parses its reply. */
export async function callService(service: AwsService, action: string, input: unknown) {
  const reply: AwsReply = await service.handle(anyCall(service.name, action, input));
  return { status: reply.status, body: JSON.parse(Buffer.from(reply.body).toString()) };
}

/** Creates a resource of a part, as the cloud does at start. */
export async function createResource(part: CloudPart, resource: Resource): Promise<void> {
  const type = part.resourceTypes.find((one) => one.type === resource.type);
  if (!type) throw new Error(`no type ${resource.type}`);
  await type.create?.(resource);
}

/** The table of the tests: `pk`/`sk`, one index, stream with both images, expiry in `ttl`. */
export const TABLE_PROPERTIES = {
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'S' },
    { AttributeName: 'listPk', AttributeType: 'S' },
  ],
  BillingMode: 'PAY_PER_REQUEST',
  GlobalSecondaryIndexes: [
    {
      IndexName: 'list',
      KeySchema: [{ AttributeName: 'listPk', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
  ],
  StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
  TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
  Replicas: [{ Region: 'us-east-1' }],
};

export const STREAM_ARN = 'arn:aws:dynamodb:us-east-1:000000000000:table/main/stream/local';

/**
 * Tables, queues and mappings together, with functions that are plain callbacks. In memory unless a folder is given.
 */
export async function anyCloud(
  options: {
    readonly functions?: Record<string, Handler>;
    readonly queues?: Record<string, Record<string, unknown>>;
    readonly mappings?: Record<string, Record<string, unknown>>;
    readonly dataDirectory?: string;
    readonly refusal?: string;
    readonly dynamoDbEndpoint?: string;
  } = {},
) {
  const clock = anyClock();
  const lines: string[] = [];
  const handlers = options.functions ?? {};
  let running = 0;
  const context = {
    clock,
    dataDirectory: options.dataDirectory,
    endpoint: 'http://127.0.0.1:1',
    log: (line: string) => void lines.push(line),
    permissions: { refusal: () => options.refusal },
    functions: {
      idle: () => running === 0,
      roleOf: () => 'arn:aws:iam::000000000000:role/some',
      async invoke(name: string, event: unknown): Promise<InvocationResult> {
        running += 1;
        try {
          return { ok: true, payload: await handlers[name]?.(event as never) };
        } catch (error) {
          return { ok: false, errorType: 'Error', errorMessage: String(error), trace: [] };
        } finally {
          running -= 1;
        }
      },
    },
  };
  const dynamoDb = await createDynamoDb({ ...context, dynamoDbEndpoint: options.dynamoDbEndpoint });
  const sqs = createSqs(context);
  const eventSources = createEventSources({ ...context, streams: dynamoDb.streams, queues: sqs.queues });
  await createResource(dynamoDb, anyResource('main', 'AWS::DynamoDB::GlobalTable', TABLE_PROPERTIES));
  for (const [name, properties] of Object.entries(options.queues ?? {})) {
    await createResource(sqs, anyResource(name, 'AWS::SQS::Queue', properties));
  }
  for (const [name, properties] of Object.entries(options.mappings ?? {})) {
    await createResource(eventSources, anyResource(name, 'AWS::Lambda::EventSourceMapping', properties));
  }
  const parts = [dynamoDb, sqs, eventSources];
  for (const part of parts) await part.begin?.();
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint: dynamoDb.endpoint,
      region: 'us-east-1',
      maxAttempts: 1,
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    }),
  );
  const [table] = dynamoDb.services;
  const put = (item: Record<string, unknown>) =>
    callService(table!, 'PutItem', { TableName: 'main', Item: marshal(item) });
  return {
    clock,
    lines,
    client,
    put,
    table: table!,
    queueService: sqs.services[0]!,
    dynamoDb,
    sqs,
    queues: sqs.queues,
    eventSources,
    async stop() {
      client.destroy();
      for (const part of parts.toReversed()) await part.stop();
    },
  };
}

function marshal(item: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      typeof value === 'number' ? { N: String(value) } : { S: String(value) },
    ]),
  );
}
