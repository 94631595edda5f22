import * as z from 'zod';
import {
  cancelJob as cancel,
  findJobByExternalIdentifier,
  jobNotFound,
  jobStateForbids,
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
  description:
    'Takes effect at once for the caller: task and delivery are `canceled_by_customer`. The provider is notified right after this reply. ' +
    'If it accepts the delivery only then, it is cancelled there. A provider that does not release the task, as most do once they ' +
    'have the package, still delivers it: `task.cancellation_failed` and a flag of the delivery report this, and the order ' +
    'must not be dispatched again before it is clear where the package is. The order from which the job was made is `valid` again, without a ' +
    'job. It can be changed, archived and dispatched again. It does not go out automatically until it was changed ' +
    'or confirmed. Tasks that have ended stay as they are. Cancelling again changes nothing. A job in which nothing can be ' +
    'cancelled any more is refused. The route of a job that is cancelled as a whole is `CANCELED`; the order of a part that is ' +
    'cancelled alone leaves its route.',
  permission: 'WRITE_JOB',
  forLimited: 'narrowed',
  reply: jobReply,
  replyExample: { job: jobExample },
  refusals: [jobNotFound, jobStateForbids, contentionOver('job')],
} as const;

/** POST /v1/jobs/{jobId}/cancel */
export const cancelJob = jobEndpoint({
  ...common,
  name: 'cancelJob',
  path: '/v1/jobs/{jobId}/cancel',
  summary: 'Cancel a job',
  params: z.object({ jobId }),
  async handle({ input: { path }, ctx }) {
    return jobReplyOr(ctx, await cancel(ctx, ctx.caller, { id: path.jobId }));
  },
});

/** POST /v1/jobs/{jobId}/{objectId}/cancel */
export const cancelJobPart = jobEndpoint({
  ...common,
  name: 'cancelJobPart',
  path: '/v1/jobs/{jobId}/{objectId}/cancel',
  summary: 'Cancel one package of a job',
  params: z.object({
    jobId,
    objectId: z
      .string()
      .meta({ description: 'Id of a configuration (`cfg_`) or of one of its tasks (`tsk_`).' }),
  }),
  async handle({ input: { path }, ctx }) {
    return jobReplyOr(ctx, await cancel(ctx, ctx.caller, { id: path.jobId, objectId: path.objectId }));
  },
});

/** POST /v1/jobs/external_identifier/{externalIdentifier}/cancel */
export const cancelJobByExternalIdentifier = jobEndpoint({
  ...common,
  name: 'cancelJobByExternalIdentifier',
  path: '/v1/jobs/external_identifier/{externalIdentifier}/cancel',
  summary: 'Cancel a job by its external identifier',
  params: z.object({ externalIdentifier }),
  async handle({ input: { path }, ctx }) {
    const found = await findJobByExternalIdentifier(ctx.table, ctx.caller, path.externalIdentifier);
    return isRefusal(found)
      ? found
      : jobReplyOr(ctx, await cancel(ctx, ctx.caller, { id: found.job.value.id }));
  },
});
