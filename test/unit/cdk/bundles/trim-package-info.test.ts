import { expect, it } from 'vitest';
import { runBundle } from './support.ts';

const LIST_TABLES = `
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
new DynamoDBClient({}).send(new ListTablesCommand({})).then(({ TableNames }) => console.log(TableNames[0]));`;

it('a client says its version although the rest of its package.json is left out', async () => {
  const { headers } = await runBundle(LIST_TABLES, { TableNames: ['orders'] });
  expect(headers['user-agent']).toMatch(/aws-sdk-js\/\d+\.\d+\.\d+/);
});
