import { toInstant } from '../../../platform/core/clock.ts';
import type { Refusal } from '../../../platform/core/refusal.ts';
import type { Operation } from '../../../platform/table/index.ts';
import { readTimer } from '../../../platform/timers/index.ts';
import { advancedTask, isConfigurationOver, isTaskOver, type JobAggregate } from '../../jobs/index.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { handoverTimer } from '../events.ts';
import { jobStateForbids } from '../refusals.ts';
import { endAttempt, succeedAttempt } from './end-attempt.ts';
import { watchHandover } from './open-attempt.ts';
import { planNextAttempt } from './plan-next-attempt.ts';

/**
 * The writes that take a task from its provider and create the next attempt, in one transaction; none when
 * another attempt already followed it. Refused when no other provider is left: the task then stays where it
 * is. Providers may be asked for quotes.
 */
export async function planReassignment(
  deps: DispatchDeps,
  aggregate: JobAggregate,
  taskId: string,
  reason: string | null,
): Promise<readonly Operation[] | Refusal> {
  const { organizationId, strategy, id: jobId } = aggregate.job.value;
  const last = aggregate.tasks.find(({ value }) => value.id === taskId)?.value;
  const configuration = aggregate.configurations.find(
    ({ value }) => value.id === last?.configurationId,
  )?.value;
  if (!last || !configuration)
    return jobStateForbids(`Job ${jobId} has no task "${taskId}".`, { jobId, taskId });
  if (advancedTask(aggregate, configuration.id)?.id !== taskId) return [];
  const isOver = isTaskOver(last.status);
  if (isConfigurationOver(aggregate, configuration) || last.status === 'completed') {
    return jobStateForbids(`Task ${taskId} is ${last.status} and cannot be reassigned.`, { jobId, taskId });
  }
  // This is an explicit request, whatever the strategy says about failures.
  const willing = {
    ...aggregate,
    job: {
      ...aggregate.job,
      value: { ...aggregate.job.value, strategy: { ...strategy, reassignOnFailure: true } },
    },
  };
  const next = await planNextAttempt(deps, willing, configuration, last);
  if (!next) {
    return jobStateForbids(
      `Task ${taskId} cannot be reassigned: no other provider can take it, or it has no attempts left.`,
      { jobId, taskId },
    );
  }
  const at = toInstant(deps.clock.now());
  const isHeld = last.status === 'running' || last.handover.doubt;
  const ended = isOver
    ? undefined
    : endAttempt(
        aggregate,
        last,
        {
          status: 'canceled_by_system',
          deliveryStatus: 'canceled_by_auto_reassign',
          reason,
          handover: {
            ...last.handover,
            phase: isHeld ? 'release' : 'settled',
            leaseUntil: null,
            tries: 0,
            reason,
          },
        },
        configuration.orderId,
        at,
      );
  const operations = succeedAttempt(aggregate, { configuration, last, ended, next, at });
  if (ended?.task.handover.phase !== 'release') return operations;
  const timer = await readTimer(deps.table, { organizationId, kind: handoverTimer, subject: taskId });
  return [...operations, ...watchHandover(ended.task, at, timer)];
}
