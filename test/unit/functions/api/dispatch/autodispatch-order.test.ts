import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { receiveProviderUpdate, returnedJobSchema } from '../../../../../lib/fulfilment/jobs/index.ts';
import { defineProvider, refused } from '../../../../../lib/fulfilment/providers/index.ts';
import { isRefusal } from '../../../../../lib/platform/core/refusal.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { type FaultyProvider, faultyProvider } from '../../../../support/faulty-provider.ts';

let one: FaultyProvider;
let two: FaultyProvider;
let three: FaultyProvider;
let api: DispatchApi;

/** Three providers, the first one the cheapest. The argument is what their `create` does. */
async function start(faults: Parameters<typeof faultyProvider>[0]['creates'][] = []): Promise<void> {
  one = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100, creates: faults[0] ?? [] });
  two = faultyProvider({ id: 'prv_two', name: 'Two', priceCents: 200, creates: faults[1] ?? [] });
  three = faultyProvider({ id: 'prv_three', name: 'Three', priceCents: 300, creates: faults[2] ?? [] });
  api = await startDispatchApi([one.provider, two.provider, three.provider]);
}
beforeEach(() => start());
afterEach(() => api.stop());

const autodispatch = (id: string) => api.call('POST /v1/order/{id}/autodispatch', { params: { id } });
const order = (id: string) => api.must('GET /v1/order/{id}', { params: { id } });
const job = (id: string) => api.must('GET /v1/jobs/{id}', { params: { id } });
const names = async () => (await api.db.events()).map(({ name }) => name);
const HOUR = 3_600_000;

describe('7 autodispatch of an order', () => {
  it('makes order, job, configuration, task, quotes, delivery and events in one transaction', async () => {
    const made = await api.order({ externalId: 'a', tags: ['t'], orderMetadata: { floor: 3 } });
    const { status, json } = await autodispatch(made.id);
    expect(status).toBe(200);
    expect(returnedJobSchema.parse(json.job)).toEqual(json.job);
    const [configuration] = json.job.jobConfigurations;
    expect(json.job).toMatchObject({ isActive: true, isBatch: false, externalIdentifier: 'a', tags: ['t'] });
    expect(configuration.package).toMatchObject({ externalIdentifier: 'a', valueCents: 2_500, tags: ['t'] });
    expect(configuration.package.pickupLocation).toMatchObject({
      formattedAddress: '100 Market Street, San Francisco, CA 94105, US',
      timezoneId: 'America/Los_Angeles',
    });
    expect(configuration.tasks).toHaveLength(1);
    expect(configuration.advancedTask).toMatchObject({ status: 'created', providerId: 'prv_one' });
    expect(configuration.advancedTask.quotes).toHaveLength(3);
    expect(configuration.delivery).toMatchObject({
      status: 'created',
      providerDeliveryId: null,
      priceCents: 100,
    });
    expect(await order(made.id)).toMatchObject({ status: 'dispatched', jobId: json.job.id });
    expect(await job(json.job.id)).toEqual(json.job);
    expect(await job('a')).toEqual(json.job);
    const written = await names();
    for (const name of ['order.dispatched', 'job.created', 'task.created', 'delivery.created']) {
      expect(written.filter((other) => other === name)).toHaveLength(1);
    }
  });

  it('hands the task to its provider through the queue', async () => {
    const { json } = await autodispatch((await api.order()).id);
    await api.drain();
    const [configuration] = (await job(json.job.id)).jobConfigurations;
    expect(configuration.advancedTask).toMatchObject({ status: 'running' });
    expect(configuration.delivery.providerDeliveryId).toBe(`prv_one-${configuration.advancedTask.id}`);
    expect(one.held()).toEqual([configuration.advancedTask.id]);
    expect(await names()).toContain('task.running');
  });

  it('works by external id and takes the quotes that the order has', async () => {
    await api.order({ externalId: 'a' });
    const { quotes } = await api.must('POST /v1/order/refresh_quotes', { body: { externalOrderId: 'a' } });
    const route = 'POST /v1/order/external-identifier/{externalId}/autodispatch';
    const { job } = await api.must(route, { params: { externalId: 'a' } });
    expect(job.jobConfigurations[0].advancedTask.winnerQuote.id).toBe(quotes[0].id);
  });

  it('asks anew when the strategy has changed since the order was quoted', async () => {
    for (const change of [
      { allowedProviders: ['prv_two'] },
      { allowedProviders: ['prv_two', 'prv_one'], providerSelectionStrategy: 'preferred_order' },
    ]) {
      const { id } = await api.strategy({ allowedProviders: ['prv_one', 'prv_two'] });
      const made = await api.order({ dispatchStrategyId: id });
      await api.must('POST /v1/order/refresh_quotes', { body: { orderId: made.id } });
      await api.must('PATCH /v1/options_group/{id}', { params: { id }, body: change });
      const { json } = await autodispatch(made.id);
      expect(json.job.jobConfigurations[0].advancedTask.providerId).toBe('prv_two');
    }
  });

  it('is refused in the words of the contract', async () => {
    const code = async (id: string) => {
      const { status, json } = await autodispatch(id);
      return [status, json.error?.code];
    };
    expect(await code('ord_none')).toEqual([404, 'ORDER_NOT_FOUND']);
    const flawed = await api.order({ dropoffPhoneNumber: null });
    expect(await code(flawed.id)).toEqual([422, 'ORDER_VALIDATION_ERRORS_BLOCK_ELIGIBILITY']);
    const windowless = await api.order({
      deliveryMode: 'scheduled',
      pickupStartTime: '2026-03-02T15:00:00Z',
    });
    expect(await code(windowless.id)).toEqual([422, 'TASK_MISSING_TIME_WINDOW']);
    const capped = await api.order({ maxDeliveryFeeCents: 50 });
    expect(await code(capped.id)).toEqual([400, 'AUTODISPATCH_FAILURE']);
    const none = await api.strategy({ allowedProviders: [] });
    expect(await code((await api.order({ dispatchStrategyId: none.id })).id)).toEqual([
      404,
      'NO_ELIGIBLE_PROVIDERS',
    ]);
    const sent = await api.order();
    await autodispatch(sent.id);
    expect(await code(sent.id)).toEqual([400, 'ORDER_ALREADY_DISPATCHED']);
    await api.order({ externalId: 'twin' });
    await api.order({ externalId: 'twin' });
    expect(await code('twin')).toEqual([409, 'ORDER_DUPLICATE_EXTERNAL_ID']);
    expect(await api.db.events('dispatch.autodispatch_failed')).toHaveLength(2);
    expect((await order(capped.id)).status).toBe('valid');
  });

  it('without any quote is refused with NO_VALID_QUOTES and says why', async () => {
    await api.stop();
    const silent = defineProvider({ ...one.provider, quote: async () => refused('Closed today.') });
    api = await startDispatchApi([silent]);
    const { status, json } = await autodispatch((await api.order()).id);
    expect([status, json.error.code]).toEqual([404, 'NO_VALID_QUOTES']);
    expect(json.error.message).toContain('Closed today.');
  });

  it('of a package whose identifier belongs to another order is refused, of the same order is not', async () => {
    const first = await api.order({ externalId: 'same' });
    const second = await api.order({ externalId: 'same' });
    expect((await autodispatch(first.id)).status).toBe(200);
    const { status, json } = await autodispatch(second.id);
    expect([status, json.error.code]).toEqual([400, 'RESOURCE_ALREADY_EXISTS']);
    expect(json.error.message).toContain(first.id);
  });

  it('takes an identifier whose order is archived or has another one by now', async () => {
    const cancel = (jobId: string) => api.must('POST /v1/jobs/{jobId}/cancel', { params: { jobId } });
    const leave = [
      (id: string) => api.must('DELETE /v1/order/{id}', { params: { id } }),
      (id: string) => api.must('PATCH /v1/order/{id}', { params: { id }, body: { externalId: 'other' } }),
    ];
    for (const away of leave) {
      const { id } = await api.order({ externalId: 'again' });
      const { json } = await autodispatch(id);
      await cancel(json.job.id);
      const next = await api.order({ externalId: 'again' });
      expect((await autodispatch(next.id)).json.error.code).toBe('RESOURCE_ALREADY_EXISTS');
      await away(id);
      const { json: sent } = await autodispatch(next.id);
      expect(sent.job.externalIdentifier).toBe('again');
      await cancel(sent.job.id);
      await api.must('DELETE /v1/order/{id}', { params: { id: next.id } });
    }
  });

  it('called by many at once makes one job', async () => {
    const { id } = await api.order();
    const replies = await Promise.all(Array.from({ length: 6 }, () => autodispatch(id)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await api.db.events('job.created')).toHaveLength(1);
  });
});

describe('7 automatic dispatch', () => {
  it('follows the creation when the strategy says so, and waits while the order needs attention', async () => {
    const { id: dispatchStrategyId } = await api.strategy({ enableAutoDispatch: true });
    const good = await api.order({ dispatchStrategyId });
    const flawed = await api.order({ dispatchStrategyId, dropoffPhoneNumber: null });
    const manual = await api.order();
    await api.drain();
    expect((await order(good.id)).status).toBe('dispatched');
    expect((await order(flawed.id)).status).toBe('needs_attention');
    expect((await order(manual.id)).status).toBe('valid');
    await api.must('PATCH /v1/order/{id}', {
      params: { id: flawed.id },
      body: { dropoffPhoneNumber: '+14155550199' },
    });
    await api.drain();
    expect((await order(flawed.id)).status).toBe('dispatched');
    expect(await api.db.events('job.created')).toHaveLength(2);
  });

  it('that finds nobody is told, and the order shows it with the reason (decision B1)', async () => {
    const strategy = await api.strategy({
      enableAutoDispatch: true,
      enableMaxDeliveryFee: true,
      maxDeliveryFeeCents: 1,
    });
    const made = await api.order({ dispatchStrategyId: strategy.id });
    await api.drain();
    const failed = await order(made.id);
    expect(failed).toMatchObject({
      status: 'dispatch_failure',
      dispatchFailureCode: 'AUTODISPATCH_FAILURE',
      jobId: null,
    });
    expect(failed.dispatchFailureReason).toContain('above the limit');
    expect((await api.db.events('dispatch.autodispatch_failed'))[0]?.data).toMatchObject({
      orderId: made.id,
      code: 'AUTODISPATCH_FAILURE',
    });
    await api.must('PATCH /v1/order/{id}', { params: { id: made.id }, body: { maxDeliveryFeeCents: 900 } });
    await api.drain();
    expect(await order(made.id)).toMatchObject({
      status: 'dispatched',
      dispatchFailureReason: null,
      dispatchFailureCode: null,
    });
  });

  it('of a scheduled order happens at its pickup less the lead time; the timer moves with the window (B11)', async () => {
    const { id: dispatchStrategyId } = await api.strategy({ enableAutoDispatch: true, leadTimeMinutes: 30 });
    const times = {
      pickupStartTime: '2026-03-02T12:00:00Z',
      pickupEndTime: '2026-03-02T12:30:00Z',
      dropoffStartTime: '2026-03-02T13:00:00Z',
      dropoffEndTime: '2026-03-02T14:00:00Z',
    };
    const made = await api.order({ dispatchStrategyId, deliveryMode: 'scheduled', ...times });
    await api.drain();
    expect((await order(made.id)).status).toBe('valid');
    const later = { pickupStartTime: '2026-03-02T13:00:00Z', pickupEndTime: '2026-03-02T13:30:00Z' };
    const dropoff = { dropoffStartTime: '2026-03-02T14:00:00Z', dropoffEndTime: '2026-03-02T15:00:00Z' };
    await api.must('PATCH /v1/order/{id}', { params: { id: made.id }, body: { ...later, ...dropoff } });
    await api.drain();
    await api.pass(2.5 * HOUR + 60_000);
    expect((await order(made.id)).status).toBe('valid');
    await api.pass(HOUR);
    const sent = await order(made.id);
    expect(sent.status).toBe('dispatched');
    const task = (await job(sent.jobId)).jobConfigurations[0].advancedTask;
    expect(task).toMatchObject({ status: 'running', pickupStartTime: '2026-03-02T13:00:00.000Z' });
  });

  it('of a scheduled order whose strategy was deleted fails when it is due, and says so', async () => {
    const { id } = await api.strategy({ enableAutoDispatch: true });
    const made = await api.order({
      dispatchStrategyId: id,
      deliveryMode: 'scheduled',
      pickupStartTime: '2026-03-02T12:00:00Z',
      dropoffEndTime: '2026-03-02T15:00:00Z',
    });
    await api.drain();
    await api.must('DELETE /v1/options_group/{id}', { params: { id } });
    await api.must('PATCH /v1/order/{id}', { params: { id: made.id }, body: { tipAmountCents: 1 } });
    await api.drain();
    expect((await order(made.id)).status).toBe('valid');
    await api.pass(2 * HOUR);
    const failed = await order(made.id);
    expect(failed).toMatchObject({
      status: 'dispatch_failure',
      dispatchFailureCode: 'INVALID_OPTIONS_GROUP',
    });
    expect(failed.dispatchFailureReason).toContain(`There is no dispatch strategy "${id}"`);
    expect(await names()).toContain('dispatch.autodispatch_failed');
  });

  it('of a scheduled order is due again when the order comes back from the archive', async () => {
    const { id: dispatchStrategyId } = await api.strategy({ enableAutoDispatch: true });
    const { id } = await api.order({
      dispatchStrategyId,
      deliveryMode: 'scheduled',
      pickupStartTime: '2026-03-02T12:00:00Z',
      dropoffEndTime: '2026-03-02T14:00:00Z',
    });
    await api.drain();
    await api.must('DELETE /v1/order/{id}', { params: { id } });
    await api.drain();
    await api.must('PATCH /v1/order/{id}/unarchive', { params: { id } });
    await api.drain();
    await api.pass(3 * HOUR);
    expect((await order(id)).status).toBe('dispatched');
  });

  it('of a scheduled order is called off when the order is archived or dispatched by hand', async () => {
    const { id: dispatchStrategyId } = await api.strategy({ enableAutoDispatch: true });
    const fields = {
      dispatchStrategyId,
      deliveryMode: 'scheduled',
      pickupStartTime: '2026-03-02T12:00:00Z',
      dropoffEndTime: '2026-03-02T14:00:00Z',
    };
    const archived = await api.order(fields);
    const early = await api.order(fields);
    await api.drain();
    await api.must('DELETE /v1/order/{id}', { params: { id: archived.id } });
    expect((await autodispatch(early.id)).status).toBe(200);
    await api.drain();
    const timers = (await api.db.items()).filter(
      ({ type, data }) => type === 'timer' && data.kind === 'order-dispatch',
    );
    expect(timers.map(({ data }) => data.state)).toEqual(['disarmed', 'disarmed']);
    await api.pass(5 * HOUR);
    expect((await order(archived.id)).status).toBe('archived');
    expect(await api.db.events('job.created')).toHaveLength(1);
  });
});

describe('7 attempts', () => {
  const dispatched = async (fields: object = {}) => {
    const { json } = await autodispatch((await api.order(fields)).id);
    await api.drain();
    return json.job.id;
  };
  const tasks = async (id: string) => (await job(id)).jobConfigurations[0].tasks;

  it('go on with the next provider when one refuses', async () => {
    await api.stop();
    await start([['refuse']]);
    const id = await dispatched();
    const [first, second, ...others] = await tasks(id);
    expect(first).toMatchObject({
      status: 'failed',
      failureReason: 'No courier is free.',
      providerId: 'prv_one',
    });
    expect(first.delivery.status).toBe('canceled_by_provider');
    expect(second).toMatchObject({ status: 'running', providerId: 'prv_two' });
    expect(others).toEqual([]);
    expect(await names()).toEqual(expect.arrayContaining(['task.failed', 'delivery.canceled_by_provider']));
  });

  it('are three at most; then exhaustion is told and the order can be dispatched again (B10)', async () => {
    await api.stop();
    await start([['refuse'], ['refuse'], ['refuse']]);
    const id = await dispatched();
    expect((await tasks(id)).map((task: { status: string }) => task.status)).toEqual([
      'failed',
      'failed',
      'failed',
    ]);
    expect((await job(id)).isActive).toBe(false);
    expect(await api.db.events('task.attempts_exhausted')).toHaveLength(1);
    const orderId = (await job(id)).jobConfigurations[0].orderId;
    expect(await order(orderId)).toMatchObject({
      status: 'dispatch_failure',
      dispatchFailureCode: 'ATTEMPTS_EXHAUSTED',
      jobId: id,
    });
    expect((await order(orderId)).dispatchFailureReason).toContain(id);
    const again = await autodispatch(orderId);
    expect(again.status).toBe(200);
    expect(await order(orderId)).toMatchObject({ status: 'dispatched', jobId: again.json.job.id });
  });

  it('end with the first one when the strategy does not reassign', async () => {
    await api.stop();
    await start([['refuse']]);
    const { id } = await api.strategy({ reassignOnFailure: false });
    const jobId = await dispatched({ dispatchStrategyId: id });
    expect(await tasks(jobId)).toHaveLength(1);
    expect(await api.db.events('task.attempts_exhausted')).toHaveLength(1);
  });

  it('under smart reassignment ask those who were not tried for new quotes (B9)', async () => {
    await api.stop();
    await start([['refuse']]);
    const { id } = await api.strategy({ reassignOnFailure: true, smartReassignment: true });
    const [first, second] = await tasks(await dispatched({ dispatchStrategyId: id }));
    expect(second.providerId).toBe('prv_two');
    expect(second.quotes.map((quote: { providerId: string }) => quote.providerId)).toEqual([
      'prv_two',
      'prv_three',
    ]);
    expect(second.quotes[0].id).not.toBe(first.quotes[1].id);
  });

  it('send an outage the same key again, and take the task back before somebody else gets it', async () => {
    await api.stop();
    await start([['lost-answer', 'lost-call', 'lost-call']]);
    const id = await dispatched();
    expect((await tasks(id))[0].status).toBe('created');
    for (let tries = 0; tries < 5; tries += 1) await api.pass(130_000);
    expect(one.calls.slice(0, 4)).toEqual([
      'create lost-answer',
      'create lost-call',
      'create lost-call',
      'cancel cancel',
    ]);
    const [first, second] = await tasks(id);
    expect(first).toMatchObject({ status: 'failed', failureReason: 'One could not be reached.' });
    expect(second).toMatchObject({ status: 'running', providerId: 'prv_two' });
    expect(one.held()).toEqual([]);
    expect(two.held()).toEqual([second.id]);
  });

  it('end, and nobody else gets the package, when a provider keeps it and never says what became of it', async () => {
    let refreshed = 0;
    const silent = faultyProvider({
      id: 'prv_silent',
      name: 'Silent',
      priceCents: 50,
      creates: Array.from({ length: 3 }, () => 'lost-answer' as const),
      cancels: Array.from({ length: 99 }, () => 'refuse-if-held' as const),
    });
    const refresh = async () => {
      refreshed += 1;
      throw new Error('no connection');
    };
    await api.stop();
    api = await startDispatchApi([{ ...silent.provider, refresh }, two.provider]);
    const id = await dispatched();
    for (let tries = 0; tries < 30; tries += 1) await api.pass(130_000);
    expect(await tasks(id)).toMatchObject([{ status: 'failed', providerId: 'prv_silent' }]);
    expect(refreshed).toBe(13);
    expect(two.held()).toEqual([]);
  });

  it('that recover from an outage stay with their provider', async () => {
    await api.stop();
    await start([['lost-answer']]);
    const id = await dispatched();
    await api.pass(6_000);
    expect(await tasks(id)).toMatchObject([{ status: 'running', providerId: 'prv_one' }]);
    expect(one.held()).toHaveLength(1);
  });

  const report = async (id: string, status: string) => {
    const { id: deliveryId, providerId } = (await job(id)).jobConfigurations[0].delivery;
    api.db.deps.clock.advance(1_000);
    const from = { organizationId: 'org_test', providerId };
    const told = await receiveProviderUpdate(api.deps, from, { deliveryId, status });
    expect(isRefusal(told)).toBe(false);
    await api.drain();
  };

  it.each(['failed', 'canceled_by_provider'])(
    'go on with the next provider when the delivery is reported %s, and the old one is held to it',
    async (status) => {
      const id = await dispatched();
      await report(id, 'assigned_driver');
      await report(id, status);
      const [first, second, ...others] = await tasks(id);
      expect(first.status).toBe(status);
      expect(second).toMatchObject({ status: 'running', providerId: 'prv_two' });
      expect(others).toEqual([]);
      expect(one.held()).toEqual([]);
    },
  );

  it('do not go on once the package is in the hands of a courier', async () => {
    const id = await dispatched();
    await report(id, 'pickup_complete');
    await report(id, 'failed');
    expect(await tasks(id)).toHaveLength(1);
    expect(await api.db.events('task.attempts_exhausted')).toEqual([]);
    const cancel = await api.call('POST /v1/jobs/{jobId}/cancel', { params: { jobId: id } });
    expect([cancel.status, cancel.json.error.code]).toEqual([409, 'INVALID_STATE_TRANSITION']);
  });

  it.each(['failed', 'canceled_by_provider', 'returned'])(
    'that end as %s with the package in the hands of a courier leave an order that can be dispatched again',
    async (status) => {
      const id = await dispatched();
      const orderId = (await job(id)).jobConfigurations[0].orderId;
      await report(id, 'pickup_complete');
      expect((await order(orderId)).status).toBe('dispatched');
      await report(id, status);
      expect(await order(orderId)).toMatchObject({
        status: 'dispatch_failure',
        dispatchFailureCode: 'NOT_DELIVERED',
        jobId: id,
      });
      expect((await order(orderId)).dispatchFailureReason).toContain(id);
      const again = (await autodispatch(orderId)).json.job.id;
      const [failed] = (await api.db.events()).filter(
        ({ name }) => name.startsWith('task.') && /failed|canceled/.test(name),
      );
      const { worker } = await import('../../../../../functions/workers/dispatch-orders.ts');
      await worker.handle(api.deps, failed!);
      expect(await order(orderId)).toMatchObject({ status: 'dispatched', jobId: again });
    },
  );

  it('go on with the next provider when the delivery expires', async () => {
    const id = await dispatched();
    await report(id, 'expired');
    expect(await tasks(id)).toMatchObject([
      { status: 'failed' },
      { status: 'running', providerId: 'prv_two' },
    ]);
    expect((await order((await job(id)).jobConfigurations[0].orderId)).status).toBe('dispatched');
  });

  it('leave a delivered order dispatched', async () => {
    const id = await dispatched();
    await report(id, 'dropoff_complete');
    expect((await order((await job(id)).jobConfigurations[0].orderId)).status).toBe('dispatched');
  });

  it("whose acceptance is learnt from the provider's first news stay with it", async () => {
    await api.stop();
    await start([['lost-answer']]);
    const id = await dispatched();
    await report(id, 'assigned_driver');
    await api.pass(10_000);
    expect(await tasks(id)).toMatchObject([{ status: 'running', delivery: { status: 'assigned_driver' } }]);
    expect(one.held()).toHaveLength(1);
  });

  it('do nothing when a message comes twice', async () => {
    const id = await dispatched();
    const [created] = await api.db.events('task.created');
    const { worker } = await import('../../../../../functions/workers/attempt-dispatch.ts');
    await worker.handle(api.deps, created!);
    await worker.handle(api.deps, created!);
    expect(one.calls).toEqual(['create accept']);
    expect(await tasks(id)).toHaveLength(1);
  });
});
