import * as z from 'zod';
import {
  autodispatchJob as autodispatch,
  autodispatchFailure,
  findJobByExternalIdentifier,
  invalidTimeConstraint,
  jobNotFound,
  jobStateForbids,
  noEligibleProviders,
  noValidQuotes,
  taskMissingTimeWindow,
} from '../../../lib/fulfilment/dispatch/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { jobExample } from '../dispatch/examples.ts';
import { jobReply, jobReplyOr } from '../dispatch/job-reply.ts';
import { jobEndpoint } from './deps.ts';
import { externalIdentifier, jobId } from './job-path.ts';

const common = {
  method: 'POST',
  area: 'Jobs',
  description: 'Chooses the provider of a job that waits for one, by its strategy.',
  permission: 'WRITE_JOB',
  forLimited: 'narrowed',
  reply: jobReply,
  replyExample: { job: jobExample },
  refusals: [
    jobNotFound,
    jobStateForbids,
    contentionOver('job'),
    taskMissingTimeWindow,
    invalidTimeConstraint,
    noEligibleProviders,
    noValidQuotes,
    autodispatchFailure,
  ],
} as const;

/** POST /v1/jobs/{id}/autodispatch */
export const autodispatchJob = jobEndpoint({
  ...common,
  name: 'autodispatchJob',
  path: '/v1/jobs/{id}/autodispatch',
  summary: 'Dispatch a job',
  params: z.object({ id: jobId }),
  async handle({ input: { path }, ctx }) {
    return jobReplyOr(ctx, await autodispatch(ctx, ctx.caller, path.id, ctx));
  },
});

/** POST /v1/jobs/external_identifier/{externalIdentifier}/autodispatch */
export const autodispatchJobByExternalIdentifier = jobEndpoint({
  ...common,
  name: 'autodispatchJobByExternalIdentifier',
  path: '/v1/jobs/external_identifier/{externalIdentifier}/autodispatch',
  summary: 'Dispatch a job by its external identifier',
  params: z.object({ externalIdentifier }),
  async handle({ input: { path }, ctx }) {
    const found = await findJobByExternalIdentifier(ctx.table, ctx.caller, path.externalIdentifier);
    return isRefusal(found)
      ? found
      : jobReplyOr(ctx, await autodispatch(ctx, ctx.caller, found.job.value.id, ctx));
  },
});
