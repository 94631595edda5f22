export { type DynamoDbServer, type DynamoDbStore, startDynamoDb } from './start-dynamodb.ts';
