import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';
import { runBundle } from './support.ts';

const attempts = (home: string) => `
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
process.env.HOME = ${JSON.stringify(home)};
const client = new DynamoDBClient({});
client.send(new ListTablesCommand({})).then(async () => console.log(await client.config.maxAttempts()));`;

it('a client reads no file of profiles', async () => {
  const home = temporaryDirectory('home');
  mkdirSync(join(home, '.aws'));
  writeFileSync(join(home, '.aws', 'config'), '[default]\nmax_attempts = 7\n');
  const { printed } = await runBundle(attempts(home), { TableNames: [] });
  // Its own number of attempts, not that of the file.
  expect(printed).toBe('4');
});
