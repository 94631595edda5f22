import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { upsertDriverGroup } from '../../functions/api/fleet/upsert-driver-group.ts';
import { createApiKey } from '../../functions/api/tenancy/create-api-key.ts';
import { tenancyDeps } from '../../functions/compose/tenancy-deps.ts';
import { createOrganization } from '../../lib/people/tenancy/index.ts';
import { storeLocationEntity } from '../../lib/places/stores/index.ts';
import { DRIVER_PERMISSION } from '../../lib/platform/access/index.ts';
import type { Endpoint } from '../../lib/platform/http/index.ts';
import { create } from '../../lib/platform/table/index.ts';
import type { CallApi } from '../support/api-call.ts';
import { anyParams, guardedEndpoints } from '../support/authorization-matrix.ts';
import { anyStore } from '../support/builders/any-store.ts';
import { deployedEntries } from '../support/deployed-entries.ts';
import { ownResources } from '../support/own-resources.ts';
import { startTestTable, type TestTable } from '../support/test-table.ts';

/** A body that no endpoint accepts: a caller who passes the authorization gets an error, and nothing changes. */
const INVALID_BODY = '[';

/** Limits that affect nothing that the organization's unlimited key creates. */
const LIMITS = ['stores', 'groups'] as const;

type Limit = (typeof LIMITS)[number];

/**
 * Operations on agents, which belong to the organization: a run sees what its caller sees, and callers see only their
 * own runs.
 */
const ON_AGENTS: readonly string[] = [
  'startAgentRun',
  'receiveAgentWebhook',
  'listAgentRuns',
  'sendAgentMessage',
  'listAgentMessages',
];

/**
 * Resources that concern every store, and lists of which only the rows are narrowed and not the object in the path:
 * windows without a store, zones (of which only the ids of stores are narrowed), users of a role.
 */
const FOR_EVERY_STORE: readonly string[] = [
  'getDeliveryWindow',
  'listDeliveryWindows',
  'listDeliveryWindowBookings',
  'getZone',
  'getZoneByExternalIdentifier',
  'listZones',
  'listRoleUsers',
];

describe('49.2.2, 41.4 every operation times every limit', () => {
  let db: TestTable;
  let api: Awaited<ReturnType<typeof deployedEntries>>;
  let call: CallApi;
  let organizationId: string;
  let own: string;
  const limited = new Map<Limit, string>();
  beforeAll(async () => {
    db = await startTestTable(new Date().toISOString());
    api = await deployedEntries(db);
    call = api.call;
    const made = await createOrganization(tenancyDeps(db.deps), { name: 'Scopes' });
    own = made.key;
    organizationId = made.organization.id;
    const store = anyStore({ organizationId, id: 'store_of_the_limited' });
    await db.deps.table.write([create(storeLocationEntity, store)]);
    const group = await call(upsertDriverGroup.routeKey, {
      key: own,
      body: { externalIdentifier: 'limited' },
    });
    const limits = {
      stores: { storeLocationIds: [store.id] },
      groups: { driverGroupIds: [group.json.driverGroup.id] },
    };
    for (const limit of LIMITS) {
      const key = await call(createApiKey.routeKey, { key: own, body: { name: limit, ...limits[limit] } });
      expect(key.status).toBe(200);
      limited.set(limit, key.json.key);
    }
  });
  afterAll(async () => {
    await api.stop();
    await db.stop();
  });

  const cases = (use: string, of: (endpoint: Endpoint) => boolean = () => true) =>
    LIMITS.flatMap((limit) =>
      guardedEndpoints
        .filter((endpoint) => endpoint.forLimited?.[limit] === use && of(endpoint))
        .map((endpoint) => ({ limit, endpoint })),
    );

  it('every operation that needs a key says what it is for limited callers', () => {
    const silent = guardedEndpoints.filter(({ forLimited }) => forLimited === null);
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  // Phones have no limits: they see the work of one driver.
  const isForPeople = ({ permission }: Endpoint) => permission !== DRIVER_PERMISSION;

  it.each(cases('refused', isForPeople))(
    '$endpoint.name is refused to $limit',
    async ({ limit, endpoint }) => {
      const { status, json } = await call(endpoint.routeKey, {
        key: limited.get(limit) ?? '',
        params: anyParams(endpoint),
        body: INVALID_BODY,
      });
      expect([status, json.error.code]).toEqual([403, 'FORBIDDEN']);
      expect(json.error.message).toMatch(/cannot be narrowed/);
    },
  );

  it.each(cases('shared', ({ method, params, query }) => method === 'GET' && !params && !query))(
    '$endpoint.name is the same for $limit as for everybody',
    async ({ limit, endpoint }) => {
      const [seen, whole] = await Promise.all(
        [limited.get(limit) ?? '', own].map((key) => call(endpoint.routeKey, { key })),
      );
      expect(seen?.status).toBe(whole?.status);
      expect(shownOf(seen?.json)).toEqual(shownOf(whole?.json));
    },
  );

  const withResource = ({ name, params }: Endpoint) => params !== undefined && name in ownResources;

  it.each(cases('narrowed', withResource))(
    '$endpoint.name treats what is beyond the limit to $limit as unknown',
    async ({ limit, endpoint }) => {
      const { name, routeKey, body, bodyExample } = endpoint;
      const resource = await ownResources[name]?.({ call, key: own, organizationId, deps: db.deps });
      if (!resource || resource.isOwnNamespace || ON_AGENTS.includes(name)) {
        expect(name).toBeTruthy();
        return;
      }
      const content = body ? { body: resource.body ?? bodyExample } : {};
      const key = limited.get(limit) ?? '';
      const reply = await call(routeKey, { key, params: resource.params, ...content });
      if (FOR_EVERY_STORE.includes(name)) {
        expect(JSON.stringify(reply.json)).not.toMatch(/store_(?!of_the_limited)\w+/);
        return;
      }
      // Routes beyond the limit are 403 (specification 5.3); everything else looks unknown.
      expect([403, 404], JSON.stringify(reply.json)).toContain(reply.status);
    },
  );

  it.each(LIMITS)('no list, count or export shows %s an id that lies beyond their limit', async (limit) => {
    const key = limited.get(limit) ?? '';
    const hidden = new Set<string>();
    for (const [name, make] of Object.entries(ownResources).filter(([one]) => one.startsWith('get'))) {
      const endpoint = guardedEndpoints.find((one) => one.name === name);
      if (endpoint?.forLimited?.[limit] !== 'narrowed' || FOR_EVERY_STORE.includes(name)) continue;
      const { params, isOwnNamespace } = await make({ call, key: own, organizationId, deps: db.deps });
      if (!isOwnNamespace) for (const id of Object.values(params)) if (id.length > 20) hidden.add(id);
    }
    expect(hidden.size).toBeGreaterThan(10);
    const leaks: string[] = [];
    for (const endpoint of cases('narrowed', ({ method, params }) => method === 'GET' && !params)) {
      if (endpoint.limit !== limit) continue;
      const { name, routeKey } = endpoint.endpoint;
      const { status, json } = await call(routeKey, { key });
      const text = JSON.stringify(json);
      if (status === 200)
        leaks.push(...[...hidden].filter((id) => text.includes(id)).map((id) => `${name}: ${id}`));
    }
    expect(leaks).toEqual([]);
  });
});

/** The reply without what it says about its caller. */
function shownOf(reply: unknown): unknown {
  const { actor: _, storeLocationIds: __, driverGroupIds: ___, roleIds: ____, ...shown } = Object(reply);
  return shown;
}
