import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jobBodyExample } from '../../../../../functions/api/jobs/job-schemas.ts';
import { receiveProviderUpdate } from '../../../../../lib/fulfilment/jobs/index.ts';
import { renderContent } from '../../../../../lib/reactions/webhooks/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';

let api: DispatchApi;
beforeEach(async () => {
  const fleet = ['one', 'two'].map((name, index) =>
    faultyProvider({ id: `prv_${name}`, name, priceCents: 100 + index }),
  );
  api = await startDispatchApi(fleet.map(({ provider }) => provider));
});
afterEach(() => api.stop());

const dispatched = async (settings: object = {}) => {
  const { id: optionsGroupId } = await api.strategy({ enableAutoDispatch: true, ...settings });
  const job = await api.must('POST /v1/jobs', { body: { ...jobBodyExample, optionsGroupId } });
  await api.drain();
  return job.id as string;
};
const read = (id: string) => api.must('GET /v1/jobs/{id}', { params: { id } });
const fail = async (id: string) => {
  const { id: deliveryId, providerId } = (await read(id)).jobConfigurations[0].delivery;
  const from = { organizationId: 'org_test', providerId };
  await receiveProviderUpdate(api.deps, from, { deliveryId, status: 'failed' });
};
/** `isActive` in the messages of events, whenever they are rendered. */
const told = async (name: string) => {
  const events = await api.db.events(name);
  const contents = await Promise.all(events.map((event) => renderContent(api.deps, event)));
  return contents.map((content) => (content!.data as { isActive: boolean }).isActive);
};

describe('B2 a job whose provider gave up', () => {
  it('is active while another attempt may follow, in the reply, the list and the messages', async () => {
    const id = await dispatched();
    await fail(id);
    expect((await read(id)).isActive).toBe(true);
    expect((await api.must('GET /v1/jobs')).results[0].isActive).toBe(true);
    expect(await told('delivery.failed')).toEqual([true]);
    await api.drain();
    expect((await read(id)).jobConfigurations[0].tasks).toHaveLength(2);
    expect(await told('delivery.failed')).toEqual([true]);
    expect(await told('task.failed')).toEqual([true]);
  });

  it('is over when no attempt can follow, and its messages of before still say that it was not', async () => {
    const id = await dispatched();
    await fail(id);
    await api.drain();
    await fail(id);
    await api.drain();
    expect((await read(id)).isActive).toBe(false);
    expect(await told('delivery.failed')).toEqual([true, true]);
    expect(await told('task.attempts_exhausted')).toEqual([false]);
  });

  it('a new strategy gives it to the next provider unless it says otherwise', async () => {
    expect((await api.strategy()).reassignOnFailure).toBe(true);
    const id = await dispatched({ reassignOnFailure: false });
    await fail(id);
    await api.drain();
    expect((await read(id)).isActive).toBe(false);
  });
});
