import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { areas } from '../../functions/api/index.ts';
import { handler as authorize } from '../../functions/workers/authorize.ts';
import { machineVariable, queueVariable, secretVariable } from '../../lib/platform/runtime/index.ts';
import type { CallApi } from './api-call.ts';
import { startAwsStub } from './aws-stub.ts';
import { inProcessApi } from './in-process-api.ts';
import type { TestTable } from './test-table.ts';

/** The table that the entries use at present. They keep their client, which files of tests in one process share. */
let present: DynamoDBDocumentClient | undefined;

const standIn = new Proxy({} as DynamoDBDocumentClient, {
  get(_, name) {
    if (!present) throw new Error('The entries were stopped, but one of them goes on.');
    const value: unknown = Reflect.get(present, name);
    return typeof value === 'function' ? value.bind(present) : value;
  },
});

let stub: ReturnType<typeof startAwsStub> | undefined;

/**
 * Every area's real entry and the real authorizer on a test table, called in this process. The environment is what the
 * stack would provide; state machines and secrets are a stub that accepts everything, until this process ends. The entries
 * create their own client of the table: until `stop`, each uses that of the test, which in memory saves two thirds of the
 * time of a call.
 */
export async function deployedEntries(
  db: TestTable,
  authorizer: typeof authorize = authorize,
): Promise<{ readonly call: CallApi; stop(): Promise<void> }> {
  stub ??= startAwsStub();
  const { endpoint } = await stub;
  Object.assign(process.env, {
    TABLE_NAME: db.tableName,
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    BUCKET_NAME: 'test-bucket',
    CREDENTIALS_PREFIX: 'test/credentials/',
    LOG_LEVEL: 'SILENT',
    PUBLIC_BASE_URL: endpoint,
    SIMULATION: 'true',
  });
  for (const { uses } of areas) {
    for (const machine of [...(uses.starts ?? []), ...(uses.runs ?? []), ...(uses.stops ?? [])]) {
      process.env[machineVariable(machine)] =
        `arn:aws:states:us-east-1:000000000000:stateMachine:${machine.name}`;
    }
    for (const secret of uses.secrets ?? []) {
      process.env[secretVariable(secret)] =
        `arn:aws:secretsmanager:us-east-1:000000000000:secret:${secret.name}`;
    }
    for (const worker of uses.sends ?? []) process.env[queueVariable(worker)] = `${endpoint}/0/${worker}`;
  }
  const served = await Promise.all(
    areas.map(async ({ name, endpoints }) => {
      const { handler } = await import(`../../functions/api/${name}/index.ts`);
      return { routeKeys: endpoints.map(({ routeKey }) => routeKey), handler };
    }),
  );
  const { from } = DynamoDBDocumentClient;
  DynamoDBDocumentClient.from = () => standIn;
  present = db.client;
  const stop = async () => {
    DynamoDBDocumentClient.from = from;
    present = undefined;
  };
  return { call: inProcessApi(served, authorizer), stop };
}
