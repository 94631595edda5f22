import { messageIdOf, type WebhookMessage } from '../../../lib/reactions/webhooks/index.ts';

/** A message about a successful delivery, changed by `changes`; its id follows from its event's id. */
export function anyMessage(changes: Partial<Omit<WebhookMessage, 'id'>> = {}): WebhookMessage {
  const { eventId = 'evt_1', timestamp = '2026-03-02T09:00:00.000Z' } = changes;
  return {
    organizationId: 'org_test',
    id: messageIdOf({ id: eventId, occurredAt: timestamp }),
    eventId,
    eventType: 'delivery.dropoff_complete',
    timestamp,
    tags: [],
    body: {},
    leaseUntil: '2026-03-02T09:00:25.000Z',
    ...changes,
  };
}
