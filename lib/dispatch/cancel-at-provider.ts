import type { Task } from '../jobs/index.ts';
import { callProvider, type Provider } from '../providers/index.ts';

/** Calls of `cancel` before a provider that cannot be reached is left with the task, and nobody else gets it. */
export const MAX_WITHDRAW_TRIES = 12;

/** Tells the provider, under the key of the task, that it is not to carry it (any more). Throws without an answer. */
export function cancelAtProvider(
  provider: Provider,
  task: Task,
  providerDeliveryId: string | null,
  reason: string,
): ReturnType<Provider['cancel']> {
  return callProvider({
    providerName: provider.name,
    name: 'cancel',
    limitMs: provider.timeLimits.cancelMs,
    run: (signal) =>
      provider.cancel({
        organizationId: task.organizationId,
        signal,
        idempotencyKey: task.id,
        providerDeliveryId,
        reason,
      }),
  });
}
