import { toInstant } from '../../platform/core/clock.ts';
import { createdAtOf } from '../../platform/core/ids.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { create } from '../../platform/table/index.ts';
import { readEndpoint } from './change-endpoint.ts';
import { canonicalEventTypes } from './event-types.ts';
import { attemptNow } from './follow-up.ts';
import {
  firstSendingEntity,
  messageIdOf,
  type WebhookDelivery,
  webhookDeliveryEntity,
  webhookMessageEntity,
} from './message.ts';
import { endpointIsOff, invalidEndpoint } from './refusals.ts';

/** A test message that is on its way. */
export interface SentTest {
  readonly msgId: string;
  readonly eventType: string;
  readonly endpointId: string;
  readonly url: string;
}

/** Tag of every test message. */
const TAG = 'test';

/**
 * Sends an example of an event type to one endpoint, whatever types it receives. It is a message like any
 * other, with attempts, retries and replays; its body has `isTest`. The same id sends one message.
 */
export async function sendTest(
  deps: CoreDeps,
  organizationId: string,
  request: {
    readonly id: string;
    readonly endpointId: string;
    readonly eventType: string;
    readonly dataOf: (eventType: string) => unknown;
  },
): Promise<SentTest | Refusal> {
  const endpoint = await readEndpoint(deps, organizationId, request.endpointId);
  if (isRefusal(endpoint)) return endpoint;
  const [eventType] = canonicalEventTypes(request.eventType);
  if (eventType === undefined) {
    return invalidEndpoint(
      `eventType "${request.eventType}" is not an event type. Send one such as "delivery.dropoff_complete".`,
      { field: 'eventType', value: request.eventType },
    );
  }
  const { id: endpointId, url } = endpoint;
  if (!endpoint.isEnabled) {
    return endpointIsOff(
      `The webhook endpoint "${endpointId}" is off. Set isEnabled to true and send the test again.`,
      { id: endpointId },
    );
  }
  const eventId = request.id;
  const at = toInstant(deps.clock.now());
  // A repeated request has the id of the first one, and therefore the same message.
  const messageId = messageIdOf({
    id: eventId,
    occurredAt: toInstant(createdAtOf(eventId) ?? deps.clock.now()),
  });
  const [type = '', ...rest] = eventType.split('.');
  const body = { type, event: rest.join('.'), isTest: true, data: request.dataOf(eventType) };
  const delivery: WebhookDelivery = {
    organizationId,
    messageId,
    endpointId,
    createdAt: at,
    state: 'pending',
    attempt: 1,
    round: 1,
    triggerType: 'manual',
    leaseUntil: null,
  };
  // If it is already written, an earlier attempt of the same request wrote it.
  await deps.table.write([
    create(webhookMessageEntity, {
      organizationId,
      id: messageId,
      eventId,
      eventType,
      timestamp: at,
      tags: [TAG],
      body: JSON.parse(JSON.stringify(body)),
      leaseUntil: at,
    }),
    create(firstSendingEntity, { organizationId, messageId, at, attempts: [] }),
    create(webhookDeliveryEntity, delivery),
    // For a slow endpoint, the quick lane hands it over.
    attemptNow(delivery, at, false),
  ]);
  return { msgId: messageId, eventType, endpointId, url };
}
