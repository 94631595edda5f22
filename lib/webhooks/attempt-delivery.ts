import { toInstant } from '../core/clock.ts';
import { digest } from '../core/ids.ts';
import { ConsumerFailure } from '../events/index.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { create, type Operation, replace, type Stored } from '../table/index.ts';
import { armTimer, readTimer } from '../timers/index.ts';
import { unpackBody } from './body.ts';
import { turnOffEndpoint } from './change-endpoint.ts';
import { type WebhookEndpoint, webhookEndpointEntity } from './endpoint.ts';
import {
  messagePartition,
  retrySubject,
  retryTimer,
  type WebhookAttempt,
  type WebhookDelivery,
  webhookAttemptEntity,
  webhookDeliveryEntity,
  webhookMessageEntity,
} from './message.ts';
import { type Conclusion, conclude } from './retry-schedule.ts';
import { signedHeaders } from './secret.ts';
import type { SendResult, WebhookSender } from './sender.ts';

export interface AttemptDeps extends CoreDeps {
  readonly sender: WebhookSender;
  /** The key from which endpoint secrets are derived. */
  readonly signingKey: () => Promise<string>;
}

/** Longer than a receiver may take to answer, shorter than the queue's visibility timeout. Milliseconds. */
const LEASE_MS = 25_000;

/** How often an attempt is written while others write to the same items. */
const RECORD_TRIES = 5;

/**
 * Makes one attempt to send a message to an endpoint. Delivered twice, it sends once; only a crash between sending and
 * recording leads to a second sending, under the same `webhook-id`, as the standard foresees.
 */
export async function attemptDelivery(
  due: { organizationId: string; messageId: string; endpointId: string; attempt: number },
  deps: AttemptDeps,
): Promise<void> {
  const { organizationId, messageId, endpointId } = due;
  const aggregate = await deps.table.readAggregate(messagePartition(organizationId, messageId));
  const message = aggregate.one(webhookMessageEntity)?.value;
  const delivery = aggregate.all(webhookDeliveryEntity).find(({ value }) => value.endpointId === endpointId);
  if (!message || !delivery || delivery.value.attempt !== due.attempt) return;
  const claimed = await claim(delivery, deps);
  if (!claimed) return;
  const stored = await deps.table.get(webhookEndpointEntity, { organizationId, id: endpointId });
  const endpoint = stored?.value;
  if (!endpoint?.isEnabled) {
    await deps.table.write([replace(webhookDeliveryEntity, claimed, settled(claimed.value, 'failed'))]);
    return;
  }
  const body = unpackBody(message.packedBody);
  const headers = signedHeaders(
    await deps.signingKey(),
    endpoint,
    { id: message.id, body },
    deps.clock.now(),
  );
  const result = await deps.sender.send(endpoint.url, headers, body);
  await record({ claimed, endpoint, result, conclusion: conclude(result, claimed.value.round) }, deps);
}

/**
 * Takes the delivery for this invocation; undefined when there is nothing to do. While another has it, the message is
 * kept: whoever sends may die, its lease is short, and the message must not wait for the visibility timeout.
 */
async function claim(
  delivery: Stored<WebhookDelivery>,
  { table, clock }: AttemptDeps,
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
  return new ConsumerFailure('busy', 'Another invocation is sending this message; looking again later.', {
    retryAfterMs,
  });
}

/** An attempt that was made. */
interface Made {
  readonly claimed: Stored<WebhookDelivery>;
  /** As it was sent to. */
  readonly endpoint: WebhookEndpoint;
  readonly result: SendResult;
  readonly conclusion: Conclusion;
}

/**
 * Writes the attempt, where the delivery stands now, and what follows, in one transaction. A delivery that went on
 * meanwhile, because the message was replayed, stays as it is: the attempt is listed all the same.
 */
async function record(made: Made, deps: AttemptDeps): Promise<void> {
  const { claimed, conclusion, result } = made;
  const { messageId, endpointId, attempt } = claimed.value;
  const at = toInstant(deps.clock.now());
  const listed = create(webhookAttemptEntity, attemptOf(made, at));
  let present: Stored<WebhookDelivery> | undefined = claimed;
  for (let tries = 0; tries < RECORD_TRIES; tries += 1) {
    const follows = present?.version === claimed.version ? await consequences(made, at, deps) : [];
    if ((await deps.table.write([listed, ...follows])).ok) {
      deps.log.info('webhooks.attempted', 'Made an attempt to deliver a webhook.', {
        messageId,
        endpointId,
        attempt,
        status: result.status,
        conclusion: conclusion.kind,
        milliseconds: result.durationMs,
      });
      return;
    }
    present = await deps.table.get(webhookDeliveryEntity, claimed.value);
  }
  throw new ConsumerFailure('after', 'Other writes kept meeting the record of an attempt.');
}

function attemptOf({ claimed, endpoint, result, conclusion }: Made, timestamp: string): WebhookAttempt {
  const { organizationId, messageId: msgId, endpointId, attempt, triggerType } = claimed.value;
  return {
    organizationId,
    id: `atm_${digest(msgId, endpointId, String(attempt))}`,
    msgId,
    endpointId,
    url: endpoint.url,
    status: conclusion.kind === 'delivered' ? 'success' : 'fail',
    responseStatusCode: result.status ?? null,
    responseDurationMs: result.durationMs,
    response: result.error ?? result.body,
    triggerType,
    timestamp,
  };
}

/** The writes that follow from how an attempt ended. */
async function consequences(
  { claimed, endpoint, conclusion }: Made,
  at: string,
  deps: AttemptDeps,
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
        ...(await turnOffEndpoint(endpoint, conclusion.reason, deps)),
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
      return [to(next), ...(await retry(next, conclusion.afterMs, at, deps))];
    }
  }
}

/** The writes that bring the next attempt about when its time has come. */
async function retry(
  next: WebhookDelivery,
  afterMs: number,
  occurredAt: string,
  deps: AttemptDeps,
): Promise<readonly Operation[]> {
  const { organizationId, messageId, endpointId, attempt } = next;
  const data = { messageId, endpointId, attempt };
  const timer = { organizationId, kind: retryTimer, subject: retrySubject(next) };
  const dueAt = toInstant(Date.parse(occurredAt) + afterMs);
  return armTimer({ ...timer, dueAt, data, occurredAt, stored: await readTimer(deps.table, timer) });
}

function settled(delivery: WebhookDelivery, state: 'success' | 'failed'): WebhookDelivery {
  return { ...delivery, state, leaseUntil: null };
}
