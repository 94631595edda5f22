import * as z from 'zod';
import { showJob } from '../../../lib/fleet/routes/index.ts';
import { createJob as create, upsertJob as upsert } from '../../../lib/fulfilment/dispatch/index.ts';
import { returnedJobSchema } from '../../../lib/fulfilment/jobs/index.ts';
import { validationErrors } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { jobEndpoint } from './deps.ts';
import { madeJobExample } from './job-examples.ts';
import { createJobRefusals, upsertJobRefusals } from './job-refusals.ts';
import { createJobBody, jobBodyExample, upsertJobBody } from './job-schemas.ts';

/** POST /v1/jobs */
export const createJob = jobEndpoint({
  name: 'createJob',
  method: 'POST',
  path: '/v1/jobs',
  area: 'Jobs',
  summary: 'Create a job',
  description:
    'Creates a job of one package without an order, with quotes. It goes out at once when its options group dispatches ' +
    'automatically; a scheduled job goes out at the lead time before its pickup. Otherwise, and with `quoteRequestOnly`, it ' +
    'waits for POST /v1/select_quote or POST /v1/jobs/{id}/autodispatch. A job with invalid data is refused, and so is one whose ' +
    '`externalIdentifier` belongs to another active job; the identifier of a job that has ended can be used again.',
  permission: 'WRITE_JOB',
  forLimited: 'narrowed',
  body: createJobBody,
  bodyExample: jobBodyExample,
  reply: returnedJobSchema,
  replyExample: madeJobExample,
  refusals: createJobRefusals,
  async handle({ input: { body }, ctx }) {
    const job = await create(ctx, ctx.caller, body);
    return isRefusal(job) ? job : showJob(ctx, job);
  },
});

/** POST /v1/jobs/external_identifier/{externalIdentifier} */
export const upsertJob = jobEndpoint({
  name: 'upsertJob',
  method: 'POST',
  path: '/v1/jobs/external_identifier/{externalIdentifier}',
  area: 'Jobs',
  summary: 'Create or change the job of an external identifier',
  description:
    'Creates the job when no active one has the identifier. If that job still waits for its provider, the fields that are sent ' +
    'change and it is quoted again. A job that has a provider is not changed.',
  permission: 'WRITE_JOB',
  forLimited: 'narrowed',
  params: z.object({
    externalIdentifier: z.string().min(1).max(255).meta({ description: 'External identifier of the job.' }),
  }),
  body: upsertJobBody,
  bodyExample: { ...jobBodyExample, autodispatch: true },
  reply: returnedJobSchema,
  replyExample: madeJobExample,
  refusals: upsertJobRefusals,
  async handle({ input: { path, body }, ctx }) {
    const { externalIdentifier } = path;
    if (body.externalIdentifier !== undefined && body.externalIdentifier !== externalIdentifier) {
      const why = `externalIdentifier is "${body.externalIdentifier}", but the path names "${externalIdentifier}". Send the same one, or leave externalIdentifier out.`;
      return validationErrors(`The request is not valid: externalIdentifier: ${why}`, {
        fields: { externalIdentifier: why },
      });
    }
    const job = await upsert(ctx, ctx.caller, externalIdentifier, body);
    return isRefusal(job) ? job : showJob(ctx, job);
  },
});
