import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storeBodyExample } from '../../../../../functions/api/stores/examples.ts';
import { defaultPreferences } from '../../../../../lib/platform/organization/preferences.ts';
import { validOrder, withoutAddress } from '../../../../support/orders-api.ts';
import { type PlacesApi, startPlacesApi } from '../../../../support/places-api.ts';

let api: PlacesApi;
beforeEach(async () => {
  api = await startPlacesApi();
});
afterEach(() => api.stop());

const CREATE = 'POST /v1/store_locations';
const ONE = '/v1/store_locations/{id}';
const create = (more: object = {}) => api.must(CREATE, { body: { ...storeBodyExample, ...more } });
const code = (reply: { status: number; json: { error?: { code: string } } }) => [
  reply.status,
  reply.json.error?.code,
];

describe('POST /v1/store_locations', () => {
  it('keeps what was sent and returns it, by id and by external id', async () => {
    const store = await create({ phoneNumber: '(415) 555-0100', tags: ['bread'] });
    expect(store).toMatchObject({
      externalId: 'bakery-7',
      name: 'Corner Bakery',
      phoneNumber: '+14155550100',
      location: { street: 'Market Street', city: 'San Francisco', latitude: 37.7936 },
      timezoneId: 'America/Los_Angeles',
      operatingHours: storeBodyExample.operatingHours,
      blackoutDates: ['2026-12-25'],
      prepTimeMinutes: 15,
      tags: ['bread'],
      version: 1,
    });
    expect(store.id).toMatch(/^store_[0-9A-Z]{26}$/);
    expect(await api.must(`GET ${ONE}`, { params: { id: store.id } })).toEqual(store);
    const named = { params: { external_identifier: 'bakery-7' } };
    const path = 'GET /v1/store_locations/external_identifier/{external_identifier}';
    expect(await api.must(path, named)).toEqual(store);
  });

  it('refuses an external id that another store has, an address in two forms or none, and a bad phone number', async () => {
    await create();
    const post = (more: object) =>
      api.call(CREATE, { body: { ...storeBodyExample, externalId: null, ...more } });
    expect(code(await post({ externalId: 'bakery-7' }))).toEqual([409, 'ALREADY_EXISTS']);
    expect(code(await post({ address: '1 Market St' }))).toEqual([400, 'INVALID_ADDRESS']);
    expect(code(await post({ addressComponents: null }))).toEqual([400, 'INVALID_ADDRESS']);
    expect(code(await post({ phoneNumber: '12' }))).toEqual([400, 'INVALID_PHONE_NUMBER']);
    expect(code(await post({ timezoneId: 'Mars/Olympus' }))).toEqual([400, 'INVALID_VALUE']);
    expect(code(await post({ operatingHours: { funday: [] } }))).toEqual([422, 'VALIDATION_ERRORS']);
    expect(code(await post({ blackoutDates: ['2026-02-31'] }))).toEqual([422, 'VALIDATION_ERRORS']);
    expect(code(await post({ operatingHours: { monday: [{ start: '9', end: '25:00' }] } }))[0]).toBe(422);
  });

  it.each([
    ['UK', 'Send GB.'],
    ['ZZ', 'Send the code of two letters'],
  ])('2.4 does not take %s as a country', async (country, wayOut) => {
    const addressComponents = { ...storeBodyExample.addressComponents, country };
    const reply = await api.call(CREATE, { body: { ...storeBodyExample, addressComponents } });
    expect(code(reply)).toEqual([400, 'INVALID_ADDRESS']);
    expect(reply.json.error?.message).toContain(wayOut);
  });

  it('is refused to a key that is limited to stores', async () => {
    const reply = await api.call(CREATE, {
      body: storeBodyExample,
      grant: { storeLocationIds: ['store_a'] },
    });
    expect(code(reply)).toEqual([403, 'FORBIDDEN']);
  });
});

describe('PATCH /v1/store_locations/{id}', () => {
  it('changes what is sent, clears by null and raises the version', async () => {
    const { id } = await create();
    const body = { name: 'Corner', operatingHours: null, externalId: 'corner', prepTimeMinutes: null };
    const changed = await api.must(`PATCH ${ONE}`, { params: { id }, body });
    expect(changed).toMatchObject({
      name: 'Corner',
      operatingHours: null,
      externalId: 'corner',
      prepTimeMinutes: null,
      phoneNumber: '+14155550100',
      version: 2,
    });
    expect((await create()).externalId).toBe('bakery-7');
    const again = await api.call(`PATCH ${ONE}`, { params: { id }, body: { externalId: 'bakery-7' } });
    expect(code(again)).toEqual([409, 'ALREADY_EXISTS']);
  });
});

describe('changes of stores', () => {
  it('41 1.7 are one entry of the audit log each', async () => {
    const { id } = await create();
    await api.must(`PATCH ${ONE}`, { params: { id }, body: { name: 'New' } });
    await api.must(`DELETE ${ONE}`, { params: { id } });
    const log = (await api.db.items()).filter(
      ({ type, data }) => type === 'auditEntry' && (data as { entityId: string }).entityId === id,
    );
    expect(log.map(({ data }) => (data as { action: string }).action).toSorted()).toEqual([
      'created',
      'deleted',
      'updated',
    ]);
  });

  it('C49 are refused when another version is expected, and each stands in the audit log', async () => {
    const { id } = await create();
    const patch = (version: string) =>
      api.call(`PATCH ${ONE}`, { params: { id }, body: { name: 'New' }, headers: { 'if-match': version } });
    const refused = await patch('2');
    expect([...code(refused), refused.json.error.details.version]).toEqual([409, 'CONFLICT', 1]);
    expect((await patch('1')).json.version).toBe(2);
    const told = (await api.db.items()).filter(({ type }) => type === 'auditEntry').map(({ data }) => data);
    expect(told).toContainEqual(
      expect.objectContaining({
        entityType: 'store_location',
        action: 'updated',
        changes: [{ field: 'name', before: 'Corner Bakery', after: 'New' }],
      }),
    );
  });
});

describe('GET /v1/store_locations', () => {
  it('pages through all of them, newest first', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      ids.unshift((await create({ externalId: `s${index}` })).id);
      api.db.deps.clock.advance(1000);
    }
    const idsOf = (page: { storeLocations: { id: string }[] }) => page.storeLocations.map(({ id }) => id);
    const list = (query: Record<string, string>) => api.must('GET /v1/store_locations', { query });
    const first = await list({ size: '3' });
    expect([idsOf(first), first.totalCount]).toEqual([ids.slice(0, 3), 5]);
    expect(idsOf(await list({ size: '3', offset: '3' }))).toEqual(ids.slice(3));
    const { createdAt } = first.storeLocations[1];
    expect(idsOf(await list({ createdFrom: createdAt }))).toEqual(ids.slice(0, 2));
  });

  it('5.3 shows a key that is limited to stores these only', async () => {
    const mine = await create();
    const other = await create({ externalId: 'other' });
    const grant = { storeLocationIds: [mine.id] };
    const page = await api.call('GET /v1/store_locations', { grant });
    expect(page.json.storeLocations.map(({ id }: { id: string }) => id)).toEqual([mine.id]);
    expect(page.json.totalCount).toBe(1);
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const call = (id: string) =>
        api.call(`${method} ${ONE}`, { params: { id }, grant, ...(method === 'PATCH' ? { body: {} } : {}) });
      expect(code(await call(other.id))).toEqual([404, 'STORE_LOCATION_NOT_FOUND']);
      expect((await call(mine.id)).status).toBe(200);
    }
  });
});

describe('upserts of stores', () => {
  it('create once and change what is sent after that, also when they come at once', async () => {
    const path = 'POST /v1/store_locations/upsert';
    const replies = await Promise.all(
      [1, 2, 3].map((prepTimeMinutes) => api.must(path, { body: { ...storeBodyExample, prepTimeMinutes } })),
    );
    expect(new Set(replies.map(({ id }) => id)).size).toBe(1);
    const named = await api.must('POST /v1/store_locations/external-identifier/{externalIdentifier}', {
      params: { externalIdentifier: 'bakery-7' },
      body: { tags: ['x'] },
    });
    expect(named).toMatchObject({ id: replies[0].id, name: 'Corner Bakery', tags: ['x'] });
  });

  it('in bulk write all of them or, when one is refused, none', async () => {
    const path = 'POST /v1/store_locations/upsert/bulk';
    const rows = [storeBodyExample, { ...storeBodyExample, externalId: 'b', phoneNumber: '12' }];
    const refused = await api.call(path, { body: { storeLocations: rows } });
    expect(code(refused)).toEqual([400, 'INVALID_PHONE_NUMBER']);
    expect(refused.json.error.message).toContain('storeLocations[1]');
    expect((await api.must('GET /v1/store_locations')).totalCount).toBe(0);
    const done = await api.must(path, {
      body: { storeLocations: [storeBodyExample, { ...storeBodyExample, externalId: 'b' }] },
    });
    expect(done.storeLocations.map(({ externalId }: { externalId: string }) => externalId)).toEqual([
      'bakery-7',
      'b',
    ]);
  });
});

describe('5.3 upserts by a key that is limited to stores', () => {
  it('write nothing when one row is of a store beyond its limits, or a new one', async () => {
    const mine = await create();
    await create({ externalId: 'other' });
    const upsert = (externalId: string) =>
      api.call('POST /v1/store_locations/upsert/bulk', {
        body: {
          storeLocations: [
            { externalId: 'bakery-7', name: 'Renamed' },
            { ...storeBodyExample, externalId },
          ],
        },
        grant: { storeLocationIds: [mine.id] },
      });
    expect(code(await upsert('other'))).toEqual([409, 'ALREADY_EXISTS']);
    expect(code(await upsert('new'))).toEqual([403, 'FORBIDDEN']);
    const { name } = await api.must(`GET ${ONE}`, { params: { id: mine.id } });
    expect(name).toBe('Corner Bakery');
  });
});

describe('DELETE /v1/store_locations/{id}', () => {
  it('C68 is refused while an order names the store, and frees its external id after that', async () => {
    const { id } = await create();
    const order = await api.must('POST /v1/order', { body: { ...validOrder, dropoffStoreLocationId: id } });
    const refused = await api.call(`DELETE ${ONE}`, { params: { id } });
    expect(code(refused)).toEqual([409, 'CONFLICT']);
    expect(refused.json.error.details.usedBy).toEqual([{ type: 'order', id: order.id }]);
    await api.must('DELETE /v1/order/{id}', { params: { id: order.id } });
    expect(await api.must(`DELETE ${ONE}`, { params: { id } })).toEqual({ id, isDeleted: true });
    expect((await api.call(`GET ${ONE}`, { params: { id } })).status).toBe(404);
    expect((await api.must('GET /v1/store_locations')).storeLocations).toEqual([]);
    expect((await create()).id).not.toBe(id);
  });
});

describe('41 2.2 opening hours in the form of the established contract', () => {
  const operatingHours = {
    monday: {
      active: true,
      shifts: [
        ['10:00', '13:00'],
        ['14:00', '19:00'],
      ],
    },
    tuesday: { active: false, shifts: [] },
  };
  const row = { ...storeBodyExample, externalId: 'hours', operatingHours };
  type Call = Parameters<typeof api.must>;

  it.each<[string, (id: string) => Call]>([
    ['create', () => [CREATE, { body: { ...row, externalId: null } }]],
    ['change', (id) => [`PATCH ${ONE}`, { params: { id }, body: { operatingHours } }]],
    ['upsert', () => [`${CREATE}/upsert`, { body: row }]],
    ['upsert of several', () => [`${CREATE}/upsert/bulk`, { body: { storeLocations: [row] } }]],
    [
      'upsert by name',
      () => [
        `${CREATE}/external-identifier/{externalIdentifier}`,
        { params: { externalIdentifier: 'hours' }, body: row },
      ],
    ],
  ])('%s takes and returns them', async (_, write) => {
    const { id } = await create();
    const saved = await api.must(...write(id));
    const store = saved.storeLocations?.[0] ?? saved;
    expect(store.operatingHours).toEqual(operatingHours);
    const read = await api.must(`GET ${ONE}`, { params: { id: store.id } });
    expect(read.operatingHours).toEqual(operatingHours);
  });

  it.each([
    ['a shift without its end', { monday: { active: true, shifts: [['10:00']] } }],
    ['a time that no clock shows', { monday: { active: true, shifts: [['10:00', '25:00']] } }],
  ])('%s is refused', async (_, hours) => {
    const reply = await api.call(CREATE, {
      body: { ...storeBodyExample, externalId: null, operatingHours: hours },
    });
    expect(code(reply)).toEqual([422, 'VALIDATION_ERRORS']);
  });
});

describe('capacity', () => {
  it('41 2.2 is set by shift in the form of the established contract, and each shift takes its own orders', async () => {
    const { id: storeLocationId } = await create({ operatingHours: null });
    const week = {
      Monday: { isActive: true, shiftCapacity: { '08:00': 1, '14:00': 2 } },
      tuesday: { isActive: false },
    };
    const set = await api.must('POST /v1/set_store_location_default_capacity', {
      body: { storeLocationId, defaultCapacity: week },
    });
    expect(set.defaultCapacity).toEqual({
      monday: { isActive: true, shiftCapacity: { '08:00': 1, '14:00': 2 } },
      tuesday: { isActive: false, shiftCapacity: {} },
    });
    const own = { isActive: true, shiftCapacity: { '9:00': 3 } };
    const day = await api.must('POST /v1/set_store_location_day_capacity', {
      body: { storeLocationId, date: '2026-03-16', dayCapacity: own },
    });
    expect(day.dayCapacities).toEqual({ '2026-03-16': { isActive: true, shiftCapacity: { '09:00': 3 } } });

    const order = (pickupStartTime: string) =>
      api.must('POST /v1/order', {
        body: {
          ...withoutAddress('pickup'),
          deliveryMode: 'scheduled',
          pickupStoreLocationId: storeLocationId,
          pickupStartTime,
          pickupEndTime: new Date(Date.parse(pickupStartTime) + 30 * 60_000).toISOString(),
        },
      });
    // 9 March 2026 is a Monday; San Francisco is 7 hours behind UTC then.
    const first = await order('2026-03-09T16:00:00Z');
    const full = await order('2026-03-09T20:59:00Z');
    const later = await order('2026-03-09T21:00:00Z');
    const closed = await order('2026-03-10T21:00:00Z');
    expect(first.validationErrors).toEqual({});
    expect(full.validationErrors.pickupStoreLocationId).toContain(
      'takes 1 orders on 2026-03-09 from 08:00 to 14:00',
    );
    expect(later.validationErrors).toEqual({});
    expect(closed.validationErrors.pickupStoreLocationId).toContain(
      'takes 0 orders on 2026-03-10 and is full',
    );
    expect(
      await api.must(`GET ${ONE}/capacity`, {
        params: { id: storeLocationId },
        query: { date: '2026-03-09' },
      }),
    ).toMatchObject({
      maxOrders: 3,
      taken: 2,
      remaining: 1,
      shifts: [
        { start: '08:00', end: '14:00', maxOrders: 1, taken: 1, remaining: 0 },
        { start: '14:00', end: '24:00', maxOrders: 2, taken: 1, remaining: 1 },
      ],
    });
  });

  it('41 2.2 names what is wrong with a capacity by shift', async () => {
    const { id: storeLocationId } = await create();
    const set = (monday: unknown) =>
      api.call('POST /v1/set_store_location_default_capacity', {
        body: { storeLocationId, defaultCapacity: { monday } },
      });
    for (const wrong of [
      { isActive: true, shiftCapacity: { noon: 4 } },
      { isActive: true, shiftCapacity: { '08:00': -1 } },
      { isActive: true },
      { isActive: true, shiftCapacity: { '08:00': 1_999, '09:00': 2 } },
    ]) {
      expect(code(await set(wrong)), JSON.stringify(wrong)).toEqual([422, 'VALIDATION_ERRORS']);
    }
  });

  it('is set for weekdays and single dates, and read with what is left', async () => {
    const { id: storeLocationId } = await create();
    const week = { Saturday: { maxOrders: 40 }, sunday: 0 };
    const set = await api.must('POST /v1/set_store_location_default_capacity', {
      body: { storeLocationId, defaultCapacity: week },
    });
    expect(set.defaultCapacity).toEqual({ saturday: 40, sunday: 0 });
    const day = (dayCapacity: unknown, date = '2026-03-07') =>
      api.call('POST /v1/set_store_location_day_capacity', { body: { storeLocationId, date, dayCapacity } });
    const read = (date: string) =>
      api.must(`GET ${ONE}/capacity`, { params: { id: storeLocationId }, query: { date } });
    expect(await read('2026-03-07')).toMatchObject({ maxOrders: 40, taken: 0, remaining: 40 });
    expect((await day({ maxOrders: 2 })).json.dayCapacities).toEqual({ '2026-03-07': 2 });
    expect(await read('2026-03-07')).toMatchObject({ maxOrders: 2 });
    expect(await read('2026-03-09')).toMatchObject({ maxOrders: null, remaining: null });
    expect((await day({ isDefault: true })).json.dayCapacities).toEqual({});
    expect(code(await day({ maxOrders: 2 }, '2026-02-07'))).toEqual([400, 'INVALID_VALUE']);
  });
});

describe('the time zone of a store', () => {
  it('is that of the organization where the address does not settle it', async () => {
    const { latitude: _, longitude: __, state: ___, ...nowhere } = storeBodyExample.addressComponents;
    const values = { ...defaultPreferences(), timeZone: 'America/Denver' };
    const { json } = await api.call(CREATE, {
      body: { ...storeBodyExample, addressComponents: { ...nowhere, city: 'Springfield' } },
      grant: { preferences: { organizationId: 'org_test', values } },
    });
    expect(json.timezoneId).toBe('America/Denver');
  });
});

describe('14 zones of a store', () => {
  const zone = async (externalId: string): Promise<string> =>
    (await api.must('POST /v1/zones', { body: { externalId, zipCodes: [externalId] } })).id;
  const serving = async (id: string) =>
    (await api.must('GET /v1/zones/{id}', { params: { id } })).storeLocationAssociations;

  it('are set with it, replaced as a whole, kept when nothing is said of them, and told by the zones, too', async () => {
    const [a, b] = [await zone('1'), await zone('2')];
    const dates = { startDate: '2026-03-01T00:00:00.000Z', endDate: null };
    const store = await create({ zoneIds: [a], zoneAssociations: [{ zoneId: b, ...dates }] });
    expect(store.zoneIds.toSorted()).toEqual([a, b].toSorted());
    expect(await serving(b)).toEqual([{ storeLocationId: store.id, ...dates }]);
    const change = (body: object) => api.must(`PATCH ${ONE}`, { params: { id: store.id }, body });
    expect((await change({ prepTimeMinutes: 3 })).zoneIds).toHaveLength(2);
    expect((await change({ zoneIds: [b] })).zoneAssociations).toEqual([
      { zoneId: b, startDate: null, endDate: null },
    ]);
    expect(await serving(a)).toEqual([]);
    const log = (await api.db.items()).filter(
      ({ type, data }) => type === 'auditEntry' && (data as { entityId: string }).entityId === b,
    );
    expect(log).toHaveLength(3);
    expect((await change({ zoneIds: null })).zoneIds).toEqual([]);
    expect(await serving(b)).toEqual([]);
  });

  it('that are unknown refuse the store, or all rows, and name each; a limited key changes none', async () => {
    const body = { ...storeBodyExample, zoneIds: ['zone_x', 'zone_y'] };
    const refused = await api.call(CREATE, { body });
    expect(code(refused)).toEqual([422, 'VALIDATION_ERRORS']);
    expect(refused.json.error.details.unknownIds).toEqual(['zone_x', 'zone_y']);
    const rows = { storeLocations: [{ ...storeBodyExample, externalId: 'a' }, body] };
    expect((await api.call('POST /v1/store_locations/upsert/bulk', { body: rows })).status).toBe(422);
    expect((await api.must('GET /v1/store_locations')).totalCount).toBe(0);
    const { id } = await create();
    const grant = { storeLocationIds: [id] };
    const limited = await api.call(`PATCH ${ONE}`, { params: { id }, body: { zoneIds: [] }, grant });
    expect(code(limited)).toEqual([403, 'FORBIDDEN']);
  });
});
