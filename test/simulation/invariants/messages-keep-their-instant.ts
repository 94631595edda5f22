import { isLateStatus } from '../../../lib/fulfilment/jobs/index.ts';
import { defineInvariant } from './define-invariant.ts';

interface Shown {
  readonly id?: unknown;
  readonly status?: unknown;
}

export const messagesKeepTheirInstant = defineInvariant({
  name: 'messages-keep-their-instant',
  number: 5,
  sentence:
    'A message about a status shows the delivery in that status, however late it is made, and every endpoint gets the same.',
  atEnd({ world, receivers }, report) {
    const events = new Map(world.items('event').map(({ data }) => [data.id, data]));
    const messages = new Map(world.items('webhookMessage').map(({ data }) => [data.id, data]));
    const bodies = new Map<string, string>();
    for (const { id, url, body } of receivers.received) {
      const first = bodies.get(id);
      if (first !== undefined && first !== body) report(`${url} got another content of ${id}.`);
      if (first !== undefined) continue;
      bodies.set(id, body);
      const event = events.get(messages.get(id)?.eventId);
      const { deliveryId, status } = (event?.data ?? {}) as Record<string, unknown>;
      if (event?.name !== `delivery.${status}` || isLateStatus(event as never)) continue;
      const shown = find(JSON.parse(body), deliveryId);
      if (!shown) report(`${id} (${event.name}) does not show ${deliveryId}.`);
      else if (shown.status !== status)
        report(`${id} (${event.name}) shows ${deliveryId} as ${shown.status}.`);
    }
  },
});

/** The delivery with this id, wherever it is in a value. */
function find(value: unknown, id: unknown): Shown | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('id' in value && value.id === id && 'status' in value) return value;
  for (const part of Object.values(value)) {
    const found = find(part, id);
    if (found) return found;
  }
  return undefined;
}
