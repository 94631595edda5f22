import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jobBodyExample } from '../../../../../functions/api/jobs/job-schemas.ts';
import { dispatchDueOrder } from '../../../../../lib/fulfilment/dispatch/index.ts';
import {
  changeJob,
  readJob,
  receiveProviderUpdate,
  returnedJobSchema,
} from '../../../../../lib/fulfilment/jobs/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { type FaultyProvider, faultyProvider } from '../../../../support/faulty-provider.ts';

let one: FaultyProvider;
let two: FaultyProvider;
let api: DispatchApi;
async function start(faults: Partial<Parameters<typeof faultyProvider>[0]> = {}): Promise<void> {
  one = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100, ...faults });
  two = faultyProvider({ id: 'prv_two', name: 'Two', priceCents: 200 });
  api = await startDispatchApi([one.provider, two.provider]);
}
beforeEach(() => start());
afterEach(() => api.stop());

const create = (fields: object = {}) => api.call('POST /v1/jobs', { body: { ...jobBodyExample, ...fields } });
const make = (fields: object = {}) => api.must('POST /v1/jobs', { body: { ...jobBodyExample, ...fields } });
const get = (id: string, query: Record<string, string> = {}) =>
  api.must('GET /v1/jobs/{id}', { params: { id }, query });
const cancel = (jobId: string) => api.call('POST /v1/jobs/{jobId}/cancel', { params: { jobId } });
const task = (job: { jobConfigurations: { advancedTask: object }[] }): Record<string, never> =>
  job.jobConfigurations[0]?.advancedTask as Record<string, never>;

describe('5 POST /v1/jobs', () => {
  it('makes a job that waits with its quotes, and goes out when one is selected', async () => {
    const job = await make({
      externalIdentifier: 'x1',
      jobMetadata: { a: 1 },
      packageTax: 1.5,
      tipAmountUsd: 1,
    });
    expect(returnedJobSchema.parse(job)).toEqual(job);
    expect(job).toMatchObject({
      isActive: true,
      externalIdentifier: 'x1',
      jobMetadata: { a: 1 },
      optionsGroup: null,
    });
    expect(task(job)).toMatchObject({ status: 'created', providerId: null, delivery: null });
    const [configuration] = job.jobConfigurations;
    expect(configuration.package).toMatchObject({
      valueCents: 2500,
      taxCents: 150,
      tax: 1.5,
    });
    const [, second] = configuration.advancedTask.quotes;
    const selected = await api.must('POST /v1/select_quote', { body: { quoteId: second.id } });
    expect(task(selected.job)).toMatchObject({ status: 'planned_selection', providerId: 'prv_two' });
    await api.drain();
    expect(task(await get(job.id))).toMatchObject({ status: 'running' });
    expect(two.held()).toHaveLength(1);
    const again = await api.call('POST /v1/select_quote', { body: { quoteId: second.id } });
    expect([again.status, again.json.error.code]).toEqual([409, 'INVALID_STATE_TRANSITION']);
  });

  it('goes out at once when its options group says so, unless only quotes are asked for', async () => {
    const { id: optionsGroupId } = await api.strategy({ enableAutoDispatch: true });
    const job = await make({ optionsGroupId });
    expect(job.optionsGroup.id).toBe(optionsGroupId);
    expect(task(job)).toMatchObject({ providerId: 'prv_one', status: 'created' });
    await api.drain();
    expect(task(await get(job.id)).status).toBe('running');
    expect(task(await make({ optionsGroupId, quoteRequestOnly: true })).providerId).toBeNull();
  });

  it('of a scheduled package goes out at its pickup less the lead time', async () => {
    const { id: optionsGroupId } = await api.strategy({ enableAutoDispatch: true });
    const job = await make({
      optionsGroupId,
      packageDeliveryMode: 'scheduled',
      packagePickupStartTime: '2026-03-02T12:00:00Z',
      packageDropoffEndTime: '2026-03-02T14:00:00Z',
    });
    await api.drain();
    expect(task(await get(job.id)).providerId).toBeNull();
    await api.pass(2 * 3_600_000);
    expect(task(await get(job.id))).toMatchObject({ status: 'running', providerId: 'prv_one' });
  });

  it('reads times without a zone by the clocks of the pickup when asked to', async () => {
    const times = { packageDeliveryMode: 'scheduled', packagePickupStartTime: '2026-07-02T12:00:00' };
    const job = await make({ ...times, inputDatetimesLocalizedToPickupTz: true });
    expect(job.jobConfigurations[0].package.pickupStartTime).toBe('2026-07-02T19:00:00.000Z');
    expect((await make(times)).jobConfigurations[0].package.pickupStartTime).toBe('2026-07-02T12:00:00.000Z');
    const { state: _, ...components } = jobBodyExample.pickupAddressComponents;
    // A city on the border of two zones.
    const refused = await create({
      ...times,
      inputDatetimesLocalizedToPickupTz: true,
      pickupAddressComponents: { ...components, city: 'Phenix City', latitude: 32.471, longitude: -85.0008 },
    });
    expect([refused.status, refused.json.error.code]).toEqual([400, 'INVALID_TIME_CONSTRAINT']);
  });

  it.each([
    ['El Paso', { latitude: 31.7619, longitude: -106.485 }, 'America/Denver', '2026-07-02T18:00:00.000Z'],
    ['Dallas', { latitude: 32.7767, longitude: -96.797 }, 'America/Chicago', '2026-07-02T17:00:00.000Z'],
  ])(
    '41 1.5 reads times in %s by its clocks, which its point tells without a state',
    async (city, point, timezoneId, instant) => {
      const { state: _, ...components } = jobBodyExample.pickupAddressComponents;
      const job = await make({
        packageDeliveryMode: 'scheduled',
        packagePickupStartTime: '2026-07-02T12:00:00',
        inputDatetimesLocalizedToPickupTz: true,
        pickupAddressComponents: { ...components, ...point, city },
      });
      expect(job.jobConfigurations[0].package).toMatchObject({
        pickupStartTime: instant,
        pickupLocation: { timezoneId },
      });
    },
  );

  it.each([
    ['El Paso', { latitude: 31.7619, longitude: -106.485 }, 'America/Denver', '2026-07-02T18:00:00.000Z'],
    ['Dallas', { latitude: 32.7767, longitude: -96.797 }, 'America/Chicago', '2026-07-02T17:00:00.000Z'],
  ])('reads times in %s by its clocks, which its point tells', async (city, point, timezoneId, instant) => {
    const job = await make({
      packageDeliveryMode: 'scheduled',
      packagePickupStartTime: '2026-07-02T12:00:00',
      inputDatetimesLocalizedToPickupTz: true,
      pickupAddressComponents: {
        ...jobBodyExample.pickupAddressComponents,
        ...point,
        city,
        state: 'TX',
      },
    });
    expect(job.jobConfigurations[0].package).toMatchObject({
      pickupStartTime: instant,
      pickupLocation: { timezoneId },
    });
  });

  it.each([
    [{ pickupAddressComponents: null }, 'INVALID_ADDRESS'],
    [{ pickupAddress: '1 High Street' }, 'INVALID_ADDRESS'],
    [{ pickupLatitude: 37.7936 }, 'INVALID_ADDRESS'],
    [{ pickupLatitude: 37.7936, pickupLongitude: -122.5 }, 'INVALID_ADDRESS'],
    [{ dropoffPhoneNumber: '12' }, 'INVALID_PHONE_NUMBER'],
    [{ dropoffPhoneNumber: null }, 'INVALID_PHONE_NUMBER'],
    [{ packagePickupStartTime: '2020-01-01T00:00:00Z' }, 'INVALID_TIME_CONSTRAINT'],
    [{ packagePickupStartTime: 'soon' }, 'INVALID_TIME_CONSTRAINT'],
    [{ packageMinimumVehicleSize: 'zeppelin' }, 'INVALID_VALUE'],
    [{ optionsGroupId: 'opn_none' }, 'INVALID_OPTIONS_GROUP'],
  ])('with %j is refused', async (fields, code) => {
    const { status, json } = await create(fields);
    expect([status, json.error.code]).toEqual([400, code]);
  });

  it.each([
    [{ packageDeliveryMode: 'later' }, 'packageDeliveryMode'],
    [{ packageMinimumVehicleSize: 'zeppelin' }, 'packageMinimumVehicleSize'],
    [{ packageRequirements: ['magic'] }, 'packageRequirements'],
    [{ packageValueCents: -1 }, 'packageValueCents'],
    [{ packagePickupStartTime: '2020-01-01T00:00:00Z' }, 'packagePickupStartTime'],
    [
      { dropoffAddressComponents: { ...jobBodyExample.dropoffAddressComponents, latitude: 200 } },
      'dropoffAddressComponents.latitude',
    ],
  ])('with %j is refused in the names of the request', async (fields, field) => {
    const { json } = await create(fields);
    const { message, details } = json.error;
    expect(details.field).toBe(field);
    expect(Object.keys(details.errors)).toContain(field);
    expect(message).toMatch(new RegExp(`^${field}\\b`));
  });

  it.each([
    [{ packageValueCents: undefined, packageValue: 0 }, 'packageValue', 'INVALID_VALUE'],
    [{ packageValueCents: undefined, packageValue: 1e14 }, 'packageValue', 'INVALID_VALUE'],
    [{ packageTax: -0.01 }, 'packageTax', 'INVALID_VALUE'],
    [{ packageServiceFee: 1e15 }, 'packageServiceFee', 'INVALID_VALUE'],
    [{ tipAmountCents: undefined, tipAmount: -1 }, 'tipAmount', 'INVALID_TIP'],
    [{ tipAmountCents: undefined, tipAmountUsd: 1e15 }, 'tipAmountUsd', 'INVALID_TIP'],
  ])('with the amount %j is refused by the name it was sent under', async (fields, field, code) => {
    const { status, json } = await create(fields);
    expect([status, json.error.code, json.error.details.field]).toEqual([400, code, field]);
    expect(json.error.message).toMatch(new RegExp(`^${field} is -?[0-9]`));
  });

  it('takes an amount in units and in cents only when they agree', async () => {
    const job = await make({ packageValueCents: 2_500, packageValue: 25, packageTax: 1.15 });
    expect(job.jobConfigurations[0].package).toMatchObject({ valueCents: 2_500, taxCents: 115 });
    const value = await create({ packageValueCents: 2_500, packageValue: 24 });
    expect([value.status, value.json.error.code]).toEqual([400, 'INVALID_VALUE']);
    const tip = await create({ tipAmountCents: 100, tipAmountUsd: 2 });
    expect([tip.status, tip.json.error.code]).toEqual([400, 'INVALID_TIP']);
  });

  it.each([
    [{ jobMetadata: JSON.parse('{"constructor":1}') }, 'jobMetadata.constructor'],
    [{ jobMetadata: { Nash_id: 1 } }, 'jobMetadata.Nash_id'],
    [{ packageItems: [JSON.parse('{"parts":{"__proto__":1}}')] }, 'packageItems[0].parts.__proto__'],
    [{ packageItems: [{ note: 'x'.repeat(200_000) }] }, 'packageItems'],
    [{ pickupAddress: 'x'.repeat(501) }, 'pickupAddress'],
  ])('of a shape that cannot be kept is refused by field: %#', async (fields, field) => {
    const { status, json } = await create(fields);
    expect([status, json.error.code]).toEqual([422, 'VALIDATION_ERRORS']);
    expect(Object.keys(json.error.details.fields)).toContain(field);
  });

  it('needs no postal code in an address with its point', async () => {
    const { postalCode: _, ...dropoffAddressComponents } = jobBodyExample.dropoffAddressComponents;
    const job = await make({ dropoffAddressComponents });
    expect(job.jobConfigurations[0].package.dropoffLocation).toMatchObject({
      addressZip: null,
      lat: dropoffAddressComponents.latitude,
    });
  });

  it('takes a line of address with its point as it is, and reads from it where it is', async () => {
    const job = await make({
      pickupAddressComponents: null,
      pickupAddress: '100 Market Street, San Francisco, CA 94105',
      pickupLatitude: 37.7936,
      pickupLongitude: -122.3958,
    });
    expect(job.jobConfigurations[0].package.pickupLocation).toMatchObject({
      formattedAddress: '100 Market Street, San Francisco, CA 94105',
      lat: 37.7936,
      addressCity: 'San Francisco',
      addressState: 'CA',
      addressZip: '94105',
      addressCountry: 'US',
      timezoneId: 'America/Los_Angeles',
    });
  });

  it('refuses a package identifier that another job has, and frees it when that is cancelled', async () => {
    const first = await make({ packageExternalIdentifier: 'p1' });
    const { status, json } = await create({ packageExternalIdentifier: 'p1' });
    expect([status, json.error.code]).toEqual([400, 'RESOURCE_ALREADY_EXISTS']);
    expect(json.error.message).toContain(`POST /v1/jobs/${first.id}/cancel`);
    await cancel(first.id);
    expect((await create({ packageExternalIdentifier: 'p1' })).status).toBe(200);
  });

  it('takes a package identifier whose job is over, delivered or given up', async () => {
    const { id: optionsGroupId } = await api.strategy({ enableAutoDispatch: true, reassignOnFailure: false });
    for (const status of ['dropoff_complete', 'failed']) {
      const { jobConfigurations } = await make({ packageExternalIdentifier: 'p2', optionsGroupId });
      await api.drain();
      const { id: deliveryId, providerId } = jobConfigurations[0].delivery;
      const from = { organizationId: 'org_test', providerId };
      await receiveProviderUpdate(api.deps, from, { deliveryId, status });
      await api.drain();
    }
    expect((await create({ packageExternalIdentifier: 'p2' })).status).toBe(200);
  });
});

describe('5 jobs by external identifier', () => {
  const route = 'POST /v1/jobs/external_identifier/{externalIdentifier}';
  const upsert = (fields: object = {}) =>
    api.call(route, { params: { externalIdentifier: 'x' }, body: { ...jobBodyExample, ...fields } });

  it('are made, changed while they wait, dispatched and then left alone', async () => {
    const made = (await upsert()).json;
    const changed = (await upsert({ packageDescription: 'Three bags' })).json;
    expect(changed.id).toBe(made.id);
    expect(changed.jobConfigurations[0].package.description).toBe('Three bags');
    expect(task(changed)).toMatchObject({ providerId: null });
    const sent = (await upsert({ autodispatch: true })).json;
    expect(task(sent)).toMatchObject({ providerId: 'prv_one', status: 'planned_selection' });
    await api.drain();
    const late = await upsert();
    expect([late.status, late.json.error.code]).toEqual([400, 'DISALLOWED_OPERATION']);
    const found = await api.must('GET /v1/jobs/external_identifier/{externalIdentifier}', {
      params: { externalIdentifier: 'x' },
    });
    expect(found.id).toBe(made.id);
    await cancel(made.id);
    expect((await upsert()).json.id).not.toBe(made.id);
  });

  it('refuse another external identifier in the body', async () => {
    const { status, json } = await upsert({ externalIdentifier: 'y' });
    expect([status, Object.keys(json.error.details.fields)]).toEqual([422, ['externalIdentifier']]);
    expect((await upsert({ externalIdentifier: 'x' })).json.externalIdentifier).toBe('x');
  });

  it('go out by the window that was sent last (decision B11)', async () => {
    const { id: optionsGroupId } = await api.strategy({ enableAutoDispatch: true });
    const at = (hour: number) => ({
      optionsGroupId,
      packageDeliveryMode: 'scheduled',
      packagePickupStartTime: `2026-03-02T${hour}:00:00Z`,
      packageDropoffEndTime: '2026-03-02T23:00:00Z',
    });
    const { id } = (await upsert(at(12))).json;
    await upsert(at(18));
    await api.pass(2 * 3_600_000);
    expect(task(await get(id)).providerId).toBeNull();
    await upsert(at(15));
    await api.pass(3 * 3_600_000);
    expect(task(await get(id))).toMatchObject({ status: 'running', providerId: 'prv_one' });
  });

  it('put off or held back while their timer rings do not go out', async () => {
    const { id: optionsGroupId } = await api.strategy({ enableAutoDispatch: true });
    const at = (hour: number) => ({
      optionsGroupId,
      packageDeliveryMode: 'scheduled',
      packagePickupStartTime: `2026-03-02T${hour}:00:00Z`,
      packageDropoffEndTime: '2026-03-02T23:00:00Z',
    });
    const { id } = (await upsert(at(12))).json;
    for (const change of [at(18), { ...at(18), quoteRequestOnly: true }]) {
      await upsert(at(12));
      await upsert(change);
      const rung = { subject: id, dueAt: '2026-03-02T11:00:00.000Z', data: { jobId: id } };
      await dispatchDueOrder(api.deps, {
        id: 'evt_1',
        name: 'timer.job-dispatch',
        organizationId: 'org_test',
        aggregateType: 'timer',
        aggregateId: 't',
        occurredAt: '2026-03-02T11:00:00.000Z',
        data: rung,
      });
      expect(task(await get(id)).providerId).toBeNull();
    }
  });

  it('are dispatched and cancelled', async () => {
    await upsert();
    const params = { externalIdentifier: 'x' };
    const sent = await api.must(`${route}/autodispatch`, { params });
    expect(task(sent.job)).toMatchObject({ providerId: 'prv_one' });
    const gone = await api.must(`${route}/cancel`, { params });
    expect(gone.job.isActive).toBe(false);
  });
});

describe('5 GET /v1/jobs/{id}', () => {
  it('can leave out quotes; another organization has no such job', async () => {
    const job = await make();
    const small = await get(job.id, { compressedPayload: 'true' });
    expect(task(small)).toEqual({ id: task(job).id });
    expect(small.jobConfigurations[0].tasks[0].quotes).toBeUndefined();
    const grant = { organizations: [{ id: 'org_other', listShards: 1 }] };
    const other = await api.call('GET /v1/jobs/{id}', { params: { id: job.id }, grant });
    expect([other.status, other.json.error.code]).toEqual([404, 'MISSING_RESOURCE']);
    const scoped = { storeLocationIds: ['store_1'] };
    expect((await api.call('GET /v1/jobs/{id}', { params: { id: job.id }, grant: scoped })).status).toBe(404);
  });
});

describe('3.3 cancel', () => {
  const running = async () => {
    const { id } = await api.strategy({ enableAutoDispatch: true });
    const job = await make({ optionsGroupId: id });
    await api.drain();
    return job.id;
  };

  it('of a live delivery is at once for the caller and reaches the provider through the queue', async () => {
    const id = await running();
    const { status, json } = await cancel(id);
    expect(status).toBe(200);
    expect(json.job.isActive).toBe(false);
    expect(task(json.job)).toMatchObject({
      status: 'canceled_by_customer',
      delivery: { status: 'canceled_by_customer' },
    });
    expect(one.held()).toHaveLength(1);
    await api.drain();
    expect(one.held()).toEqual([]);
    const written = (await api.db.events()).map(({ name }) => name);
    expect(written).toEqual(expect.arrayContaining(['job.canceled', 'task.canceled_by_customer']));
    expect((await cancel(id)).status).toBe(200);
    expect(await api.db.events('job.canceled')).toHaveLength(1);
  });

  it('leaves nobody watching over the attempt', async () => {
    const id = await running();
    await cancel(id);
    await api.drain();
    await api.pass(130_000);
    await api.pass(130_000);
    const armed = (await api.db.items()).filter(
      ({ type, data }) => type === 'timer' && data.state === 'armed',
    );
    expect(armed).toEqual([]);
  });

  it('is repeated until the provider is reached', async () => {
    await api.stop();
    await start({ cancels: ['lost-call', 'lost-call'] });
    await cancel(await running());
    await api.drain();
    expect(one.held()).toHaveLength(1);
    await api.pass(130_000);
    await api.pass(130_000);
    expect(one.held()).toEqual([]);
  });

  it('before the provider accepted takes back what is accepted too late', async () => {
    await api.stop();
    await start({ creates: ['late'] });
    await cancel(await running());
    await api.drain();
    one.letLateCallsArrive();
    expect(one.held()).toEqual([]);
  });

  it('that the provider refuses is told', async () => {
    await api.stop();
    await start({ cancels: ['refuse-if-held'] });
    await cancel(await running());
    await api.drain();
    expect(await api.db.events('task.cancellation_failed')).toHaveLength(1);
  });

  it('of one package by configuration or task; unknown parts are not there', async () => {
    const id = await running();
    const job = await get(id);
    const part = (objectId: string) =>
      api.call('POST /v1/jobs/{jobId}/{objectId}/cancel', { params: { jobId: id, objectId } });
    expect((await part('tsk_none')).status).toBe(404);
    expect((await part(String(task(job).id))).json.job.isActive).toBe(false);
  });

  it('leaves a delivery that has ended as it is', async () => {
    const id = await running();
    const found = (await readJob(api.deps.table, 'org_test', id))!;
    const at = '2026-03-02T10:00:00.000Z';
    const ended = { created_at: at, status: 'dropoff_complete' as const };
    const delivery = found.deliveries[0]!.value;
    const { operations } = changeJob(
      found,
      {
        tasks: [{ ...found.tasks[0]!.value, status: 'completed' }],
        deliveries: [
          { ...delivery, status: ended.status, statusHistory: [...delivery.statusHistory, ended] },
        ],
      },
      at,
    );
    await api.deps.table.write(operations);
    const { status, json } = await cancel(id);
    expect([status, json.error.code]).toEqual([409, 'INVALID_STATE_TRANSITION']);
    expect((await get(id)).jobConfigurations[0].delivery.status).toBe('dropoff_complete');
  });
});

describe('1.1 GET /v1/jobs', () => {
  const list = (query: Record<string, string> = {}) => api.must('GET /v1/jobs', { query });
  const ids = (page: { results: { id: string }[] }) => page.results.map(({ id }) => id);

  it('shows rows newest first, in pages, through every filter', async () => {
    const first = await make({ dropoffFirstName: 'Zoe', externalIdentifier: 'first' });
    api.db.deps.clock.advance(1000);
    const second = await make({ referenceId: 'R-7' });
    await api.must('POST /v1/jobs/{id}/autodispatch', { params: { id: second.id } });
    await api.drain();
    const page = await list();
    expect(ids(page)).toEqual([second.id, first.id]);
    expect(page).toMatchObject({ totalCount: 2, totalCountIsExact: true, limit: 25, offset: 0 });
    expect(page.results[0]).toMatchObject({
      status: 'created',
      isActive: true,
      pickup: { businessName: 'Corner Bakery', city: 'San Francisco' },
      delivery: { providerName: 'One', status: 'created', priceCents: 100, currency: 'USD' },
    });
    expect(page.results[1].delivery).toBeNull();
    expect(ids(await list({ limit: '1', offset: '1' }))).toEqual([first.id]);
    expect(ids(await list({ sortDirection: 'asc' }))).toEqual([first.id, second.id]);
    expect(ids(await list({ customerName: 'zoe' }))).toEqual([first.id]);
    expect(ids(await list({ search: 'r-7' }))).toEqual([second.id]);
    expect(ids(await list({ providerNames: 'one,other' }))).toEqual([second.id]);
    expect(ids(await list({ shortReferenceCode: first.shortReferenceCode }))).toEqual([first.id]);
    expect(ids(await list({ isBatch: 'true' }))).toEqual([]);
    expect(ids(await list({ city: 'paris' }))).toEqual([]);
    expect(ids(await list({ endDate: '2026-03-01T00:00:00Z' }))).toEqual([]);
    expect((await api.call('GET /v1/jobs', { query: { limit: '101' } })).status).toBe(422);
  });
});
