import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jobBodyExample } from '../../../../../functions/api/jobs/job-schemas.ts';
import { receiveProviderUpdate } from '../../../../../lib/fulfilment/jobs/index.ts';
import { defineProvider } from '../../../../../lib/fulfilment/providers/index.ts';
import {
  countsOf,
  EVERYWHERE,
  type Outcomes,
  type Scorecard,
  scorecardEntity,
} from '../../../../../lib/fulfilment/strategies/index.ts';
import { type CoverageArea, type Zone, zoneEntity } from '../../../../../lib/places/zones/index.ts';
import { create, save } from '../../../../../lib/platform/table/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { type FaultyProvider, faultyProvider } from '../../../../support/faulty-provider.ts';

let fleet: readonly FaultyProvider[];
let api: DispatchApi;
const arrivals: Record<string, string> = {
  prv_one: '2026-03-02T12:00:00.000Z',
  prv_two: '2026-03-02T10:00:00.000Z',
  prv_three: '2026-03-02T11:00:00.000Z',
};
beforeEach(async () => {
  fleet = ['one', 'two', 'three'].map((name, index) =>
    faultyProvider({ id: `prv_${name}`, name: name.toUpperCase(), priceCents: 100 * (index + 1) }),
  );
  api = await startDispatchApi(
    fleet.map(({ provider }) =>
      defineProvider({
        ...provider,
        quote: async (request) => {
          const quote = await provider.quote(request);
          return quote.outcome === 'quoted' ? { ...quote, dropoffEta: arrivals[provider.id]! } : quote;
        },
      }),
    ),
  );
});
afterEach(() => api.stop());

const make = (fields: object = {}) => api.must('POST /v1/jobs', { body: { ...jobBodyExample, ...fields } });
const dispatched = async (settings: object, fields: object = {}) => {
  const { id: optionsGroupId } = await api.strategy({ enableAutoDispatch: true, ...settings });
  return make({ optionsGroupId, ...fields });
};
const provider = (job: { jobConfigurations: { advancedTask: { providerId: string } }[] }) =>
  job.jobConfigurations[0]?.advancedTask.providerId;
const get = (id: string) => api.must('GET /v1/jobs/{id}', { params: { id } });
const held = () => fleet.map((one) => one.held().length);

/** Attempts that all ended with a delivery: how many, how many of them late, and by how much together. */
const outcomes = (timed: number, late: number, lateSeconds = 600 * late): Outcomes => ({
  ...{ ended: timed, completed: timed, canceled: 0 },
  ...{ timed, late, lateSeconds },
});

/** What was measured of providers everywhere. */
async function measured(providers: Readonly<Record<string, Outcomes>>) {
  const key = { organizationId: 'org_test', zoneId: EVERYWHERE };
  const stored = await api.deps.table.get(scorecardEntity, key);
  const card: Scorecard = {
    ...key,
    timeZone: 'UTC',
    readAt: '2026-03-02T09:00:00.000Z',
    from: '2026-02-02',
    zones: {},
    providers: Object.fromEntries(
      Object.entries(providers).map(([id, one]) => [id, { all: countsOf(one), hours: {} }]),
    ),
  };
  await api.deps.table.write([save(scorecardEntity, stored, card)]);
}

/** A zone of these countries. */
function zoneOf(id: string, countries: CoverageArea['countries']): Zone {
  const at = '2026-03-02T09:00:00.000Z';
  return {
    organizationId: 'org_test',
    id,
    coverageArea: {
      id: `cov_${id}`,
      cityZipcodes: [],
      zipCodes: [],
      cities: [],
      states: [],
      countries,
      polygons: [],
    },
    storeLocationAssociations: [],
    tags: [],
    isDeleted: false,
    createdAt: at,
    updatedAt: at,
  };
}

describe('6.2 strategies', () => {
  it('fastest takes the earliest arrival', async () => {
    expect(provider(await dispatched({ providerSelectionStrategy: 'fastest' }))).toBe('prv_two');
  });

  it('46 5 most_reliable takes who did best in the zone, and says so', async () => {
    // Nothing is known about any of them, so the price decides.
    expect(provider(await dispatched({ providerSelectionStrategy: 'most_reliable' }))).toBe('prv_one');
    await measured({ prv_one: outcomes(310, 50), prv_two: outcomes(310, 25), prv_three: outcomes(5, 0) });
    const job = await dispatched({ providerSelectionStrategy: 'most_reliable' });
    expect(provider(job)).toBe('prv_two');
    const { entries } = await api.must('GET /v1/jobs/{id}/decisions', { params: { id: job.id } });
    const texts = entries[0].because.map(({ text }: { text: string }) => text);
    expect(texts[1]).toMatch(/^TWO has rank 1: .*, 92 % on time of 310 everywhere, against 84 %\.$/);
  });

  it('46 5 dynamic weighs the price against expected lateness, and the decision can be repeated', async () => {
    // 2.00 apart for one and three; a late minute costs 1.00. Expected of one: (20 * 3 + 300 * 10) / 320 = 9.6 minutes.
    await measured({
      prv_one: outcomes(300, 150, 150 * 1_200),
      prv_two: outcomes(300, 0),
      prv_three: outcomes(300, 0),
    });
    const settings = { providerSelectionStrategy: 'dynamic', lateMinuteCents: 100 };
    const job = await dispatched(settings);
    expect(provider(job)).toBe('prv_two');
    const because = async () => {
      const { entries } = await api.must('GET /v1/jobs/{id}/decisions', { params: { id: job.id } });
      return entries[0].because.map(({ text }: { text: string }) => text) as string[];
    };
    const texts = await because();
    expect(texts.find((text) => text.startsWith('ONE'))).toMatch(
      /100 USD cents.*50 % on time of 300 everywhere, against 100 %, \d+(\.\d)? minutes late expected, which weigh 100 USD cents each/,
    );
    // What is measured later does not change what was decided.
    await measured({ prv_two: outcomes(300, 300, 300 * 3_600) });
    expect(await because()).toEqual(texts);
    // A late minute that costs nothing leaves the price.
    expect(provider(await dispatched({ ...settings, lateMinuteCents: 0 }))).toBe('prv_one');
  });

  it('46 5 a stated share of dispatches tries out a provider, which follows from the job', async () => {
    const chosen: string[] = [];
    for (let index = 0; index < 40; index += 1)
      chosen.push(provider(await dispatched({ explorationShare: 0.5 })) ?? '');
    const others = chosen.filter((id) => id !== 'prv_one').length;
    // A third of a half of 40 falls on each: 13 others on average, with a standard deviation of 3.
    expect(others).toBeGreaterThan(3);
    expect(others).toBeLessThan(24);
  });

  it('weighted never begins with a provider of weight 0 while another can', async () => {
    const providerRules = [
      { providerId: 'ONE', weight: 0 },
      { providerId: 'TWO', weight: 3 },
      { providerId: 'THREE', weight: 1 },
    ];
    const job = await dispatched({ providerSelectionStrategy: 'weighted', providerRules });
    expect(provider(job)).not.toBe('prv_one');
  });

  it('offers packages by value and hours only to whom the rules allow', async () => {
    const providerRules = [
      { providerId: 'prv_one', maxPackageValueCents: 2000 },
      { providerId: 'prv_two', hours: { from: '03:00', to: '04:00' } },
    ];
    const job = await dispatched({ providerRules });
    expect(provider(job)).toBe('prv_three');
    const reasons = job.jobConfigurations[0].advancedTask.failedQuotes.map(
      ({ errorMessage }: { errorMessage: string }) => errorMessage,
    );
    expect(reasons).toEqual([
      expect.stringContaining('at most 2000 cents'),
      expect.stringContaining('from 03:00 to 04:00'),
    ]);
  });

  it('offers pickups after midnight by the day on which the hours began', async () => {
    // 6 March 2026 is a Friday; times are those of San Francisco.
    const hours = { from: '22:00', to: '02:00', days: [5] };
    const providerRules = [{ providerId: 'prv_one', hours }];
    const { id: optionsGroupId } = await api.strategy({ providerRules });
    const isOffered = async (packagePickupStartTime: string) => {
      const times = { packagePickupStartTime, packageDropoffEndTime: '2026-03-09T20:00:00Z' };
      const job = await make({
        optionsGroupId,
        packageDeliveryMode: 'scheduled',
        inputDatetimesLocalizedToPickupTz: true,
        ...times,
      });
      const { quotes } = job.jobConfigurations[0].advancedTask;
      return quotes.some(({ providerId }: { providerId: string }) => providerId === 'prv_one');
    };
    expect([
      await isOffered('2026-03-06T01:00:00'),
      await isOffered('2026-03-06T23:00:00'),
      await isOffered('2026-03-07T01:00:00'),
      await isOffered('2026-03-07T23:00:00'),
    ]).toEqual([false, true, true, false]);
  });

  it('tells every reason why a provider is not asked', async () => {
    const providerRules = [
      { providerId: 'prv_one', minPackageValueCents: 5000, hours: { from: '03:00', to: '04:00' } },
    ];
    const job = await dispatched({ providerRules });
    const [{ errorMessage }] = job.jobConfigurations[0].advancedTask.failedQuotes;
    expect(errorMessage).toMatch(/worth 5000 cents or more; this one is worth 2500\. .*from 03:00 to 04:00/);
  });

  it('takes a delivery from a provider that finds no courier in time, while somebody else would carry it', async () => {
    const job = await dispatched({ driverTimeoutMinutes: 5 });
    await api.drain();
    expect(held()).toEqual([1, 0, 0]);
    await api.pass(4 * 60_000);
    expect(held()).toEqual([1, 0, 0]);
    await api.pass(2 * 60_000);
    expect(held()).toEqual([0, 1, 0]);
    const [first] = (await get(job.id)).jobConfigurations[0].tasks;
    expect([first.delivery.status, first.failureReason]).toEqual([
      'canceled_by_auto_reassign',
      'ONE found no courier within 5 minutes.',
    ]);
    await api.pass(6 * 60_000);
    expect(held()).toEqual([0, 0, 1]);
    // Nobody else is left, so the last one keeps it.
    await api.pass(6 * 60_000);
    await api.pass(6 * 60_000);
    expect(held()).toEqual([0, 0, 1]);
  });

  it('escalates to another strategy when it finds nobody or has no attempt left', async () => {
    const { id: escalateToOptionsGroupId } = await api.strategy({
      label: 'Last resort',
      allowedProviders: ['THREE'],
      reassignOnFailure: true,
    });
    const job = await dispatched({
      allowedProviders: ['ONE'],
      reassignOnFailure: true,
      maxAttempts: 1,
      driverTimeoutMinutes: null,
      escalateToOptionsGroupId,
    });
    await api.drain();
    const task = (await get(job.id)).jobConfigurations[0].advancedTask;
    const { receiveProviderUpdate } = await import('../../../../../lib/fulfilment/jobs/index.ts');
    const from = { organizationId: 'org_test', providerId: 'prv_one' };
    await receiveProviderUpdate(api.deps, from, {
      deliveryId: task.delivery.id,
      status: 'canceled_by_provider',
    });
    await api.drain();
    const after = await get(job.id);
    expect([provider(after), after.optionsGroup.label]).toEqual(['prv_three', 'Last resort']);
  });

  it('7 refuses settings that cannot be', async () => {
    const refuse = async (settings: object) =>
      (await api.call('POST /v1/options_group', { body: { label: 'x', ...settings } })).json.error?.code;
    for (const settings of [
      { providerSelectionStrategy: 'dynamic' },
      { providerSelectionStrategy: 'dynamic', lateMinuteCents: -1 },
      { explorationShare: 0.6 },
      { providerSelectionStrategy: 'weighted', explorationShare: 0.1 },
      { maxAttempts: 11 },
      { driverTimeoutMinutes: 0 },
      { minimumVehicleSize: 'rocket' },
      { providerRules: [{ providerId: 'nobody' }] },
      { providerRules: [{ providerId: 'ONE', hours: { from: '8', to: '20:00' } }] },
      { providerSelectionStrategy: 'weighted', providerRules: [{ providerId: 'ONE', weight: 0 }] },
    ]) {
      expect(await refuse(settings)).toBe('INVALID_OPTIONS_GROUP_SETTING');
    }
  });
});

describe('6.2 rules that choose a strategy', () => {
  const rules = async () => {
    const { id: dear } = await api.strategy({
      label: 'Dear',
      enableAutoDispatch: true,
      allowedProviders: ['THREE'],
    });
    const { id: other } = await api.strategy({
      label: 'Other',
      enableAutoDispatch: true,
      allowedProviders: ['TWO'],
    });
    return api.call('PUT /v1/dispatch_rules', {
      body: {
        rules: [
          {
            label: 'Dear goods',
            conditions: [{ field: 'package.value', operator: 'greater_than', value: 100 }],
            optionsGroupId: dear,
          },
        ],
        defaultOptionsGroupId: other,
      },
    });
  };

  it('are tried in order for what names no strategy; the first that holds wins, then the default', async () => {
    expect((await rules()).status).toBe(200);
    expect(provider(await make({ packageValueCents: 50_000 }))).toBe('prv_three');
    expect(provider(await make())).toBe('prv_two');
    expect(provider(await dispatched({ allowedProviders: ['ONE'] }))).toBe('prv_one');
    const order = await api.order({ valueCents: 50_000 });
    await api.drain();
    const { jobId } = await api.must('GET /v1/order/{id}', { params: { id: order.id } });
    expect(provider(await get(jobId))).toBe('prv_three');
    const { entries } = await api.must('GET /v1/jobs/{id}/decisions', { params: { id: jobId } });
    expect(entries[0].because[0].text).toContain('The rule "Dear goods" chose');
  });

  it('see whether a job is a batch, also when it is only evaluated', async () => {
    const { id } = await api.strategy({ label: 'Together', allowedProviders: ['THREE'] });
    const conditions = [{ field: 'job.isBatch', operator: 'equals', value: true }];
    await api.must('PUT /v1/dispatch_rules', {
      body: { rules: [{ label: 'Batches', conditions, optionsGroupId: id }] },
    });
    const packages = [jobBodyExample, { ...jobBodyExample, dropoffPhoneNumber: '+14155550177' }];
    const together = await api.must('POST /v1/batch_job', { body: { packages } });
    expect([together.optionsGroup?.label, (await make()).optionsGroup]).toEqual(['Together', null]);
    const matched = async (context: object) => {
      const quotes = [{ providerId: 'THREE', totalPriceCents: 1 }];
      const { dispatchRule } = await api.must('POST /v1/dispatch/evaluate', { body: { quotes, context } });
      return dispatchRule?.matchedRuleLabel ?? null;
    };
    expect([
      await matched({ isBatch: true }),
      await matched({ numberOfPackages: 2 }),
      await matched({ numberOfPackages: 2, isBatch: false }),
      await matched({}),
    ]).toEqual(['Batches', 'Batches', null, null]);
  });

  it('7 are refused with an unknown field or strategy', async () => {
    const put = async (rule: object) =>
      (
        await api.call('PUT /v1/dispatch_rules', {
          body: { rules: [{ label: 'x', optionsGroupId: 'opn_none', ...rule }] },
        })
      ).json.error.code;
    expect(await put({ conditions: [{ field: 'package.valu', operator: 'equals', value: 1 }] })).toBe(
      'INVALID_VALUE',
    );
    expect(await put({ conditions: [{ field: 'package.value', operator: 'equals', value: 1 }] })).toBe(
      'INVALID_OPTIONS_GROUP',
    );
  });
});

describe('6.2 explanations', () => {
  it('tell every place and reason, without asking anybody or writing anything', async () => {
    const { id: optionsGroupId } = await api.strategy({
      maxDeliveryFeeCents: 700,
      enableMaxDeliveryFee: true,
      allowedProviders: ['ONE', 'TWO'],
    });
    const before = (await api.db.items()).length;
    const evaluated = await api.must('POST /v1/dispatch/evaluate', {
      body: {
        optionsGroupId,
        quotes: [
          { providerId: 'ONE', totalPriceCents: 800 },
          { providerId: 'TWO', totalPriceCents: 600 },
          { providerId: 'THREE', totalPriceCents: 1 },
        ],
      },
    });
    const places = evaluated.rankedProviders.map(
      ({ providerId, rank, probability }: { providerId: string; rank: number; probability: number }) => [
        providerId,
        rank,
        probability,
      ],
    );
    expect(places).toEqual([
      ['prv_two', 1, 1],
      ['prv_one', null, 0],
      ['prv_three', null, 0],
    ]);
    expect(evaluated.rankedProviders[1].reason.text).toContain('above the limit of 700');
    expect((await api.db.items()).length).toBe(before);
    expect(fleet.flatMap(({ calls }) => calls)).toEqual([]);
  });

  it('say when a caller selected the quote, of a package as of a batch', async () => {
    const packages = [jobBodyExample, { ...jobBodyExample, dropoffPhoneNumber: '+14155550177' }];
    const jobs = [
      await api.must('POST /v1/jobs', { body: jobBodyExample }),
      await api.must('POST /v1/batch_job', { body: { packages } }),
    ];
    for (const { id, batch, jobConfigurations } of jobs) {
      const [, second] = (batch ?? jobConfigurations[0].advancedTask).quotes;
      await api.must('POST /v1/select_quote', { body: { quoteId: second.id } });
      const { entries } = await api.must('GET /v1/jobs/{id}/decisions', { params: { id } });
      expect(entries[0]).toMatchObject({ by: { type: 'caller' }, what: expect.stringMatching(/^TWO/) });
      expect(entries[0].because.at(-1).text).toMatch(/selected by a caller/);
    }
  });

  it('are kept with each decision and replayed against another strategy', async () => {
    const job = await dispatched({});
    const { id: optionsGroupId } = await api.strategy({ providerSelectionStrategy: 'fastest' });
    const { entries } = await api.must('GET /v1/jobs/{id}/decisions', {
      params: { id: job.id },
      query: { optionsGroupId },
    });
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      what: 'ONE was chosen for attempt 1.',
      replay: { providerId: 'prv_two', isDifferent: true },
    });
    expect(entries[0].because.map(({ text }: { text: string }) => text)).toContainEqual(
      expect.stringContaining('ONE has rank 1: 100 USD cents'),
    );
  });
});

describe('6.2 batches and jobs that wait', () => {
  const batch = (optionsGroupId: string) =>
    api.must('POST /v1/batch_job', { body: { packages: [jobBodyExample, jobBodyExample], optionsGroupId } });
  const ofBatch = async (id: string) => (await get(id)).batch.providerId;

  it('a batch goes to the next provider when no courier was found in time, and stays while nobody else has one', async () => {
    const settings = {
      enableAutoDispatch: true,
      driverTimeoutMinutes: 5,
      allowedProviders: ['prv_one', 'prv_two'],
    };
    const { id } = await batch((await api.strategy(settings)).id);
    await api.drain();
    expect(await ofBatch(id)).toBe('prv_one');
    for (let minute = 0; minute < 7; minute += 1) await api.pass(60_000);
    expect(await ofBatch(id)).toBe('prv_two');
    expect(held()).toEqual([0, 2, 0]);
    for (let minute = 0; minute < 7; minute += 1) await api.pass(60_000);
    expect(held()).toEqual([0, 2, 0]);
  });

  it('a batch is offered only to whom the rules allow every one of its packages', async () => {
    const at = (hour: number, packageValueCents = 2500) => ({
      ...jobBodyExample,
      packageValueCents,
      packageDeliveryMode: 'scheduled',
      packagePickupStartTime: `2026-03-03T${hour}:00:00Z`,
      packageDropoffEndTime: '2026-03-03T23:30:00Z',
    });
    // 9 and 14 o'clock in San Francisco.
    const settings = {
      providerRules: [
        { providerId: 'prv_one', hours: { from: '08:00', to: '12:00' } },
        { providerId: 'prv_two', maxPackageValueCents: 4000 },
      ],
    };
    const { id: optionsGroupId } = await api.strategy(settings);
    const quotesOf = async (packages: object[]) => {
      const { batch: made } = await api.must('POST /v1/batch_job', { body: { packages, optionsGroupId } });
      return made.quotes.map(({ providerId }: { providerId: string }) => providerId);
    };
    expect(await quotesOf([at(17), at(17)])).toEqual(['prv_one', 'prv_two', 'prv_three']);
    expect(await quotesOf([at(17), at(22)])).toEqual(['prv_two', 'prv_three']);
    expect(await quotesOf([at(17), at(17, 4001)])).toEqual(['prv_one', 'prv_three']);
  });

  it('a batch whose provider gives up goes to the strategy that its own escalates to', async () => {
    const { id: escalateToOptionsGroupId } = await api.strategy({ allowedProviders: ['prv_three'] });
    const settings = { enableAutoDispatch: true, allowedProviders: ['prv_one'], escalateToOptionsGroupId };
    const { id } = await batch((await api.strategy(settings)).id);
    await api.drain();
    const { delivery } = (await get(id)).jobConfigurations[0];
    fleet[0]!.drop((await get(id)).jobConfigurations[0].tasks[0].id);
    const from = { organizationId: 'org_test', providerId: 'prv_one' };
    await receiveProviderUpdate(api.deps, from, { deliveryId: delivery.id, status: 'canceled_by_provider' });
    await api.drain();
    await api.pass(130_000);
    expect(await ofBatch(id)).toBe('prv_three');
    expect(held()).toEqual([0, 0, 2]);
  });

  it('a job for which nobody is found is dispatched by the strategy that its own escalates to', async () => {
    const { id: escalateToOptionsGroupId } = await api.strategy({ allowedProviders: ['prv_three'] });
    const capped = { enableMaxDeliveryFee: true, maxDeliveryFeeCents: 1, escalateToOptionsGroupId };
    const { id: optionsGroupId } = await api.strategy(capped);
    const job = await make({ optionsGroupId });
    await api.must('POST /v1/jobs/{id}/autodispatch', { params: { id: job.id } });
    const sent = await get(job.id);
    expect(provider(sent)).toBe('prv_three');
    expect(sent.optionsGroup.id).toBe(escalateToOptionsGroupId);
  });

  it('a provider with zones is offered dropoffs in them only', async () => {
    const zone = zoneOf('zone_01KJQ00000000000000000GB00', ['GB']);
    const home = zoneOf('zone_01KJQ00000000000000000VS00', ['US']);
    await api.deps.table.write([create(zoneEntity, zone), create(zoneEntity, home)]);
    const rules = (zoneIds: readonly string[]) => ({ providerRules: [{ providerId: 'prv_one', zoneIds }] });
    expect(provider(await dispatched(rules([zone.id])))).toBe('prv_two');
    expect(provider(await dispatched(rules([zone.id, home.id])))).toBe('prv_one');
    const unknown = await api.call('POST /v1/options_group', { body: { label: 'Z', ...rules(['zone_no']) } });
    expect([unknown.status, unknown.json.error.details.unknownIds]).toEqual([400, ['zone_no']]);
  });
});
