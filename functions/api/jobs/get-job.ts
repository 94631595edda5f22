import * as z from 'zod';
import { showJob } from '../../../lib/fleet/routes/index.ts';
import { findJob, findJobByExternalIdentifier, jobNotFound } from '../../../lib/fulfilment/dispatch/index.ts';
import { returnedJobSchema } from '../../../lib/fulfilment/jobs/index.ts';
import { readRetiredJob } from '../../../lib/operations/retention/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { booleanParameter } from '../../../lib/platform/http/index.ts';
import { jobExample } from '../dispatch/examples.ts';
import { jobEndpoint } from './deps.ts';
import { externalIdentifier, jobId } from './job-path.ts';

/** GET /v1/jobs/{id} */
export const getJob = jobEndpoint({
  name: 'getJob',
  method: 'GET',
  path: '/v1/jobs/{id}',
  area: 'Jobs',
  summary: 'Get a job',
  description:
    'A job without any change for 400 days, whose windows ended as long ago, can only be read, here and by its id.',
  permission: 'READ_JOB',
  forLimited: 'narrowed',
  params: z.object({ id: jobId }),
  query: z.object({
    compressedPayload: booleanParameter
      .optional()
      .meta({ description: 'Leaves out quotes and failed quotes and reduces `advancedTask` to its id.' }),
  }),
  reply: returnedJobSchema,
  replyExample: jobExample,
  refusals: [jobNotFound],
  async handle({ input: { path, query }, ctx }) {
    const found = await findJob(ctx.table, ctx.caller, path.id);
    const job = (isRefusal(found) && (await readRetiredJob(ctx, ctx.caller, path.id))) || found;
    return isRefusal(job) ? job : showJob(ctx, job, { compressed: query.compressedPayload ?? false });
  },
});

/** GET /v1/jobs/external_identifier/{externalIdentifier} */
export const getJobByExternalIdentifier = jobEndpoint({
  name: 'getJobByExternalIdentifier',
  method: 'GET',
  path: '/v1/jobs/external_identifier/{externalIdentifier}',
  area: 'Jobs',
  summary: 'Get a job by its external identifier',
  description:
    "Several jobs can have had the same identifier: the newest one is returned, the only one that may be active. A job of an order has the order's external id.",
  permission: 'READ_JOB',
  forLimited: 'narrowed',
  params: z.object({ externalIdentifier }),
  reply: returnedJobSchema,
  replyExample: jobExample,
  refusals: [jobNotFound],
  async handle({ input: { path }, ctx }) {
    const job = await findJobByExternalIdentifier(ctx.table, ctx.caller, path.externalIdentifier);
    return isRefusal(job) ? job : showJob(ctx, job);
  },
});
