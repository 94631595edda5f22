import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jobBodyExample } from '../../../../../../functions/api/jobs/job-schemas.ts';
import { autodispatchJob, selectQuote } from '../../../../../../lib/fulfilment/dispatch/index.ts';
import { isRefusal } from '../../../../../../lib/platform/core/refusal.ts';
import { type DispatchApi, startDispatchApi } from '../../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../../support/faulty-provider.ts';
import { anyGrant } from '../../../../../support/http-event.ts';

const ACTOR = { organizationId: anyGrant().organizations[0]!.id, storeLocationIds: null, listShards: 1 };

let api: DispatchApi;
let optionsGroupId: string;
beforeEach(async () => {
  const fleet = [100, 200].map((priceCents) =>
    faultyProvider({ id: `prv_${priceCents}`, name: `P${priceCents}`, priceCents }),
  );
  api = await startDispatchApi(fleet.map(({ provider }) => provider));
  optionsGroupId = (await api.strategy({ enableAutoDispatch: false })).id;
});
afterEach(() => api.stop());

const single = () => api.must('POST /v1/jobs', { body: { ...jobBodyExample, optionsGroupId } });
const batch = () => {
  const packages = [1, 2].map((number) => ({ ...jobBodyExample, externalIdentifier: `package-${number}` }));
  return api.must('POST /v1/batch_job', { body: { packages, optionsGroupId } });
};

/** The result of an attempt: the job's provider, or the refusal. */
async function outcomeOf(attempt: ReturnType<typeof autodispatchJob>) {
  const reached = await attempt;
  return isRefusal(reached) ? reached.kind.code : reached.tasks.map(({ value }) => value.providerId);
}

describe.each([
  ['one package', single, 1],
  ['a batch', batch, 2],
] as const)('4.3 the dispatch of a job of %s', (_, make, count) => {
  it('is the same when its request is repeated after an attempt without an answer', async () => {
    const { id } = await make();
    await api.must('POST /v1/jobs/{id}/autodispatch', { params: { id } });
    await api.drain();
    expect(await outcomeOf(autodispatchJob(api.deps, ACTOR, id, { resumed: true }))).toEqual(
      Array(count).fill('prv_100'),
    );
    expect((await api.call('POST /v1/jobs/{id}/autodispatch', { params: { id } })).status).toBe(409);
  });

  it('by a quote is the same too, but not by another quote', async () => {
    const job = await make();
    const quotes = (job.batch?.quotes ?? job.jobConfigurations[0].advancedTask.quotes) as {
      id: string;
      providerId: string;
    }[];
    const quoteOf = (providerId: string) => quotes.find((one) => one.providerId === providerId)!.id;
    const again = (providerId: string) =>
      outcomeOf(selectQuote(api.deps, ACTOR, quoteOf(providerId), { resumed: true }));
    await api.must('POST /v1/select_quote', { body: { quoteId: quoteOf('prv_200') } });
    await api.drain();
    expect(await again('prv_200')).toEqual(Array(count).fill('prv_200'));
    expect(await again('prv_100')).toBe('INVALID_STATE_TRANSITION');
  });
});
