import type { DeliveryStatus } from '../../../engines/vocabulary/index.ts';
import type { Delivery } from './delivery.ts';

/** One status of a delivery as people see it. */
export interface HistoryEntry {
  readonly created_at: string;
  readonly status: DeliveryStatus;
  /** It was reported after the delivery had passed it. */
  readonly late?: true;
}

/**
 * Every status of a delivery in order of time; late ones are in their place and marked. The last one is always the
 * current status.
 */
export function historyOf({
  statusHistory,
  lateStatuses,
}: Pick<Delivery, 'statusHistory' | 'lateStatuses'>): HistoryEntry[] {
  const entries: HistoryEntry[] = statusHistory.map(({ created_at, status }) => ({ created_at, status }));
  for (const { created_at, status } of lateStatuses) {
    const later = entries.findIndex((entry) => entry.created_at >= created_at);
    const place = later === -1 ? entries.length - 1 : Math.max(later, 1);
    entries.splice(place, 0, { created_at, status, late: true });
  }
  return entries;
}
