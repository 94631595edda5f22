import { expect, test } from 'vitest';
import { runBundle } from './support.ts';

const LIST_TABLES = `
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
new DynamoDBClient({}).send(new ListTablesCommand({})).then(({ TableNames }) => console.log(TableNames[0]));
`;

test('a bundle signs with the key, the token and the region that Lambda puts into the environment', async () => {
  const { printed, headers } = await runBundle(LIST_TABLES, { TableNames: ['orders'] });
  expect(printed).toBe('orders');
  expect(headers.authorization).toMatch(
    /Credential=ASIAEXAMPLE\/\d{8}\/eu-central-1\/dynamodb\/aws4_request/,
  );
  expect(headers['x-amz-security-token']).toBe('token-of-the-role');
});
