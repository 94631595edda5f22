import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { simulatedProviders } from '../../../../../../lib/fulfilment/providers/simulators/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../../support/dispatch-api.ts';

let api: DispatchApi;
beforeEach(async () => {
  api = await startDispatchApi((deps) => simulatedProviders(deps));
});
afterEach(() => api.stop());

describe('6.3 simulated providers', () => {
  it('quote, take and give back what dispatch hands them', async () => {
    const { id: dispatchStrategyId } = await api.strategy({
      allowedProviders: ['FleetSimulator'],
      enableAutoDispatch: true,
    });
    const made = await api.order({ dispatchStrategyId });
    await api.drain();
    const order = await api.must('GET /v1/order/{id}', { params: { id: made.id } });
    expect(order.status).toBe('dispatched');
    const read = () => api.must('GET /v1/jobs/{id}', { params: { id: order.jobId } });
    const [configuration] = (await read()).jobConfigurations;
    expect(configuration.advancedTask.status).toBe('running');
    expect(configuration.delivery.providerDeliveryId).toBeTruthy();
    await api.must('POST /v1/jobs/{jobId}/cancel', { params: { jobId: order.jobId } });
    await api.drain();
    expect((await read()).jobConfigurations[0].delivery.status).toBe('canceled_by_customer');
    expect(await api.db.events('task.cancellation_failed')).toEqual([]);
  });
});
