import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areas } from '../../functions/api/index.ts';
import { tenancyDeps } from '../../functions/compose/tenancy-deps.ts';
import { createOrganization } from '../../lib/people/tenancy/index.ts';
import { deployedEntries } from '../support/deployed-entries.ts';
import { type ServedTable, startServedTable } from '../support/test-table.ts';
import { differencesOf, type Shown } from './established/call-operation.ts';
import { differences } from './established/differences.ts';
import { operations } from './established/operations.ts';
import { establishedWorld, type World } from './established/world.ts';

const endpoints = new Map(areas.flatMap(({ endpoints }) => endpoints).map((one) => [one.routeKey, one]));
const allowed = differences.flatMap(({ found }) => found);

describe('41 2 a client of the established contract', () => {
  let db: ServedTable;
  let api: Awaited<ReturnType<typeof deployedEntries>>;
  let world: World;
  const shown: Shown = new Set();
  const met = new Set<string>();
  beforeAll(async () => {
    db = await startServedTable(new Date().toISOString());
    process.env.GEOCODER = 'gazetteer';
    api = await deployedEntries(db);
    const { key, organization } = await createOrganization(tenancyDeps(db.deps), { name: 'Established' });
    world = await establishedWorld({ call: api.call, key, organizationId: organization.id, deps: db.deps });
  });
  afterAll(async () => {
    await api.stop();
    await db.stop();
  });

  it('has 173 operations', () => {
    expect(Object.keys(operations)).toHaveLength(173);
  });

  it.each(Object.entries(operations))('%s', async (routeKey, operation) => {
    const endpoint = endpoints.get(routeKey);
    const found = endpoint
      ? await differencesOf(world, endpoint, operation, shown)
      : [`${routeKey} is missing`];
    for (const one of found) met.add(one);
    expect(found.filter((one) => !allowed.includes(one))).toEqual([]);
  });

  it('differs in everything that is listed as a difference, once', () => {
    expect(allowed.filter((one) => !met.has(one))).toEqual([]);
    expect(allowed.filter((one, index) => allowed.indexOf(one) !== index)).toEqual([]);
  });
});
