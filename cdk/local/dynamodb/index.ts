export { createDynamoDb, type DynamoDbStreams } from './create-dynamodb.ts';
export { startDynamoDb } from './start-dynamodb.ts';
export type { PositionedRecord, StreamPosition } from './stream-cursor.ts';
export type { StreamRecord } from './stream-record.ts';
