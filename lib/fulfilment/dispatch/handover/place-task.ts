import { toInstant } from '../../../platform/core/clock.ts';
import { deliveryOf } from '../../jobs/index.ts';
import { failAttempt } from '../attempts/fail-attempt.ts';
import type { StepOutcome } from '../attempts/step-outcome.ts';
import type { TaskInJob } from '../attempts/task-in-job.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { placeTogether } from './place-together.ts';
import { MAX_PLACE_TRIES, withdraw } from './settle-answer.ts';

/** Asks the provider to accept a task, unless another worker does, or it was asked often enough. */
export async function placeTask(deps: DispatchDeps, held: TaskInJob): Promise<StepOutcome> {
  const { stored, aggregate } = held;
  const task = stored.value;
  const { handover } = task;
  const at = toInstant(deps.clock.now());
  if (handover.leaseUntil !== null && handover.leaseUntil > at) return 'done';
  const provider = deps.providers.find(task.providerId ?? '');
  if (!provider || !deliveryOf(aggregate, task)) {
    return failAttempt(deps, held, `${task.providerName} is no longer available.`);
  }
  if (handover.tries >= MAX_PLACE_TRIES) {
    return withdraw(deps, held, `${provider.name} could not be reached.`);
  }
  const [outcome = 'again'] = await placeTogether(deps, aggregate, [held], provider);
  return outcome;
}
