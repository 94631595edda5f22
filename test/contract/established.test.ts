import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areas } from '../../functions/api/index.ts';
import { tenancyDeps } from '../../functions/compose/tenancy-deps.ts';
import { createOrganization } from '../../lib/people/tenancy/index.ts';
import { deployedEntries } from '../support/deployed-entries.ts';
import { png } from '../support/photos.ts';
import { startTestTable, type TestTable } from '../support/test-table.ts';
import { differencesOf, type Shown } from './established/call-operation.ts';
import { differences } from './established/differences.ts';
import { operations } from './established/operations.ts';
import { establishedWorld, type World } from './established/world.ts';

const endpoints = new Map(areas.flatMap(({ endpoints }) => endpoints).map((one) => [one.routeKey, one]));
const allowed = differences.flatMap(({ found }) => found);

describe('41 2 a client of the established contract', () => {
  let db: TestTable;
  let api: Awaited<ReturnType<typeof deployedEntries>>;
  let world: World;
  let photos: Server;
  const shown: Shown = new Set();
  const met = new Set<string>();
  beforeAll(async () => {
    db = await startTestTable(new Date().toISOString());
    // As on a laptop: a model that answers by a script, and addresses of this machine.
    Object.assign(process.env, { GEOCODER: 'gazetteer', LOCAL_CLOUD: 'true' });
    api = await deployedEntries(db);
    const { key, organization } = await createOrganization(tenancyDeps(db.deps), { name: 'Established' });
    photos = createServer((_, reply) => void reply.end(png(40, 30)));
    await new Promise<void>((resolve) => photos.listen(0, '127.0.0.1', resolve));
    const { port } = photos.address() as AddressInfo;
    const maker = { call: api.call, key, organizationId: organization.id, deps: db.deps };
    world = await establishedWorld(maker, `http://127.0.0.1:${port}/door.png`);
  });
  afterAll(async () => {
    photos.close();
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
