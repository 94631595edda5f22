import { UNASSIGNED_DELIVERY_STATUSES } from '../../../engines/vocabulary/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { readTimer } from '../../../platform/timers/index.ts';
import { deliveryOf } from '../../jobs/index.ts';
import { isAboveLimit } from '../../quotes/index.ts';
import { readTaskInJob, type TaskInJob } from '../attempts/task-in-job.ts';
import { triedProviders } from '../attempts/tried-providers.ts';
import { watchForDriver } from '../attempts/watch-for-driver.ts';
import { quoteJob } from '../choice/quote-job.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { driverTimer } from '../events.ts';
import { beginWithdrawal } from '../withdrawal/begin-withdrawal.ts';
import { handOverTask } from './hand-over-task.ts';

/**
 * The time for finding a courier has expired. Without a courier the delivery goes to the next provider; if no
 * other provider offers to carry it, the provider keeps it and gets the same time again.
 */
export async function endDriverTime(
  deps: DispatchDeps,
  of: { readonly organizationId: string; readonly jobId: string; readonly taskId: string },
): Promise<void> {
  const held = await readTaskInJob(deps, of);
  const task = held?.stored.value;
  const delivery = held && deliveryOf(held.aggregate, task);
  if (!held || !task || !delivery || task.status !== 'running' || task.handover.phase !== 'settled') return;
  const together = held.aggregate.batch
    ? held.aggregate.deliveries.map(({ value }) => value).filter((one) => one.providerId === task.providerId)
    : [delivery];
  if (together.some((one) => !UNASSIGNED_DELIVERY_STATUSES.includes(one.status) || one.courierName !== null))
    return;
  const minutes = held.aggregate.job.value.strategy.driverTimeoutMinutes;
  if (minutes === null) return;
  if (!(await hasSuccessor(deps, held))) {
    const timer = await readTimer(deps.table, {
      organizationId: of.organizationId,
      kind: driverTimer,
      subject: task.id,
    });
    if (timer?.value.state === 'armed') return;
    await deps.table.write(watchForDriver(held, task, toInstant(deps.clock.now()), timer));
    return;
  }
  const reason = `${task.providerName} found no courier within ${minutes} minutes.`;
  if (await beginWithdrawal(deps, held, { cause: 'timeout', reason })) return handOverTask(deps, of);
  throw new Error(`The task ${task.id} was being changed; its time limit will be checked again.`);
}

/** Whether another provider offers to carry the package, within the remaining attempts of the strategy. */
async function hasSuccessor(deps: DispatchDeps, { aggregate, configuration }: TaskInJob): Promise<boolean> {
  const { strategy, maxFeeCents, attemptsBefore } = aggregate.job.value;
  const excluded = triedProviders(aggregate, configuration.id);
  if (excluded.length >= strategy.maxAttempts + attemptsBefore) return false;
  const { quotes } = await quoteJob(deps, aggregate, { excluded });
  return quotes.some((quote) => !isAboveLimit(quote, maxFeeCents));
}
