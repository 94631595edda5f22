import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { worker as closeWindows, closingDeps } from '../../../../../../functions/workers/close-windows.ts';
import {
  followingDeps,
  worker as followWindows,
} from '../../../../../../functions/workers/follow-windows.ts';
import { windowCutoffs } from '../../../../../../lib/ordering/windows/index.ts';
import { RunContention } from '../../../../../../lib/reactions/automations/runs/carry-run.ts';
import { sweepDue, sweepOrders } from '../../../../../../lib/reactions/automations/timing/sweep-orders.ts';
import {
  armWindowTimers,
  startAtMoment,
  windowTimer,
} from '../../../../../../lib/reactions/automations/timing/window-timers.ts';
import { type Automations, act, chain, startAutomations, when } from '../../../../../support/automations.ts';
import { interruptedTable } from '../../../../../support/interrupted-table.ts';

let api: Automations;
beforeEach(async () => {
  api = await startAutomations([], {
    workers: [
      { ...closeWindows, handle: (deps, event) => closeWindows.handle(closingDeps(deps), event) },
      { ...followWindows, handle: (deps, event) => followWindows.handle(followingDeps(deps), event) },
    ],
    extra: (deps) => ({ cutoffs: windowCutoffs(deps) }),
  });
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

  it('a timer that fired for the time that an order had before it moved does nothing', async () => {
    await on('order_pickup_start_time', 'at');
    const first = await api.order(windows);
    await api.drain();
    await api.pass(180 * MINUTE_MS);
    expect(await tags(first.id)).toEqual(['x']);
    const fired = (await api.db.events()).find(({ name }) => name === windowTimer.fired.name)!;
    const { dueAt, data } = windowTimer.fired.parse(fired).data;
    const moved = await api.order({ ...windows, pickupStartTime: '2026-03-02T12:30:00.000Z' });
    const late = {
      ...fired,
      data: { ...(fired.data as object), dueAt, data: { ...data, orderId: moved.id } },
    };
    await startAtMoment(api.deps as never, late);
    expect(await tags(moved.id)).toEqual([]);
    expect(await api.rows('workflowRun')).toHaveLength(1);
  });

  it('a worker that is slow does not set the time that an order had before it moved', async () => {
    await on('order_pickup_start_time', 'at');
    const { id } = await api.order(windows);
    const event = (await api.db.events()).find(({ name }) => name === 'order.created')!;
    const table = interruptedTable(api.deps.table, 'timer', async () => {
      const body = { pickupStartTime: '2026-03-02T11:00:00.000Z' };
      await api.must('PATCH /v1/order/{id}', { params: { id }, body });
      await api.drain();
    });
    await expect(armWindowTimers({ ...api.deps, table } as never, event)).rejects.toThrow(RunContention);
    await api.pass(121 * MINUTE_MS);
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

describe('4.6.5 window timers whose cause comes late, or whose workflow changes', () => {
  const change = (id: string, nodes = [act('add_tag', { tag: 'y' })]) =>
    api.must('PATCH /v1/workflows/{id}', {
      params: { id },
      body: {
        ...chain(nodes),
        trigger: {
          ...{ triggerType: 'event', eventName: 'order_pickup_start_time' },
          ...{ direction: 'before', offset_minutes: 30 },
        },
      },
    });

  it('an order whose event comes after the time is still told, at once', async () => {
    await on('order_pickup_start_time', 'before', 30);
    const { id } = await api.order(windows);
    api.db.deps.clock.advance(155 * MINUTE_MS);
    await api.drain();
    await api.pass(0);
    expect(await tags(id)).toEqual(['x']);
  });

  it('what was past when the order came, or when the workflow was activated, starts nothing', async () => {
    const early = await api.order(windows);
    await api.drain();
    await api.pass(155 * MINUTE_MS);
    await on('order_pickup_start_time', 'before', 30);
    const late = await api.order(windows);
    await api.drain();
    await api.pass(600 * MINUTE_MS);
    for (const { id } of [early, late]) expect(await tags(id)).toEqual([]);
  });

  it('an edit just before the time, whose sweep comes after it, loses no order', async () => {
    const id = await on('order_pickup_start_time', 'before', 30);
    const made = await api.order(windows);
    await api.drain();
    api.db.deps.clock.advance(149 * MINUTE_MS);
    await change(id);
    api.db.deps.clock.advance(5 * MINUTE_MS);
    await api.drain();
    await api.pass(0);
    expect(await tags(made.id)).toEqual(['y']);
    expect(await api.rows('workflowRun')).toHaveLength(1);
  });

  it('an edit after the time does not start the order again', async () => {
    const id = await on('order_pickup_start_time', 'before', 30);
    const made = await api.order(windows);
    await api.drain();
    await api.pass(150 * MINUTE_MS);
    await change(id);
    await api.drain();
    await api.pass(600 * MINUTE_MS);
    expect(await tags(made.id)).toEqual(['x']);
    expect(await api.rows('workflowRun')).toHaveLength(1);
  });

  it('a window that its own workflow moves starts a chain, which ends after 10 runs', async () => {
    await api.workflow(
      'order_pickup_start_time',
      [act('reschedule_order', { method: 'delay', delayMinutes: 120 })],
      { trigger: { direction: 'before', offset_minutes: 60 } },
    );
    await api.order(windows);
    await api.drain();
    for (let hours = 0; hours < 40; hours += 1) await api.pass(60 * MINUTE_MS);
    const runs = await api.rows('workflowRun');
    expect(runs.map(({ chainDepth }) => chainDepth).sort((a, b) => a - b)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
    ]);
    expect(runs.filter(({ status }) => status === 'failed')).toMatchObject([
      { chainDepth: 11, problem: expect.stringContaining('was not started') },
    ]);
  });

  it('a sweep shows how far it has come, and a step that comes twice counts once', async () => {
    for (let count = 0; count < 55; count += 1) await api.order(windows);
    const id = await on('order_pickup_start_time', 'before', 60);
    const sweep = async () => (await api.must('GET /v1/workflows/{id}', { params: { id } })).sweep;
    expect(await sweep()).toEqual({ orders: 0, completedAt: null });
    const [first] = await api.db.events(sweepDue.name);
    if (!first) throw new Error('no sweep');
    await sweepOrders(api.deps, first);
    await sweepOrders(api.deps, first);
    expect(await sweep()).toEqual({ orders: 50, completedAt: null });
    expect(await api.db.events(sweepDue.name)).toHaveLength(2);
    await api.drain();
    expect(await sweep()).toEqual({ orders: 55, completedAt: '2026-03-02T09:00:00.000Z' });
    await api.must('POST /v1/workflows/{id}/status', { params: { id }, body: { status: 'inactive' } });
    expect(await sweep()).toBeNull();
  });

  it.each([
    ['earlier', '2026-03-02T10:00:00Z', 60],
    ['later', '2026-03-02T13:00:00Z', 240],
  ])('a cutoff that is set %s is waited for at its new time', async (_, cutoffTime, minutes) => {
    const { id, windowId } = await booked();
    await api.drain();
    await move(windowId, cutoffTime);
    await api.pass((minutes - 1) * MINUTE_MS);
    expect(await tags(id)).toEqual([]);
    await api.pass(MINUTE_MS);
    expect(await tags(id)).toEqual(['x']);
    await api.pass(600 * MINUTE_MS);
    expect(await api.rows('workflowRun')).toHaveLength(1);
  });

  it('a cutoff that has passed stays where it was when its window moves', async () => {
    const { id, windowId } = await booked();
    await api.drain();
    await api.pass(121 * MINUTE_MS);
    expect(await tags(id)).toEqual(['x']);
    await move(windowId, '2026-03-02T13:00:00Z');
    // An event that is repeated makes a worker check the order once more.
    const again = (await api.db.events()).find(({ name }) => name === 'order.created')!;
    await armWindowTimers(api.deps as never, again);
    await api.pass(600 * MINUTE_MS);
    expect(await api.rows('workflowRun')).toHaveLength(1);
  });

  /** An order with a confirmed place in a window, with a cutoff at 11:00 at which a workflow runs. */
  async function booked(): Promise<{ readonly id: string; readonly windowId: string }> {
    const window = await api.must('POST /v1/delivery-window', {
      body: {
        ...{ name: 'W', cutoffTime: '2026-03-02T11:00:00Z', maximumCapacity: 5 },
        ...{ startTime: '2026-03-02T12:00:00Z', endTime: '2026-03-02T15:00:00Z' },
      },
    });
    await on('order_cutoff_time', 'at');
    const { id } = await api.order({ ...windows, externalId: 'booked' });
    const params = { externalId: 'booked' };
    await api.must('POST /v1/order/external-identifier/{externalId}/delivery-window/book', {
      params,
      body: { deliveryWindowId: window.id },
    });
    await api.must('POST /v1/order/external-identifier/{externalId}/delivery-window/confirm', { params });
    return { id, windowId: window.id };
  }

  async function move(windowId: string, cutoffTime: string): Promise<void> {
    const body = { deliveryWindows: [{ id: windowId, cutoffTime }] };
    await api.must('PATCH /v1/delivery-windows', { body });
    await api.drain();
  }
});
