import { toInstant } from '../../../platform/core/clock.ts';
import { isRefusal } from '../../../platform/core/refusal.ts';
import { readJob } from '../../jobs/index.ts';
import { assignProvider } from '../attempts/assign-provider.ts';
import { recordJobFailure } from '../attempts/record-failure.ts';
import { untilWritten } from '../attempts/until-written.ts';
import { waitsForProvider } from '../attempts/waiting-of.ts';
import { chooseForJob } from '../choice/choose-provider.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';

/** A scheduled job reached its lead time: it goes out if it still waits and was not postponed meanwhile. */
export async function dispatchDueJob(
  deps: DispatchDeps,
  organizationId: string,
  jobId: string,
): Promise<void> {
  await untilWritten(deps, `Job ${jobId}`, async () => {
    const job = await readJob(deps.table, organizationId, jobId);
    const at = toInstant(deps.clock.now());
    const dispatchAt = job?.job.value.dispatchAt ?? null;
    if (!job || dispatchAt === null || dispatchAt > at || !waitsForProvider(job)) return 'done';
    const chosen = await chooseForJob(deps, job);
    if (isRefusal(chosen)) {
      await deps.table.write([recordJobFailure(job.job.value, `due@${dispatchAt}`, chosen, at)]);
      return 'done';
    }
    return (await assignProvider(deps, job, chosen)) ? 'done' : 'again';
  });
}
