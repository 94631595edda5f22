import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenancyDeps } from '../../functions/compose/tenancy-deps.ts';
import { createOrganization } from '../../lib/people/tenancy/index.ts';
import type { ApiReply } from '../support/api-call.ts';
import { deployedEntries } from '../support/deployed-entries.ts';
import { startTestTable, type TestTable } from '../support/test-table.ts';

const SQUARE = [
  [-122.5, 37.7],
  [-122.3, 37.7],
  [-122.3, 37.8],
];
const DRIVER = { firstname: 'Grace', lastname: 'Hopper', phonenumber: '+14155550117' };

describe('41 2 what clients of the established contract found', () => {
  let db: TestTable;
  let api: Awaited<ReturnType<typeof deployedEntries>>;
  let key: string;
  const send = (routeKey: string, body?: unknown, more: object = {}): Promise<ApiReply> =>
    api.call(routeKey, { key, ...(body === undefined ? {} : { body }), ...more });
  const must = async (routeKey: string, body?: unknown, more: object = {}) => {
    const { status, json } = await send(routeKey, body, more);
    expect(status, JSON.stringify(json)).toBe(200);
    return json;
  };
  beforeAll(async () => {
    db = await startTestTable(new Date().toISOString());
    process.env.GEOCODER = 'gazetteer';
    api = await deployedEntries(db);
    ({ key } = await createOrganization(tenancyDeps(db.deps), { name: 'Points' }));
  });
  afterAll(async () => {
    await api.stop();
    await db.stop();
  });

  const shop = () =>
    must('POST /v1/store_locations', {
      name: 'Shop',
      phoneNumber: '+14155550100',
      address: '1 Market Street',
    });

  it("41 2.4 dates without a time are days of the organization's zone, for zones and for stores", async () => {
    await must('PATCH /v1/organization', { timeZone: 'America/Los_Angeles' });
    const { id: storeLocationId } = await shop();
    const days = { startDate: '2036-03-02', endDate: '2036-03-03' };
    const times = { startDate: '2036-03-02T08:00:00.000Z', endDate: '2036-03-04T07:59:59.999Z' };
    const zone = await must('POST /v1/zones', {
      zipCodes: ['94105'],
      storeLocationAssociations: [{ storeLocationId, ...days }],
    });
    expect(zone.storeLocationAssociations).toEqual([{ storeLocationId, ...times }]);
    const zoneAssociations = [{ zoneId: zone.id, ...days }];
    const store = await must(
      'PATCH /v1/store_locations/{id}',
      { zoneAssociations },
      { params: { id: storeLocationId } },
    );
    expect(store.zoneAssociations).toEqual([{ zoneId: zone.id, ...times }]);
    const wrong = await send('POST /v1/zones', {
      storeLocationAssociations: [{ storeLocationId, startDate: '2036-02-31' }],
    });
    expect(wrong.status).toBe(422);
  });

  it('41 2.4 polygons of route restrictions are lists of corners, in and out', async () => {
    for (const polygons of [[SQUARE], [[SQUARE]]]) {
      const { id } = await must('POST /v1/route-restrictions', { name: 'Bridge', polygons });
      const read = await must('GET /v1/route-restrictions/{id}', undefined, { params: { id } });
      expect(read.polygons).toEqual([SQUARE]);
    }
  });

  it('41 2.4 a break has its time window in times, or in minutes after the start of the shift', async () => {
    const shift = (timeWindow: unknown) => ({
      name: 'Day',
      plannedStart: '2036-03-02T09:00:00Z',
      plannedEnd: '2036-03-02T17:00:00Z',
      optimizationParams: { plannedBreaks: [{ breakDuration: 30, timeWindow }] },
    });
    for (const timeWindow of [
      [60, 120],
      ['2036-03-02T10:00:00.000Z', '2036-03-02T11:00:00.000Z'],
    ]) {
      const { optimizationParams } = await must('POST /v1/shift', shift(timeWindow));
      expect(optimizationParams.plannedBreaks).toEqual([
        { breakDuration: 30, timeWindow, maxWorkingTime: null },
      ]);
    }
    const { status, json } = await send('POST /v1/shift', shift([120, 60]));
    expect([status, Object.keys(json.error.details.fields)]).toEqual([
      422,
      ['optimizationParams.plannedBreaks[0].timeWindow'],
    ]);
  });

  it('41 2.4 a route is given to a driver group by its external id', async () => {
    const { driverGroup } = await must('PUT /v1/fleet/driver-groups/upsert', {
      externalIdentifier: 'north',
      name: 'North',
    });
    const { route } = await must('POST /v1/routes', { name: 'One' });
    const assigned = await must(
      'POST /v1/routes/{id}/assign',
      { driverGroupId: 'north' },
      { params: { id: route.id } },
    );
    expect(assigned.driverGroup).toEqual({ id: driverGroup.id, externalId: 'north' });
    const unknown = await send(
      'POST /v1/routes/{id}/assign',
      { driverGroupId: 'south' },
      { params: { id: route.id } },
    );
    expect(unknown.status).toBe(422);
  });

  it('41 2.5 X-Ignored-Fields names only what was ignored, and X-Strict refuses only that', async () => {
    const strict = { headers: { 'x-strict': 'true' } };
    const known = await send('POST /v1/courier', DRIVER, strict);
    expect([known.status, known.headers['x-ignored-fields']]).toEqual([200, undefined]);
    const more = { ...DRIVER, shoesize: 44 };
    expect((await send('POST /v1/courier', more)).headers['x-ignored-fields']).toBe('shoesize');
    const refused = await send('POST /v1/courier', more, strict);
    expect(Object.keys(refused.json.error.details.fields)).toEqual(['shoesize']);
  });

  it('41 2.6 drivers, vehicles and contracts have both spellings', async () => {
    const driver = await must('POST /v1/courier', { ...DRIVER, vehicleinfo: { licenseplate: '7ABC123' } });
    expect(driver).toMatchObject({ firstName: 'Grace', firstname: 'Grace', createdat: driver.createdAt });
    expect(driver.vehicleinfo).toMatchObject({ licenseplate: '7ABC123' });
    expect(driver.vehicleInfo).toMatchObject({ licensePlate: '7ABC123' });
    const vehicle = await must('POST /v1/vehicle', { name: 'Van', enabled: true, courierids: [driver.id] });
    expect(vehicle).toMatchObject({ courierIds: [driver.id], courierids: [driver.id] });
    await must('PUT /v1/fleet/driver-groups/upsert', { externalIdentifier: 'both', name: 'Both' });
    const { contracts } = await must('GET /v1/contracts');
    expect(contracts.length).toBeGreaterThan(0);
    for (const one of contracts)
      expect(one).toMatchObject({ contract_id: one.contractId, display_name: one.displayName });
  });

  it('41 2.6 stores inside zones show the zones that they serve', async () => {
    const { id: storeLocationId } = await shop();
    const [a, b] = await Promise.all(
      ['94107', '94110'].map((zip) =>
        must('POST /v1/zones', { zipCodes: [zip], storeLocationIds: [storeLocationId] }),
      ),
    );
    const { storeLocations } = await must('GET /v1/zones/{id}', undefined, { params: { id: a.id } });
    expect(storeLocations).toMatchObject([{ id: storeLocationId }]);
    expect(storeLocations[0].zoneIds.toSorted()).toEqual([a.id, b.id].toSorted());
    expect(storeLocations[0].zoneAssociations).toHaveLength(2);
  });

  it('41 2.6 delivery windows leave out what they do not have', async () => {
    const window = await must('POST /v1/delivery-window', {
      startTime: '2036-03-02T09:00:00Z',
      endTime: '2036-03-02T11:00:00Z',
    });
    expect(Object.values(window)).not.toContain(null);
    expect(window).not.toHaveProperty('rrule');
  });

  it('41 2.6 a workflow on a notification trigger needs no eventName, and names the type as the catalogue does', async () => {
    const { triggers } = await must('GET /v1/notification-triggers/catalog');
    for (const { value } of triggers
      .filter(({ creatable }: { creatable: boolean }) => creatable)
      .slice(0, 3)) {
      const { trigger } = await must('POST /v1/workflows', {
        name: value,
        nodes: [{ nodeKey: 'start', nodeType: 'trigger' }],
        edges: [],
        trigger: { triggerType: 'event', eventTriggerType: value },
      });
      expect(trigger).toMatchObject({ eventName: 'notification_trigger.tripped', eventTriggerType: value });
    }
  });

  it('41 2.6 jobs count in fractions', async () => {
    const job = await must('POST /v1/jobs', {
      packageDeliveryMode: 'now',
      ...{ pickupAddress: '1 Market Street', pickupPhoneNumber: '+14155550100', pickupBusinessName: 'Shop' },
      ...{
        dropoffAddress: '900 Valencia Street',
        dropoffPhoneNumber: '+14155550199',
        dropoffFirstName: 'Ada',
      },
      packageValueCents: 2_500,
      itemsCount: 1.5,
    });
    expect(job.jobConfigurations[0].package.itemsCount).toBe(1.5);
  });

  it('41 2.6 contracts return next_cursor beside nextCursor', async () => {
    for (const name of ['x', 'y'])
      await must('PUT /v1/fleet/driver-groups/upsert', { externalIdentifier: name, name });
    const first = await must('GET /v1/contracts', undefined, { query: { limit: '1' } });
    expect(first.next_cursor).toBe(first.nextCursor);
    const query = { limit: '1', cursor: first.next_cursor };
    const second = await must('GET /v1/contracts', undefined, { query });
    expect(second.contracts[0].contract_id).not.toBe(first.contracts[0].contract_id);
  });

  it('41 2.7 every reply has X-REQUEST-ID', async () => {
    for (const reply of [
      await send('GET /v1/zones'),
      await send('GET /v1/zones/{id}', undefined, { params: { id: 'none' } }),
      await send('POST /v1/zones', '['),
      await api.call('GET /v1/zones'),
    ])
      expect(reply.headers['x-request-id']).toMatch(/./);
  });
});
