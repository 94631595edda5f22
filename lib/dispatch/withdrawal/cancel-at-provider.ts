import type { Task } from '../../jobs/index.ts';
import { callProvider, type Provider } from '../../providers/index.ts';
import { keyOf } from '../handover/task-in-job.ts';

/** Calls of `cancel` before a provider that cannot be reached is left with the task, and nobody else gets it. */
export const MAX_WITHDRAW_TRIES = 12;

/** Tells the provider, under the key of the task, that it is not to carry it (any more). Throws without an answer. */
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
