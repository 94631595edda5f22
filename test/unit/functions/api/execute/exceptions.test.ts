import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { routeEntity } from '../../../../../lib/fleet/routes/index.ts';
import { userEntity } from '../../../../../lib/people/tenancy/users/user.ts';
import type { KeyGrant } from '../../../../../lib/platform/access/key-verdict.ts';
import { create, replace } from '../../../../../lib/platform/table/index.ts';
import { type RoutesApi, startRoutesApi } from '../../../../support/routes-api.ts';

let api: RoutesApi;
let routeId: string;
beforeEach(async () => {
  api = await startRoutesApi();
  routeId = (await api.depotRoute(await api.orders(1, { pickupStoreLocationId: 'store_1' }))).id;
});
afterEach(() => api.stop());

const raise = (body: object, { id = routeId, grant = {}, headers = {} } = {}) =>
  api.call('POST /v1/routes/{id}/exceptions', { params: { id }, body, grant, headers });
const change = (id: string, body: object, grant: Partial<KeyGrant> = {}) =>
  api.call('PATCH /v1/route-exceptions/{id}', { params: { id }, body, grant });
const listed = async (query = {}, id = routeId) =>
  (await api.call('GET /v1/routes/{id}/exceptions', { params: { id }, query })).json.results;
const remove = (id: string) => api.call('DELETE /v1/route-exceptions/{id}', { params: { id } });

describe('5.3 route events', () => {
  it.each([
    'vehicle_breakdown',
    'adhoc_break',
    'vehicle_overweight',
    'vehicle_oversize',
    'refuel_request',
    'late_departure',
    'customer_not_home',
    'catchment_violation',
    'break_compliance_violation',
  ])('%s is recorded with execute.act', async (type) => {
    const grant = { permissions: ['EXECUTE_ACT' as const] };
    expect(await raise({ type }, { grant })).toMatchObject({
      status: 200,
      json: { type, status: 'needs_triage', source: 'operator', raisedBy: { id: 'key_test' }, routeId },
    });
  });

  it('what is no route event, or names a stop of another route, is refused', async () => {
    for (const body of [{ type: 'location_mismatch' }, { type: 'x' }, {}]) {
      expect((await raise(body)).status).toBe(422);
    }
    expect(await raise({ type: 'adhoc_break', stopId: 'stp_x' })).toMatchObject({
      status: 422,
      json: { error: { details: { unknownIds: ['stp_x'] } } },
    });
    expect((await raise({ type: 'adhoc_break' }, { id: 'rte_none' })).status).toBe(404);
  });

  it('drivers report through the fleet, and the same request twice records one', async () => {
    const report = () =>
      api.call('POST /v1/fleet/routes/{id}/exceptions', {
        params: { id: routeId },
        body: { type: 'vehicle_breakdown', note: 'Flat tire' },
        headers: { 'idempotency-key': 'once' },
        grant: { permissions: ['WRITE_DELIVERY'] },
      });
    const [first, second] = [await report(), await report()];
    expect(first.json).toMatchObject({ source: 'driver', severity: 'P0', note: 'Flat tire' });
    expect(second.json.id).toBe(first.json.id);
    expect(await listed()).toHaveLength(1);
  });
});

describe('2.10 severity', () => {
  it('auto is rated by the type, and one degree more on a route far behind its plan', async () => {
    const rated = async () =>
      (await raise({ type: 'customer_not_home', severity: 'Auto' })).json.severity as string;
    expect(await rated()).toBe('P2');
    const { table } = api.db.deps;
    const stored = await table.get(routeEntity, { organizationId: 'org_test', id: routeId });
    await table.write([replace(routeEntity, stored!, { ...stored!.value, delaySeconds: 1_801 })]);
    expect(await rated()).toBe('P1');
    expect((await raise({ type: 'vehicle_breakdown' })).json.severity).toBe('P0');
  });

  it('one that is given stays until `auto` is asked for', async () => {
    const { json } = await raise({ type: 'adhoc_break', severity: 'p0' });
    expect(json).toMatchObject({ severity: 'P0', isSeverityAuto: false });
    expect((await change(json.id, { severity: 'auto' })).json).toMatchObject({
      severity: 'P3',
      isSeverityAuto: true,
    });
    expect((await raise({ type: 'adhoc_break', severity: 'P4' })).status).toBe(422);
  });
});

describe('3.5 triage', () => {
  it('is set among the three states; a resolved exception stays listed, read-only, and can be removed', async () => {
    const { id } = (await raise({ type: 'adhoc_break' })).json;
    expect((await change(id, { status: 'acknowledged' })).json).toMatchObject({
      status: 'acknowledged',
      acknowledgedBy: { id: 'key_test' },
    });
    expect((await change(id, { status: 'NEEDS_TRIAGE' })).json.acknowledgedAt).toBeNull();
    expect((await change(id, { status: 'resolved' })).json.resolvedAt).toBe('2026-03-02T09:00:00.000Z');
    for (const body of [
      { status: 'acknowledged' },
      { note: 'x' },
      { assigneeId: null },
      { severity: 'P0' },
    ]) {
      expect(await change(id, body)).toMatchObject({
        status: 409,
        json: { error: { code: 'INVALID_STATE_TRANSITION' } },
      });
    }
    expect((await listed()).map((one: { status: string }) => one.status)).toEqual(['resolved']);
    expect(await listed({ status: 'needs_triage,acknowledged' })).toEqual([]);
    expect((await remove(id)).status).toBe(200);
    expect((await remove(id)).status).toBe(404);
    expect(await listed()).toEqual([]);
  });

  it('acknowledge all touches those that need triage alone', async () => {
    const ids: string[] = [];
    for (let made = 0; made < 3; made += 1) ids.push((await raise({ type: 'adhoc_break' })).json.id);
    await change(ids[1]!, { status: 'resolved' });
    const all = (body: object) => api.call('POST /v1/route-exceptions/acknowledge-all', { body });
    expect((await all({ routeIds: [routeId, routeId] })).json).toEqual({
      changed: 2,
      routes: [{ routeId, changed: 2 }],
      skipped: [],
    });
    expect((await all({ routeIds: [routeId] })).json).toMatchObject({ changed: 0, skipped: [routeId] });
    expect((await listed()).map((one: { status: string }) => one.status)).toEqual([
      'acknowledged',
      'resolved',
      'acknowledged',
    ]);
  });

  it('a batch is assigned to a user, skips routes without open exceptions, and changes nothing when a route is unknown', async () => {
    const other = (await api.depotRoute([])).id;
    await raise({ type: 'adhoc_break' });
    const assign = (body: object) => api.call('POST /v1/route-exceptions/assign', { body });
    const user = {
      firstName: 'Rosa',
      lastName: 'Diaz',
      phoneNumber: null,
      subject: null,
      email: 'rosa@shop.example',
    };
    const at = '2026-03-01T00:00:00.000Z';
    await api.db.deps.table.write([
      create(userEntity, {
        ...{ ...user, organizationId: 'org_test', id: 'usr_1', isActive: true, roleIds: [] },
        ...{ storeLocationIds: null, driverGroupIds: null, invitedAt: null, createdAt: at, updatedAt: at },
      }),
    ]);
    expect((await assign({ routeIds: [routeId, other], assigneeId: 'usr_1' })).json).toEqual({
      changed: 1,
      routes: [{ routeId, changed: 1 }],
      skipped: [other],
    });
    expect((await listed())[0].assignee).toEqual({ id: 'usr_1', name: 'Rosa Diaz' });
    await assign({ routeIds: [routeId], assigneeId: null });
    expect((await listed())[0].assignee).toBeNull();
    expect(await assign({ routeIds: [routeId], assigneeId: 'usr_none' })).toMatchObject({
      status: 422,
      json: { error: { details: { unknownIds: ['usr_none'] } } },
    });
  });

  it('C68 unknown routes refuse a batch as a whole, and each is named', async () => {
    await raise({ type: 'adhoc_break' });
    const body = { routeIds: [routeId, 'rte_none', 'rte_nor'], assigneeId: null };
    for (const path of ['assign', 'acknowledge-all']) {
      const refused = await api.call(`POST /v1/route-exceptions/${path}`, { body });
      expect(refused).toMatchObject({
        status: 422,
        json: { error: { code: 'VALIDATION_ERRORS', details: { unknownIds: ['rte_none', 'rte_nor'] } } },
      });
    }
    expect((await listed({ status: 'needs_triage' })).length).toBeGreaterThan(0);
  });

  it('clearing resolves every open exception of a route', async () => {
    await raise({ type: 'adhoc_break' });
    await raise({ type: 'refuel_request' });
    const clear = await api.call('POST /v1/routes/{id}/exceptions/clear', { params: { id: routeId } });
    expect(clear.json).toMatchObject({ changed: 2 });
    expect(await listed({ status: 'resolved' })).toHaveLength(2);
  });

  it('an exception outside the scope reads as unknown', async () => {
    const { id } = (await raise({ type: 'adhoc_break' })).json;
    const reply = await change(id, { status: 'resolved' }, { storeLocationIds: ['store_2'] });
    expect(reply).toMatchObject({ status: 404, json: { error: { code: 'NOT_FOUND' } } });
    expect((await change(id, { status: 'resolved' }, { storeLocationIds: ['store_1'] })).status).toBe(200);
  });

  it('parallel recordings all count, and the 201st is refused', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => raise({ type: 'adhoc_break' })));
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
    for (let made = 8; made < 200; made += 1) await raise({ type: 'adhoc_break' });
    expect((await raise({ type: 'adhoc_break' })).json.error.message).toContain('200 exceptions');
    expect(new Set((await listed()).map((one: { id: string }) => one.id)).size).toBe(200);
  });

  it('every change is in the timeline of the route with who made it', async () => {
    api.db.deps.clock.advance(1_000);
    const { id } = (await raise({ type: 'adhoc_break' })).json;
    api.db.deps.clock.advance(1_000);
    await change(id, { status: 'resolved' });
    const { json } = await api.call('GET /v1/execute/routes/{id}', { params: { id: routeId } });
    expect(json.timeline.map((one: { name: string }) => one.name)).toEqual([
      'route.created',
      'route.exception_raised',
      'route.exception_updated',
    ]);
    expect(json.timeline[1].by).toEqual({ type: 'key', id: 'key_test', name: 'Test' });
  });
});
