import type { EventRecord } from '../../../lib/platform/events/index.ts';

/** A delivery that reached its recipient, as its event is stored in the table, changed by `changes`. */
export function anyEvent(changes: Partial<EventRecord> = {}): EventRecord {
  return {
    organizationId: 'org_test',
    id: 'evt_1',
    name: 'delivery.dropoff_complete',
    aggregateType: 'job',
    aggregateId: 'job_1',
    occurredAt: '2026-03-02T09:00:00.000Z',
    data: {},
    ...changes,
  };
}
