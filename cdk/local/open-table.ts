import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Clock, systemClock } from '../../lib/platform/core/clock.ts';
import { Table } from '../../lib/platform/table/index.ts';
import type { TablePlace } from './local-table.ts';

/** A table used from outside the service. */
export interface OpenTable {
  readonly table: Table;
  readonly client: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly clock: Clock;
  close(): void;
}

/** Opens a table. Close it when done. */
export function openTable(place: TablePlace): OpenTable {
  const dynamoDb = new DynamoDBClient(place.client);
  const client = DynamoDBDocumentClient.from(dynamoDb, { marshallOptions: { removeUndefinedValues: true } });
  const { tableName } = place;
  const table = new Table({ client, tableName, clock: systemClock });
  return { table, client, tableName, clock: systemClock, close: () => dynamoDb.destroy() };
}
