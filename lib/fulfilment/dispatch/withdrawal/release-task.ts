import { toInstant } from '../../../platform/core/clock.ts';
import type { Operation } from '../../../platform/table/index.ts';
import { deliveryOf, type Task } from '../../jobs/index.ts';
import type { Provider } from '../../providers/index.ts';
import { askAgainLater } from '../attempts/ask-again-later.ts';
import type { StepOutcome } from '../attempts/step-outcome.ts';
import { setHandover, type TaskInJob } from '../attempts/task-in-job.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { cancelAtProvider, MAX_WITHDRAW_TRIES } from './cancel-at-provider.ts';
import { reportKept } from './report-kept.ts';

/** The attempt has ended, but the provider may still have the task: it is withdrawn. */
export async function releaseTask(deps: DispatchDeps, held: TaskInJob): Promise<StepOutcome> {
  const task = held.stored.value;
  const { handover } = task;
  const provider = deps.providers.find(task.providerId ?? '');
  const known = deliveryOf(held.aggregate, task)?.providerDeliveryId ?? null;
  const settle = (doubt: boolean, more: readonly Operation[] = []) => {
    const next: Task['handover'] = { ...handover, phase: 'settled', leaseUntil: null, doubt };
    return setHandover(deps, held, next, more);
  };
  // The provider's update of the delivery overtook its answer: a delivered package is not withdrawn.
  if (!provider || task.status === 'completed') return (await settle(false)) ? 'done' : 'again';
  let answer: Awaited<ReturnType<Provider['cancel']>>;
  try {
    answer = await cancelAtProvider(provider, task, known, handover.reason ?? 'The delivery was cancelled.');
  } catch (error) {
    if (handover.tries < MAX_WITHDRAW_TRIES)
      return askAgainLater(deps, held, 'cancel', error, handover.tries + 1);
    answer = { outcome: 'refused', reason: `${provider.name} could not be reached.`, permanent: true };
  }
  const at = toInstant(deps.clock.now());
  if (answer.outcome === 'canceled') {
    // The provider refuses a call that is still running when the key is cancelled. A provider without that
    // promise is asked once more when every call has surely ended.
    const wasLast = handover.phase === 'settled' || known !== null || !handover.doubt;
    return (await settle(!wasLast)) ? 'done' : 'again';
  }
  deps.log.warn('dispatch.cancellation-failed', 'A provider did not release a delivery.', {
    taskId: task.id,
    provider: provider.name,
    reason: answer.reason,
  });
  return (await settle(false, reportKept(held, answer.reason, at))) ? 'done' : 'again';
}
