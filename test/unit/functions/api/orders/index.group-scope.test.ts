import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routeExecutionArea } from '../../../../../functions/api/route-execution/index.ts';
import { upsertDriverGroup } from '../../../../../lib/fleet/fleet/index.ts';
import { isRefusal } from '../../../../../lib/platform/core/refusal.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';
import { validOrder } from '../../../../support/orders-api.ts';

type Json = ReturnType<typeof JSON.parse>;

let api: DispatchApi;
const ids: Record<string, string> = {};
const groups: Record<string, string> = {};

beforeAll(async () => {
  const { provider } = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 });
  api = await startDispatchApi([provider], { areas: [routeExecutionArea as never] });
  const actor = { type: 'key', id: 'key_test', name: 'Key' } as const;
  const editor = {
    organizationId: 'org_test',
    storeLocationIds: null,
    driverGroupIds: null,
    origin: { organizationId: 'org_test', actor, cause: 'request:1' },
  };
  for (const name of ['north', 'south']) {
    const id = api.db.deps.ids.next('cntr');
    const made = await upsertDriverGroup(api.deps as never, editor, { externalIdentifier: name }, { id });
    if (isRefusal(made)) throw new Error(made.message);
    groups[name] = id;
    ids[name] = (await api.must('POST /v1/order', { body: { ...validOrder, externalId: name } })).id;
    await api.must('POST /v1/routes', {
      body: {
        name,
        driverGroupId: id,
        stops: [
          { stopType: 'ROUTE_START', location: { lat: 37.79, lng: -122.39 } },
          { stopType: 'DROPOFF', objectIds: [ids[name]] },
        ],
      },
    });
  }
  ids.free = (await api.must('POST /v1/order', { body: { ...validOrder, externalId: 'free' } })).id;
});
afterAll(() => api.stop());

/** Calls as a key that is limited to the northern group. */
const north = (routeKey: string, request: object = {}) =>
  api.call(routeKey, { ...request, grant: { driverGroupIds: [groups.north!] } });

describe('5.3 a caller that is limited to a driver group', () => {
  it('sees the orders on its routes, and no others', async () => {
    const { json } = await north('GET /v1/orders');
    expect(json).toMatchObject({ results: [{ id: ids.north }], totalCount: 1 });
    const read = (id: string) => north('GET /v1/order/{id}', { params: { id } });
    expect((await read(ids.north!)).status).toBe(200);
    for (const id of [ids.south!, ids.free!, 'south']) {
      expect(await read(id)).toMatchObject({ status: 404, json: { error: { code: 'ORDER_NOT_FOUND' } } });
    }
    const byIds = await north('GET /v1/orders', { query: { ids: `${ids.north},${ids.south}` } });
    expect(byIds.json.results.map(({ id }: Json) => id)).toEqual([ids.north]);
  });

  it('changes what it sees, and makes no orders', async () => {
    const patch = (id: string) =>
      north('PATCH /v1/order/{id}', { params: { id }, body: { dropoffInstructions: 'Ring' } });
    expect([(await patch(ids.north!)).status, (await patch(ids.south!)).status]).toEqual([200, 404]);
    const made = await north('POST /v1/order', { body: { ...validOrder, externalId: 'mine' } });
    expect(made).toMatchObject({ status: 400, json: { error: { code: 'PICKUP_NOT_IN_SCOPE' } } });
  });

  it('sees the jobs of its routes alone', async () => {
    const { job } = await api.must('POST /v1/order/{id}/autodispatch', { params: { id: ids.free! } });
    expect((await north('GET /v1/jobs/{id}', { params: { id: job.id } })).status).toBe(404);
    expect((await north('GET /v1/jobs')).json).toMatchObject({ results: [], totalCount: 0 });
  });

  it('49 1.2 creates no jobs, which it could not see', async () => {
    const market = { street: 'Market Street', city: 'San Francisco', postalCode: '94105', country: 'US' };
    const input = {
      packageDeliveryMode: 'now',
      pickupAddressComponents: { ...market, number: '100', latitude: 37.7936, longitude: -122.3958 },
      pickupBusinessName: 'Corner Bakery',
      pickupPhoneNumber: '+14155550100',
      dropoffAddressComponents: { ...market, number: '900', latitude: 37.76, longitude: -122.42 },
      dropoffFirstName: 'Ada',
      dropoffPhoneNumber: '+14155550199',
      itemsCount: 1,
      packageValueCents: 2_500,
    };
    const refused = { status: 400, json: { error: { code: 'PICKUP_NOT_IN_SCOPE' } } };
    expect(await north('POST /v1/jobs', { body: input })).toMatchObject(refused);
    expect(
      await north('POST /v1/jobs/external_identifier/{externalIdentifier}', {
        params: { externalIdentifier: 'mine' },
        body: input,
      }),
    ).toMatchObject(refused);
    for (const packages of [[input], [input, { ...input, dropoffFirstName: 'Bo' }]]) {
      expect(await north('POST /v1/batch_job', { body: { packages } })).toMatchObject(refused);
    }
    const made = await api.call('POST /v1/jobs', { body: input });
    expect(made.json).toMatchObject({ id: expect.stringMatching(/^job_/) });
  });
});
