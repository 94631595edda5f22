/** `npm run admin -- COMMAND`: an operator's work on a table from outside the service, locally or on AWS. */
import { parseArgs } from 'node:util';
import { tellingItems } from '../../functions/compose/telling-items.ts';
import { countPast } from '../../lib/operations/insight/index.ts';
import { writeAgainFrom } from '../../lib/operations/lake/index.ts';
import {
  changeLimits,
  createOrganization,
  createUserAsOperator,
  extendApiKey,
} from '../../lib/people/tenancy/index.ts';
import { ulidIds } from '../../lib/platform/core/ids.ts';
import { powertoolsLog } from '../../lib/platform/core/log.ts';
import { readInstant } from '../../lib/platform/core/read-instant.ts';
import { isRefusal } from '../../lib/platform/core/refusal.ts';
import { redriveEvents } from '../../lib/platform/events/index.ts';
import { setUpNotifications } from '../../lib/reactions/notifications/index.ts';
import { localTable, type TablePlace } from './local-table.ts';
import { openTable } from './open-table.ts';
import { readSettings } from './read-settings.ts';
import { readRunFile } from './run-file.ts';
import { sentenceOf } from './sentence-of.ts';
import { tenancyOnTable } from './tenancy-on-table.ts';

const USAGE = `Usage: npm run admin -- create-organization --name NAME [--parent ID] [--list-shards N] [--table TABLE]
       npm run admin -- create-user --organization ID --email ADDRESS [--role ID] [--table TABLE]
       npm run admin -- extend-api-key --organization ID --key ID --to ID [--table TABLE]
       npm run admin -- set-limits --organization ID [--requests-per-second N] [--list-shards N] [--table TABLE]
       npm run admin -- redrive-events --from INSTANT --to INSTANT [--segments N] [--table TABLE]
       npm run admin -- count-insights --organization ID --from INSTANT --to INSTANT [--table TABLE]

create-organization creates an organization and its first API key, and prints both as JSON. The key is shown only once.
create-user creates a user, an owner unless --role names another role. The user signs in with a token of the sign-in issuer.
extend-api-key lets a key reach one more organization, as a child of its own.
set-limits changes what an organization may do: requests a second (0 = any number, "default" = as all others), and the
partitions of its lists, which can only become more.
redrive-events hands the events of that time to their workers again, and prints their number as JSON.
count-insights counts the orders, jobs and notifications that were created in that time for insights, and the routes,
windows and runs of that time, from their events of the last 90 days, and prints what it found as JSON. It reads the whole
table once. It can be repeated, and run for one part of the time after the other.
Without --table, commands work in the local cloud that runs on DATA_DIR; with --table in that table on AWS, with the
credentials and the region of the environment. The stack's output TableName is the name of the table.`;

const options = {
  name: { type: 'string' },
  parent: { type: 'string' },
  organization: { type: 'string' },
  email: { type: 'string' },
  role: { type: 'string' },
  key: { type: 'string' },
  'list-shards': { type: 'string' },
  'requests-per-second': { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  segments: { type: 'string' },
  table: { type: 'string' },
} as const;

/** Parts of the table that are read at the same time. */
const SEGMENTS = { usual: 16, most: 256 };

type Given = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

/** Each command with its options and its work. */
const COMMANDS: Readonly<
  Record<string, { readonly takes: readonly string[]; run(given: Given): Promise<unknown> }>
> = {
  'create-organization': { takes: ['name', 'parent', 'list-shards', 'table'], run: makeOrganization },
  'create-user': { takes: ['organization', 'email', 'role', 'table'], run: makeUser },
  'extend-api-key': { takes: ['organization', 'key', 'to', 'table'], run: extendKey },
  'set-limits': {
    takes: ['organization', 'requests-per-second', 'list-shards', 'table'],
    run: setLimits,
  },
  'redrive-events': { takes: ['from', 'to', 'segments', 'table'], run: redrive },
  'count-insights': { takes: ['organization', 'from', 'to', 'table'], run: countInsights },
};

try {
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const command = positionals.length === 1 ? COMMANDS[positionals[0] ?? ''] : undefined;
  if (!command) throw new Error(USAGE);
  const unknown = Object.keys(values).find((name) => !command.takes.includes(name));
  if (unknown !== undefined) throw new Error(`${positionals[0]} does not take --${unknown}.\n\n${USAGE}`);
  console.log(JSON.stringify(await command.run(values), null, 2));
} catch (error) {
  console.error(sentenceOf(error));
  process.exitCode = 1;
}

async function makeOrganization(given: Given): Promise<unknown> {
  const name = given.name?.trim();
  if (!name) throw new Error(`--name is missing.\n\n${USAGE}`);
  const listShards = shards(given['list-shards']);
  const deps = tenancyOnTable(place(given.table));
  try {
    const { organization, key } = await createOrganization(deps, {
      name,
      ...(listShards !== undefined && { listShards }),
      ...(given.parent !== undefined && { parentId: given.parent }),
    });
    await setUpNotifications(deps, organization.id);
    return { organizationId: organization.id, name: organization.name, apiKey: key };
  } finally {
    deps.close();
  }
}

async function makeUser(given: Given): Promise<unknown> {
  const { organization, email, role = 'role_owner' } = given;
  if (!organization || !email) throw new Error(`--organization or --email is missing.\n\n${USAGE}`);
  const deps = tenancyOnTable(place(given.table));
  try {
    const { id, roleIds } = await createUserAsOperator(deps, organization, { email, roleIds: [role] });
    return { organizationId: organization, userId: id, email, roleIds };
  } finally {
    deps.close();
  }
}

async function extendKey(given: Given): Promise<unknown> {
  const { organization: organizationId, key: keyId, to: toOrganizationId } = given;
  if (!organizationId || !keyId || !toOrganizationId) {
    throw new Error(`--organization, --key or --to is missing.\n\n${USAGE}`);
  }
  const deps = tenancyOnTable(place(given.table));
  try {
    const extended = await extendApiKey(deps, { organizationId, keyId, toOrganizationId });
    if (isRefusal(extended)) throw new Error(extended.message);
    return { keyId, organizationIds: extended.organizations.map(({ id }) => id) };
  } finally {
    deps.close();
  }
}

async function setLimits(given: Given): Promise<unknown> {
  const { organization: organizationId } = given;
  if (!organizationId) throw new Error(`--organization is missing.\n\n${USAGE}`);
  const requestsPerSecond = rate(given['requests-per-second']);
  const listShards = shards(given['list-shards']);
  const deps = tenancyOnTable(place(given.table));
  try {
    const changed = await changeLimits(deps, organizationId, {
      ...(requestsPerSecond !== undefined && { requestsPerSecond }),
      ...(listShards !== undefined && { listShards }),
    });
    if (isRefusal(changed)) throw new Error(changed.message);
    return {
      organizationId,
      requestsPerSecond: changed.requestsPerSecond ?? 'default',
      listShards: changed.listShards,
    };
  } finally {
    deps.close();
  }
}

async function countInsights(given: Given): Promise<unknown> {
  const { organization: organizationId } = given;
  if (!organizationId) throw new Error(`--organization is missing.\n\n${USAGE}`);
  const from = instantOf('from', given.from);
  const to = instantOf('to', given.to);
  if (from > to) throw new Error(`--from is "${given.from}", which is after --to "${given.to}".`);
  const { table, clock, close } = openTable(place(given.table));
  try {
    const deps = { table, clock, ids: ulidIds(clock), log: powertoolsLog('admin') };
    const counted = await countPast(deps, { organizationId, from, to });
    await writeAgainFrom(deps, { organizationId, from });
    return { organizationId, from, to, ...counted };
  } finally {
    close();
  }
}

async function redrive(given: Given): Promise<unknown> {
  const from = instantOf('from', given.from);
  const to = instantOf('to', given.to);
  if (from > to) throw new Error(`--from is "${given.from}", which is after --to "${given.to}".`);
  const opened = openTable(place(given.table));
  try {
    const deps = { ...opened, telling: tellingItems };
    return { from, to, redriven: await redriveEvents(deps, { from, to }, segmentsOf(given.segments)) };
  } finally {
    opened.close();
  }
}

function place(tableName: string | undefined): TablePlace {
  if (tableName !== undefined) return { tableName, client: {} };
  const running = readRunFile(readSettings([], process.env).dataDirectory);
  return localTable(running.awsEndpoint, running.tableName);
}

function segmentsOf(given: string | undefined): number {
  const count = Number(given ?? SEGMENTS.usual);
  if (Number.isInteger(count) && count >= 1 && count <= SEGMENTS.most) return count;
  throw new Error(`--segments is "${given}"; it must be a whole number from 1 to ${SEGMENTS.most}.`);
}

function shards(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const count = Number(given);
  if (Number.isInteger(count) && count >= 1) return count;
  throw new Error(`--list-shards is "${given}"; it must be a whole number, at least 1.`);
}

function rate(given: string | undefined): number | null | undefined {
  if (given === undefined) return undefined;
  if (given === 'default') return null;
  const count = Number(given);
  if (Number.isInteger(count) && count >= 0 && given !== '') return count;
  throw new Error(
    `--requests-per-second is "${given}"; it must be a whole number, at least 0, or "default".`,
  );
}

function instantOf(option: string, given: string | undefined): string {
  if (given === undefined) throw new Error(`--${option} is missing.\n\n${USAGE}`);
  const instant = readInstant(given);
  if (instant !== undefined) return instant;
  throw new Error(`--${option} is "${given}"; send a date and time such as 2026-03-05T01:11:51Z.`);
}
