import { toInstant } from '../../../platform/core/clock.ts';
import { isRefusal } from '../../../platform/core/refusal.ts';
import { readJob } from '../../jobs/index.ts';
import { recordJobFailure } from '../attempts/record-failure.ts';
import { chooseForBatch } from '../attempts/assign-packages.ts';
import { dispatchBatch } from './dispatch-batch.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { untilWritten } from '../attempts/until-written.ts';
import { assignProviders, chooseProviders } from './dispatch-job.ts';
import { waitingOf } from '../attempts/waiting-of.ts';

/** A scheduled job reached its lead time: it goes out if it still waits and was not postponed meanwhile. */
export async function dispatchDueJob(
  deps: DispatchDeps,
  organizationId: string,
  jobId: string,
): Promise<void> {
  await untilWritten(deps, `Job ${jobId}`, async () => {
    const aggregate = await readJob(deps.table, organizationId, jobId);
    const at = toInstant(deps.clock.now());
    const dispatchAt = aggregate?.job.value.dispatchAt ?? null;
    if (!aggregate || dispatchAt === null || dispatchAt > at) return 'done';
    const waiting = waitingOf(aggregate);
    if (waiting.length === 0) return 'done';
    if (aggregate.batch) {
      const { value: batch } = aggregate.batch;
      const sent =
        batch.phase === 'waiting'
          ? await dispatchBatch(deps, aggregate, batch, (job) => chooseForBatch(deps, job, batch))
          : aggregate;
      if (sent && isRefusal(sent)) {
        await deps.table.write([recordJobFailure(aggregate.job.value, `due@${dispatchAt}`, sent, at)]);
      }
      return sent ? 'done' : 'again';
    }
    const chosen = await chooseProviders(deps, aggregate, waiting);
    const operations = isRefusal(chosen)
      ? [recordJobFailure(aggregate.job.value, `due@${dispatchAt}`, chosen, at)]
      : assignProviders(aggregate, chosen, at).operations;
    return (await deps.table.write(operations)).ok || isRefusal(chosen) ? 'done' : 'again';
  });
}
