import { afterEach, beforeEach, expect, it } from 'vitest';
import { dispatchDueOrder } from '../../../../../../lib/fulfilment/dispatch/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../../support/faulty-provider.ts';
import { interruptedTable } from '../../../../../support/interrupted-table.ts';

const HOUR_MS = 3_600_000;

let api: DispatchApi;
let orderId: string;
beforeEach(async () => {
  const { provider } = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 });
  api = await startDispatchApi([provider]);
  const { id: dispatchStrategyId } = await api.strategy({ enableAutoDispatch: true });
  const order = await api.order({
    dispatchStrategyId,
    deliveryMode: 'scheduled',
    pickupStartTime: '2026-03-02T14:00:00Z',
    dropoffEndTime: '2026-03-02T18:00:00Z',
  });
  orderId = order.id;
  await api.drain();
});
afterEach(() => api.stop());

const change = async (body: object) => {
  await api.must('PATCH /v1/order/{id}', { params: { id: orderId }, body });
  await api.drain();
};

/** The timer of the order's dispatch: when it is due, and how often it was set. */
async function timer() {
  const timers = (await api.db.items()).filter(
    ({ type, data }) => type === 'timer' && data.kind === 'order-dispatch',
  );
  expect(timers).toHaveLength(1);
  const { dueAt, generation, state } = timers[0]!.data;
  return { dueAt, generation, state };
}

it('B11 an order whose pickup is moved forward goes out earlier', async () => {
  await change({ pickupStartTime: '2026-03-02T11:00:00Z' });
  expect(await timer()).toEqual({ dueAt: '2026-03-02T10:00:00.000Z', generation: 2, state: 'armed' });
  await api.pass(HOUR_MS + 60_000);
  const { status } = await api.must('GET /v1/order/{id}', { params: { id: orderId } });
  expect(status).toBe('dispatched');
});

it('B11 an order whose pickup is put off is waited for anew, not looked at in vain', async () => {
  await change({ pickupStartTime: '2026-03-02T16:00:00Z' });
  expect(await timer()).toEqual({ dueAt: '2026-03-02T15:00:00.000Z', generation: 2, state: 'armed' });
});

it('B11 a change that leaves the pickup as it is sets no further timer', async () => {
  await change({ tipAmountCents: 100 });
  expect(await timer()).toEqual({ dueAt: '2026-03-02T13:00:00.000Z', generation: 1, state: 'armed' });
});

it('B11 an order that is archived is no longer waited for', async () => {
  await api.must('DELETE /v1/order/{id}', { params: { id: orderId } });
  await api.drain();
  expect((await timer()).state).toBe('disarmed');
});

it('B11 a worker that is slow does not set the time that an order had before it was changed', async () => {
  const event = (await api.db.events()).find(({ name }) => name === 'order.created')!;
  await api.must('PATCH /v1/order/{id}', {
    params: { id: orderId },
    body: { pickupStartTime: '2026-03-02T16:00:00Z' },
  });
  const table = interruptedTable(api.deps.table, 'timer', () =>
    change({ pickupStartTime: '2026-03-02T12:00:00Z' }),
  );
  await dispatchDueOrder({ ...api.deps, table }, event);
  expect(await timer()).toMatchObject({ dueAt: '2026-03-02T11:00:00.000Z', state: 'armed' });
});
