import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenancyDeps } from '../../functions/compose/tenancy-deps.ts';
import { createOrganization } from '../../lib/people/tenancy/index.ts';
import { DRIVER_PERMISSION } from '../../lib/platform/access/index.ts';
import type { ApiReply, CallApi } from '../support/api-call.ts';
import {
  authorizationCases,
  expectRefusal,
  guardedEndpoints,
  type MatrixKeys,
  makeMatrixKeys,
} from '../support/authorization-matrix.ts';
import { deployedEntries } from '../support/deployed-entries.ts';
import { ownResources } from '../support/own-resources.ts';
import { startTestTable, type TestTable } from '../support/test-table.ts';

describe('5.1 every operation wants a bearer token: the tenancy matrix', () => {
  let db: TestTable;
  let api: Awaited<ReturnType<typeof deployedEntries>>;
  let call: CallApi;
  let organizationId: string;
  let keys: MatrixKeys;
  beforeAll(async () => {
    db = await startTestTable(new Date().toISOString());
    api = await deployedEntries(db);
    call = api.call;
    const deps = tenancyDeps(db.deps);
    const own = await createOrganization(deps, { name: 'Own' });
    organizationId = own.organization.id;
    const foreign = await createOrganization(deps, { name: 'Foreign' });
    keys = await makeMatrixKeys(call, { own: own.key, foreign: foreign.key });
  });
  afterAll(async () => {
    await api.stop();
    await db.stop();
  });

  it.each(authorizationCases())('refuses $endpoint.name with $title: $status $code', (one) =>
    expectRefusal(call, keys, one),
  );

  // No key has the right of phones, so nobody else gets as far as their parameters.
  const withParams = guardedEndpoints.filter(
    ({ params, permission }) => params !== undefined && permission !== DRIVER_PERMISSION,
  );

  it('knows a resource for every endpoint with path parameters (test/support/own-resources.ts)', () => {
    expect(withParams.map(({ name }) => name).filter((name) => !(name in ownResources))).toEqual([]);
  });

  it.each(withParams.filter(({ name }) => name in ownResources))(
    'answers $name alike for foreign and unknown ids, and leaves what is foreign alone',
    async ({ name, routeKey, body }) => {
      const resource = await ownResources[name]?.({ call, key: keys.own, organizationId, deps: db.deps });
      if (!resource) throw new Error(`${name} has no resource.`);
      const example = guardedEndpoints.find((endpoint) => endpoint.name === name)?.bodyExample;
      const content = body ? { body: resource.body ?? example } : {};
      const unknown = Object.fromEntries(
        Object.entries(resource.params).map(([field, id]) => [field, `${id.slice(0, -4)}ZZZZ`]),
      );

      const foreignReply = await call(routeKey, { key: keys.foreign, params: resource.params, ...content });
      const unknownReply = await call(routeKey, { key: keys.foreign, params: unknown, ...content });
      if (!resource.isOfEverybody) expect(foreignReply.status).toBe(unknownReply.status);
      if (!resource.isOwnNamespace) {
        expect(foreignReply.status).toBe(404);
        expect(wholeReply(foreignReply, resource.params)).toEqual(wholeReply(unknownReply, unknown));
      }
      const ownReply = await call(routeKey, { key: keys.own, params: resource.params, ...content });
      expect(ownReply.status).not.toBe(404);
    },
  );
});

/** Headers that differ between replies whatever they are about. */
const OF_THE_REQUEST = /^(x-request-id|ratelimit-|date$)/;

/** 49.4: the whole reply, with the requested ids blanked out and the fields of the request itself left out. */
function wholeReply({ status, headers, json }: ApiReply, params: Readonly<Record<string, string>>): unknown {
  const kept = Object.entries(headers).filter(([name]) => !OF_THE_REQUEST.test(name));
  return withoutIds({ status, headers: Object.fromEntries(kept), body: { ...json, RequestID: '' } }, params);
}

/** The value with the requested ids blanked out. */
function withoutIds(value: unknown, params: Readonly<Record<string, string>>): unknown {
  const text = Object.values(params).reduce((json, id) => json.replaceAll(id, 'ID'), JSON.stringify(value));
  return JSON.parse(text);
}
