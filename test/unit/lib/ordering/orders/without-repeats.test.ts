import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { searchGazetteer } from '../../../../../lib/engines/geocoding/gazetteer/search-gazetteer.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { validOrder } from '../../../../support/orders-api.ts';

let api: DispatchApi;
beforeEach(async () => {
  api = await startDispatchApi([], {
    extra: () => ({ geocoder: { geocode: async (query: never) => searchGazetteer(query) } }),
  });
});
afterEach(() => api.stop());

const DROPOFF = Object.fromEntries(
  Object.entries(validOrder).filter(([name]) => !name.startsWith('dropoff')),
);
const CONTACT = { dropoffFirstName: 'Ada', dropoffPhoneNumber: '+14155550101' };
const made = (fields: object = {}) =>
  api.must('POST /v1/order', {
    body: {
      ...DROPOFF,
      ...CONTACT,
      dropoffAddress: '900 Valencia Street, San Francisco, CA 94110',
      ...fields,
    },
  });
const patch = (id: string, body: object) => api.call('PATCH /v1/order/{id}', { params: { id }, body });
const read = (id: string) => api.must('GET /v1/order/{id}', { params: { id } });

describe('43 1.1 an order that is sent back as it was read', () => {
  it('changes nothing: its address line and the parts that came from it agree', async () => {
    const { id } = await made();
    const before = await read(id);
    expect(before).toMatchObject({ status: 'valid', dropoffAddressCity: 'San Francisco' });
    const { status, json } = await patch(id, before);
    expect([status, json.status, json.validationErrors]).toEqual([200, 'valid', before.validationErrors]);
    expect(await read(id)).toEqual(before);
  });

  it('changes only the field that was edited, and a new line finds its parts again', async () => {
    const { id } = await made();
    const before = await read(id);
    await patch(id, { ...before, description: 'Two boxes' });
    expect(await read(id)).toMatchObject({
      status: 'valid',
      description: 'Two boxes',
      dropoffLat: before.dropoffLat,
    });
    await patch(id, { ...before, dropoffAddress: '500 Castro Street, San Francisco, CA 94114' });
    const after = await read(id);
    expect(after).toMatchObject({ status: 'valid', dropoffAddressFormattedStreet: '500 Castro St' });
    expect(after.dropoffLat).not.toBe(before.dropoffLat);
  });

  it('is no error after its window has passed', async () => {
    const start = new Date(api.deps.clock.now() + 3_600_000).toISOString();
    const end = new Date(api.deps.clock.now() + 7_200_000).toISOString();
    const { id } = await made({ deliveryMode: 'scheduled', dropoffStartTime: start, dropoffEndTime: end });
    const before = await read(id);
    await api.pass(10 * 3_600_000);
    expect((await patch(id, before)).status).toBe(200);
    expect((await read(id)).validationErrors).toEqual(before.validationErrors);
  });

  it('parts that are sent with another line, or with the line cleared, are what is meant', async () => {
    const { id } = await made();
    const before = await read(id);
    await patch(id, { dropoffAddressCity: 'Oakland' });
    expect((await read(id)).validationErrors).toHaveProperty('dropoffAddress');
    await patch(id, { ...before, dropoffAddress: null });
    expect(await read(id)).toMatchObject({
      status: 'valid',
      dropoffAddress: null,
      dropoffAddressCity: 'San Francisco',
    });
  });
});
