import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { systemClock } from '../../lib/core/clock.ts';
import { ulidIds } from '../../lib/core/ids.ts';
import { powertoolsLog } from '../../lib/core/log.ts';
import { Table } from '../../lib/table/index.ts';
import { type TenancyDeps, tenancyDeps } from '../../lib/tenancy/index.ts';
import { OPERATOR_ACCESS_KEY } from './aws-endpoint/answer-aws-calls.ts';
import { LOCAL_REGION } from './ports.ts';

/** Where a table is: its name, and the client that reaches it. */
export interface TablePlace {
  readonly tableName: string;
  readonly client: DynamoDBClientConfig;
}

/** The table of the local cloud whose AWS endpoint is `awsEndpoint`, for the person at the laptop. */
export function localTable(awsEndpoint: string, tableName: string): TablePlace {
  const credentials = { accessKeyId: OPERATOR_ACCESS_KEY, secretAccessKey: 'local' };
  return { tableName, client: { endpoint: awsEndpoint, region: LOCAL_REGION, credentials } };
}

/** What tenancy needs to work on a table from outside the service. Close it when done. */
export function tenancyOnTable({ tableName, client }: TablePlace): TenancyDeps & { close(): void } {
  const dynamoDb = new DynamoDBClient(client);
  const table = new Table({
    client: DynamoDBDocumentClient.from(dynamoDb, { marshallOptions: { removeUndefinedValues: true } }),
    tableName,
    clock: systemClock,
  });
  const core = { table, clock: systemClock, ids: ulidIds(systemClock), log: powertoolsLog('admin') };
  return { ...tenancyDeps(core), close: () => dynamoDb.destroy() };
}
