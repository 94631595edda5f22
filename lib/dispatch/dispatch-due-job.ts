import { toInstant } from '../core/clock.ts';
import { isRefusal } from '../core/refusal.ts';
import { readJob } from '../jobs/index.ts';
import type { DispatchDeps } from './dispatch-deps.ts';
import { assignProviders, chooseProviders, waitingOf } from './dispatch-job.ts';
import { recordJobFailure } from './record-failure.ts';

/** The lead time of a scheduled job has begun: it goes out if it still waits. */
export async function dispatchDueJob(
  organizationId: string,
  jobId: string,
  deps: DispatchDeps,
): Promise<void> {
  const aggregate = await readJob(deps.table, organizationId, jobId);
  const waiting = aggregate ? waitingOf(aggregate) : [];
  if (!aggregate || waiting.length === 0) return;
  const chosen = await chooseProviders(aggregate, waiting, deps);
  const at = toInstant(deps.clock.now());
  if (isRefusal(chosen)) {
    await deps.table.write([recordJobFailure(aggregate.job.value, `due@${at}`, chosen, at)]);
    return;
  }
  const outcome = await deps.table.write(assignProviders(aggregate, chosen, at).operations);
  if (!outcome.ok) throw new Error(`Job ${jobId} was changed while it was dispatched; it is taken up again.`);
}
