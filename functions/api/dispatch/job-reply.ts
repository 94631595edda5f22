import * as z from 'zod';
import { type JobAggregate, renderJob, returnedJobSchema } from '../../../lib/fulfilment/jobs/index.ts';
import { isRefusal, type Refusal } from '../../../lib/platform/core/refusal.ts';

/** A job as the only field of a reply. */
export const jobReply = z.object({ job: returnedJobSchema }).meta({ id: 'FullJob' });

/** The reply with a job, or the refusal. */
export function jobReplyOr(outcome: JobAggregate | Refusal): z.input<typeof jobReply> | Refusal {
  return isRefusal(outcome) ? outcome : { job: renderJob(outcome) };
}
