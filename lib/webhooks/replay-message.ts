import * as z from 'zod';
import { toInstant } from '../core/clock.ts';
import { digest } from '../core/ids.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { create, defineEntity, type Operation, replace, type Stored } from '../table/index.ts';
import { disarmTimer, readTimer } from '../timers/index.ts';
import { endpointsPartition, webhookEndpointEntity } from './endpoint.ts';
import {
  attemptDue,
  messagePartition,
  retrySubject,
  retryTimer,
  type WebhookDelivery,
  webhookDeliveryEntity,
  webhookMessageEntity,
} from './message.ts';
import { missingMessage, newestMessage } from './read-messages.ts';
import { ambiguousReplay, endpointNotFound } from './refusals.ts';

/** Which message to send again, and where. */
export interface ReplayRequest {
  readonly msgId?: string | undefined;
  /** With `eventType`: the newest message that carries this tag. */
  readonly tag?: string | undefined;
  readonly eventType?: string | undefined;
  /** Only this endpoint; absent = every endpoint that it was first sent to. */
  readonly endpointId?: string | undefined;
  /** The same key asks for the same replay: the second time nothing is sent. */
  readonly idempotencyKey?: string | undefined;
}

const resultSchema = z.object({
  endpointId: z.string(),
  url: z.string().nullable(),
  success: z.boolean(),
  error: z.string().nullable(),
});

const outcomeSchema = z.object({ msgId: z.string(), eventType: z.string(), results: z.array(resultSchema) });

/** What was set going, endpoint by endpoint. */
export type ReplayOutcome = z.infer<typeof outcomeSchema>;

const replaySchema = z.object({
  organizationId: z.string(),
  id: z.string(),
  expiresAtSeconds: z.number(),
  outcome: outcomeSchema,
});

/** Remembers a replay by its idempotency key for a day. */
export const replayEntity = defineEntity<
  z.infer<typeof replaySchema>,
  { organizationId: string; id: string }
>({
  name: 'webhookReplay',
  schema: replaySchema,
  partition: ({ organizationId, id }) => ({ organizationId, type: 'webhookReplay', id }),
  sort: () => ({ kind: 'state', parts: [] }),
  expiresAtSeconds: ({ expiresAtSeconds }) => expiresAtSeconds,
});

const REMEMBERED_SECONDS = 24 * 3600;

/**
 * Sends a message again: a new schedule of attempts begins at once and takes the place of a retry that is waiting.
 * An unknown message is refused and nothing is sent; an endpoint that is gone or off is an error in its result.
 */
export async function replayMessage(
  organizationId: string,
  request: ReplayRequest,
  deps: CoreDeps,
): Promise<ReplayOutcome | Refusal> {
  const replayId =
    request.idempotencyKey === undefined ? undefined : digest('replay', request.idempotencyKey);
  const known = replayId && (await deps.table.get(replayEntity, { organizationId, id: replayId }));
  if (known) return known.value.outcome;
  const messageId = await messageIdFor(organizationId, request, deps);
  if (isRefusal(messageId)) return messageId;
  const aggregate = await deps.table.readAggregate(messagePartition(organizationId, messageId));
  const message = aggregate.one(webhookMessageEntity)?.value;
  if (!message) return missingMessage(messageId);
  const endpoints = (await deps.table.readAggregate(endpointsPartition(organizationId))).all(
    webhookEndpointEntity,
  );
  const deliveries = aggregate.all(webhookDeliveryEntity);
  const targets = request.endpointId ? [request.endpointId] : deliveries.map(({ value }) => value.endpointId);
  if (request.endpointId && !endpoints.some(({ value }) => value.id === request.endpointId)) {
    return endpointNotFound(`There is no webhook endpoint "${request.endpointId}".`, {
      id: request.endpointId,
    });
  }
  const operations: Operation[] = [];
  const results: ReplayOutcome['results'] = [];
  for (const endpointId of targets) {
    const endpoint = endpoints.find(({ value }) => value.id === endpointId)?.value;
    const error = !endpoint
      ? 'The endpoint was deleted.'
      : endpoint.isEnabled
        ? null
        : (endpoint.disabledReason ?? 'The endpoint is off.');
    results.push({ endpointId, url: endpoint?.url ?? null, success: error === null, error });
    if (error !== null) continue;
    const delivery = deliveries.find(({ value }) => value.endpointId === endpointId);
    operations.push(...(await again({ organizationId, messageId, endpointId, delivery }, deps)));
  }
  const outcome: ReplayOutcome = { msgId: messageId, eventType: message.eventType, results };
  if (replayId) {
    const expiresAtSeconds = Math.floor(deps.clock.now() / 1000) + REMEMBERED_SECONDS;
    operations.push(
      create(replayEntity, { organizationId, id: replayId, expiresAtSeconds, outcome }, deps.clock.now()),
    );
  }
  const written = await deps.table.write(operations);
  // An attempt that ended meanwhile, or the same replay beside this one: look again.
  return written.ok ? outcome : replayMessage(organizationId, request, deps);
}

async function messageIdFor(
  organizationId: string,
  { msgId, tag, eventType }: ReplayRequest,
  deps: CoreDeps,
): Promise<string | Refusal> {
  if (msgId !== undefined && tag === undefined && eventType === undefined) return msgId;
  if (msgId !== undefined || tag === undefined || eventType === undefined) {
    return ambiguousReplay('Send either `msgId`, or `tag` together with `eventType`.');
  }
  return (
    (await newestMessage(organizationId, { tag, eventType }, deps)) ??
    missingMessage(`${eventType} of ${tag}`)
  );
}

/** The writes that begin a new schedule for one endpoint. */
async function again(
  target: {
    organizationId: string;
    messageId: string;
    endpointId: string;
    delivery: Stored<WebhookDelivery> | undefined;
  },
  deps: CoreDeps,
): Promise<readonly Operation[]> {
  const { organizationId, messageId, endpointId, delivery } = target;
  const occurredAt = toInstant(deps.clock.now());
  const attempt = (delivery?.value.attempt ?? 0) + 1;
  const next: WebhookDelivery = {
    organizationId,
    messageId,
    endpointId,
    createdAt: delivery?.value.createdAt ?? occurredAt,
    state: 'pending',
    attempt,
    round: 1,
    triggerType: 'manual',
    leaseUntil: null,
  };
  const timer = await readTimer(deps.table, {
    organizationId,
    kind: retryTimer,
    subject: retrySubject(next),
  });
  return [
    delivery ? replace(webhookDeliveryEntity, delivery, next) : create(webhookDeliveryEntity, next),
    ...disarmTimer(timer),
    attemptDue.record({
      aggregate: messagePartition(organizationId, messageId),
      cause: `${endpointId}#${attempt}`,
      occurredAt,
      data: { messageId, endpointId, attempt },
    }),
  ];
}
