import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jobBodyExample } from '../../../../../../functions/api/jobs/job-schemas.ts';
import { listFlags } from '../../../../../../lib/fulfilment/flags/index.ts';
import { receiveProviderUpdate } from '../../../../../../lib/fulfilment/jobs/index.ts';
import { WEBHOOK_EVENT_TYPES } from '../../../../../../lib/reactions/webhooks/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../../support/faulty-provider.ts';

let api: DispatchApi;
beforeEach(async () => {
  const cancels = Array.from({ length: 5 }, () => 'refuse-if-held' as const);
  const one = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100, cancels });
  const two = faultyProvider({ id: 'prv_two', name: 'Two', priceCents: 200 });
  api = await startDispatchApi([one.provider, two.provider]);
});
afterEach(() => api.stop());

const dispatched = async () => {
  const { id: optionsGroupId } = await api.strategy({ enableAutoDispatch: true });
  const job = await api.must('POST /v1/jobs', { body: { ...jobBodyExample, optionsGroupId } });
  await api.drain();
  return api.must('GET /v1/jobs/{id}', { params: { id: job.id } });
};
const flags = () => listFlags(api.deps, { organizationId: 'org_test', storeLocationIds: null });

describe('a delivery that its provider refuses to give back', () => {
  it('is flagged and told of when its job is cancelled, and again when it was told before', async () => {
    const { id: jobId, jobConfigurations } = await dispatched();
    const [task] = jobConfigurations[0].tasks;
    await api.must('POST /v1/jobs/{jobId}/{taskId}/reassign', {
      params: { jobId, taskId: task.id },
      body: {},
    });
    await api.drain();
    await api.pass(200_000);
    expect(await flags()).toHaveLength(1);
    await api.must('POST /v1/jobs/{jobId}/cancel', { params: { jobId } });
    await api.drain();
    await api.pass(200_000);
    expect(await flags()).toHaveLength(2);
    expect((await flags())[0]).toMatchObject({ target: 'delivery', targetId: task.delivery.id, jobId });
    expect(await api.db.events('task.cancellation_failed')).toHaveLength(2);
    expect(await api.db.events('flag.raised')).toHaveLength(2);
    expect(WEBHOOK_EVENT_TYPES).toContain('task.cancellation_failed');
  });

  it('is flagged when its provider reported a failure, and nobody else gets it', async () => {
    const { id, jobConfigurations } = await dispatched();
    const { id: deliveryId, providerId } = jobConfigurations[0].delivery;
    await receiveProviderUpdate(
      api.deps,
      { organizationId: 'org_test', providerId },
      { deliveryId, status: 'failed' },
    );
    await api.drain();
    expect(await flags()).toHaveLength(1);
    const job = await api.must('GET /v1/jobs/{id}', { params: { id } });
    expect(job.jobConfigurations[0].tasks).toHaveLength(1);
    expect(job.isActive).toBe(false);
  });
});
