import { toInstant } from '../../../platform/core/clock.ts';
import { retryLostRace } from '../../../platform/core/retry-lost-race.ts';
import { deliveryOf, isTaskOver, type Task } from '../../jobs/index.ts';
import type { Provider, ProviderAcceptance } from '../../providers/index.ts';
import { markRunning, takenBy } from '../attempts/mark-running.ts';
import type { StepOutcome } from '../attempts/step-outcome.ts';
import { readTaskInJob, refOf, type TaskInJob } from '../attempts/task-in-job.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { cancelAtProvider } from '../withdrawal/cancel-at-provider.ts';

/**
 * The provider has the task: `running`. If the task went to another provider meanwhile, the delivery is
 * cancelled there.
 */
export async function recordAcceptance(
  deps: DispatchDeps,
  claimed: TaskInJob,
  provider: Provider,
  answer: ProviderAcceptance,
): Promise<StepOutcome> {
  const { token } = claimed.stored.value.handover;
  const outcome = await retryLostRace(deps.clock, async (): Promise<StepOutcome | undefined> => {
    const held = await readTaskInJob(deps, refOf(claimed.stored.value));
    if (!held) return 'done';
    const task = held.stored.value;
    const delivery = deliveryOf(held.aggregate, task);
    if (isTaskOver(task.status) || task.handover.phase === 'withdraw') {
      return isHeldBack(task) ? giveBack(deps, held, provider, answer) : 'again';
    }
    if (task.status === 'running' || task.handover.token !== token || !delivery) return 'done';
    const at = toInstant(deps.clock.now());
    const taken = takenBy(delivery, answer, at);
    const accepted = { task, delivery: taken, configuration: held.configuration };
    return (await deps.table.write(markRunning(held.aggregate, [accepted], at))).ok ? 'done' : undefined;
  });
  return outcome ?? 'again';
}

/** Whether the task was settled without knowing about the acceptance, so that the late one must be cancelled here. */
function isHeldBack(task: Task): boolean {
  return task.handover.phase === 'settled' || task.handover.phase === 'withdraw';
}

/** A late acceptance of a task that went to another provider: it is cancelled at once. */
async function giveBack(
  deps: DispatchDeps,
  held: TaskInJob,
  provider: Provider,
  answer: ProviderAcceptance,
): Promise<StepOutcome> {
  const task = held.stored.value;
  await cancelAtProvider(
    provider,
    task,
    answer.providerDeliveryId,
    'The delivery was given to another provider.',
  );
  deps.log.warn(
    'dispatch.late-acceptance',
    'A provider accepted a task too late, and the delivery was cancelled there.',
    {
      taskId: task.id,
      provider: provider.name,
    },
  );
  return task.handover.phase === 'withdraw' ? 'again' : 'done';
}
