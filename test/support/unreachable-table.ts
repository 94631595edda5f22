import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { systemClock } from '../../lib/platform/core/clock.ts';
import { Table } from '../../lib/platform/table/index.ts';

/** A table that does not exist: every call throws. For code that must not use the table. */
export const unreachableTable = new Table({
  client: DynamoDBDocumentClient.from(
    new DynamoDBClient({
      region: 'us-east-1',
      endpoint: 'http://127.0.0.1:9',
      credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
      maxAttempts: 1,
    }),
  ),
  tableName: 'none',
  clock: systemClock,
});
