import { afterEach, describe, expect, it } from 'vitest';
import { superviseTask } from '../../../../../../lib/fulfilment/dispatch/index.ts';
import { readJob } from '../../../../../../lib/fulfilment/jobs/index.ts';
import { type Provider, providerRegistry } from '../../../../../../lib/fulfilment/providers/index.ts';
import type { EventRecord } from '../../../../../../lib/platform/events/index.ts';
import { fireTimer } from '../../../../../../lib/platform/timers/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../../support/faulty-provider.ts';
import { type Gate, gated, startWork, type Work } from '../../../../../support/stepper.ts';

let api: DispatchApi;
afterEach(() => api.stop());

/** Fires the timer of this kind. Returns its event. */
async function fire(kind: string): Promise<EventRecord> {
  const timer = (await api.db.items()).find(({ type, data }) => type === 'timer' && data.kind === kind)?.data;
  const { id: timerId, generation } = timer as { id: string; generation: number };
  await fireTimer(api.deps, { organizationId: 'org_test', timerId, generation });
  return (await api.db.events(`timer.${kind}`)).at(-1)!;
}

async function until(work: Work, call: string | undefined): Promise<void> {
  while (work.waitsAt() !== call) await work.release();
}

describe('2.4 two cancellations of one delivery at the same time', () => {
  it('end it when one of them is accepted, although the other was refused and recorded first', async () => {
    const one = faultyProvider({
      id: 'prv_one',
      name: 'One',
      priceCents: 100,
      cancels: ['refuse-if-held', 'cancel'],
    });
    const two = faultyProvider({ id: 'prv_two', name: 'Two', priceCents: 200 });
    api = await startDispatchApi([one.provider, two.provider]);
    const strategy = await api.strategy({ reassignOnFailure: true, driverTimeoutMinutes: 1 });
    const order = await api.order({ dispatchStrategyId: strategy.id });
    const { job } = await api.must('POST /v1/order/{id}/autodispatch', { params: { id: order.id } });
    await api.drain();
    api.db.deps.clock.advance(61_000);
    const driverTimeout = await fire('driver-timeout');
    const handle = (event: EventRecord) => (gate: Gate) => {
      const slow = (provider: Provider) => gated(provider, ['cancel', 'refresh'], gate);
      return superviseTask(
        {
          ...api.deps,
          providers: providerRegistry([slow(one.provider), slow(two.provider)]),
        },
        event,
      );
    };
    const refused = await startWork('refused', handle(driverTimeout));
    // The watch over the task finds that it is being taken back, and asks as well.
    api.db.deps.clock.advance(130_000);
    const accepted = await startWork('accepted', handle(await fire('task-handover')));
    expect([refused.waitsAt(), accepted.waitsAt()]).toEqual(['cancel', 'cancel']);
    await until(refused, undefined);
    await until(accepted, undefined);
    expect(one.held()).toEqual([]);
    const tasks = (await readJob(api.deps.table, 'org_test', job.id))!.tasks.map(({ value }) => value);
    expect(tasks.map(({ status, providerId }) => ({ status, providerId }))).toEqual([
      { status: 'failed', providerId: 'prv_one' },
      { status: 'created', providerId: 'prv_two' },
    ]);
  });
});
