import { afterEach, describe, expect, it } from 'vitest';
import { worker } from '../../../../../functions/workers/poll-providers.ts';
import { readJob } from '../../../../../lib/fulfilment/jobs/index.ts';
import {
  type ProviderAccount,
  providerAccountEntity,
} from '../../../../../lib/fulfilment/providers/accounts/index.ts';
import type { ProviderState } from '../../../../../lib/fulfilment/providers/index.ts';
import type { EventRecord } from '../../../../../lib/platform/events/index.ts';
import { create } from '../../../../../lib/platform/table/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';

let api: DispatchApi;
afterEach(() => api.stop());

/** A delivery of a polled provider, and what the provider reports about it. */
async function polledDelivery() {
  const { provider } = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 });
  let says: () => Promise<ProviderState> = async () => ({ outcome: 'unknown' });
  let asked = 0;
  const refresh = () => {
    asked += 1;
    return says();
  };
  api = await startDispatchApi([{ ...provider, refresh }]);
  const order = await api.order({ dispatchStrategyId: (await api.strategy()).id });
  const { job } = await api.must('POST /v1/order/{id}/autodispatch', { params: { id: order.id } });
  const delivered = new Set<string>();
  const poll = async () => {
    for (const event of await api.db.events()) {
      if (delivered.has(event.id) || !worker.consumes.some(({ name }) => name === event.name)) continue;
      delivered.add(event.id);
      await worker.handle(api.deps, event);
    }
  };
  await api.drain();
  await poll();
  return {
    delivery: async () => (await readJob(api.deps.table, 'org_test', job.id))?.deliveries[0]?.value,
    asked: () => asked,
    says: (state: () => Promise<ProviderState>) => {
      says = state;
    },
    async pass(milliseconds: number) {
      await api.pass(milliseconds);
      await poll();
    },
    again: async (event: EventRecord) => worker.handle(api.deps, event),
  };
}
const LATER = '2100-01-01T00:00:00.000Z';
const ACCOUNT: ProviderAccount = {
  organizationId: 'org_test',
  id: 'prv_one',
  kind: 'carrier',
  name: 'One',
  baseUrl: null,
  isEnabled: true,
  credentialsVersion: 1,
  createdAt: '2020-01-01T00:00:00.000Z',
  updatedAt: '2020-01-01T00:00:00.000Z',
  chatChannel: null,
  ownFleet: null,
};
const known = (...statuses: string[]): ProviderState => ({
  outcome: 'known',
  providerDeliveryId: 'p',
  updates: statuses.map((status) => ({ status })),
});

describe('3 a provider that sends no news', () => {
  it('is asked until the delivery is over, and its answers count', async () => {
    const { delivery, says, pass, asked } = await polledDelivery();
    expect(asked()).toBe(0);
    says(async () => known('assigned_driver', 'pickup_enroute'));
    await pass(120_000);
    expect((await delivery())?.status).toBe('pickup_enroute');
    says(async () => known('dropoff_complete'));
    await pass(60_000);
    expect((await delivery())?.status).toBe('dropoff_complete');
    await pass(3_600_000);
    expect(asked()).toBe(2);
  });

  it('is asked again after an outage, a silence or an unknown delivery', async () => {
    const { delivery, says, pass, asked } = await polledDelivery();
    says(async () => Promise.reject(new Error('no connection')));
    await pass(120_000);
    says(async () => ({ outcome: 'unknown' }));
    await pass(120_000);
    expect(asked()).toBe(2);
    says(async () => known('assigned_driver'));
    await pass(120_000);
    expect((await delivery())?.status).toBe('assigned_driver');
  });

  it('no longer has a delivery that it does not know twice in a row', async () => {
    const { delivery, says, pass, asked } = await polledDelivery();
    says(async () => known('pickup_enroute'));
    await pass(120_000);
    says(async () => ({ outcome: 'unknown' }));
    await pass(60_000);
    says(async () => known('pickup_arrived'));
    await pass(60_000);
    says(async () => ({ outcome: 'unknown' }));
    await pass(60_000);
    expect((await delivery())?.status).toBe('pickup_arrived');
    await pass(60_000);
    expect(await delivery()).toMatchObject({
      status: 'canceled_by_provider',
      failure: { code: 'other', reason: 'One no longer knows this delivery.' },
    });
    await pass(3_600_000);
    expect(asked()).toBe(5);
  });

  it.each([
    ['was changed since', { updatedAt: LATER }],
    ['is disabled', { isEnabled: false }],
  ])('keeps a delivery that it does not know when its account %s', async (_, account) => {
    const { delivery, says, pass, asked } = await polledDelivery();
    await api.deps.table.write([create(providerAccountEntity, { ...ACCOUNT, ...account }, 0)]);
    says(async () => ({ outcome: 'unknown' }));
    for (let minutes = 0; minutes < 20; minutes += 2) await pass(120_000);
    expect(asked()).toBe(10);
    expect((await delivery())?.status).toBe('created');
  });

  it('leaves a failed delivery when it does not know one that its courier has', async () => {
    const { delivery, says, pass } = await polledDelivery();
    says(async () => known('pickup_complete'));
    await pass(120_000);
    says(async () => ({ outcome: 'unknown' }));
    await pass(30_000);
    await pass(30_000);
    expect((await delivery())?.status).toBe('failed');
  });

  it('is asked once however often the same event comes', async () => {
    const { says, pass, asked, again } = await polledDelivery();
    says(async () => known());
    const [running] = await api.db.events('task.running');
    if (!running) throw new Error('The task never ran.');
    await Promise.all([again(running), again(running)]);
    await pass(120_000);
    expect(asked()).toBe(1);
  });
});
