export {
  createDynamoDb,
  type DynamoDbContext,
  type DynamoDbPart,
  type DynamoDbStreams,
} from './create-dynamodb.ts';
export { type DynamoDbServer, type DynamoDbStore, startDynamoDb } from './start-dynamodb.ts';
export type { PositionedRecord, StreamCursor, StreamPosition } from './stream-cursor.ts';
export type { StreamRecord } from './stream-record.ts';
