import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readChanges } from '../../functions/api/tenancy/read-changes.ts';
import { tenancyDeps } from '../../functions/compose/tenancy-deps.ts';
import { createOrganization } from '../../lib/people/tenancy/index.ts';
import type { Item } from '../../lib/platform/table/index.ts';
import type { ApiReply, ApiRequest, CallApi } from '../support/api-call.ts';
import { candidatesFor, type IdField, idFields, withAt } from '../support/attacks/id-fields.ts';
import { guardedEndpoints } from '../support/authorization-matrix.ts';
import { deployedEntries } from '../support/deployed-entries.ts';
import type { OwnResource } from '../support/own-resource.ts';
import { ownResources } from '../support/own-resources.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { startTestTable, type TestTable } from '../support/test-table.ts';

/** An id of a thing, of any length that ids have. */
const ID = /\b[a-z]{2,5}_[0-7][0-9A-HJKMNP-TV-Z]{25}[0-9A-Za-z]*/g;

/** What differs between two replies to the same question: new ids, secrets, times. */
const OF_THE_MOMENT =
  /\b[a-z]{2,5}_[0-7][0-9A-HJKMNP-TV-Z]{25}[0-9A-Za-z]*|\b(?:dos|whsec|shsec)_[\w+/=-]{20,}|\/track\/[\w.-]+|"shortReferenceCode":"\d+"|\d{4}-\d\d-\d\dT[\d:.]+Z|[0-9a-f]{8}-[0-9a-f-]{27}|\/manifests\/[^"]+/g;

const fields = idFields().filter(({ operation }) => guardedEndpoints.some(({ name }) => name === operation));

/** Every fifth field in each check, all of them with `npm run test:deep`. */
const STEP = propertyRuns(5, 1);

describe('49.4 an organization that knows every id of another one', () => {
  let db: TestTable;
  let api: Awaited<ReturnType<typeof deployedEntries>>;
  let call: CallApi;
  let victimId: string;
  let victimKey: string;
  let before: ReadonlyMap<string, Item>;
  let ids: readonly string[];
  const resources = new Map<string, OwnResource>();
  beforeAll(async () => {
    db = await startTestTable(new Date().toISOString());
    api = await deployedEntries(db);
    call = api.call;
    const { key, organization } = await createOrganization(tenancyDeps(db.deps), { name: 'Victim' });
    victimId = organization.id;
    victimKey = key;
    for (const [name, make] of Object.entries(ownResources)) {
      resources.set(name, await make({ call, key, organizationId: victimId, deps: db.deps }));
    }
    // Its own look at what changed, which the first test repeats, notes that it is watched.
    await call(readChanges.routeKey, { key });
    before = await victimsItems();
    // A part's id holds that of its aggregate; those of roles and providers belong to everybody.
    const known = [...before.values()].flatMap((item) => JSON.stringify(item).match(ID) ?? []);
    ids = [...new Set(known)].filter((id) => !id.startsWith('prv_'));
  });
  afterAll(async () => {
    await api.stop();
    await db.stop();
  });

  /** Everything that the table holds of the victim. */
  async function victimsItems(): Promise<ReadonlyMap<string, Item>> {
    const all = await db.items();
    return new Map(
      // Its own reads of its lists, which the first test makes, leave snapshots of them.
      all
        .filter(({ pk, type }) => String(pk).startsWith(victimId) && type !== 'listing')
        .map((item) => [`${item.pk} ${item.sk}`, item]),
    );
  }

  /** A new organization, so that two questions meet the same state. */
  async function stranger(): Promise<{ readonly key: string; readonly organizationId: string }> {
    const { key, organization } = await createOrganization(tenancyDeps(db.deps), { name: 'Stranger' });
    return { key, organizationId: organization.id };
  }

  const tellsOfVictim = ({ json }: ApiReply, asked: readonly string[] = []) => {
    const text = JSON.stringify(json) ?? '';
    return ids.filter((id) => text.includes(id) && !asked.some((known) => known.includes(id)));
  };

  it('finds none of them, and nothing about them, in any list, count or export', async () => {
    const lists = guardedEndpoints.filter(({ method, params }) => method === 'GET' && params === undefined);
    const telling = async (key: string) => {
      const found: string[] = [];
      for (const { name, routeKey } of lists) {
        if (tellsOfVictim(await call(routeKey, { key })).length > 0) found.push(name);
      }
      return found;
    };
    const { key } = await stranger();
    expect(await telling(key)).toEqual([]);
    // The same question by the organization itself: these lists have something to tell.
    expect((await telling(victimKey)).length).toBeGreaterThan(20);
  });

  it.each(fields.filter((_, index) => index % STEP === 0))(
    'learns nothing from $operation by $in $path',
    async (field) => {
      const candidates = candidatesFor(field, ids);
      expect(candidates).not.toEqual([]);
      for (const id of candidates) {
        const unknown = `${id.slice(0, -4)}ZZZZ`;
        const [forForeign, forUnknown] = [await ask(field, id), await ask(field, unknown)];
        expect(alike(forForeign, id)).toEqual(alike(forUnknown, unknown));
        expect(tellsOfVictim(forForeign, [id])).toEqual([]);
      }
    },
  );

  /** The reply to a stranger that names `id` in this field of an otherwise usual request. */
  async function ask({ operation, in: place, path, isList }: IdField, id: string): Promise<ApiReply> {
    const endpoint = guardedEndpoints.find(({ name }) => name === operation);
    if (!endpoint) throw new Error(`There is no guarded operation ${operation}.`);
    const { key, organizationId } = await stranger();
    const none: OwnResource = { params: {} };
    const own = (await ownResources[operation]?.({ call, key, organizationId, deps: db.deps })) ?? none;
    const body = own.body ?? endpoint.bodyExample;
    const request: ApiRequest =
      place === 'query'
        ? { query: { [String(path[0])]: id }, ...(endpoint.body ? { body } : {}) }
        : { body: withAt(body, path, isList ? [id] : id) };
    return call(endpoint.routeKey, { key, params: own.params, ...request });
  }

  it.each(guardedEndpoints.filter(({ name }) => name in ownResources))(
    'learns nothing from $name by its path',
    async ({ name, routeKey, body, bodyExample }) => {
      const { key } = await stranger();
      const { params, body: own } = resources.get(name) ?? { params: {} };
      const reply = await call(routeKey, { key, params, ...(body ? { body: own ?? bodyExample } : {}) });
      const asked = [...Object.values(params), JSON.stringify(own ?? '')];
      expect(tellsOfVictim(reply, asked)).toEqual([]);
    },
  );

  it('has changed nothing of the other with all of this', async () => {
    const after = await victimsItems();
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
      (place) => !isDeepStrictEqual(before.get(place), after.get(place)),
    );
    expect(changed).toEqual([]);
  });
});

/** A reply without the id that was asked for and what is of the moment. */
function alike({ status, json }: ApiReply, asked: string): unknown {
  const text = (JSON.stringify({ ...Object(json), RequestID: '' }) ?? '').replaceAll(asked, 'ASKED');
  return {
    status,
    json: JSON.parse(
      text.replace(OF_THE_MOMENT, (found) => (found.startsWith('"') ? '"code":"NEW"' : 'NEW')),
    ),
  };
}
