import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deliveriesArea } from '../../../../../functions/api/deliveries/index.ts';
import { serveArea } from '../../../../../lib/platform/http/index.ts';
import { readJson } from '../../../../support/api-call.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';
import { anyGrant, httpEvent } from '../../../../support/http-event.ts';

let api: DispatchApi;
beforeEach(async () => {
  const { provider } = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 });
  api = await startDispatchApi([{ ...provider, isSimulator: true }]);
});
afterEach(() => api.stop());

/** A delivery under way that touches no store. */
async function runningDelivery(): Promise<string> {
  const order = await api.order({ dispatchStrategyId: (await api.strategy()).id });
  const { job } = await api.must('POST /v1/order/{id}/autodispatch', { params: { id: order.id } });
  await api.drain();
  return job.jobConfigurations[0].delivery.id;
}

describe('5.2 fleet updates by an API key that is limited to stores', () => {
  const requests = [
    ['PATCH /v1/fleet/deliveries/{delivery_id}', { status: 'pickup_enroute' }],
    ['POST /v1/deliveries/{delivery_id}/simulate', { status: 'pickup_enroute' }],
  ] as const;

  it.each(requests)('finds no delivery of other stores by %s', async (routeKey, body) => {
    const handler = serveArea(deliveriesArea, () => ({ ...api.deps, simulation: true }));
    const params = { delivery_id: await runningDelivery() };
    const send = async (storeLocationIds: string[] | null) => {
      const verdict = { grant: anyGrant({ storeLocationIds }) };
      const reply = await handler(httpEvent(routeKey, { verdict, params, body }));
      return [reply.statusCode, readJson(reply.body, reply.headers['content-type']).error?.code];
    };
    expect(await send(['store_1'])).toEqual([404, 'DELIVERY_NOT_FOUND']);
    expect(await send(null)).toEqual([200, undefined]);
  });

  it('finds none in a list of updates either', async () => {
    const handler = serveArea(deliveriesArea, () => ({ ...api.deps, simulation: true }));
    const body = { deliveries: [{ deliveryId: await runningDelivery(), status: 'pickup_enroute' }] };
    const verdict = { grant: anyGrant({ storeLocationIds: ['store_1'] }) };
    const reply = await handler(httpEvent('PATCH /v1/fleet/deliveries', { verdict, body }));
    const { results } = readJson(reply.body, reply.headers['content-type']);
    expect(results).toMatchObject([{ success: false, errorCode: 'DELIVERY_NOT_FOUND' }]);
  });
});
