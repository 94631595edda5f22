import type { Configuration } from './configuration.ts';
import type { Delivery } from './deliveries/delivery.ts';
import { wasPickedUp } from './deliveries/delivery-statuses.ts';
import type { Task } from './task.ts';
import { isTaskOver } from './task-lifecycle.ts';

/**
 * Whether nothing more will happen to a package whose latest attempt this is. Between a provider's
 * cancellation and the next attempt the package is still active, unless it had been picked up, because then
 * no other provider can take it over.
 */
export function isLastAttempt(
  configuration: Configuration,
  task: Task | undefined,
  delivery: Delivery | undefined,
): boolean {
  if (configuration.canceledAt !== null || configuration.exhaustedAt !== null) return true;
  if (!task || !isTaskOver(task.status)) return false;
  if (task.status !== 'failed' && task.status !== 'canceled_by_provider') return true;
  return wasPickedUp(delivery);
}
