import { expect, test } from 'vitest';
import { dynamoDbNeeds } from '../../../../../cdk/local/dynamodb/dynamodb-needs.ts';

const key = (pk: string) => ({ pk: { S: pk }, sk: { S: 's' } });
const leading = (operation: string, input: Record<string, unknown>) =>
  dynamoDbNeeds(operation, input).map(({ action, context }) => [action, context?.['dynamodb:LeadingKeys']]);

test.each([
  ['GetItem', { TableName: 'main', Key: key('a') }, [['dynamodb:GetItem', 'a']]],
  ['PutItem', { TableName: 'main', Item: key('a') }, [['dynamodb:PutItem', 'a']]],
  [
    'Query',
    {
      TableName: 'main',
      KeyConditionExpression: '#pk = :pk AND begins_with(#sk, :sk)',
      ExpressionAttributeValues: { ':pk': { S: 'a' }, ':sk': { S: 's' } },
    },
    [['dynamodb:Query', 'a']],
  ],
  [
    'BatchGetItem',
    { RequestItems: { main: { Keys: [key('a'), key('b'), key('a')] } } },
    [
      ['dynamodb:BatchGetItem', undefined],
      ['dynamodb:BatchGetItem', 'a'],
      ['dynamodb:BatchGetItem', 'b'],
    ],
  ],
  [
    'TransactWriteItems',
    {
      TransactItems: [
        { Put: { TableName: 'main', Item: key('a') } },
        { ConditionCheck: { TableName: 'main', Key: key('b') } },
      ],
    },
    [
      ['dynamodb:PutItem', 'a'],
      ['dynamodb:ConditionCheckItem', 'b'],
    ],
  ],
])('%s needs its action for each partition key that it names', (operation, input, needs) => {
  expect(leading(operation, input)).toEqual(needs);
});
