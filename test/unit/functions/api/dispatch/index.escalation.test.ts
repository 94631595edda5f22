import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jobBodyExample } from '../../../../../functions/api/jobs/job-schemas.ts';
import { receiveProviderUpdate } from '../../../../../lib/fulfilment/jobs/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { type FaultyProvider, faultyProvider } from '../../../../support/faulty-provider.ts';

let fleet: readonly FaultyProvider[];
let api: DispatchApi;
beforeEach(async () => {
  fleet = ['one', 'two', 'three'].map((name, index) =>
    faultyProvider({ id: `prv_${name}`, name: name.toUpperCase(), priceCents: 100 * (index + 1) }),
  );
  api = await startDispatchApi(fleet.map(({ provider }) => provider));
});
afterEach(() => api.stop());

const packages = [jobBodyExample, { ...jobBodyExample, dropoffPhoneNumber: '+14155550177' }];
const capped = { enableMaxDeliveryFee: true, maxDeliveryFeeCents: 1, enableAutoDispatch: true };
const held = () => fleet.map((one) => one.held().length);
/** A strategy that finds nobody and escalates to THREE through a second one that finds nobody either. */
const chain = async (settings: object = {}) => {
  const last = await api.strategy({ label: 'Last resort', allowedProviders: ['THREE'] });
  const middle = await api.strategy({ label: 'Middle', ...capped, escalateToOptionsGroupId: last.id });
  const first = await api.strategy({ ...capped, ...settings, escalateToOptionsGroupId: middle.id });
  return { first: first.id, middle: middle.id, last: last.id };
};
const decisions = async (id: string, query: Record<string, string> = {}) =>
  (await api.must('GET /v1/jobs/{id}/decisions', { params: { id }, query })).entries;

describe('6.2 escalation to another strategy when no provider is found', () => {
  it('sends out a new job, which says by which strategies it went', async () => {
    const { first, middle, last } = await chain();
    const job = await api.must('POST /v1/jobs', { body: { ...jobBodyExample, optionsGroupId: first } });
    expect([job.optionsGroup.id, job.jobConfigurations[0].advancedTask.providerId]).toEqual([
      last,
      'prv_three',
    ]);
    await api.drain();
    expect(held()).toEqual([0, 0, 1]);
    const [decision] = await decisions(job.id);
    expect(decision.by).toMatchObject({ id: last, name: 'Last resort' });
    expect(decision.because[0]).toMatchObject({
      text: expect.stringContaining('"Last resort" took over'),
      values: { escalatedFrom: [first, middle] },
    });
  });

  it('sends out a new batch, all packages with one provider', async () => {
    const { first, last } = await chain();
    const job = await api.must('POST /v1/batch_job', { body: { packages, optionsGroupId: first } });
    expect([job.optionsGroup.id, job.batch.providerId]).toEqual([last, 'prv_three']);
    await api.drain();
    expect(held()).toEqual([0, 0, 2]);
  });

  it('sends out a batch that waited', async () => {
    const { first, last } = await chain({ enableAutoDispatch: false });
    const { id } = await api.must('POST /v1/batch_job', { body: { packages, optionsGroupId: first } });
    const { job } = await api.must('POST /v1/jobs/{id}/autodispatch', { params: { id } });
    expect([job.optionsGroup.id, job.batch.providerId]).toEqual([last, 'prv_three']);
    await api.drain();
    expect(held()).toEqual([0, 0, 2]);
  });

  it('asks each strategy once, and leaves a job waiting that none can send out, with the reason of its own', async () => {
    const one = await api.strategy({ label: 'Round', ...capped });
    const two = await api.strategy({ label: 'About', ...capped, escalateToOptionsGroupId: one.id });
    await api.must('PATCH /v1/options_group/{id}', {
      params: { id: one.id },
      body: { escalateToOptionsGroupId: two.id },
    });
    for (const [routeKey, body] of [
      ['POST /v1/jobs', jobBodyExample],
      ['POST /v1/batch_job', { packages }],
    ] as const) {
      const job = await api.must(routeKey, { body: { ...body, optionsGroupId: one.id } });
      expect(job.optionsGroup.id).toBe(one.id);
      const failures = (await api.db.events()).filter(({ name }) => name.endsWith('autodispatch_failed'));
      expect(failures.at(-1)?.data).toMatchObject({ jobId: job.id, code: 'AUTODISPATCH_FAILURE' });
    }
    await api.drain();
    expect(held()).toEqual([0, 0, 0]);
  });
});

describe('6.2 the decisions about a batch', () => {
  it('are kept, each with the strategy of that time, when it goes from provider to provider', async () => {
    const { id: escalateToOptionsGroupId } = await api.strategy({
      label: 'Last resort',
      allowedProviders: ['THREE'],
    });
    const { id: optionsGroupId } = await api.strategy({
      label: 'Daily',
      enableAutoDispatch: true,
      allowedProviders: ['ONE', 'TWO'],
      escalateToOptionsGroupId,
    });
    const { id } = await api.must('POST /v1/batch_job', { body: { packages, optionsGroupId } });
    await api.drain();
    for (const [index, providerId] of ['prv_one', 'prv_two'].entries()) {
      const job = await api.must('GET /v1/jobs/{id}', { params: { id } });
      const { delivery, tasks } = job.jobConfigurations[0];
      fleet[index]!.drop(tasks.at(-1).id);
      await api.pass(1_000);
      const news = { deliveryId: delivery.id, status: 'canceled_by_provider' as const };
      await receiveProviderUpdate(api.deps, { organizationId: 'org_test', providerId }, news);
      await api.drain();
      await api.pass(130_000);
    }
    expect(held()).toEqual([0, 0, 2]);
    const entries = await decisions(id);
    expect(entries.map(({ what, by }: { what: string; by: { name: string } }) => [what, by.name])).toEqual([
      ['ONE was chosen for the batch.', 'Daily'],
      ['TWO was chosen for attempt 2 at the batch.', 'Daily'],
      ['THREE was chosen for attempt 3 at the batch.', 'Last resort'],
    ]);
    const times = entries.map(({ at }: { at: string }) => at);
    expect(times).toEqual([...times].sort());
    expect(new Set(times).size).toBe(3);
    expect(entries[1].because.at(-1).text).toContain('rank 2');
  });
});

describe('6.2 the replay of a decision', () => {
  const made = async (settings: object = {}) => {
    const { id } = await api.strategy({ enableAutoDispatch: true, ...settings });
    const body = { ...jobBodyExample, optionsGroupId: id, packageRequirements: ['meet_on_delivery'] };
    return (await api.must('POST /v1/jobs', { body })).id as string;
  };
  const replayed = async (jobId: string, settings: object) => {
    const { id: optionsGroupId } = await api.strategy(settings);
    return (await decisions(jobId, { optionsGroupId })).map((entry: { replay: object }) => entry.replay);
  };

  it.each([
    ['cheapest', {}],
    ['preferred_order', { allowedProviders: ['TWO', 'THREE', 'ONE'] }],
    ['most_reliable', {}],
    [
      'weighted',
      {
        providerRules: [
          { providerId: 'TWO', weight: 3 },
          { providerId: 'THREE', weight: 2 },
        ],
      },
    ],
  ])('by the same %s strategy is the same choice, at every attempt', async (mode, more) => {
    const settings = { providerSelectionStrategy: mode, reassignOnFailure: true, ...more };
    for (let round = 0; round < 5; round += 1) {
      const id = await made(settings);
      await api.drain();
      const job = await api.must('GET /v1/jobs/{id}', { params: { id } });
      const { advancedTask, delivery } = job.jobConfigurations[0];
      const from = { organizationId: 'org_test', providerId: advancedTask.providerId };
      fleet.find((one) => one.held().includes(advancedTask.id))!.drop(advancedTask.id);
      const news = { deliveryId: delivery.id, status: 'canceled_by_provider' as const };
      await receiveProviderUpdate(api.deps, from, news);
      await api.drain();
      const replays = await replayed(id, settings);
      expect(replays.length).toBe(2);
      expect(replays.map(({ isDifferent }: { isDifferent: boolean }) => isDifferent)).toEqual([false, false]);
    }
  });

  it.each([
    ['the values', { maxPackageValueCents: 2_000 }],
    ['the hours', { hours: { from: '03:00', to: '04:00' } }],
  ])('follows changed rules for %s of packages', async (_, rule) => {
    const id = await made();
    const [replay] = await replayed(id, { providerRules: [{ providerId: 'ONE', ...rule }] });
    expect(replay).toMatchObject({ providerId: 'prv_two', isDifferent: true });
    expect(replay.because.map(({ text }: { text: string }) => text)).toContainEqual(
      expect.stringMatching(/^ONE cannot be chosen: The strategy offers it/),
    );
  });

  it('draws again by changed weights, and ranks by reliability what was chosen by price', async () => {
    const id = await made({ providerSelectionStrategy: 'weighted' });
    const [drawn] = await replayed(id, {
      providerSelectionStrategy: 'weighted',
      providerRules: [
        { providerId: 'ONE', weight: 0 },
        { providerId: 'TWO', weight: 0 },
        { providerId: 'THREE', weight: 1 },
      ],
    });
    expect(drawn.providerId).toBe('prv_three');
    const [reliable] = await replayed(await made(), { providerSelectionStrategy: 'most_reliable' });
    expect(reliable.because[1].text).toMatch(/reliability 0\.\d{3} from 0 deliveries/);
  });

  it('takes the fee limit of the other strategy instead of that in force then', async () => {
    const id = await made({ enableMaxDeliveryFee: true, maxDeliveryFeeCents: 150 });
    const [replay] = await replayed(id, { allowedProviders: ['THREE'] });
    expect(replay).toMatchObject({ providerId: 'prv_three', isDifferent: true });
  });
});
