import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readAuditLog } from '../../../../../../lib/platform/audit/index.ts';
import { startRuns } from '../../../../../../lib/reactions/automations/index.ts';
import { type Automations, act, startAutomations, when } from '../../../../../support/automations.ts';
import { faultyProvider } from '../../../../../support/faulty-provider.ts';

const one = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 500 }).provider;
const two = faultyProvider({ id: 'prv_two', name: 'Two', priceCents: 600 }).provider;

let api: Automations;
beforeEach(async () => {
  api = await startAutomations([one, two]);
});
afterEach(() => api.stop());

const scheduled = {
  deliveryMode: 'scheduled',
  pickupStartTime: '2026-03-03T10:00:00.000Z',
  pickupEndTime: '2026-03-03T11:00:00.000Z',
  dropoffStartTime: '2026-03-03T12:00:00.000Z',
  dropoffEndTime: '2026-03-03T13:00:00.000Z',
};
const order = (id: string) => api.must('GET /v1/order/{id}', { params: { id } });

describe('event-triggered runs', () => {
  it('4.6.6 several changes of an order are one update, journaled with it', async () => {
    await api.workflow('order.created', [
      when('cheap', { field: 'order.valueCents', operator: 'less_than', value: 5_000 }),
      act('add_tag', { tag: 'small' }),
      act('add_requirements', { requirements: ['meet_on_delivery'] }),
      act('modify_order_price_or_tip', { target: 'tip', operation: 'at_least', amountCents: 300 }),
    ]);
    const { id } = await api.order();
    await api.drain();
    expect(await order(id)).toMatchObject({
      tags: ['small'],
      requirements: ['meet_on_delivery'],
      tipAmountCents: 300,
    });
    expect(await api.db.events('order.updated')).toHaveLength(1);
    const [run] = await api.rows('workflowRun');
    expect(run).toMatchObject({ status: 'completed', orderIds: [id], legs: 1, state: null });
    expect(run.did).toEqual({ changes: 3, messages: 0, work: 0 });
    const [leg] = await api.rows('workflowRunLeg');
    expect(
      leg.steps.map(({ nodeKey, status }: { nodeKey: string; status: string }) => [nodeKey, status]),
    ).toEqual([
      ['start', 'completed'],
      ['cheap', 'completed_filter_success'],
      ['add_tag', 'completed'],
      ['add_requirements', 'completed'],
      ['modify_order_price_or_tip', 'completed'],
    ]);
  });

  it('49.3 a label reaches an order whose dispatch was faster; anything else is refused and says so', async () => {
    await api.workflow('order.created', [
      act('add_tag', { tag: 'small' }),
      act('add_requirements', { requirements: ['meet_on_delivery'] }),
    ]);
    const { id } = await api.order();
    await api.must('POST /v1/order/{id}/autodispatch', { params: { id } });
    expect(await order(id)).toMatchObject({ status: 'dispatched' });
    await api.drain();
    expect(await order(id)).toMatchObject({ status: 'dispatched', tags: ['small'] });
    expect((await order(id)).requirements ?? []).toEqual([]);
    const [leg] = await api.rows('workflowRunLeg');
    const statuses = Object.fromEntries(
      leg.steps.map(({ nodeKey, status }: { nodeKey: string; status: string }) => [nodeKey, status]),
    );
    expect(statuses).toMatchObject({ add_tag: 'completed', add_requirements: 'failed' });
  });

  it('the audit log of an order names the workflow and its run', async () => {
    const workflowId = await api.workflow('order.created', [act('add_tag', { tag: 'small' })]);
    const { id } = await api.order();
    await api.drain();
    const [run] = await api.rows('workflowRun');
    const { results } = await readAuditLog(api.deps, 'org_test', { entityId: id, limit: 10 });
    expect(results.find(({ action }) => action === 'updated')).toMatchObject({
      actor: { type: 'system', id: workflowId, name: run.workflowName },
      cause: `workflow-run:${run.id}`,
      changes: [{ field: 'tags', before: null, after: ['small'] }],
    });
  });

  it('each event starts a workflow once, however often and at once it arrives', async () => {
    await api.workflow('order.created', [act('add_tag', { tag: 'x' })]);
    const { id } = await api.order();
    const [event] = await api.db.events('order.created');
    if (!event) throw new Error('no event');
    await Promise.all([1, 2, 3, 4].map(() => startRuns(api.deps, event)));
    await startRuns(api.deps, event);
    expect((await order(id)).tags).toEqual(['x']);
    expect(await api.rows('workflowRun')).toHaveLength(1);
    expect(await api.db.events('order.updated')).toHaveLength(1);
  });

  it('only active workflows run', async () => {
    const id = await api.workflow('order.created', [act('add_tag', { tag: 'x' })]);
    await api.must('POST /v1/workflows/{id}/status', { params: { id }, body: { status: 'inactive' } });
    await api.order();
    await api.drain();
    expect(await api.rows('workflowRun')).toEqual([]);
  });

  it('4.6.13 reschedule moves every window of the order as it is by then, once', async () => {
    await api.workflow('order.created', [act('reschedule_order', { method: 'delay', delayMinutes: 60 })]);
    const { id } = await api.order(scheduled);
    await api.must('PATCH /v1/order/{id}', {
      params: { id },
      body: { dropoffEndTime: '2026-03-03T14:00:00.000Z' },
    });
    await api.drain();
    expect(await order(id)).toMatchObject({
      pickupStartTime: '2026-03-03T11:00:00.000Z',
      dropoffEndTime: '2026-03-03T15:00:00.000Z',
    });
  });

  it('4.6.13 a date is a day in the time zone of the pickup, not in that of the organization', async () => {
    await api.workflow('order.created', [
      act('reschedule_order', { method: 'move_to_date', date: '2026-03-10' }),
    ]);
    // 03:00 UTC on 3 March is the evening of 2 March in San Francisco.
    const { id } = await api.order({
      deliveryMode: 'scheduled',
      pickupStartTime: '2026-03-03T03:00:00.000Z',
      dropoffEndTime: '2026-03-03T05:00:00.000Z',
    });
    await api.drain();
    expect(await order(id)).toMatchObject({
      pickupStartTime: '2026-03-11T02:00:00.000Z',
      dropoffEndTime: '2026-03-11T04:00:00.000Z',
    });
  });

  it('4.6.13 an order for now is not rescheduled: the step fails with the reason', async () => {
    await api.workflow('order.created', [act('reschedule_order', { method: 'delay', delayMinutes: 60 })]);
    await api.order();
    await api.drain();
    const [run] = await api.rows('workflowRun');
    expect(run).toMatchObject({ status: 'failed', problem: expect.stringContaining('not scheduled') });
  });

  it('cancel_order takes a dispatched order out of dispatch and cancels it', async () => {
    await api.workflow('job.created', [act('cancel_order', { reason: 'Closed.' })]);
    const { id } = await api.order();
    await api.must('POST /v1/order/{id}/autodispatch', { params: { id } });
    await api.drain();
    expect((await order(id)).status).toBe('canceled');
    const [event] = await api.db.events('order.canceled');
    expect(event).toMatchObject({
      data: { reason: 'Closed.' },
      cause: { nodeKey: 'cancel_order', chainDepth: 1 },
    });
    const [job] = await api.rows('job');
    expect(job.canceledAt).not.toBeNull();
  });

  it('auto_reassign gives the task to the next provider in one write', async () => {
    await api.workflow(
      'delivery.status_updated',
      [
        when('first', { field: 'task.attempt', operator: 'equals', value: 1 }),
        act('auto_reassign', { reason: 'Too slow.' }),
      ],
      { trigger: { deliveryStatuses: ['created'] } },
    );
    const { id } = await api.order();
    await api.must('POST /v1/order/{id}/autodispatch', { params: { id } });
    await api.drain();
    const tasks = await api.rows('task');
    expect(tasks.map(({ attempt, providerId, status }) => [attempt, providerId, status])).toEqual([
      [1, 'prv_one', 'canceled_by_system'],
      [2, 'prv_two', 'running'],
    ]);
  });

  it('flag_delivery puts the delivery into the list of flagged ones', async () => {
    await api.workflow('delivery.status_updated', [act('flag_delivery', { message: 'Look.' })], {
      trigger: { deliveryStatuses: ['created'] },
    });
    const { id } = await api.order();
    await api.must('POST /v1/order/{id}/autodispatch', { params: { id } });
    await api.drain();
    const [flag] = await api.rows('deliveryFlag');
    expect(flag).toMatchObject({ target: 'delivery', message: 'Look.', resolvedAt: null });
  });

  it('4.6.3 emit_custom_event starts what listens to the event, and "has occurred" knows it', async () => {
    await api.must('POST /v1/custom-event-definitions', { body: { key: 'ready', name: 'Ready' } });
    await api.workflow('order.created', [act('emit_custom_event', { name: 'ready', payload: { by: 'us' } })]);
    await api.workflow('ready', [
      when('did', { field: 'order.custom_event', operator: 'has_occurred', value: 'ready' }),
      act('add_tag', { tag: 'by-{{custom_event.payload.by}}' }),
    ]);
    const { id } = await api.order();
    await api.drain();
    expect((await order(id)).tags).toEqual(['by-us']);
    const depths = (await api.rows('workflowRun')).map(({ chainDepth }) => chainDepth);
    expect(depths.sort()).toEqual([0, 1]);
  });

  it('a workflow that starts itself ends after 10 runs, and the merchant sees why', async () => {
    await api.must('POST /v1/custom-event-definitions', { body: { key: 'again', name: 'Again' } });
    await api.workflow('again', [act('emit_custom_event', { name: 'again' })]);
    await api.workflow('order.created', [act('emit_custom_event', { name: 'again' })]);
    await api.order();
    await api.drain();
    const runs = await api.rows('workflowRun');
    expect(runs).toHaveLength(12);
    expect(runs.filter(({ status }) => status === 'failed')).toMatchObject([
      { chainDepth: 11, problem: expect.stringContaining('was not started') },
    ]);
  });

  it('4.6.14 a message goes out once for an order', async () => {
    await api.must('POST /v1/custom-event-definitions', { body: { key: 'again', name: 'Again' } });
    await api.workflow('order.updated', [
      act('send_sms', { to: '{{customer.phone_number}}', body: 'Hello', oncePerOrder: true }),
    ]);
    const { id } = await api.order();
    for (const description of ['a', 'b']) {
      await api.must('PATCH /v1/order/{id}', { params: { id }, body: { description } });
    }
    await api.drain();
    expect(await api.db.events('workflow_run.message_due')).toHaveLength(1);
    expect(await api.rows('notification')).toMatchObject([
      { channel: 'sms', body: 'Hello', status: 'queued', orderId: id },
    ]);
    const steps = (await api.rows('workflowRunLeg')).flatMap((leg) => leg.steps);
    expect(
      steps
        .filter(({ nodeKey }) => nodeKey === 'send_sms')
        .map(({ sent }) => sent)
        .sort(),
    ).toEqual([false, true]);
  });
});
