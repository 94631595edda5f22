import type { Task } from '../../jobs/index.ts';
import { callProvider, type Provider } from '../../providers/index.ts';
import { keyOf } from '../attempts/task-in-job.ts';

/** Calls of `cancel` before the task is left with a provider that cannot be reached, and no other provider gets it. */
export const MAX_WITHDRAW_TRIES = 12;

/** Tells the provider, under the key of the task, not to carry it (any more). Throws without an answer. */
export function cancelAtProvider(
  provider: Provider,
  task: Task,
  providerDeliveryId: string | null,
  reason: string,
): ReturnType<Provider['cancel']> {
  return callProvider(provider, 'cancel', (signal) =>
    provider.cancel({ ...keyOf(task), signal, providerDeliveryId, reason }),
  );
}
