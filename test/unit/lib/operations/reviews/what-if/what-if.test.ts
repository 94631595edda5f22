import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { activitiesArea } from '../../../../../../functions/api/activities/index.ts';
import { jobBodyExample } from '../../../../../../functions/api/jobs/job-schemas.ts';
import { zonesArea } from '../../../../../../functions/api/zones/index.ts';
import { worker as reviewDeliveries } from '../../../../../../functions/workers/review-deliveries.ts';
import { defineProvider } from '../../../../../../lib/fulfilment/providers/index.ts';
import { countsOf, EVERYWHERE, scorecardEntity } from '../../../../../../lib/fulfilment/strategies/index.ts';
import { organizationEntity } from '../../../../../../lib/platform/organization/index.ts';
import { create } from '../../../../../../lib/platform/table/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../../support/dispatch-api.ts';
import { type FaultyProvider, faultyProvider } from '../../../../../support/faulty-provider.ts';

let fleet: readonly FaultyProvider[];
let api: DispatchApi;
let asked: string[];
beforeEach(async () => {
  asked = [];
  fleet = ['one', 'two', 'three'].map((name, index) =>
    faultyProvider({ id: `prv_${name}`, name: name.toUpperCase(), priceCents: 100 * (index + 1) }),
  );
  const recording = fleet.map(({ provider }) =>
    defineProvider({
      ...provider,
      quote: (request) => {
        asked.push(provider.id);
        return provider.quote(request);
      },
    }),
  );
  api = await startDispatchApi(recording, {
    areas: [activitiesArea, zonesArea],
    workers: [reviewDeliveries],
  });
  const at = '2026-01-01T00:00:00.000Z';
  const organization = { id: 'org_test', name: 'Test', listShards: 1, createdAt: at, updatedAt: at };
  const preferences = { timeZone: 'UTC', currency: 'USD' };
  const stored = organizationEntity.definition.schema.parse({ ...organization, preferences });
  await api.deps.table.write([create(organizationEntity, stored)]);
});
afterEach(() => api.stop());

const DAYS = { from: '2026-03-01', to: '2026-03-03' };

/** Dispatches jobs by a strategy. */
async function dispatched(jobs: number, settings: object, fields: object = {}) {
  const { id: optionsGroupId } = await api.strategy({ enableAutoDispatch: true, ...settings });
  for (let index = 0; index < jobs; index += 1)
    await api.must('POST /v1/jobs', { body: { ...jobBodyExample, optionsGroupId, ...fields } });
  await api.drain();
  return optionsGroupId as string;
}

/** The result of a what-if. */
async function whatIf(body: object) {
  const activity = await api.must('POST /v1/dispatch/what-ifs', { body: { name: 'x', ...DAYS, ...body } });
  await api.drain();
  const ended = await api.must('GET /v1/activities/{id}', { params: { id: activity.id } });
  expect(ended.status).toBe('SUCCESS');
  return ended.result;
}

/** The dearest first: 300 cents each, although 100 would have done. */
const DEAR = { providerSelectionStrategy: 'preferred_order', allowedProviders: ['THREE', 'TWO', 'ONE'] };

describe('46 6: what if', () => {
  it('another strategy had decided: chosen, cost and what differs are those of the quotes that were kept', async () => {
    await dispatched(7, DEAR);
    const { id: optionsGroupId } = await api.strategy({
      label: 'Cheapest',
      providerSelectionStrategy: 'cheapest',
    });
    const before = { asked: [...asked], calls: fleet.map(({ calls }) => [...calls]) };
    const jobs = JSON.stringify(
      (await api.db.items()).filter(({ type }) => /^(job|task|delivery)$/.test(String(type))),
    );
    const result = await whatIf({ optionsGroupId });
    expect(result).toMatchObject({
      jobs: 7,
      currency: 'USD',
      before: { choices: 7, priceCents: 2_100, providers: [{ providerId: 'prv_three', choices: 7 }] },
      after: { choices: 7, priceCents: 700, providers: [{ providerId: 'prv_one', choices: 7 }] },
      ...{ differingCount: 7, nobodyCount: 0, notAsked: {}, isComplete: true },
    });
    expect(result.differing[0]).toMatchObject({
      before: { providerName: 'THREE', priceCents: 300 },
      after: { providerName: 'ONE', priceCents: 100 },
    });
    expect(result.differing[0].because[1]).toMatch(/^ONE has rank 1: 100 USD cents/);
    // Nobody was asked, and nothing has changed.
    expect({ asked, calls: fleet.map(({ calls }) => calls) }).toEqual(before);
    expect(
      JSON.stringify((await api.db.items()).filter(({ type }) => /^(job|task|delivery)$/.test(String(type)))),
    ).toBe(jobs);
  });

  it('expects lateness by the scorecards, with a range of 90 %', async () => {
    await dispatched(4, DEAR);
    const all = countsOf({ ended: 479, completed: 479, canceled: 0, timed: 479, late: 0, lateSeconds: 0 });
    const card = {
      organizationId: 'org_test',
      zoneId: EVERYWHERE,
      timeZone: 'UTC',
      readAt: '2026-03-02T09:00:00.000Z',
    };
    const providers = { prv_one: { all, hours: {} } };
    await api.deps.table.write([
      create(scorecardEntity, { ...card, from: '2026-02-02', zones: {}, providers }),
    ]);
    const { before, after } = await whatIf({ allowedProviders: ['ONE'] });
    // Nothing is known of three: the prior, 0.85 on time, which is as uncertain as after 20 deliveries:
    // 1.645 * sqrt(0.85 * 0.15 / 21) = 0.1282, and a late package is 3 / 0.15 = 20 minutes late.
    expect(before.onTime).toEqual({ value: 0.85, low: 0.7218, high: 0.9782 });
    expect(before.lateMinutes).toEqual({ value: 3, low: 0.4365, high: 5.5635 });
    // Of one 479 came on time: (479 + 20 * 0.85) / 499 everywhere; without any at that hour it stays so.
    expect(after.onTime.value).toBeCloseTo(496 / 499, 3);
    expect(after.onTime.high - after.onTime.low).toBeLessThan(0.02);
    expect(after.lateMinutes.value).toBeCloseTo(60 / 499, 3);
  });

  it('a limit leaves some without anybody, and a provider that nobody asked then has no price', async () => {
    await dispatched(3, { allowedProviders: ['TWO'] });
    const limited = await whatIf({ maxDeliveryFeeCents: 150 });
    expect(limited).toMatchObject({
      nobodyCount: 3,
      differingCount: 3,
      after: { choices: 0, priceCents: 0, onTime: null },
    });
    expect(limited.differing[0].after).toBeNull();
    const other = await whatIf({ allowedProviders: ['THREE', 'TWO'] });
    expect(other).toMatchObject({
      notAsked: { prv_three: 3 },
      differingCount: 0,
      after: { priceCents: 600 },
    });
  });

  it('goes through many jobs in portions, once each', async () => {
    await dispatched(120, DEAR);
    expect(await whatIf({ allowedProviders: ['ONE', 'THREE'] })).toMatchObject({
      jobs: 120,
      after: { choices: 120, priceCents: 12_000 },
      differingCount: 120,
    });
  });

  it('expects lateness by the scorecard of the zone around the dropoff', async () => {
    await dispatched(1, DEAR);
    const at = '2026-03-02T09:00:00.000Z';
    const square = [
      [37.6, -122.6],
      [37.6, -122.3],
      [37.9, -122.3],
      [37.9, -122.6],
      [37.6, -122.6],
    ];
    const { id: city } = await api.must('POST /v1/zones', { body: { name: 'City', polygon: square } });
    const counts = (late: number) =>
      countsOf({ ended: 380, completed: 380, canceled: 0, timed: 380, late, lateSeconds: 600 * late });
    const cardOf = (zoneId: string, late: number, zones: Readonly<Record<string, number>>) =>
      create(scorecardEntity, {
        ...{ organizationId: 'org_test', zoneId, timeZone: 'UTC', readAt: at, from: '2026-02-02', zones },
        providers: { prv_three: { all: counts(late), hours: {} } },
      });
    await api.deps.table.write([cardOf(EVERYWHERE, 0, { [city]: 380 }), cardOf(city, 380, {})]);
    const { before } = await whatIf({ allowedProviders: ['THREE', 'ONE'] });
    // Everywhere (380 + 20 * 0.85) / 400 = 0.9925; in the zone, where all were late, (0 + 20 * 0.9925) / 400.
    expect(before.onTime.value).toBeCloseTo(0.0496, 4);
  });

  it('leaves out what a caller selected', async () => {
    const { id: optionsGroupId } = await api.strategy(DEAR);
    const job = await api.must('POST /v1/jobs', { body: { ...jobBodyExample, optionsGroupId } });
    const { quotes } = job.jobConfigurations[0].advancedTask;
    const dear = quotes.find(({ providerId }: { providerId: string }) => providerId === 'prv_three');
    await api.must('POST /v1/select_quote', { body: { quoteId: dear.id } });
    await api.drain();
    expect(await whatIf({ allowedProviders: ['ONE'] })).toMatchObject({ before: { choices: 0 } });
    // The same job dispatched by its strategy counts.
    await dispatched(1, DEAR);
    expect(await whatIf({ allowedProviders: ['ONE'] })).toMatchObject({ before: { choices: 1 } });
  });

  it('leaves out days outside of the period', async () => {
    await dispatched(2, DEAR);
    expect(
      await whatIf({ ...{ from: '2026-02-01', to: '2026-02-02' }, allowedProviders: ['ONE'] }),
    ).toMatchObject({
      jobs: 0,
      before: { choices: 0 },
    });
  });

  it.each([
    [{}, /optionsGroupId is missing/],
    [{ allowedProviders: ['NOBODY'] }, /"NOBODY" is not a provider/],
    [{ optionsGroupId: 'opn_none' }, /There is no dispatch strategy "opn_none"/],
    [{ from: '2026-03-04', maxDeliveryFeeCents: null }, /is after to/],
    [{ from: '0000-01-01', maxDeliveryFeeCents: 1 }, /is not between/],
    [{ to: '9999-12-31', maxDeliveryFeeCents: 1 }, /is not between/],
    [{ from: '2024-01-01', maxDeliveryFeeCents: 1 }, /send 400 at most/],
    [{ maxDeliveryFeeCents: -1 }, /maxDeliveryFeeCents/],
    [{ maxDeliveryFeeCents: 1.5 }, /maxDeliveryFeeCents/],
    [{ allowedProviders: [] }, /allowedProviders/],
    [{ name: ' ', maxDeliveryFeeCents: 1 }, /name/],
  ])('refuses %j', async (body, message) => {
    const { status, json } = await api.call('POST /v1/dispatch/what-ifs', {
      body: { name: 'x', ...DAYS, ...body },
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(json.error.message).toMatch(message);
  });

  it('is not for callers with limits, and knows no strategy of another organization', async () => {
    const { id: optionsGroupId } = await api.strategy({ label: 'Mine' });
    const asked = (grant: object) =>
      api.call('POST /v1/dispatch/what-ifs', { body: { name: 'x', ...DAYS, optionsGroupId }, grant });
    expect((await asked({ storeLocationIds: ['store_1'] })).status).toBe(403);
    const foreign = await asked({ organizations: [{ id: 'org_other', listShards: 1 }] });
    expect(foreign.json.error.message).toContain(`There is no dispatch strategy "${optionsGroupId}"`);
  });

  it('that is asked twice at once is two with one answer, and one that is canceled stays so', async () => {
    await dispatched(60, DEAR);
    const body = { name: 'x', ...DAYS, allowedProviders: ['ONE'] };
    const [one, other, third] = await Promise.all(
      [1, 2, 3].map(() => api.must('POST /v1/dispatch/what-ifs', { body })),
    );
    await api.must('POST /v1/activities/{id}/cancel', { params: { id: third.id } });
    await api.drain();
    const read = async (id: string) => api.must('GET /v1/activities/{id}', { params: { id } });
    expect(one.id).not.toBe(other.id);
    expect((await read(one.id)).result).toEqual((await read(other.id)).result);
    expect((await read(one.id)).result).toMatchObject({ jobs: 60, differingCount: 60 });
    expect(await read(third.id)).toMatchObject({ status: 'CANCELLED', result: null });
  });
});
