import * as z from 'zod';
import { isRefusal } from '../../../lib/core/refusal.ts';
import { createJob as create, upsertJob as upsert } from '../../../lib/dispatch/index.ts';
import { validationErrors } from '../../../lib/http/index.ts';
import { renderJob, returnedJobSchema } from '../../../lib/jobs/index.ts';
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
    'Makes a job of one package without an order, with quotes. It goes out at once when its options group dispatches by ' +
    'itself; a scheduled one goes out at the lead time before its pickup; otherwise, and with `quoteRequestOnly`, it ' +
    'waits for POST /v1/select_quote or POST /v1/jobs/{id}/autodispatch. What is wrong with it refuses it, and so does ' +
    'another job under way with its `externalIdentifier`; that of a job that is over can be used again.',
  permission: 'WRITE_JOB',
  body: createJobBody,
  bodyExample: jobBodyExample,
  reply: returnedJobSchema,
  replyExample: madeJobExample,
  refusals: createJobRefusals,
  async handle({ input: { body }, ctx }) {
    const job = await create(ctx.caller, body, ctx);
    return isRefusal(job) ? job : renderJob(job);
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
    'Makes the job when no active one has the identifier. One that waits for its provider becomes what is sent and is ' +
    'quoted anew; one that has a provider is not changed.',
  permission: 'WRITE_JOB',
  params: z.object({
    externalIdentifier: z
      .string()
      .min(1)
      .max(255)
      .meta({ description: 'External identifier that the job has, or is given.' }),
  }),
  body: upsertJobBody,
  bodyExample: { ...jobBodyExample, autodispatch: true },
  reply: returnedJobSchema,
  replyExample: madeJobExample,
  refusals: upsertJobRefusals,
  async handle({ input: { path, body }, ctx }) {
    const { externalIdentifier } = path;
    if (body.externalIdentifier !== undefined && body.externalIdentifier !== externalIdentifier) {
      const why = `"${body.externalIdentifier}" is not the external identifier of the path, "${externalIdentifier}". Send that, or none.`;
      return validationErrors(`The request is not valid: externalIdentifier: ${why}`, {
        fields: { externalIdentifier: why },
      });
    }
    const job = await upsert(ctx.caller, externalIdentifier, body, ctx);
    return isRefusal(job) ? job : renderJob(job);
  },
});
