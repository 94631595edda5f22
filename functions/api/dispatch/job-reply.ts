import * as z from 'zod';
import { type RouteReader, showJob } from '../../../lib/fleet/routes/index.ts';
import { type JobAggregate, returnedJobSchema } from '../../../lib/fulfilment/jobs/index.ts';
import { isRefusal, type Refusal } from '../../../lib/platform/core/refusal.ts';

/** A job as the only field of a reply. */
export const jobReply = z.object({ job: returnedJobSchema }).meta({ id: 'FullJob' });

/** The reply with a job, or the refusal. */
export async function jobReplyOr(
  reader: RouteReader,
  outcome: JobAggregate | Refusal,
): Promise<z.input<typeof jobReply> | Refusal> {
  return isRefusal(outcome) ? outcome : { job: await showJob(reader, outcome) };
}
