import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activitiesArea } from '../../../../../functions/api/activities/index.ts';
import { plannedActivity } from '../../../../../lib/activities/index.ts';
import { type HttpHandler, serveArea } from '../../../../../lib/http/index.ts';
import { anyGrant, httpEvent } from '../../../../support/http-event.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

let db: TestTable;
let handler: HttpHandler;
beforeAll(async () => {
  db = await startTestTable();
  handler = serveArea(activitiesArea, () => db.deps);
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
