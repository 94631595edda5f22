import { toInstant } from '../../core/clock.ts';
import { deliveryOf, recordTask, type Task } from '../../jobs/index.ts';
import type { Provider } from '../../providers/index.ts';
import type { Operation } from '../../table/index.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { askAgainLater } from '../handover/ask-again-later.ts';
import type { StepOutcome } from '../handover/step-outcome.ts';
import { setHandover, type TaskInJob } from '../handover/task-in-job.ts';
import { cancelAtProvider, MAX_WITHDRAW_TRIES } from './cancel-at-provider.ts';

/** The attempt is over and the provider may still hold the task: it is taken back. */
export async function releaseTask(held: TaskInJob, deps: DispatchDeps): Promise<StepOutcome> {
  const task = held.stored.value;
  const { handover } = task;
  const provider = deps.providers.find(task.providerId ?? '');
  const delivery = deliveryOf(held.aggregate, task);
  const known = delivery?.providerDeliveryId ?? null;
  const settle = (doubt: boolean, more: readonly Operation[] = []) => {
    const next: Task['handover'] = { ...handover, phase: 'settled', leaseUntil: null, doubt };
    return setHandover(held, next, deps, more);
  };
  // The provider's news of the delivery overtook its answer: what is delivered is not asked back.
  if (!provider || task.status === 'completed') return (await settle(false)) ? 'done' : 'again';
  let answer: Awaited<ReturnType<Provider['cancel']>>;
  try {
    answer = await cancelAtProvider(provider, task, known, handover.reason ?? 'The delivery was cancelled.');
  } catch (error) {
    if (handover.tries < MAX_WITHDRAW_TRIES)
      return askAgainLater(held, 'cancel', error, deps, handover.tries + 1);
    answer = { outcome: 'refused', reason: `${provider.name} could not be reached.`, permanent: true };
  }
  const at = toInstant(deps.clock.now());
  if (answer.outcome === 'canceled') {
    // A call that is still under way when the key is cancelled is refused by the provider; one that keeps no such
    // promise is asked once more when every call is surely over.
    const wasLast = handover.phase === 'settled' || known !== null || !handover.doubt;
    return (await settle(!wasLast)) ? 'done' : 'again';
  }
  deps.log.warn('dispatch.cancellation-failed', 'A provider did not give a delivery back.', {
    taskId: task.id,
    provider: provider.name,
    reason: answer.reason,
  });
  const told = recordTask('cancellation_failed', task, delivery, held.configuration.orderId, at);
  return (await settle(false, [told])) ? 'done' : 'again';
}
