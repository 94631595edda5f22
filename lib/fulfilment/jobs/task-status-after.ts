import type { DeliveryStatus } from '../../engines/vocabulary/index.ts';
import { isTerminal } from './deliveries/delivery-statuses.ts';
import { isTaskOver, type TaskStatus } from './task-lifecycle.ts';

const ENDS: Partial<Record<DeliveryStatus, TaskStatus>> = {
  dropoff_complete: 'completed',
  canceled_by_customer: 'canceled_by_customer',
  canceled_by_provider: 'canceled_by_provider',
  canceled_by_system: 'canceled_by_system',
  canceled_by_auto_reassign: 'canceled_by_system',
  returned: 'failed',
  expired: 'failed',
  failed: 'failed',
};

/** Status a task has when its delivery has reached `status`: the end of the delivery is the end of the task. */
export function taskStatusAfter(present: TaskStatus, status: DeliveryStatus): TaskStatus {
  if (isTaskOver(present) || !isTerminal(status)) return present;
  return ENDS[status] ?? present;
}
