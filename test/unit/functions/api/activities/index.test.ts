import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activitiesArea } from '../../../../../functions/api/activities/index.ts';
import { plannedActivity } from '../../../../../lib/platform/activities/index.ts';
import { type HttpHandler, serveArea } from '../../../../../lib/platform/http/index.ts';
import { anyGrant, httpEvent } from '../../../../support/http-event.ts';
import { memoryBucket } from '../../../../support/memory-bucket.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

let db: TestTable;
let handler: HttpHandler;
beforeAll(async () => {
  db = await startTestTable();
  handler = serveArea(activitiesArea, () => ({ ...db.deps, bucket: memoryBucket() }));
});
afterAll(() => db.stop());

async function call(routeKey: string, id: string) {
  const reply = await handler(httpEvent(routeKey, { params: { id }, verdict: { grant: anyGrant() } }));
  return { status: reply.statusCode, json: JSON.parse(reply.body) };
}

describe('4.7 GET /v1/activities/{id}', () => {
  it('tells how far the work is, and POST cancel ends it', async () => {
    const id = db.deps.ids.next('act');
    const owner = {
      organizationId: 'org_test',
      createdBy: 'key_1',
      storeLocationIds: null,
      driverGroupIds: null,
    };
    const activity = { id, action: 'act_optimize_orders' as const, request: {} };
    await db.deps.table.write(plannedActivity(owner, activity, db.deps.clock.now()).operations);
    expect(await call('GET /v1/activities/{id}', id)).toMatchObject({
      status: 200,
      json: { id, action: 'act_optimize_orders', status: 'QUEUED', version: 1, progress: null, result: null },
    });
    const canceled = await call('POST /v1/activities/{id}/cancel', id);
    expect(canceled).toMatchObject({ status: 200, json: { status: 'CANCELLED', version: 2 } });
  });

  it('refuses an unknown id', async () => {
    expect(await call('GET /v1/activities/{id}', 'act_unknown')).toMatchObject({
      status: 404,
      json: { error: { code: 'NOT_FOUND' } },
    });
  });
});

describe('4.7 GET /v1/activities', () => {
  it('lists activities newest first by page, action and status, within the limits of the caller', async () => {
    const listed = db.deps.ids;
    const requests = [
      { action: 'act_optimize_orders', stores: null },
      { action: 'act_orders_bulk_action', stores: ['store_1'] },
      { action: 'act_optimize_orders', stores: ['store_1'] },
    ] as const;
    const ids: string[] = [];
    for (const { action, stores } of requests) {
      db.deps.clock.advance(1_000);
      const id = listed.next('act');
      ids.unshift(id);
      const owner = {
        organizationId: 'org_listed',
        createdBy: 'key_1',
        storeLocationIds: stores && [...stores],
        driverGroupIds: null,
      };
      await db.deps.table.write(
        plannedActivity(owner, { id, action, request: {} }, db.deps.clock.now()).operations,
      );
    }
    const list = async (query: Record<string, string> = {}, limits: object = {}) => {
      const grant = anyGrant({ organizations: [{ id: 'org_listed', listShards: 1 }], ...limits });
      const reply = await handler(httpEvent('GET /v1/activities', { query, verdict: { grant } }));
      return { status: reply.statusCode, json: JSON.parse(reply.body) };
    };
    const idsOf = async (...asked: Parameters<typeof list>) =>
      (await list(...asked)).json.results.map(({ id }: { id: string }) => id);
    expect(await idsOf()).toEqual(ids);
    expect(await idsOf({ action: 'act_optimize_orders' })).toEqual([ids[0], ids[2]]);
    expect(await idsOf({ status: 'SUCCESS' })).toEqual([]);
    expect(await idsOf({}, { storeLocationIds: ['store_1'] })).toEqual([ids[0], ids[1]]);
    expect(await idsOf({}, { storeLocationIds: ['store_2'] })).toEqual([]);
    const first = await list({ limit: '2' });
    expect(first.json).toMatchObject({ done: false });
    expect(await idsOf({ limit: '2', iterator: first.json.iterator })).toEqual([ids[2]]);
    expect(await list({ action: 'act_unknown' })).toMatchObject({ status: 422 });
  });
});
