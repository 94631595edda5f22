import * as z from 'zod';
import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { digest } from '../../platform/core/ids.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { create, defineEntity, type Operation, type Stored, save } from '../../platform/table/index.ts';
import { listEndpoints } from './change-endpoint.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { attemptNow } from './follow-up.ts';
import {
  firstSendingEntity,
  messagePartition,
  type WebhookDelivery,
  webhookDeliveryEntity,
  webhookMessageEntity,
} from './message.ts';
import { missingMessage, newestMessage } from './read-messages.ts';
import { ambiguousReplay, endpointNotFound, messageIsBusy } from './refusals.ts';

/** The message to send again, and its endpoints. */
export interface ReplayRequest {
  readonly msgId?: string | undefined;
  /** With `eventType`: the newest message with this tag. */
  readonly tag?: string | undefined;
  readonly eventType?: string | undefined;
  /** Only this endpoint; absent = every endpoint to which it was first sent. */
  readonly endpointId?: string | undefined;
  /** The same key identifies the same replay: the second time nothing is sent. */
  readonly idempotencyKey?: string | undefined;
}

const resultSchema = z.object({
  endpointId: z.string(),
  url: z.string().nullable(),
  success: z.boolean(),
  error: z.string().nullable(),
});

const outcomeSchema = z.object({ msgId: z.string(), eventType: z.string(), results: z.array(resultSchema) });

/** Started deliveries, by endpoint. */
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
 * Sends a message again: a new schedule of attempts starts at once and replaces a waiting retry. An unknown
 * message is refused and nothing is sent; a deleted or disabled endpoint is an error in the result.
 */
export async function replayMessage(
  deps: CoreDeps,
  organizationId: string,
  request: ReplayRequest,
): Promise<ReplayOutcome | Refusal> {
  const replayId = replayIdOf(request);
  return commit(deps, { what: 'webhook message', id: request.msgId ?? request.tag }, async () => {
    const known =
      replayId !== undefined && (await deps.table.get(replayEntity, { organizationId, id: replayId }));
    if (known) return known.value.outcome;
    const plan = await planReplay(deps, organizationId, request);
    if (isRefusal(plan)) return plan;
    const written = await deps.table.write([
      ...plan.operations,
      ...(replayId === undefined ? [] : [remember(deps, organizationId, replayId, plan.outcome)]),
    ]);
    if (written.ok) return plan.outcome;
    // An attempt that ended meanwhile, or a parallel replay: check again.
  });
}

/** The same key identifies the same replay; with another request it identifies another one. */
function replayIdOf({ idempotencyKey, ...asked }: ReplayRequest): string | undefined {
  if (idempotencyKey === undefined) return undefined;
  const { msgId = '', tag = '', eventType = '', endpointId = '' } = asked;
  return digest('replay', idempotencyKey, msgId, tag, eventType, endpointId);
}

function remember(
  { clock }: Pick<CoreDeps, 'clock'>,
  organizationId: string,
  id: string,
  outcome: ReplayOutcome,
): Operation {
  const expiresAtSeconds = Math.floor(clock.now() / 1000) + REMEMBERED_SECONDS;
  return create(replayEntity, { organizationId, id, expiresAtSeconds, outcome }, clock.now());
}

/** Result of a replay in the current state, and the writes that start it. */
async function planReplay(
  deps: CoreDeps,
  organizationId: string,
  request: ReplayRequest,
): Promise<{ readonly outcome: ReplayOutcome; readonly operations: readonly Operation[] } | Refusal> {
  const messageId = await messageIdFor(deps, organizationId, request);
  if (isRefusal(messageId)) return messageId;
  const [aggregate, endpoints] = await Promise.all([
    deps.table.readAggregate(messagePartition(organizationId, messageId)),
    listEndpoints(deps, organizationId),
  ]);
  const message = aggregate.one(webhookMessageEntity)?.value;
  if (!message) return missingMessage(messageId);
  const { endpointId: only } = request;
  if (only !== undefined && !endpoints.some(({ id }) => id === only)) {
    return endpointNotFound(`There is no webhook endpoint "${only}".`, { id: only });
  }
  const deliveries = aggregate.all(webhookDeliveryEntity);
  const first = aggregate.one(firstSendingEntity)?.value.attempts;
  if (!first) return messageIsBusy('The message is being sent for the first time. Request the replay again.');
  const sentTo = [...first, ...deliveries.map(({ value }) => value)].map(({ endpointId }) => endpointId);
  const targets = only === undefined ? [...new Set(sentTo)] : [only];
  const results = targets.map((endpointId) => {
    const endpoint = endpoints.find(({ id }) => id === endpointId);
    const error = endpoint ? whyOff(endpoint) : 'The endpoint was deleted.';
    return { endpointId, url: endpoint?.url ?? null, success: error === null, error };
  });
  const occurredAt = toInstant(deps.clock.now());
  const operations = results
    .filter(({ success }) => success)
    .flatMap(({ endpointId }) => {
      const delivery = deliveries.find(({ value }) => value.endpointId === endpointId);
      const tried = first.some((made) => made.endpointId === endpointId) ? 1 : 0;
      return again({ organizationId, messageId, endpointId, delivery, tried, occurredAt });
    });
  return { outcome: { msgId: messageId, eventType: message.eventType, results }, operations };
}

function whyOff({ isEnabled, disabledReason }: WebhookEndpoint): string | null {
  return isEnabled ? null : (disabledReason ?? 'The endpoint is disabled.');
}

async function messageIdFor(
  deps: CoreDeps,
  organizationId: string,
  { msgId, tag, eventType }: ReplayRequest,
): Promise<string | Refusal> {
  if (msgId !== undefined && tag === undefined && eventType === undefined) return msgId;
  if (msgId !== undefined || tag === undefined || eventType === undefined) {
    return ambiguousReplay('Send either `msgId`, or `tag` together with `eventType`.');
  }
  return (
    (await newestMessage(deps, organizationId, { tag, eventType })) ??
    missingMessage(`${eventType} of ${tag}`)
  );
}

/**
 * The writes that start a new schedule for one endpoint. When the time of a waiting retry comes, it finds that its
 * attempt is no longer due.
 */
function again(target: {
  organizationId: string;
  messageId: string;
  endpointId: string;
  delivery: Stored<WebhookDelivery> | undefined;
  /** Attempts that were made with the message. */
  tried: number;
  occurredAt: string;
}): readonly Operation[] {
  const { organizationId, messageId, endpointId, delivery, tried, occurredAt } = target;
  const attempt = (delivery?.value.attempt ?? tried) + 1;
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
  return [
    save(webhookDeliveryEntity, delivery, next),
    // For a slow endpoint, the quick lane hands it over.
    attemptNow(next, occurredAt, false),
  ];
}
