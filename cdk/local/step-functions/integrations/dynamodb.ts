import { isObject } from '../language/json.ts';
import { StatesError } from '../language/states-error.ts';
import { awsCall } from './aws-call.ts';
import { type Integration, refuseOtherParameters } from './integration.ts';

const COMMON = ['TableName', 'ReturnConsumedCapacity', 'ExpressionAttributeNames'];
const WRITE = [
  ...COMMON,
  'ConditionExpression',
  'ExpressionAttributeValues',
  'ReturnItemCollectionMetrics',
  'ReturnValues',
  'ReturnValuesOnConditionCheckFailure',
];

function define(action: string, parameters: readonly string[]): Integration {
  return Object.freeze<Integration>({
    check: (given) => refuseOtherParameters(given, parameters),
    async call(ports, body) {
      if (!isObject(body)) throw new StatesError('States.Runtime', `dynamodb:${action} needs Parameters`);
      return awsCall(
        ports,
        { service: 'dynamodb', action, body },
        { prefix: 'DynamoDB', generic: 'AmazonDynamoDBException' },
      );
    },
  });
}

/** `arn:aws:states:::dynamodb:...`, by action. Items are in DynamoDB's attribute value form, as on AWS. */
export const dynamodbIntegrations: Readonly<Record<string, Integration>> = Object.freeze({
  getItem: define('GetItem', [...COMMON, 'Key', 'ConsistentRead', 'ProjectionExpression']),
  putItem: define('PutItem', [...WRITE, 'Item']),
  updateItem: define('UpdateItem', [...WRITE, 'Key', 'UpdateExpression']),
  deleteItem: define('DeleteItem', [...WRITE, 'Key']),
});
