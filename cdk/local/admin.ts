/** `npm run admin -- create-organization --name N`: work on tenants from outside the service, locally or on AWS. */
import { parseArgs } from 'node:util';
import { createOrganization } from '../../lib/tenancy/index.ts';
import { readSettings } from './read-settings.ts';
import { readRunFile } from './run-file.ts';
import { sentenceOf } from './sentence-of.ts';
import { localTable, type TablePlace, tenancyOnTable } from './tenancy-on-table.ts';

const USAGE = `Usage: npm run admin -- create-organization --name NAME [--list-shards N] [--table TABLE]

Makes an organization and its first API key, and prints both as JSON. The key is shown this once.
Without --table it is made in the local cloud that runs on DATA_DIR; with --table in that table on AWS, with the
credentials and the region of the environment. The stack's output TableName names the table.`;

try {
  await run();
} catch (error) {
  console.error(sentenceOf(error));
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      'list-shards': { type: 'string' },
      table: { type: 'string' },
    },
  });
  if (positionals.length !== 1 || positionals[0] !== 'create-organization') throw new Error(USAGE);
  const name = values.name?.trim();
  if (!name) throw new Error(`--name is missing.\n\n${USAGE}`);
  const listShards = shards(values['list-shards']);
  const deps = tenancyOnTable(place(values.table));
  try {
    const { organization, key } = await createOrganization(deps, {
      name,
      ...(listShards !== undefined && { listShards }),
    });
    console.log(
      JSON.stringify({ organizationId: organization.id, name: organization.name, apiKey: key }, null, 2),
    );
  } finally {
    deps.close();
  }
}

function place(tableName: string | undefined): TablePlace {
  if (tableName !== undefined) return { tableName, client: {} };
  const running = readRunFile(readSettings([], process.env).dataDirectory);
  return localTable(running.awsEndpoint, running.tableName);
}

function shards(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const count = Number(given);
  if (Number.isInteger(count) && count >= 1) return count;
  throw new Error(`--list-shards is "${given}"; it must be a whole number, at least 1.`);
}
