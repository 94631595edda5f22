import { toInstant } from '../../platform/core/clock.ts';
import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import { ConsumerFailure } from '../../platform/events/index.ts';
import { create, type Operation, replace, type Stored } from '../../platform/table/index.ts';
import { type AttemptDeps, attempt, attemptId, LEASE_MS, type MadeAttempt, outcomeOf } from './attempt.ts';
import { turnOffEndpoint } from './change-endpoint.ts';
import { webhookEndpointEntity } from './endpoint.ts';
import { armRetry, attemptNow } from './follow-up.ts';
import {
  messagePartition,
  type WebhookAttempt,
  type WebhookDelivery,
  webhookAttemptEntity,
  webhookDeliveryEntity,
  webhookMessageEntity,
} from './message.ts';
import { paceAfter, type SlowMark, slowEndpointEntity } from './pace.ts';

/** Which attempt is due. */
export interface DueAttempt {
  readonly organizationId: string;
  readonly messageId: string;
  readonly endpointId: string;
  readonly attempt: number;
}

/** Lane of an attempt: slow receivers have one of their own. */
export type Lane = 'quick' | 'slow';

/**
 * Makes one attempt to send a message to an endpoint. If it is delivered twice, it is sent once; only a crash between
 * sending and recording sends it again, with the same `webhook-id`, as the standard allows. The quick lane hands an
 * attempt for a slow endpoint over to the slow lane.
 */
export async function attemptDelivery(
  deps: AttemptDeps,
  due: DueAttempt,
  lane: Lane = 'quick',
): Promise<void> {
  const { organizationId, messageId, endpointId } = due;
  const aggregate = await deps.table.readAggregate(messagePartition(organizationId, messageId));
  const message = aggregate.one(webhookMessageEntity)?.value;
  const delivery = aggregate.all(webhookDeliveryEntity).find(({ value }) => value.endpointId === endpointId);
  if (!message || !delivery || delivery.value.attempt !== due.attempt) return;
  const mark = await deps.table.get(slowEndpointEntity, { organizationId, endpointId });
  if (mark && lane === 'quick') {
    if (delivery.value.state === 'pending') await handOver(deps, delivery);
    return;
  }
  const claimed = await claim(deps, delivery);
  if (!claimed) return;
  const endpoint = (await deps.table.get(webhookEndpointEntity, { organizationId, id: endpointId }))?.value;
  if (!endpoint?.isEnabled) {
    await deps.table.write([replace(webhookDeliveryEntity, claimed, settled(claimed.value, 'failed'))]);
    return;
  }
  const body = JSON.stringify(message.body);
  const made = await attempt(deps, { id: messageId, body }, endpoint, claimed.value.round);
  await record(deps, claimed, made, mark);
}

/** Leaves the attempt to the slow lane. If another hand-over already wrote the event, that is enough. */
async function handOver({ table, clock }: AttemptDeps, delivery: Stored<WebhookDelivery>): Promise<void> {
  await table.write([attemptNow(delivery.value, toInstant(clock.now()), true)]);
}

/**
 * Claims the delivery for this invocation; undefined when there is nothing to do. While another invocation has it, the
 * message stays in the queue: that invocation may die, its lease is short, and the message must not wait for the
 * visibility timeout.
 */
async function claim(
  { table, clock }: AttemptDeps,
  delivery: Stored<WebhookDelivery>,
): Promise<Stored<WebhookDelivery> | undefined> {
  const { state, leaseUntil } = delivery.value;
  if (state === 'success' || state === 'failed') return undefined;
  const leaseMs = state === 'sending' && leaseUntil !== null ? Date.parse(leaseUntil) - clock.now() : 0;
  if (leaseMs > 0) throw takenByAnother(leaseMs);
  const next: WebhookDelivery = {
    ...delivery.value,
    state: 'sending',
    leaseUntil: toInstant(clock.now() + LEASE_MS),
  };
  const outcome = await table.write([replace(webhookDeliveryEntity, delivery, next)]);
  if (!outcome.ok) throw takenByAnother(LEASE_MS);
  return { value: next, version: delivery.version + 1 };
}

function takenByAnother(retryAfterMs: number): ConsumerFailure {
  return new ConsumerFailure(
    'busy',
    'Another invocation is sending this message; it will be checked later.',
    {
      retryAfterMs,
    },
  );
}

/**
 * Writes the attempt, the new state of the delivery and the follow-up in one transaction. If the delivery moved on
 * meanwhile because the message was replayed, it stays as it is, and only the attempt is listed.
 */
async function record(
  deps: AttemptDeps,
  claimed: Stored<WebhookDelivery>,
  made: MadeAttempt,
  mark: SlowMark,
): Promise<void> {
  const at = toInstant(deps.clock.now());
  const listed = create(webhookAttemptEntity, attemptOf(claimed.value, made, at));
  const pace = paceAfter(deps, made, mark);
  let present: Stored<WebhookDelivery> | undefined = claimed;
  const written = await retryLostRace(deps.clock, async (tries) => {
    const follows = present?.version === claimed.version ? await consequences(deps, claimed, made, at) : [];
    // Other attempts may have marked the endpoint as slow; that is not a failure.
    const outcome = await deps.table.write([listed, ...follows, ...(tries === 0 ? pace : [])]);
    if (outcome.ok) return true;
    present = await deps.table.get(webhookDeliveryEntity, claimed.value);
    return undefined;
  });
  if (!written)
    throw new ConsumerFailure('after', 'The record of an attempt kept conflicting with other writes.');
}

function attemptOf(delivery: WebhookDelivery, made: MadeAttempt, timestamp: string): WebhookAttempt {
  const { organizationId, messageId: msgId, endpointId, attempt: number, triggerType } = delivery;
  return {
    organizationId,
    id: attemptId(msgId, endpointId, number),
    msgId,
    ...outcomeOf(made),
    triggerType,
    timestamp,
  };
}

/** The follow-up writes of an attempt. */
async function consequences(
  deps: AttemptDeps,
  claimed: Stored<WebhookDelivery>,
  { endpoint, conclusion }: MadeAttempt,
  at: string,
): Promise<readonly Operation[]> {
  const to = (next: WebhookDelivery) => replace(webhookDeliveryEntity, claimed, next);
  switch (conclusion.kind) {
    case 'delivered':
      return [to(settled(claimed.value, 'success'))];
    case 'failed':
    case 'aborted':
      return [to(settled(claimed.value, 'failed'))];
    case 'disable':
      return [
        to(settled(claimed.value, 'failed')),
        ...(await turnOffEndpoint(deps, endpoint, conclusion.reason)),
      ];
    case 'retry': {
      const { value } = claimed;
      const next: WebhookDelivery = {
        ...value,
        state: 'pending',
        attempt: value.attempt + 1,
        round: value.round + 1,
        triggerType: 'scheduled',
        leaseUntil: null,
      };
      return [to(next), ...(await armRetry(deps, next, conclusion.afterMs, at))];
    }
  }
}

function settled(delivery: WebhookDelivery, state: 'success' | 'failed'): WebhookDelivery {
  return { ...delivery, state, leaseUntil: null };
}
