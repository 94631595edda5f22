import { afterAll, beforeAll, expect, test } from 'vitest';
import { dutyEntity } from '../../../../../lib/fleet/own-fleet/provider/index.ts';
import { courierPositionEntity, OWN } from '../../../../../lib/fleet/routes/index.ts';
import { readAuditLog } from '../../../../../lib/platform/audit/index.ts';
import { create } from '../../../../../lib/platform/table/index.ts';
import { type FleetApi, startFleetApi } from '../../../../support/fleet-api.ts';

let api: FleetApi;
beforeAll(async () => {
  api = await startFleetApi();
});
afterAll(() => api.stop());

const person = { firstName: 'Ada', lastName: 'Lovelace', phoneNumber: '+14155550100' };

test('7 a driver that is not valid is refused with 400', async () => {
  const refused = await api.call('POST /v1/courier', { body: { firstName: 'Ada' } });
  expect(refused).toMatchObject({
    status: 400,
    json: { error: { code: 'VALIDATION_ERRORS', details: { fields: { lastName: expect.any(String) } } } },
  });
  const unknown = await api.call('POST /v1/courier', { body: { ...person, vehicleIds: ['vhc_none'] } });
  expect(unknown).toMatchObject({ status: 400, json: { error: { details: { unknownIds: ['vhc_none'] } } } });
});

test('7 workRelationship and dateOfBirth are accepted', async () => {
  const made = await api.call('POST /v1/courier', {
    body: { ...person, workRelationship: 'CONTRACTOR', dateOfBirth: '1990-05-17' },
  });
  expect(made).toMatchObject({
    status: 200,
    json: { workRelationship: 'CONTRACTOR', dateOfBirth: '1990-05-17', version: 1 },
  });
});

test('7 a date of birth in the future is refused', async () => {
  const born = (dateOfBirth: string) => api.call('POST /v1/courier', { body: { ...person, dateOfBirth } });
  const refused = await born('2999-01-01');
  expect(refused).toMatchObject({
    status: 400,
    json: { error: { details: { fields: { dateOfBirth: expect.any(String) } } } },
  });
  expect((await born('2000-02-29')).status).toBe(200);
});

test('lower-case and snake_case spellings are accepted, camelCase is returned (decision A15)', async () => {
  const made = await api.call('POST /v1/courier', {
    body: {
      externalidentifier: 'spelled',
      first_name: 'Ada',
      lastname: 'Lovelace',
      phonenumber: '+14155550100',
      vehicle_info: { licenseplate: '7ABC123', type: 'cargo_bike', year: 2024 },
    },
  });
  expect(made.json).toMatchObject({
    externalIdentifier: 'spelled',
    firstName: 'Ada',
    vehicleInfo: { licensePlate: '7ABC123', type: 'cargobike', year: '2024', color: null },
  });
});

test('an external identifier that is taken is refused on creation', async () => {
  await api.driver('taken');
  const refused = await api.call('POST /v1/courier', { body: { ...person, externalIdentifier: 'taken' } });
  expect(refused).toMatchObject({ status: 400, json: { error: { code: 'RESOURCE_ALREADY_EXISTS' } } });
});

test('4.7 memberships are added and removed one by one, all others stay', async () => {
  const [a, b, c] = [await api.group('ga'), await api.group('gb'), await api.group('gc')];
  const upsert = (fields: object) =>
    api.call('PUT /v1/fleet/drivers/upsert', { body: { externalIdentifier: 'mover', ...person, ...fields } });
  const first = await upsert({ addFirstVersionContractIds: [a, b] });
  expect(first.json).toMatchObject({ created: true, driver: { firstVersionContractIds: [a, b] } });
  const second = await upsert({ addFirstVersionContractIds: [c], removeFirstVersionContractIds: [a] });
  expect(second.json).toMatchObject({ created: false, driver: { firstVersionContractIds: [b, c] } });
  const both = await upsert({ addFirstVersionContractIds: [a], removeFirstVersionContractIds: [a] });
  expect(both.status).toBe(422);
  const unknown = await upsert({ addFirstVersionContractIds: ['cntr_none'] });
  expect(unknown).toMatchObject({ status: 422, json: { error: { details: { unknownIds: ['cntr_none'] } } } });
});

test('drivers are listed newest first, page by page, with their groups', async () => {
  const ids = [await api.driver('page-1'), await api.driver('page-2'), await api.driver('page-3')];
  const group = await api.group('page-group', { driverIds: [ids[2]] });
  const list = async (query: Record<string, string>) =>
    (await api.call('GET /v1/couriers', { query })).json as {
      id: string;
      firstVersionContractIds: string[];
    }[];
  const first = await list({ limit: '2' });
  expect(first.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
  expect(first[0]?.firstVersionContractIds).toEqual([group]);
  const second = await list({ limit: '1', after: ids[1] ?? '' });
  expect(second.map(({ id }) => id)).toEqual([ids[0]]);
  const limited = await api.call('GET /v1/couriers', { grant: { driverGroupIds: [group] } });
  expect(limited.json.map(({ id }: { id: string }) => id)).toEqual([ids[2]]);
});

test('a change by id or external identifier keeps what is not sent and raises the version', async () => {
  const id = await api.driver('patched', { driversLicense: 'D-1' });
  const changed = await api.call('PATCH /v1/courier/{id}', {
    params: { id: 'patched' },
    body: { enabled: false, driversLicense: null },
  });
  expect(changed.json).toMatchObject({
    id,
    enabled: false,
    driversLicense: null,
    firstName: 'Grace',
    version: 2,
  });
  const { json } = await api.call('GET /v1/courier/{id}', { params: { id } });
  expect(json).toEqual(changed.json);
});

test('5.3 a caller limited to driver groups gives its drivers no vehicle of another group', async () => {
  const [mine, theirs] = [await api.driver('mine'), await api.driver('theirs')];
  const group = await api.group('my-group', { driverIds: [mine] });
  const vehicle = async (owner: string) =>
    String(
      (await api.call('POST /v1/vehicle', { body: { name: 'V', enabled: true, courierIds: [owner] } })).json
        .id,
    );
  const [own, foreign] = [await vehicle(mine), await vehicle(theirs)];
  const give = (vehicleIds: readonly string[]) =>
    api.call('PATCH /v1/courier/{id}', {
      params: { id: mine },
      body: { vehicleIds },
      grant: { driverGroupIds: [group] },
    });
  expect(await give([own, foreign])).toMatchObject({
    status: 422,
    json: { error: { details: { unknownIds: [foreign] } } },
  });
  const seen = await api.call('GET /v1/vehicle/{id}', {
    params: { id: foreign },
    grant: { driverGroupIds: [group] },
  });
  expect(seen.status).toBe(404);
  expect((await give([])).json.vehicleIds).toEqual([]);
});

test('vehicles and drivers name each other', async () => {
  const driver = await api.driver('with-van');
  const made = await api.call('POST /v1/vehicle', {
    body: {
      name: 'Van',
      enabled: true,
      courierids: ['with-van'],
      vehicleconfig: { maxstops: 12, capabilities: ['cold'] },
    },
  });
  expect(made.json).toMatchObject({
    courierIds: [driver],
    vehicleConfig: { maxStops: 12, capabilities: ['cold'] },
  });
  const read = () => api.call('GET /v1/courier/{id}', { params: { id: driver } });
  expect((await read()).json.vehicleIds).toEqual([made.json.id]);
  await api.call('PATCH /v1/vehicle/{id}', { params: { id: made.json.id }, body: { courierIds: [] } });
  expect((await read()).json.vehicleIds).toEqual([]);
});

test('a change for another version than the present one is refused (decision C49), and each is audited', async () => {
  const id = await api.driver('versioned');
  const change = (version: string, body: object) =>
    api.call('PATCH /v1/courier/{id}', { params: { id }, body, headers: { 'if-match': version } });
  expect((await change('1', { enabled: false })).status).toBe(200);
  expect(await change('1', { enabled: true })).toMatchObject({
    status: 409,
    json: { error: { code: 'CONFLICT', details: { version: 2 } } },
  });
  const { results } = await readAuditLog(api.deps, 'org_test', { entityId: id, limit: 10 });
  expect(results).toMatchObject([
    { action: 'updated', changes: [{ field: 'enabled', before: true, after: false }] },
    { action: 'created' },
  ]);
});

test('a driver is shown where it was last seen, by its own report or on a route', async () => {
  const [unseen, reporting, routed] = [
    await api.driver('unseen'),
    await api.driver('reporting'),
    await api.driver('routed'),
  ];
  const organizationId = 'org_test';
  const report = (id: string, lat: number, at: string) =>
    create(dutyEntity, { organizationId, id, assignmentIds: [], position: { lat, lng: 9, at } });
  await api.deps.table.write([
    report(reporting, 1, '2026-03-02T08:30:00.000Z'),
    report(routed, 2, '2026-03-02T08:10:00.000Z'),
    create(courierPositionEntity, {
      organizationId,
      cell: OWN,
      courierId: routed,
      routeId: 'rte_1',
      firstName: null,
      lastName: null,
      storeLocationIds: [],
      driverGroupId: null,
      lat: 3,
      lng: 9,
      updatedAt: '2026-03-02T08:20:00.000Z',
    }),
  ]);
  const listed = await api.call('GET /v1/couriers', { query: { limit: '3' } });
  const places = listed.json.map(
    ({ id, courierLocation }: { id: string; courierLocation: object | null }) => [id, courierLocation],
  );
  expect(Object.fromEntries(places)).toEqual({
    [unseen]: null,
    [reporting]: { lat: 1, lng: 9, updatedAt: '2026-03-02T08:30:00.000Z' },
    [routed]: { lat: 3, lng: 9, updatedAt: '2026-03-02T08:20:00.000Z' },
  });
  const read = await api.call('GET /v1/courier/{id}', { params: { id: routed } });
  expect(read.json.courierLocation).toMatchObject({ lat: 3 });
});
