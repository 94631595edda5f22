import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startDynamoDb } from '../../../../../cdk/local/dynamodb/index.ts';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';
import {
  anyCall,
  anyCloud,
  anyResource,
  callService,
  createResource,
  TABLE_PROPERTIES,
} from '../support/any-cloud.ts';

async function startCloud(dataDirectory?: string) {
  const cloud = await anyCloud(dataDirectory === undefined ? {} : { dataDirectory });
  onTestFinished(cloud.stop);
  return cloud;
}

const MAIN = 'arn:aws:dynamodb:us-east-1:000000000000:table/main';

describe('DynamoDB', () => {
  test('makes the table with its index, passes calls on and counts items', async () => {
    const { client, put, dynamoDb } = await startCloud();
    await put({ pk: 'a', sk: '1', listPk: 'l' });
    const { Items } = await client.send(
      new QueryCommand({
        TableName: 'main',
        IndexName: 'list',
        KeyConditionExpression: 'listPk = :l',
        ExpressionAttributeValues: { ':l': 'l' },
      }),
    );
    expect(Items).toEqual([{ pk: 'a', sk: '1', listPk: 'l' }]);
    expect(await dynamoDb.state?.()).toEqual({ tables: [{ name: 'main', items: 1 }] });
  });

  test('needs permissions per item of a transaction and per index', async () => {
    const { table } = await startCloud();
    const needs = (action: string, input: unknown) => table.needs(anyCall('dynamodb', action, input));
    expect(
      needs('TransactWriteItems', {
        TransactItems: [
          { Put: { TableName: 'main' } },
          { Put: { TableName: 'main' } },
          { ConditionCheck: { TableName: 'main' } },
        ],
      }),
    ).toEqual([
      { action: 'dynamodb:PutItem', resource: MAIN },
      { action: 'dynamodb:ConditionCheckItem', resource: MAIN },
    ]);
    expect(needs('Query', { TableName: 'main', IndexName: 'list' })).toEqual([
      { action: 'dynamodb:Query', resource: `${MAIN}/index/list` },
    ]);
    expect(needs('BatchGetItem', { RequestItems: { main: {} } })).toEqual([
      { action: 'dynamodb:BatchGetItem', resource: MAIN },
    ]);
  });

  test('shows ARNs of the local region and refuses what changes tables', async () => {
    const { table } = await startCloud();
    const { body } = await callService(table, 'DescribeTable', { TableName: 'main' });
    expect(body.Table).toMatchObject({ TableArn: MAIN, LatestStreamArn: `${MAIN}/stream/local` });
    expect(await callService(table, 'DeleteTable', { TableName: 'main' })).toMatchObject({
      status: 400,
      body: { __type: 'UnknownOperationException' },
    });
  });

  test('keeps items over a restart and follows the template in its indexes, not in its keys', async () => {
    const folder = temporaryDirectory('tables');
    const before = await anyCloud({ dataDirectory: folder });
    await before.client.send(new PutCommand({ TableName: 'main', Item: { pk: 'a', sk: '1', otherPk: 'x' } }));
    await before.stop();
    const after = await startCloud(folder);
    const Key = { pk: 'a', sk: '1' };
    expect((await after.client.send(new GetCommand({ TableName: 'main', Key }))).Item).toMatchObject(Key);

    const index = (name: string) => ({
      IndexName: name,
      KeySchema: [{ AttributeName: name, KeyType: 'HASH' }],
      Projection: { ProjectionType: 'ALL' },
    });
    const changed = {
      ...TABLE_PROPERTIES,
      AttributeDefinitions: [
        ...TABLE_PROPERTIES.AttributeDefinitions.slice(0, 2),
        { AttributeName: 'otherPk', AttributeType: 'S' },
      ],
      GlobalSecondaryIndexes: [index('otherPk')],
    };
    await createResource(after.dynamoDb, anyResource('main', 'AWS::DynamoDB::GlobalTable', changed));
    const { Items } = await after.client.send(
      new QueryCommand({
        TableName: 'main',
        IndexName: 'otherPk',
        KeyConditionExpression: 'otherPk = :x',
        ExpressionAttributeValues: { ':x': 'x' },
      }),
    );
    expect(Items).toMatchObject([Key]);
    const otherKeys = { ...TABLE_PROPERTIES, KeySchema: TABLE_PROPERTIES.KeySchema.slice(0, 1) };
    await expect(
      createResource(after.dynamoDb, anyResource('main', 'AWS::DynamoDB::GlobalTable', otherKeys)),
    ).rejects.toThrow(/KeySchema differs.*--fresh/);
  });

  test('works on a DynamoDB that runs elsewhere, and leaves it running', async () => {
    const elsewhere = await startDynamoDb({ temporary: true });
    onTestFinished(elsewhere.stop);
    for (const items of [1, 2]) {
      const cloud = await anyCloud({ dynamoDbEndpoint: elsewhere.endpoint });
      await cloud.put({ pk: 'a', sk: `${items}` });
      expect(await cloud.dynamoDb.state?.()).toEqual({ tables: [{ name: 'main', items }] });
      await cloud.stop();
    }
  });
});
