import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAuditLog } from '../../../../../lib/platform/audit/index.ts';
import { type OrdersApi, startOrdersApi } from '../../../../support/orders-api.ts';

let api: OrdersApi;
beforeAll(async () => {
  api = await startOrdersApi();
});
afterAll(() => api.stop());

it('the log of an order is its events: who, when, what and why, newest first', async () => {
  const { id } = await api.make({ description: 'Before' });
  const actor = { type: 'user' as const, id: 'usr_ada', name: 'Ada' };
  await api.call('PATCH /v1/order/{id}', {
    params: { id },
    body: { description: 'After' },
    grant: { actor },
    requestId: 'req-change',
  });
  await api.call('DELETE /v1/order/{id}', { params: { id } });
  const log = await readAuditLog(api.deps, 'org_test', { entityId: id, limit: 10 });
  expect(log.results).toHaveLength(3);
  const byAction = new Map(log.results.map((entry) => [entry.action, entry]));
  expect(byAction.get('updated')).toMatchObject({
    actor,
    cause: 'request:req-change',
    entityType: 'order',
    entityId: id,
    changes: [{ field: 'description', before: 'Before', after: 'After' }],
  });
  expect(byAction.get('archived')).toMatchObject({
    actor: { type: 'key', id: 'key_test' },
    changes: [{ field: 'status', before: 'valid', after: 'archived' }],
  });
  expect(byAction.get('created')).toMatchObject({ changes: [] });
});

it('orders and their changes are no changes of configuration', async () => {
  await api.make();
  expect((await readAuditLog(api.deps, 'org_test', { limit: 10 })).results).toEqual([]);
});
