import { toInstant } from '../../platform/core/clock.ts';
import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import { ConsumerFailure, type EventRecord } from '../../platform/events/index.ts';
import { create, type Operation, save } from '../../platform/table/index.ts';
import { type AttemptDeps, attempt, LEASE_MS, type MadeAttempt, outcomeOf } from './attempt.ts';
import { turnOffEndpoint } from './change-endpoint.ts';
import { endpointsPartition, type WebhookEndpoint, wants, webhookEndpointEntity } from './endpoint.ts';
import { armRetry, attemptNow } from './follow-up.ts';
import {
  firstSendingEntity,
  messageIdOf,
  messagePartition,
  type WebhookDelivery,
  type WebhookMessage,
  webhookDeliveryEntity,
  webhookMakingEntity,
  webhookMessageEntity,
} from './message.ts';
import { paceAfter, slowEndpointEntity } from './pace.ts';

/** Public content of an event: the `data` of the message and the ids in its tags. */
export interface WebhookContent {
  readonly data: unknown;
  readonly tags: readonly string[];
}

/**
 * Maximum number of endpoints to which the message is sent while it is created. Further ones, and slow ones, have an
 * event each, because the follow-up of the attempts must fit into one transaction.
 */
const AT_ONCE = 5;

/** After a lost race the event is checked again. Milliseconds. */
const RETRY_AFTER_MS = 1_000;

/**
 * Creates the message of an event and sends it to its endpoints. Nothing is created without endpoints. The body is
 * written before it is sent, so that it is the same every time. If the event arrives twice, the message is sent once;
 * only a crash between sending and recording sends it again, with the same `webhook-id`, as the standard allows.
 */
export async function makeMessage(
  deps: AttemptDeps,
  event: EventRecord,
  render: (event: EventRecord) => Promise<WebhookContent | undefined>,
): Promise<void> {
  const { organizationId, name } = event;
  const aggregate = await deps.table.readKept(endpointsPartition(organizationId));
  const endpoints = aggregate
    .all(webhookEndpointEntity)
    .map(({ value }) => value)
    .filter((endpoint) => wants(endpoint, name));
  if (endpoints.length === 0) return;
  const content = await render(event);
  if (!content) return;
  const message = await claimMaking(deps, messageOf(deps, event, content));
  if (!message) {
    const messageId = messageIdOf(event);
    deps.log.info('webhooks.message-known', 'The message of an event already exists.', { messageId });
    return;
  }
  const slow = new Set(aggregate.all(slowEndpointEntity).map(({ value }) => value.endpointId));
  const now = endpoints.filter((endpoint) => !slow.has(endpoint.id)).slice(0, AT_ONCE);
  const sent = { id: message.id, body: JSON.stringify(message.body) };
  const made = await Promise.all(now.map((endpoint) => attempt(deps, sent, endpoint, 1)));
  const later = endpoints.filter((endpoint) => !now.includes(endpoint));
  await writeDown(deps, message, made, { later, slow });
}

function messageOf({ clock }: AttemptDeps, event: EventRecord, content: WebhookContent): WebhookMessage {
  const [type = '', ...rest] = event.name.split('.');
  return {
    organizationId: event.organizationId,
    id: messageIdOf(event),
    eventId: event.id,
    eventType: event.name,
    timestamp: event.occurredAt,
    tags: [...content.tags],
    // As it will be read: without values that JSON does not have.
    body: JSON.parse(JSON.stringify({ type, event: rest.join('.'), data: content.data })),
    leaseUntil: toInstant(clock.now() + LEASE_MS),
  };
}

/**
 * Writes the message and claims it for this invocation; undefined when it was sent before. While another invocation
 * sends it, the event stays in the queue: that invocation may die, its lease is short, and the event must not wait for
 * the visibility timeout.
 */
async function claimMaking(deps: AttemptDeps, message: WebhookMessage): Promise<WebhookMessage | undefined> {
  const { table, clock } = deps;
  if ((await table.write([create(webhookMessageEntity, message)])).ok) return message;
  const { organizationId, id: messageId } = message;
  const aggregate = await table.readAggregate(messagePartition(organizationId, messageId));
  if (aggregate.one(firstSendingEntity)) return undefined;
  const known = aggregate.one(webhookMessageEntity)?.value;
  const making = aggregate.one(webhookMakingEntity);
  const { leaseUntil } = making?.value ?? known ?? {};
  const leaseMs = leaseUntil === undefined ? 0 : Date.parse(leaseUntil) - clock.now();
  if (known && leaseMs <= 0) {
    const startedAt = toInstant(clock.now());
    const mine = { organizationId, messageId, startedAt, leaseUntil: message.leaseUntil };
    if ((await table.write([save(webhookMakingEntity, making, mine)])).ok) return known;
  }
  throw new ConsumerFailure(
    'busy',
    'Another invocation is creating this message; it will be checked later.',
    {
      retryAfterMs: Math.max(leaseMs, RETRY_AFTER_MS),
    },
  );
}

/** Records the first attempts and their follow-up, even while others write to the same endpoints. */
async function writeDown(
  deps: AttemptDeps,
  message: WebhookMessage,
  made: readonly MadeAttempt[],
  rest: { readonly later: readonly WebhookEndpoint[]; readonly slow: ReadonlySet<string> },
): Promise<void> {
  const { organizationId, id: messageId } = message;
  const at = toInstant(deps.clock.now());
  const attempts = made.map((each) => ({ ...outcomeOf(each), timestamp: at }));
  const paces = made.flatMap((each) => paceAfter(deps, each, undefined));
  const written = await retryLostRace(deps.clock, async (tries) => {
    const follows = await Promise.all(made.map((each) => consequences(deps, message, each, at)));
    const outcome = await deps.table.write([
      create(firstSendingEntity, { organizationId, messageId, at, attempts }),
      ...follows.flat(),
      ...rest.later.flatMap(({ id }) => attemptLater(message, id, rest.slow.has(id))),
      // Other attempts may have marked the endpoint as slow; that is not a failure.
      ...(tries === 0 ? paces : []),
    ]);
    if (outcome.ok) return 'written' as const;
    // An invocation that took longer than its lease finds that another one was faster.
    const known = await deps.table.get(firstSendingEntity, { organizationId, messageId });
    return known ? ('known' as const) : undefined;
  });
  if (!written)
    throw new ConsumerFailure('after', 'The record of a message kept conflicting with other writes.');
}

/** The follow-up writes of a first attempt. */
async function consequences(
  deps: AttemptDeps,
  message: WebhookMessage,
  { endpoint, conclusion }: MadeAttempt,
  at: string,
): Promise<readonly Operation[]> {
  if (conclusion.kind === 'disable') return turnOffEndpoint(deps, endpoint, conclusion.reason);
  if (conclusion.kind !== 'retry') return [];
  const next = { ...pendingDelivery(message, endpoint.id), attempt: 2, round: 2 };
  return [create(webhookDeliveryEntity, next), ...(await armRetry(deps, next, conclusion.afterMs, at))];
}

/** The writes that leave the first attempt to the sending workers. */
function attemptLater(message: WebhookMessage, endpointId: string, isSlow: boolean): readonly Operation[] {
  const delivery = pendingDelivery(message, endpointId);
  return [create(webhookDeliveryEntity, delivery), attemptNow(delivery, message.timestamp, isSlow)];
}

function pendingDelivery(message: WebhookMessage, endpointId: string): WebhookDelivery {
  return {
    organizationId: message.organizationId,
    messageId: message.id,
    endpointId,
    createdAt: message.timestamp,
    state: 'pending',
    attempt: 1,
    round: 1,
    triggerType: 'scheduled',
    leaseUntil: null,
  };
}
