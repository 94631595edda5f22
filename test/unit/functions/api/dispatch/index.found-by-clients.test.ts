import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jobBodyExample } from '../../../../../functions/api/jobs/job-schemas.ts';
import { searchGazetteer } from '../../../../../lib/engines/geocoding/gazetteer/search-gazetteer.ts';
import type { Geocoder } from '../../../../../lib/engines/geocoding/index.ts';
import type { CreateRequest } from '../../../../../lib/fulfilment/providers/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';
import { validOrder } from '../../../../support/orders-api.ts';

let api: DispatchApi;
let requests: CreateRequest[];
beforeEach(async () => {
  requests = [];
  const { provider } = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 });
  const create: typeof provider.create = (request, ...rest) => {
    requests.push(request);
    return provider.create(request, ...rest);
  };
  api = await startDispatchApi([{ ...provider, create }]);
});
afterEach(() => api.stop());

const autodispatch = (id: string) => api.call('POST /v1/order/{id}/autodispatch', { params: { id } });

describe('what clients found wrong', () => {
  it('the flat of an address is in the address of the job and of what the provider gets', async () => {
    const order = await api.order({ dropoffAddressSecondarynumber: '2B' });
    const { json } = await autodispatch(order.id);
    await api.drain();
    const { dropoffLocation } = json.job.jobConfigurations[0].package;
    expect(dropoffLocation).toMatchObject({ addressSecondaryNumber: '2B' });
    expect([dropoffLocation.address, dropoffLocation.formattedAddress].join()).toMatch(/2B.*2B/);
    expect(JSON.stringify(requests[0])).toContain('2B');
    const { dropoffAddressComponents } = jobBodyExample;
    const job = await api.must('POST /v1/jobs', {
      body: {
        ...jobBodyExample,
        dropoffAddressComponents: { ...dropoffAddressComponents, secondaryNumber: '2B' },
      },
    });
    expect(job.jobConfigurations[0].package.dropoffLocation).toMatchObject({
      addressSecondaryNumber: '2B',
      formattedAddress: expect.stringContaining('2B'),
    });
  });

  it('the flat of components without a point is kept beside the building that the map finds', async () => {
    await api.stop();
    const { provider } = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 });
    const geocoder: Geocoder = { geocode: async (query) => searchGazetteer(query) };
    api = await startDispatchApi([provider], { extra: () => ({ geocoder }) });
    const { latitude: _, longitude: __, ...parts } = jobBodyExample.dropoffAddressComponents;
    const job = await api.must('POST /v1/jobs', {
      body: { ...jobBodyExample, dropoffAddressComponents: { ...parts, secondaryNumber: '2B' } },
    });
    expect(job.jobConfigurations[0].package.dropoffLocation).toMatchObject({
      addressSecondaryNumber: '2B',
      address: expect.stringContaining('2B'),
      formattedAddress: expect.stringContaining('2B'),
      addressFormattedStreet: expect.not.stringContaining('2B'),
    });
  });

  it.each(['UK', 'ZZ'])('%s is no country of components without a point', async (country) => {
    const { latitude: _, longitude: __, ...parts } = jobBodyExample.dropoffAddressComponents;
    const { status, json } = await api.call('POST /v1/jobs', {
      body: { ...jobBodyExample, dropoffAddressComponents: { ...parts, country } },
    });
    expect([status, json.error?.code]).toEqual([400, 'INVALID_ADDRESS']);
    expect(json.error.message).toMatch(/^dropoffAddressComponents.country is "(UK|ZZ)"/);
  });

  it('an order whose windows have passed is not dispatched', async () => {
    const at = (minutes: number) => new Date(api.deps.clock.now() + minutes * 60_000).toISOString();
    const order = await api.order({
      deliveryMode: 'scheduled',
      pickupStartTime: at(60),
      pickupEndTime: at(90),
      dropoffStartTime: at(90),
      dropoffEndTime: at(120),
    });
    api.db.deps.clock.advance(4 * 3_600_000);
    const { status, json } = await autodispatch(order.id);
    expect([status, json.error?.code]).toEqual([expect.any(Number), 'INVALID_TIME_CONSTRAINT']);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(requests).toEqual([]);
  });

  it('a phone number cut in the middle of an emoji is an error of its field, and fails alone', async () => {
    const dropoffPhoneNumber = `${'x'.repeat(58)}😀${'y'.repeat(20)}`;
    const one = await api.call('POST /v1/order', { body: { ...validOrder, dropoffPhoneNumber } });
    expect(one.status).toBe(200);
    expect(one.json.validationErrors).toHaveProperty('dropoffPhoneNumber');
    const orders = [
      { ...validOrder, externalId: 'bad', dropoffPhoneNumber },
      { ...validOrder, externalId: 'good' },
    ];
    const { status, json } = await api.call('POST /v2/orders/upsert/bulk', { body: { orders } });
    expect(status).toBe(200);
    expect(json.results.map(({ status: each }: { status: string }) => each)).toEqual(['success', 'success']);
  });

  it.each([
    ['GET /v1/order/{id}', { id: 'x'.repeat(1_200) }],
    ['GET /v1/jobs/{id}', { id: 'x'.repeat(1_200) }],
  ])('%s with an id of any length is no fault of the service', async (route, params) => {
    const { status } = await api.call(route, { params });
    expect([404, 422]).toContain(status);
  });

  it('NUL is refused with its field', async () => {
    const { status, json } = await api.call('POST /v1/order', {
      body: { ...validOrder, description: 'a\u0000b' },
    });
    expect([status, JSON.stringify(json)]).toEqual([422, expect.stringContaining('description')]);
  });
});
