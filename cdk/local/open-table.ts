import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Clock, systemClock } from '../../lib/platform/core/clock.ts';
import { Table } from '../../lib/platform/table/index.ts';
import { OPERATOR_ACCESS_KEY } from './aws-endpoint/answer-aws-calls.ts';
import { LOCAL_REGION } from './ports.ts';

/** A table's name and the client that reaches it. */
export interface TablePlace {
  readonly tableName: string;
  readonly client: DynamoDBClientConfig;
}

/** A table used from outside the service. */
export interface OpenTable {
  readonly table: Table;
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly clock: Clock;
  close(): void;
}

/** The table of the local cloud whose AWS endpoint is `awsEndpoint`, for the person at the laptop. */
export function localTable(awsEndpoint: string, tableName: string): TablePlace {
  const credentials = { accessKeyId: OPERATOR_ACCESS_KEY, secretAccessKey: 'local' };
  return { tableName, client: { endpoint: awsEndpoint, region: LOCAL_REGION, credentials } };
}

/** Opens a table. Close it when done. */
export function openTable(place: TablePlace): OpenTable {
  const dynamoDb = new DynamoDBClient(place.client);
  const client = DynamoDBDocumentClient.from(dynamoDb, { marshallOptions: { removeUndefinedValues: true } });
  const { tableName } = place;
  const table = new Table({ client, tableName, clock: systemClock });
  return { table, client, tableName, clock: systemClock, close: () => dynamoDb.destroy() };
}
