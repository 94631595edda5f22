import { toInstant } from '../../../platform/core/clock.ts';
import { advancedTask, deliveryOf, isConfigurationOver, type Task } from '../../jobs/index.ts';
import { succeedAttempt } from '../attempts/end-attempt.ts';
import { planNextAttempt } from '../attempts/plan-next-attempt.ts';
import { requestAgainLater } from '../attempts/request-again-later.ts';
import type { StepOutcome } from '../attempts/step-outcome.ts';
import type { TaskInJob } from '../attempts/task-in-job.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { cancelAtProvider, MAX_WITHDRAW_TRIES } from './cancel-at-provider.ts';
import { reportNotWithdrawn } from './report-not-withdrawn.ts';

/** Whether the provider itself ended the attempt before it had the package, and no attempt has followed yet. */
export function needsSuccessor({ aggregate, stored, configuration }: TaskInJob): boolean {
  const task = stored.value;
  return (
    (task.status === 'failed' || task.status === 'canceled_by_provider') &&
    deliveryOf(aggregate, task) !== undefined &&
    !isConfigurationOver(aggregate, configuration) &&
    advancedTask(aggregate, configuration.id)?.id === task.id
  );
}

/** The provider reported the end of the attempt: this is final, and the next attempt is created. */
export async function followReportedEnd(deps: DispatchDeps, held: TaskInJob): Promise<StepOutcome> {
  const { aggregate, configuration, stored } = held;
  const task = stored.value;
  const provider = deps.providers.find(task.providerId ?? '');
  let keptBecause: string | undefined;
  if (provider) {
    try {
      const known = deliveryOf(aggregate, task)?.providerDeliveryId ?? null;
      const answer = await cancelAtProvider(provider, task, known, 'The delivery has ended.');
      if (answer.outcome === 'refused') keptBecause = answer.reason;
    } catch (error) {
      if (task.handover.tries < MAX_WITHDRAW_TRIES) {
        return requestAgainLater(deps, held, 'cancel', error, task.handover.tries + 1);
      }
      keptBecause = `${provider.name} could not be reached.`;
    }
  }
  const next =
    keptBecause === undefined ? await planNextAttempt(deps, aggregate, configuration, task) : undefined;
  const at = toInstant(deps.clock.now());
  const last: Task = {
    ...task,
    updatedAt: at,
    handover: { ...task.handover, phase: 'settled', leaseUntil: null, doubt: false },
  };
  const outcome = await deps.table.write([
    ...succeedAttempt(aggregate, { configuration, last, next, at }),
    ...(keptBecause === undefined ? [] : reportNotWithdrawn(held, keptBecause, at)),
  ]);
  return outcome.ok ? 'done' : 'again';
}
