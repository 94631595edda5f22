import { isRefusal } from '../../../lib/core/refusal.ts';
import { createBatchJob as create } from '../../../lib/dispatch/index.ts';
import { MAX_BATCH, renderJob, returnedJobSchema } from '../../../lib/jobs/index.ts';
import { quoteExample } from '../dispatch/examples.ts';
import { madeJobExample } from './create-job.ts';
import { jobEndpoint } from './deps.ts';
import { createJobRefusals } from './job-refusals.ts';
import { createBatchJobBody, jobBodyExample } from './job-schemas.ts';

const [configuration] = madeJobExample.jobConfigurations;
const second = 'cfg_01KJQ8Z6Q4T9V2N5X7C3B1M0K8c2';
const stops = [configuration?.id ?? '', second];

/** POST /v1/batch_job */
export const createBatchJob = jobEndpoint({
  name: 'createBatchJob',
  method: 'POST',
  path: '/v1/batch_job',
  area: 'Jobs',
  summary: 'Create a job of several packages',
  description:
    `Makes a job of up to ${MAX_BATCH} packages that one provider carries, with one price for all. Its type follows from ` +
    'the stops that the packages share: the same address, name and phone number. All pickups come before all dropoffs, ' +
    'each in the order of the request; `jobConfigurations` has that order, too. Like a job of one package it goes out at ' +
    'once, at its lead time, or waits for a quote to be selected. What is wrong with one package refuses them all, and ' +
    'names it in `details.package`. Nothing of a batch is seen or sent out before all of it was made. When its provider ' +
    'gives up a package before any was picked up, the whole batch goes to the next provider. A single package makes an ' +
    'ordinary job.',
  permission: 'WRITE_JOB',
  body: createBatchJobBody,
  bodyExample: {
    packages: [jobBodyExample, { ...jobBodyExample, dropoffFirstName: 'Grace', dropoffLastName: 'Lane' }],
    externalIdentifier: 'morning-round-7',
  },
  reply: returnedJobSchema,
  replyExample: {
    ...madeJobExample,
    isBatch: true,
    batch: {
      id: 'bth_01KJQ8Z6Q4T9V2N5X7C3B1M0K8b1',
      type: 'SINGLE_PICKUP_MULTIPLE_DROPOFFS' as const,
      objectSequence: [...stops, ...stops],
      stopTypes: ['PICKUP' as const, 'PICKUP' as const, 'DROPOFF' as const, 'DROPOFF' as const],
      quotes: [quoteExample],
      failedQuotes: [],
      winnerQuote: null,
      providerId: null,
      providerIsInternal: null,
    },
    jobConfigurations: configuration ? [configuration, { ...configuration, id: second }] : [],
  },
  refusals: createJobRefusals,
  async handle({ input: { body }, ctx }) {
    const job = await create(ctx.caller, body, ctx);
    return isRefusal(job) ? job : renderJob(job);
  },
});
