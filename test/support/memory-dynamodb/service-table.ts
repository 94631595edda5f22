import { TABLE_SHAPE } from '../../../lib/platform/table/index.ts';
import { MemoryDynamoDb } from './memory-dynamodb.ts';

/** The service's table in memory, empty. */
export function memoryServiceTable(now?: () => number): MemoryDynamoDb {
  const { partitionKey, sortKey, timeToLive, list, lookup } = TABLE_SHAPE;
  return new MemoryDynamoDb(
    {
      partitionKey,
      sortKey,
      timeToLive,
      indexes: [
        {
          name: list.indexName,
          partitionKey: list.partitionKey,
          sortKey: list.sortKey,
          projected: list.projected,
        },
        { name: lookup.indexName, partitionKey: lookup.partitionKey, sortKey: lookup.sortKey, projected: [] },
      ],
    },
    now,
  );
}
