import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jobBodyExample } from '../../../../../functions/api/jobs/job-schemas.ts';
import {
  type DeliveryStatus,
  returnedJobSchema,
  updateDelivery,
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

/** A package that goes to the `n`th neighbour. */
const to = (n: number, fields: object = {}) => ({
  ...jobBodyExample,
  packageExternalIdentifier: `box-${n}`,
  dropoffPhoneNumber: `+1415555${String(1000 + n)}`,
  ...fields,
});
const boxes = (count: number) => Array.from({ length: count }, (_, index) => to(index));
const create = (body: object) => api.call('POST /v1/batch_job', { body });
const make = (body: object) => api.must('POST /v1/batch_job', { body });
const get = (id: string, query: Record<string, string> = {}) =>
  api.must('GET /v1/jobs/{id}', { params: { id }, query });
const tasks = (job: { jobConfigurations: { advancedTask: Record<string, never> }[] }) =>
  job.jobConfigurations.map(({ advancedTask }) => advancedTask);

describe('4.1 POST /v1/batch_job', () => {
  it('makes a batch that waits with one price for all, and goes out with the provider that is selected', async () => {
    const job = await make({ packages: boxes(3), externalIdentifier: 'round-7', jobMetadata: { a: 1 } });
    expect(returnedJobSchema.parse(job)).toEqual(job);
    const ids = job.jobConfigurations.map(({ id }: { id: string }) => id);
    expect(job).toMatchObject({
      isBatch: true,
      isActive: true,
      externalIdentifier: 'round-7',
      jobMetadata: { a: 1 },
      batch: {
        type: 'SINGLE_PICKUP_MULTIPLE_DROPOFFS',
        objectSequence: [...ids, ...ids],
        stopTypes: ['PICKUP', 'PICKUP', 'PICKUP', 'DROPOFF', 'DROPOFF', 'DROPOFF'],
        providerId: null,
        winnerQuote: null,
      },
    });
    expect(job.batch.quotes.map((quote: { totalPriceCents: number }) => quote.totalPriceCents)).toEqual([
      300, 600,
    ]);
    const { job: selected } = await api.must('POST /v1/select_quote', {
      body: { quoteId: job.batch.quotes[1].id },
    });
    expect(selected.batch).toMatchObject({ providerId: 'prv_two', winnerQuote: { totalPriceCents: 600 } });
    expect(tasks(selected).map(({ providerId }) => providerId)).toEqual(['prv_two', 'prv_two', 'prv_two']);
    await api.drain();
    expect(two.held()).toHaveLength(3);
    expect(tasks(await get(job.id)).map(({ status }) => status)).toEqual(['running', 'running', 'running']);
    const again = await api.call('POST /v1/select_quote', { body: { quoteId: job.batch.quotes[0].id } });
    expect([again.status, again.json.error.code]).toEqual([409, 'INVALID_STATE_TRANSITION']);
  });

  it('2.4 has its way as a route, whose stops follow the deliveries', async () => {
    const { id: optionsGroupId } = await api.strategy({ enableAutoDispatch: true });
    const made = await make({ packages: boxes(3), optionsGroupId });
    const [first, second, third] = made.jobConfigurations.map(({ id }: { id: string }) => id);
    expect(made.route).toMatchObject({ id: null, jobId: made.id, status: 'ASSIGNED', providerName: 'One' });
    const stopsOf = (job: typeof made) =>
      job.route.stops.map((stop: { stopType: string; objectIds: string[]; status: string }) => [
        stop.stopType,
        stop.objectIds,
        stop.status,
      ]);
    expect(stopsOf(made)).toEqual([
      ['PICKUP', [first, second, third], 'PENDING'],
      ['DROPOFF', [first], 'PENDING'],
      ['DROPOFF', [second], 'PENDING'],
      ['DROPOFF', [third], 'PENDING'],
    ]);
    await api.drain();
    const report = (position: number, status: DeliveryStatus) =>
      updateDelivery(
        api.deps,
        {
          organizationId: 'org_test',
          deliveryId: made.jobConfigurations[position].delivery.id,
          may: () => true,
        },
        { status },
      );
    await report(0, 'dropoff_complete');
    await report(1, 'dropoff_enroute');
    const half = await get(made.id);
    expect(half.route.status).toBe('IN_PROGRESS');
    expect(stopsOf(half).map(([, , status]: string[]) => status)).toEqual([
      'IN_PROGRESS',
      'COMPLETED',
      'ENROUTE',
      'PENDING',
    ]);
    await api.must('POST /v1/jobs/{jobId}/{objectId}/cancel', {
      params: { jobId: made.id, objectId: third },
    });
    expect(stopsOf(await get(made.id))).toEqual([
      ['PICKUP', [first, second, third], 'COMPLETED'],
      ['DROPOFF', [first], 'COMPLETED'],
      ['DROPOFF', [second], 'ENROUTE'],
      ['DROPOFF', [third], 'SKIPPED'],
    ]);
  });

  it('tells the type from the stops that the packages share', async () => {
    const pickup = (n: number) => ({ pickupPhoneNumber: `+1415555${2000 + n}` });
    const types = [];
    for (const packages of [
      [to(1, pickup(1)), to(1, { ...pickup(2), packageExternalIdentifier: 'other' })],
      [to(3, pickup(1)), to(4, pickup(2))],
    ]) {
      types.push((await make({ packages })).batch.type);
    }
    expect(types).toEqual(['MULTIPLE_PICKUPS_SINGLE_DROPOFF', 'MULTIPLE_PICKUPS_MULTIPLE_DROPOFFS']);
  });

  it('reports a single package as no batch', async () => {
    const job = await make({ packages: [to(1)], externalIdentifier: 'single' });
    expect(job).toMatchObject({ isBatch: false, batch: null, externalIdentifier: 'single' });
  });

  it('goes out at once when its strategy says so, and is cancelled as a whole', async () => {
    const { id: optionsGroupId } = await api.strategy({ enableAutoDispatch: true });
    const job = await make({ packages: boxes(3), optionsGroupId });
    expect(job.batch).toMatchObject({ providerId: 'prv_one' });
    await api.drain();
    expect(one.held()).toHaveLength(3);
    const { job: canceled } = await api.must('POST /v1/jobs/{jobId}/cancel', { params: { jobId: job.id } });
    expect(canceled.isActive).toBe(false);
    await api.drain();
    expect(one.held()).toEqual([]);
  });

  it('waits for the earliest of its scheduled pickups less the lead time', async () => {
    const { id: optionsGroupId } = await api.strategy({ enableAutoDispatch: true });
    const at = (hour: number) => ({
      packageDeliveryMode: 'scheduled',
      packagePickupStartTime: `2026-03-02T${hour}:00:00Z`,
      packageDropoffEndTime: `2026-03-02T${hour + 2}:00:00Z`,
    });
    const job = await make({ packages: [to(1, at(14)), to(2, at(12))], optionsGroupId });
    await api.drain();
    expect((await get(job.id)).batch.providerId).toBeNull();
    await api.pass(2 * 3_600_000);
    expect((await get(job.id)).batch.providerId).toBe('prv_one');
    expect(one.held()).toHaveLength(2);
  });

  it('is made of more packages than one transaction holds, dispatched and cancelled, none of them left behind', async () => {
    const { id: optionsGroupId } = await api.strategy({ enableAutoDispatch: true });
    const job = await make({ packages: boxes(40), optionsGroupId });
    expect(job.jobConfigurations).toHaveLength(40);
    await api.drain();
    expect(one.held()).toHaveLength(40);
    const { batch, jobConfigurations } = await get(job.id, { compressedPayload: 'true' });
    const prices = jobConfigurations.map(
      ({ delivery }: { delivery: { priceCents: number } }) => delivery.priceCents,
    );
    expect(prices.reduce((sum: number, price: number) => sum + price, 0)).toBe(batch.winnerQuote.priceCents);
    const { results } = await api.must('GET /v1/jobs', { query: { search: 'box-39' } });
    expect(results.map(({ id }: { id: string }) => id)).toEqual([job.id]);
    await api.must('POST /v1/jobs/{jobId}/cancel', { params: { jobId: job.id } });
    await api.drain();
    expect(one.held()).toEqual([]);
    expect((await get(job.id)).isActive).toBe(false);
  });

  it('goes to the next provider as a whole when its provider gives a package up', async () => {
    await api.stop();
    await start({ creates: ['accept', 'refuse'] });
    const { id: optionsGroupId } = await api.strategy({ enableAutoDispatch: true, reassignOnFailure: true });
    const job = await make({ packages: boxes(3), optionsGroupId });
    await api.drain();
    expect([one.held(), two.held().length]).toEqual([[], 3]);
    const after = await get(job.id);
    expect(after.batch.providerId).toBe('prv_two');
    expect(tasks(after).map(({ status, providerId }) => [status, providerId])).toEqual(
      Array.from({ length: 3 }, () => ['running', 'prv_two']),
    );
    const ends = after.jobConfigurations.flatMap(
      ({ tasks: [first, second] }: { tasks: { delivery: { status: string } }[] }) =>
        second ? [first?.delivery.status] : [],
    );
    expect(ends.sort()).toEqual([
      'canceled_by_auto_reassign',
      'canceled_by_auto_reassign',
      'canceled_by_provider',
    ]);
  });
});

describe('7 POST /v1/batch_job', () => {
  it('names the package that refuses the batch, and leaves nothing of it', async () => {
    const bad = await create({ packages: [to(1), to(2, { dropoffPhoneNumber: 'none' })] });
    expect([bad.status, bad.json.error.code, bad.json.error.details]).toMatchObject([
      400,
      'INVALID_PHONE_NUMBER',
      { package: 1, field: 'packages[1].dropoffPhoneNumber' },
    ]);
    await make({ packages: [to(5), to(6)], externalIdentifier: 'first' });
    const taken = await create({ packages: [to(7), to(5)], externalIdentifier: 'second' });
    expect([taken.status, taken.json.error.code]).toEqual([400, 'RESOURCE_ALREADY_EXISTS']);
    const kinds = (await api.db.items()).filter(({ type }) => type === 'batchIntake');
    expect(kinds).toEqual([]);
    // Package 7 and the identifier are free again.
    expect((await create({ packages: [to(7), to(8)], externalIdentifier: 'second' })).status).toBe(200);
    expect((await create({ packages: [to(9), to(10)], externalIdentifier: 'second' })).json.error.code).toBe(
      'ALREADY_EXISTS',
    );
  });

  it('goes out with no package without time windows, by its strategy or by a quote: TASK_MISSING_TIME_WINDOW', async () => {
    const windowless = { packageDeliveryMode: 'scheduled', packagePickupStartTime: '2026-03-02T15:00:00Z' };
    const batch = await make({ packages: [to(1), to(2, windowless)] });
    const single = await api.must('POST /v1/jobs', { body: to(3, windowless) });
    const quotes = [batch.batch.quotes[0].id, single.jobConfigurations[0].advancedTask.quotes[0].id];
    const refusals = [
      ...[batch, single].map(({ id }) => api.call('POST /v1/jobs/{id}/autodispatch', { params: { id } })),
      ...quotes.map((quoteId) => api.call('POST /v1/select_quote', { body: { quoteId } })),
      api.call('POST /v1/jobs/{jobId}/tasks/{taskId}/quotes', {
        params: { jobId: single.id, taskId: single.jobConfigurations[0].advancedTask.id },
        body: { quoteId: quotes[1] },
      }),
    ];
    for (const { status, json } of await Promise.all(refusals)) {
      expect([status, json.error?.code]).toEqual([422, 'TASK_MISSING_TIME_WINDOW']);
    }
    expect(one.held()).toEqual([]);
  });

  it('refuses one package twice, several currencies, none and more than 200', async () => {
    expect((await create({ packages: [to(1), to(1)] })).json.error.code).toBe('RESOURCE_ALREADY_EXISTS');
    const currencies = await create({ packages: [to(1), to(2, { currency: 'EUR' })] });
    expect(currencies.json.error).toMatchObject({ code: 'INVALID_VALUE', details: { package: 1 } });
    expect((await create({ packages: [] })).status).toBe(422);
    expect((await create({ packages: boxes(201) })).status).toBe(422);
  });
});
