import { ConsumerFailure, type EventRecord } from '../events/index.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { create } from '../table/index.ts';
import { packBody } from './body.ts';
import { endpointsPartition, wants, webhookEndpointEntity } from './endpoint.ts';
import {
  attemptDue,
  messageIdOf,
  messagePartition,
  type WebhookDelivery,
  webhookDeliveryEntity,
  webhookMessageEntity,
} from './message.ts';

/** What an event says to the outside: the `data` of the message and the ids that it is tagged with. */
export interface WebhookContent {
  readonly data: unknown;
  readonly tags: readonly string[];
}

/** After a lost race the event is looked at again. Milliseconds. */
const RETRY_AFTER_MS = 1_000;

/**
 * Makes the message of an event and what is needed to send it to every endpoint that wants it, in one transaction.
 * Nothing is made when nobody wants it, or when it was made before. `render` is asked only when somebody wants it.
 */
export async function makeMessage(
  event: EventRecord,
  deps: CoreDeps,
  render: (event: EventRecord) => Promise<WebhookContent | undefined>,
): Promise<void> {
  const { organizationId, name } = event;
  const aggregate = await deps.table.readAggregate(endpointsPartition(organizationId));
  const endpoints = aggregate.all(webhookEndpointEntity).filter(({ value }) => wants(value, name));
  if (endpoints.length === 0) return;
  const content = await render(event);
  if (!content) return;
  const [type = '', ...rest] = name.split('.');
  const messageId = messageIdOf(event.id);
  const partition = messagePartition(organizationId, messageId);
  const outcome = await deps.table.write([
    create(webhookMessageEntity, {
      organizationId,
      id: messageId,
      eventId: event.id,
      eventType: name,
      timestamp: event.occurredAt,
      tags: [...content.tags],
      packedBody: packBody(JSON.stringify({ type, event: rest.join('.'), data: content.data })),
    }),
    ...endpoints.flatMap(({ value: { id: endpointId } }) => {
      const delivery: WebhookDelivery = {
        organizationId,
        messageId,
        endpointId,
        createdAt: event.occurredAt,
        state: 'pending',
        attempt: 1,
        round: 1,
        triggerType: 'scheduled',
        leaseUntil: null,
      };
      const due = attemptDue.record({
        aggregate: partition,
        cause: `${endpointId}#1`,
        occurredAt: event.occurredAt,
        data: { messageId, endpointId, attempt: 1 },
      });
      return [create(webhookDeliveryEntity, delivery), due];
    }),
  ]);
  if (outcome.ok) return;
  // Two writes of one message at the same time may both be turned away: only what is there was made.
  const made = await deps.table.get(webhookMessageEntity, { organizationId, id: messageId });
  if (!made) {
    throw new ConsumerFailure('busy', 'Another invocation was making this message; looking again.', {
      retryAfterMs: RETRY_AFTER_MS,
    });
  }
  deps.log.info('webhooks.message-known', 'The message of an event exists already.', { messageId });
}
