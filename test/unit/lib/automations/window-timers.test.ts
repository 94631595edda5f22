import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Automations, act, startAutomations, when } from '../../../support/automations.ts';

let api: Automations;
beforeEach(async () => {
  api = await startAutomations();
});
afterEach(() => api.stop());

const MINUTE_MS = 60_000;
/** The clock stands at 09:00. */
const windows = {
  deliveryMode: 'scheduled',
  pickupStartTime: '2026-03-02T12:00:00.000Z',
  pickupEndTime: '2026-03-02T13:00:00.000Z',
  dropoffStartTime: '2026-03-02T14:00:00.000Z',
  dropoffEndTime: '2026-03-02T15:00:00.000Z',
};
const tags = async (id: string) => (await api.must('GET /v1/order/{id}', { params: { id } })).tags;
const on = (eventName: string, direction: string, offset?: number) =>
  api.workflow(eventName, [act('add_tag', { tag: 'x' })], {
    trigger: { direction, ...(offset === undefined ? {} : { offset_minutes: offset }) },
  });

describe('4.6.5 window-time triggers', () => {
  it.each([
    ['order_pickup_start_time', 'before', 30, 150],
    ['order_pickup_end_time', 'at', undefined, 240],
    ['order_dropoff_start_time', 'after', 10, 310],
    ['order_dropoff_end_time', 'before', 60, 300],
  ])('%s %s %s fires at its minute', async (eventName, direction, offset, minutes) => {
    await on(eventName, direction, offset);
    const { id } = await api.order(windows);
    await api.drain();
    await api.pass((minutes - 1) * MINUTE_MS);
    expect(await tags(id)).toEqual([]);
    await api.pass(MINUTE_MS);
    expect(await tags(id)).toEqual(['x']);
    await api.pass(600 * MINUTE_MS);
    expect(await api.rows('workflowRun')).toHaveLength(1);
  });

  it('a window that moves is waited for anew; the old timer does nothing', async () => {
    await on('order_pickup_start_time', 'at');
    const { id } = await api.order(windows);
    await api.drain();
    await api.must('PATCH /v1/order/{id}', {
      params: { id },
      body: { pickupStartTime: '2026-03-02T12:30:00.000Z' },
    });
    await api.drain();
    await api.pass(180 * MINUTE_MS);
    expect(await tags(id)).toEqual([]);
    await api.pass(30 * MINUTE_MS);
    expect(await tags(id)).toEqual(['x']);
  });

  it('orders that exist when the workflow is activated are armed too', async () => {
    const made = [];
    for (let count = 0; count < 55; count += 1) made.push(await api.order(windows));
    await api.drain();
    await on('order_pickup_start_time', 'before', 60);
    await api.drain();
    await api.pass(120 * MINUTE_MS);
    for (const { id } of [made[0], made.at(-1)]) expect(await tags(id)).toEqual(['x']);
    expect(await api.rows('workflowRun')).toHaveLength(55);
  });

  it('a workflow that was switched off and an order that was archived are not looked at', async () => {
    const workflow = await on('order_pickup_start_time', 'at');
    const first = await api.order(windows);
    await api.must('DELETE /v1/order/{id}', { params: { id: first.id } });
    await api.order(windows);
    await api.drain();
    const body = { status: 'inactive' };
    await api.must('POST /v1/workflows/{id}/status', { params: { id: workflow }, body });
    await api.drain();
    await api.pass(600 * MINUTE_MS);
    expect(await api.rows('workflowRun')).toEqual([]);
  });

  it('the run has the job and the delivery behind the order: late ones can be told', async () => {
    await api.workflow(
      'order_dropoff_end_time',
      [
        when('late', { field: 'order.status', operator: 'not_equals', value: 'archived' }),
        act('add_tag', { tag: 'late' }),
      ],
      { trigger: { direction: 'after', offset_minutes: 15 } },
    );
    const { id } = await api.order(windows);
    await api.drain();
    await api.pass(375 * MINUTE_MS);
    expect(await tags(id)).toEqual(['late']);
  });
});
