import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storeBodyExample } from '../../../../../functions/api/stores/examples.ts';
import { DEFAULT_STRATEGY } from '../../../../../lib/fulfilment/strategies/index.ts';
import { strategyEntity } from '../../../../../lib/fulfilment/strategies/strategy.ts';
import { storeLocationEntity } from '../../../../../lib/places/stores/index.ts';
import { create as createItem } from '../../../../../lib/platform/table/index.ts';
import { triggerEntity } from '../../../../../lib/reactions/notifications/triggers/trigger.ts';
import { anyStore } from '../../../../support/builders/any-store.ts';
import { validOrder } from '../../../../support/orders-api.ts';
import { type PlacesApi, startPlacesApi } from '../../../../support/places-api.ts';

let api: PlacesApi;
beforeEach(async () => {
  api = await startPlacesApi();
});
afterEach(() => api.stop());

type Json = ReturnType<typeof JSON.parse>;
const ONE = '/v1/zones/{id}';
const anyTrigger = {
  type: 'zone_geolocation',
  name: 'Near',
  description: null,
  enabled: true,
  notificationGroupIds: [],
  message: null,
  variants: [],
  optionsGroupIds: [],
  conditionalLogic: null,
  contractIds: [],
  zoneIds: [],
  flag: false,
  autoResolveFlag: false,
  customEventName: null,
  agentId: null,
  oncePerJob: false,
  isInternal: true,
};
/** A square whose south-west corner is the point. */
const square = (lat: number, lng: number, size = 1) => [
  [lat, lng],
  [lat, lng + size],
  [lat + size, lng + size],
  [lat + size, lng],
];
const create = (more: object = {}) =>
  api.must('POST /v1/zones', { body: { polygon: square(10, 20), ...more } });
const at = async (query: Record<string, string>): Promise<string[]> =>
  (await api.must('GET /v1/zones/coverage', { query })).zones.map(({ id }: Json) => id);
const atPoint = (latitude: number, longitude: number) =>
  at({ latitude: String(latitude), longitude: String(longitude) });
const code = (reply: { status: number; json: Json }) => [reply.status, reply.json.error?.code];

describe('POST /v1/zones', () => {
  it('keeps what was sent and returns it, by id and by external id', async () => {
    const zone = await create({ externalId: 'z1', name: 'One', tags: ['a'], zoneMetadata: { fee: 3 } });
    expect(zone).toMatchObject({
      externalId: 'z1',
      name: 'One',
      tags: ['a'],
      zoneMetadata: { fee: 3 },
      isDeleted: false,
      version: 1,
      coverageArea: { polygons: [{ polygonData: [...square(10, 20), [10, 20]], holes: [] }] },
    });
    expect(await api.must(`GET ${ONE}`, { params: { id: zone.id } })).toEqual(zone);
    expect(
      await api.must('GET /v1/zones/external_identifier/{externalIdentifier}', {
        params: { externalIdentifier: 'z1' },
      }),
    ).toEqual(zone);
  });

  it('4.6.12 B46: metadata of zones and their restrictions cannot be written under reserved keys', async () => {
    const metadata = { nash_id: 1 };
    const polygon = square(10, 20);
    const zone = await api.call('POST /v1/zones', { body: { polygon, zoneMetadata: metadata } });
    expect([zone.status, Object.keys(zone.json.error.details.fields)]).toEqual([
      422,
      ['zoneMetadata.nash_id'],
    ]);
    const body = { name: 'None', restrictionMetadata: metadata };
    expect((await api.call('POST /v1/zone-restrictions', { body })).status).toBe(422);
  });

  it('refuses swapped latitudes and longitudes that are places, too, by where the stores are', async () => {
    const berlin = { AddressCity: 'Berlin', Lat: 52.52, Lng: 13.4 };
    const store = anyStore({ organizationId: 'org_test', id: 'store_berlin' });
    const near = { ...store, address: { ...store.address, ...berlin } };
    await api.db.deps.table.write([createItem(storeLocationEntity, near)]);
    const post = (polygon: number[][]) => api.call('POST /v1/zones', { body: { polygon } });
    expect((await post(square(52.4, 13.2))).status).toBe(200);
    const swapped = await post(square(13.2, 52.4));
    expect(code(swapped)).toEqual([400, 'INVALID_VALUE']);
    expect(swapped.json.error.details).toMatchObject({ ring: 'polygon', point: 0 });
    const newYork = await post(square(-74, 40.7));
    expect(newYork.json.error.details).toMatchObject({ ring: 'polygon', point: 0 });
  });

  it('refuses a polygon that is none, naming ring and point, a zone without an area, and unknown stores', async () => {
    const post = (body: object) => api.call('POST /v1/zones', { body });
    const swapped = await post({
      polygon: [
        [-122.4, 37.8],
        [37, -122],
        [38, -122],
      ],
    });
    expect(code(swapped)).toEqual([400, 'INVALID_VALUE']);
    expect(swapped.json.error.details).toMatchObject({ field: 'polygon', ring: 'polygon', point: 0 });
    expect(code(await post({ name: 'Nowhere' }))).toEqual([400, 'INVALID_VALUE']);
    const unknown = await post({ polygon: square(0, 0), storeLocationIds: ['store_none'] });
    expect(code(unknown)).toEqual([422, 'VALIDATION_ERRORS']);
    expect(unknown.json.error.details.unknownIds).toEqual(['store_none']);
    expect(code(await post({ coverageAreaId: 'cov_none' }))).toEqual([422, 'VALIDATION_ERRORS']);
    await create({ externalId: 'taken' });
    expect(code(await post({ polygon: square(0, 0), externalId: 'taken' }))).toEqual([409, 'ALREADY_EXISTS']);
  });

  it('takes the area of another zone by its coverage area', async () => {
    const first = await create();
    const second = await api.must('POST /v1/zones', { body: { coverageAreaId: first.coverageArea.id } });
    expect(second.coverageArea).toEqual(first.coverageArea);
    expect((await atPoint(10.5, 20.5)).toSorted()).toEqual([first.id, second.id].toSorted());
  });
});

describe('GET /v1/zones/coverage', () => {
  it('finds zones of any size by a point, not in holes, and across the date line', async () => {
    const small = await create({ polygon: square(10.5, 20.5, 0.001) });
    const middle = await create();
    const large = await create({ polygon: square(-40, -60, 90) });
    const ring = await create({ polygon: [square(10, 20, 2), square(10.4, 20.4, 0.5)] });
    const fiji = await create({
      polygon: [
        [-19, 177],
        [-19, -178],
        [-16, -178],
        [-16, 177],
      ],
    });
    expect((await atPoint(10.5005, 20.5005)).toSorted()).toEqual(
      [small, middle, large].map(({ id }) => id).toSorted(),
    );
    expect((await atPoint(11.5, 21.5)).toSorted()).toEqual([large, ring].map(({ id }) => id).toSorted());
    expect(await atPoint(-17, 179.5)).toEqual([fiji.id]);
    expect(await atPoint(-17, -179.5)).toEqual([fiji.id]);
    expect(await atPoint(-17, -177.5)).toEqual([]);
  });

  it('finds zones by postcode and by city with postcode, however they are spelled', async () => {
    const london = await create({ polygon: null, zipCodes: ['SW1A 1AA'], name: 'L' });
    const town = await create({ polygon: null, cityZipcodes: ['San Francisco 94105'], name: 'S' });
    expect(await at({ zipcode: 'sw1a1aa' })).toEqual([london.id]);
    expect(await at({ cityZipcode: 'san francisco, 94105' })).toEqual([town.id]);
    // 41.2.6: whoever knows only the postcode means any city that has it.
    expect(await at({ zipcode: '94105' })).toEqual([town.id]);
    expect(await at({ city: 'Oakland', zipcode: '94105' })).toEqual([]);
  });

  it('finds zones by city, state and country', async () => {
    const oslo = await create({ polygon: null, cities: ['Oslo'] });
    const wider = await create({ polygon: null, cities: ['Bærum'], states: ['Akershus'], countries: ['SE'] });
    expect(await at({ city: 'OSLO' })).toEqual([oslo.id]);
    expect(await at({ state: 'akershus' })).toEqual([wider.id]);
    expect((await at({ city: 'Oslo', country: 'se' })).toSorted()).toEqual([oslo.id, wider.id].toSorted());
    expect(await at({ city: 'Bergen' })).toEqual([]);
  });

  it('refuses a country that is no ISO code, and names the likely one', async () => {
    const reply = await api.call('POST /v1/zones', { body: { countries: ['US', 'UK'] } });
    expect(code(reply)).toEqual([400, 'INVALID_VALUE']);
    expect(reply.json.error?.message).toBe('countries[1] is "UK", which is not an ISO 3166 code. Send GB.');
  });

  it('refuses half a point, a point that is not on earth, and no place at all', async () => {
    const find = (query: Record<string, string>) => api.call('GET /v1/zones/coverage', { query });
    expect(code(await find({ latitude: '1' }))).toEqual([400, 'INVALID_VALUE']);
    expect(code(await find({ latitude: '91', longitude: '0' }))).toEqual([422, 'VALIDATION_ERRORS']);
    expect(code(await find({}))).toEqual([400, 'INVALID_VALUE']);
  });

  it('forgets where a zone was once it moved, and finds a zone with a thousand postcodes', async () => {
    const zone = await create();
    const body = {
      polygon: square(-30, 100),
      zipCodes: Array.from({ length: 900 }, (_, index) => `${10_000 + index}`),
    };
    await api.must(`PATCH ${ONE}`, { params: { id: zone.id }, body });
    expect(await atPoint(10.5, 20.5)).toEqual([]);
    expect(await atPoint(-29.5, 100.5)).toEqual([zone.id]);
    expect(await at({ zipcode: '10899' })).toEqual([zone.id]);
    await api.must(`PATCH ${ONE}`, { params: { id: zone.id }, body: { zipCodes: null } });
    expect(await at({ zipcode: '10899' })).toEqual([]);
    const left = (await api.db.items()).filter(
      ({ type, data }) => type === 'zoneIndex' && (data as { zones: string[] }).zones.length > 0,
    );
    expect(left.length).toBeLessThanOrEqual(32);
  });
});

describe('4.7 POST /v1/zones/query and GET /v1/zones', () => {
  it('page zones, by ids or external ids or all of them, live or deleted', async () => {
    const a = await create({ externalId: 'a' });
    api.db.deps.clock.advance(1000);
    const b = await create({ externalId: 'b' });
    api.db.deps.clock.advance(1000);
    const c = await create();
    const query = async (body: object) => {
      const { data, meta } = await api.must('POST /v1/zones/query', { body });
      return [data.map(({ id }: Json) => id), meta];
    };
    expect(await query({})).toEqual([[c.id, b.id, a.id], { total: 3, size: 100, offset: 0 }]);
    expect(await query({ ids: [c.id], externalIds: ['a', 'none'] })).toEqual([
      [c.id, a.id],
      { total: 2, size: 100, offset: 0 },
    ]);
    expect(await query({ size: 1, offset: 1 })).toEqual([[b.id], { total: 3, size: 1, offset: 1 }]);
    await api.must(`DELETE ${ONE}`, { params: { id: a.id } });
    expect((await query({ isDeleted: true }))[0]).toEqual([a.id]);
    const page = await api.must('GET /v1/zones', { query: { size: '1' } });
    expect([page.zones.map(({ id }: Json) => id), page.totalCount]).toEqual([[c.id], 2]);
  });
});

describe('zones and their stores', () => {
  it('shows the stores that serve a zone now, and refuses to delete a store that a zone names', async () => {
    const store = await api.must('POST /v1/store_locations', { body: storeBodyExample });
    const later = { storeLocationId: store.id, startDate: '2026-04-01T00:00:00Z', endDate: null };
    const zone = await create({ storeLocationAssociations: [later] });
    expect(zone.storeLocations).toEqual([]);
    const refused = await api.call('DELETE /v1/store_locations/{id}', { params: { id: store.id } });
    expect(refused.json.error.details.usedBy).toEqual([{ type: 'zone', id: zone.id }]);
    const changed = await api.must(`PATCH ${ONE}`, {
      params: { id: zone.id },
      body: { storeLocationIds: [store.id] },
    });
    expect(changed.storeLocations.map(({ id }: Json) => id)).toEqual([store.id]);
    await api.must(`PATCH ${ONE}`, { params: { id: zone.id }, body: { storeLocationIds: [] } });
    await api.must('DELETE /v1/store_locations/{id}', { params: { id: store.id } });
  });

  it('5.3 shows a caller that is limited to stores these stores only', async () => {
    const stores = await Promise.all(
      ['mine', 'other'].map((externalId) =>
        api.must('POST /v1/store_locations', { body: { ...storeBodyExample, externalId } }),
      ),
    );
    const [mine] = stores;
    const zone = await create({ storeLocationIds: stores.map(({ id }) => id) });
    const grant = { storeLocationIds: [mine.id] };
    const read = await api.must(`GET ${ONE}`, { params: { id: zone.id }, grant });
    expect(read.storeLocations.map(({ id }: Json) => id)).toEqual([mine.id]);
    const listed = await api.must('POST /v1/zones/query', { body: { ids: [zone.id] }, grant });
    expect(listed.data[0].storeLocations.map(({ id }: Json) => id)).toEqual([mine.id]);
    for (const { storeLocationAssociations } of [read, listed.data[0]]) {
      expect(storeLocationAssociations.map((one: Json) => one.storeLocationId)).toEqual([mine.id]);
    }
  });

  it('5.3 shows a caller that is limited to driver groups no stores, as it reads none', async () => {
    const body = { ...storeBodyExample, externalId: 'hidden' };
    const store = await api.must('POST /v1/store_locations', { body });
    const zone = await create({ storeLocationIds: [store.id] });
    const grant = { driverGroupIds: ['cntr_01JD8Z6Q4T9V2N5X7C3B1M0K8J'] };
    const read = await api.must(`GET ${ONE}`, { params: { id: zone.id }, grant });
    const listed = await api.must('POST /v1/zones/query', { body: { ids: [zone.id] }, grant });
    const [first] = (await api.must('GET /v1/zones', { grant })).zones;
    for (const shown of [read, listed.data[0], first]) {
      expect(shown).toMatchObject({ id: zone.id, storeLocations: [], storeLocationAssociations: [] });
    }
  });
});

describe('GET /v1/store_locations/coverage', () => {
  it('finds the nearest of the stores that serve a zone there', async () => {
    const store = (externalId: string, latitude: number) =>
      api.must('POST /v1/store_locations', {
        body: {
          ...storeBodyExample,
          externalId,
          addressComponents: { ...storeBodyExample.addressComponents, latitude, longitude: 20 },
        },
      });
    const [far, near] = [await store('far', 12), await store('near', 10)];
    await create({ storeLocationIds: [far.id, near.id], zipCodes: ['10101'] });
    const find = (query: Record<string, string>) => api.call('GET /v1/store_locations/coverage', { query });
    expect((await find({ latitude: '10.5', longitude: '20.5' })).json.id).toBe(near.id);
    expect((await find({ zipcode: '10101' })).json.id).toBe(far.id);
    expect(code(await find({ latitude: '1', longitude: '1' }))).toEqual([404, 'STORE_LOCATION_NOT_FOUND']);
  });
});

describe('changes of zones', () => {
  it('C49 are refused when another version is expected, and each stands in the audit log', async () => {
    const zone = await create();
    const patch = (headers: Record<string, string>) =>
      api.call(`PATCH ${ONE}`, { params: { id: zone.id }, body: { name: 'Two' }, headers });
    const refused = await patch({ 'if-match': '7' });
    expect(code(refused)).toEqual([409, 'CONFLICT']);
    expect(refused.json.error.details.version).toBe(1);
    expect((await patch({ 'if-match': '1' })).json.version).toBe(2);
    const entries = (await api.db.items()).filter(({ type }) => type === 'auditEntry');
    expect(entries.map(({ data }) => (data as Json).action).toSorted()).toEqual(['created', 'updated']);
  });

  it('C68 refuse to delete a zone that an order names', async () => {
    const zone = await create();
    const order = await api.must('POST /v1/order', { body: { ...validOrder, pickupZoneIds: [zone.id] } });
    const refused = await api.call(`DELETE ${ONE}`, { params: { id: zone.id } });
    expect(code(refused)).toEqual([409, 'CONFLICT']);
    expect(refused.json.error.details.usedBy).toEqual([{ type: 'order', id: order.id }]);
    await api.must('DELETE /v1/order/{id}', { params: { id: order.id } });
    expect((await api.must(`DELETE ${ONE}`, { params: { id: zone.id } })).isDeleted).toBe(true);
    expect(await atPoint(10.5, 20.5)).toEqual([]);
  });

  it('C68 refuse to delete a zone that a window, a shift, a restriction, a strategy or a trigger names', async () => {
    const zone = await create();
    const times = { startTime: '2026-03-06T10:00:00Z', endTime: '2026-03-06T12:00:00Z' };
    const window = await api.must('POST /v1/delivery-window', { body: { ...times, zoneId: zone.id } });
    const planned = { plannedStart: times.startTime, plannedEnd: times.endTime };
    const shift = await api.must('POST /v1/shift', { body: { name: 'S', ...planned, zoneIds: [zone.id] } });
    const restriction = await api.must('POST /v1/zone-restrictions', {
      body: { name: 'No wine', zoneIds: [zone.id], tags: ['wine'] },
    });
    const own = { organizationId: 'org_test', createdAt: times.startTime, updatedAt: times.startTime };
    const providerRules = [{ providerId: 'prv_one', zoneIds: [zone.id] }];
    await api.db.deps.table.write([
      createItem(strategyEntity, { ...DEFAULT_STRATEGY, ...own, id: 'opn_1', providerRules }),
      createItem(triggerEntity, { ...anyTrigger, ...own, id: 'ntr_1', parameters: { zoneIds: [zone.id] } }),
    ]);
    const refused = await api.call(`DELETE ${ONE}`, { params: { id: zone.id } });
    expect(code(refused)).toEqual([409, 'CONFLICT']);
    expect(refused.json.error.details.usedBy).toEqual([
      { type: 'delivery_window', id: window.id },
      { type: 'shift', id: shift.id },
      { type: 'zone_restriction', id: restriction.id },
      { type: 'dispatch_strategy', id: 'opn_1' },
      { type: 'notification_trigger', id: 'ntr_1' },
    ]);
  });

  it('come all or none in an upsert', async () => {
    const upsert = (zones: object[]) => api.call('POST /v1/zones/upsert', { body: { zones } });
    const bad = await upsert([{ externalId: 'a', polygon: square(0, 0) }, { externalId: 'b' }]);
    expect(code(bad)).toEqual([400, 'INVALID_VALUE']);
    expect(bad.json.error.message).toContain('zones[1]');
    expect((await api.must('GET /v1/zones')).totalCount).toBe(0);
    const made = await upsert([{ externalId: 'a', polygon: square(0, 0) }]);
    const once = await Promise.all([1, 2, 3].map(() => upsert([{ externalId: 'new', zipCodes: ['1'] }])));
    expect(new Set(once.map(({ json }) => json.zones?.[0].id)).size).toBe(1);
    const again = await upsert([{ externalId: 'a', name: 'A' }]);
    expect(again.json.zones[0]).toMatchObject({ id: made.json.zones[0].id, name: 'A', version: 2 });
  });
});

describe('zone restrictions', () => {
  it('are shown with the zones that they hold in while they are active', async () => {
    const zone = await create();
    const made = await api.must('POST /v1/zone-restrictions', {
      body: { externalId: 'r', name: 'No alcohol', zoneIds: [zone.id] },
    });
    const shown = async () =>
      (await api.must(`GET ${ONE}`, { params: { id: zone.id } })).zoneRestrictions.map(({ id }: Json) => id);
    expect(await shown()).toEqual([made.id]);
    const upsert = { zoneRestrictions: [{ externalId: 'r', name: 'No alcohol', isActive: false }] };
    await api.must('POST /v1/zone-restrictions/upsert', { body: upsert });
    expect(await shown()).toEqual([]);
    const list = await api.must('GET /v1/zone-restrictions');
    expect(list.zoneRestrictions).toMatchObject([{ id: made.id, isActive: false, version: 2 }]);
    const path = 'PATCH /v1/zone-restrictions/{id}';
    expect(code(await api.call(path, { params: { id: 'zres_none' }, body: {} }))[0]).toBe(404);
  });
});
