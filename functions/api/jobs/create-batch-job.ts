import { showJob } from '../../../lib/fleet/routes/index.ts';
import { createBatchJob as create } from '../../../lib/fulfilment/dispatch/index.ts';
import { MAX_BATCH, returnedJobSchema } from '../../../lib/fulfilment/jobs/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { jobEndpoint } from './deps.ts';
import { batchBodyExample, batchJobExample } from './job-examples.ts';
import { createJobRefusals } from './job-refusals.ts';
import { createBatchJobBody } from './job-schemas.ts';

/** POST /v1/batch_job */
export const createBatchJob = jobEndpoint({
  name: 'createBatchJob',
  method: 'POST',
  path: '/v1/batch_job',
  area: 'Jobs',
  summary: 'Create a job of several packages',
  description:
    `Creates a job of up to ${MAX_BATCH} packages that one provider carries at one price. Its type follows from ` +
    'the stops that the packages share: the same address, name and phone number. All pickups come before all dropoffs, ' +
    'each in the order of the request; `jobConfigurations` has the same order. Like a job of one package it goes out at ' +
    'once, at its lead time, or waits until a quote is selected. An error in one package refuses them all; ' +
    '`details.package` names that package. No part of a batch is visible or sent out before all of it is created. When its provider ' +
    'gives up a package before any was picked up, the whole batch goes to the next provider. A single package creates an ' +
    'ordinary job.',
  permission: 'WRITE_JOB',
  forLimited: 'narrowed',
  body: createBatchJobBody,
  bodyExample: batchBodyExample,
  reply: returnedJobSchema,
  replyExample: batchJobExample,
  refusals: createJobRefusals,
  async handle({ input: { body }, ctx }) {
    const job = await create(ctx, ctx.caller, body);
    return isRefusal(job) ? job : showJob(ctx, job);
  },
});
