import { toInstant } from '../../platform/core/clock.ts';
import { createdAtOf } from '../../platform/core/ids.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import {
  type Cursor,
  type CursorPage,
  cursorPage,
  emptyPage,
  type Only,
  readCursor,
} from '../../platform/listing/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Aggregate, ListPlace } from '../../platform/table/index.ts';
import { attemptId } from './attempt.ts';
import { canonicalEventTypes } from './event-types.ts';
import {
  type FirstSending,
  firstSendingEntity,
  MESSAGE_SHARDS,
  messagePartition,
  oldestStored,
  readMessageRow,
  type WebhookAttempt,
  type WebhookMessage,
  webhookAttemptEntity,
  webhookMessageEntity,
} from './message.ts';
import { missingResource } from './refusals.ts';

/** Filter of messages. */
export interface MessageFilter {
  readonly tag?: string | undefined;
  /** In any spelling of endpoints; empty = all. */
  readonly eventTypes?: readonly string[] | undefined;
  /** Only messages before, or after, these times. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** Messages of this service have no channels. */
  readonly channel?: string | undefined;
  /** Only messages of which the latest attempt at an endpoint failed, or of which all latest attempts succeeded. */
  readonly outcome?: Outcome | undefined;
  /** Only messages that were attempted at this endpoint, with these attempts alone. */
  readonly endpointId?: string | undefined;
}

/** How an attempt ended. */
export type Outcome = WebhookAttempt['status'];

/** A message in a list; event and body are null when the content was not requested. */
export interface ListedMessage {
  readonly id: string;
  readonly eventId: string | null;
  readonly eventType: string;
  readonly timestamp: string;
  readonly tags: readonly string[];
  readonly body: string | null;
  /** Newest first; null when they were not requested. */
  readonly attempts: readonly WebhookAttempt[] | null;
}

/** Messages read in parallel. */
const WIDTH = 25;

/** Attempts of one message that a list shows. */
const LATEST_ATTEMPTS = 50;

/** How far the clock behind an id may be ahead of the service's clock. Milliseconds. */
const CLOCK_AHEAD_MS = 3_600_000;

/** A page of the stored messages, newest first. */
export async function listMessages<Given extends MessageFilter>(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  organizationId: string,
  query: {
    readonly filter: Only<Given, MessageFilter>;
    readonly limit: number;
    readonly cursor: Cursor | undefined;
    readonly withContent: boolean;
    /** With them a message costs as much as it has attempts. */
    readonly withAttempts?: boolean | undefined;
  },
): Promise<CursorPage<ListedMessage>> {
  const { limit, cursor, withContent, withAttempts = false } = query;
  const filter: MessageFilter = query.filter;
  const { tag, channel, outcome, endpointId, eventTypes: asked = [] } = filter;
  const needsAttempts = withAttempts || outcome !== undefined || endpointId !== undefined;
  const types = new Set(asked.flatMap(canonicalEventTypes));
  if (channel !== undefined || (asked.length > 0 && types.size === 0)) return emptyPage();
  const range = {
    organizationId,
    shards: MESSAGE_SHARDS,
    from: earliestOf(filter, deps.clock.now()),
    ...(filter.before === undefined ? {} : { to: toInstant(Date.parse(filter.before) - 1) }),
  };
  const page = await cursorPage({
    limit,
    cursor,
    async read({ towards, after, limit: count }) {
      const direction = towards === 'older' ? 'DESC' : 'ASC';
      const rows = await deps.table.list(webhookMessageEntity, {
        ...range,
        direction,
        limit: count,
        ...(after ? { after } : {}),
      });
      return rows.map(({ at, row }) => ({ at, ...readMessageRow(row) }));
    },
    matches: ({ tags, eventType }) =>
      (tag === undefined || tags.includes(tag)) && (types.size === 0 || types.has(eventType)),
  });
  const results = await mapConcurrently(page.results, WIDTH, async ({ id, eventType, timestamp, tags }) => {
    const key = { organizationId, id };
    const content = withContent ? (await deps.table.get(webhookMessageEntity, key))?.value : undefined;
    const all = needsAttempts ? await latestAttempts(deps, organizationId, id) : undefined;
    const attempts = all?.filter((one) => endpointId === undefined || one.endpointId === endpointId);
    return {
      id,
      eventType,
      timestamp,
      tags,
      eventId: content?.eventId ?? null,
      body: content ? JSON.stringify(content.body) : null,
      attempts: attempts ?? null,
    };
  });
  return {
    ...page,
    results: results.filter(({ attempts }) => !needsAttempts || ended(attempts ?? [], filter)),
  };
}

/** The latest attempts of a message, newest first. 2 calls. */
async function latestAttempts(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
  messageId: string,
): Promise<readonly WebhookAttempt[]> {
  const [sending, later] = await Promise.all([
    table.get(firstSendingEntity, { organizationId, messageId }),
    table.readLog(webhookAttemptEntity, messagePartition(organizationId, messageId), {
      limit: LATEST_ATTEMPTS,
      newestFirst: true,
    }),
  ]);
  const first = sending ? firstAttempts(sending.value) : [];
  const known = [...later.map(({ value }) => value), ...first];
  return inOrder(known, { towards: 'older', after: undefined, limit: LATEST_ATTEMPTS });
}

/** Whether these attempts, newest first, end as it is asked. */
function ended(attempts: readonly WebhookAttempt[], { outcome, endpointId }: MessageFilter): boolean {
  if (endpointId !== undefined && attempts.length === 0) return false;
  if (outcome === undefined) return true;
  const latest = new Map(attempts.toReversed().map((attempt) => [attempt.endpointId, attempt.status]));
  const statuses = [...latest.values()];
  return outcome === 'fail'
    ? statuses.includes('fail')
    : statuses.length > 0 && statuses.every((status) => status === 'success');
}

/** The newest message with this tag and type. */
export async function newestMessage(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  organizationId: string,
  { tag, eventType }: { readonly tag: string; readonly eventType: string },
): Promise<string | undefined> {
  const filter = { tag, eventTypes: [eventType] };
  let cursor: Cursor | undefined;
  for (;;) {
    const page = await listMessages(deps, organizationId, { filter, limit: 1, cursor, withContent: false });
    const [newest] = page.results;
    if (newest || page.iterator === null) return newest?.id;
    cursor = readCursor(page.iterator);
  }
}

/**
 * Nothing before this time can match. The subject of a message was created before the message, and ids contain their
 * time of creation: a search for messages about a job goes back no further than the job.
 */
function earliestOf({ after, tag }: MessageFilter, nowMs: number): string {
  const behind = after === undefined ? 0 : Date.parse(after) + 1;
  const made = (tag === undefined ? undefined : createdAtOf(tag)) ?? 0;
  // A name that merely looks like an id may contain any time.
  const known = made <= nowMs ? made - CLOCK_AHEAD_MS : 0;
  return toInstant(Math.max(oldestStored(nowMs), behind, known));
}

/** A message by its id. */
export async function readMessage(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
  messageId: string,
): Promise<WebhookMessage | Refusal> {
  const stored = await table.get(webhookMessageEntity, { organizationId, id: messageId });
  return stored?.value ?? missingMessage(messageId);
}

/** A page of the attempts of a message, newest first. */
export async function listAttempts(
  deps: Pick<CoreDeps, 'table'>,
  organizationId: string,
  messageId: string,
  query: { readonly limit: number; readonly cursor: Cursor | undefined },
): Promise<CursorPage<WebhookAttempt> | Refusal> {
  const [message, sending] = await Promise.all([
    readMessage(deps, organizationId, messageId),
    deps.table.get(firstSendingEntity, { organizationId, messageId }),
  ]);
  if (isRefusal(message)) return message;
  const first = sending ? firstAttempts(sending.value) : [];
  const partition = messagePartition(organizationId, messageId);
  return cursorPage({
    ...query,
    async read({ towards, after, limit }) {
      const attempts = await deps.table.readLog(webhookAttemptEntity, partition, {
        limit,
        newestFirst: towards === 'older',
        ...(after ? { after: { organizationId, msgId: messageId, timestamp: after.at, id: after.id } } : {}),
      });
      return inOrder([...attempts.map(({ value }) => value), ...first], { towards, after, limit });
    },
  });
}

/** A message with all of its attempts, newest first. */
export interface StoredMessage {
  readonly message: WebhookMessage;
  readonly attempts: readonly WebhookAttempt[];
}

/** The message that these items belong to; undefined when it is not among them. */
export function storedMessageOf(aggregate: Aggregate): StoredMessage | undefined {
  const message = aggregate.one(webhookMessageEntity)?.value;
  const sending = aggregate.one(firstSendingEntity)?.value;
  const later = aggregate.all(webhookAttemptEntity).map(({ value }) => value);
  return message && { message, attempts: [...(sending ? firstAttempts(sending) : []), ...later] };
}

/** A page of attempts that are all known, newest first. */
export function pageOfAttempts(
  attempts: readonly WebhookAttempt[],
  query: { readonly limit: number; readonly cursor: Cursor | undefined },
): Promise<CursorPage<WebhookAttempt>> {
  return cursorPage({ ...query, read: async (wanted) => inOrder(attempts, wanted) });
}

/** Those of the attempts that a page shows. */
function inOrder(
  attempts: readonly WebhookAttempt[],
  { towards, after, limit }: { towards: 'older' | 'newer'; after?: ListPlace | undefined; limit: number },
): readonly (WebhookAttempt & ListPlace)[] {
  const sign = towards === 'older' ? -1 : 1;
  const isBeyond = (place: ListPlace) => !after || sign * compare(place, after) > 0;
  return attempts
    .map((attempt) => ({ at: attempt.timestamp, ...attempt }))
    .filter(isBeyond)
    .sort((left, right) => sign * compare(left, right))
    .slice(0, limit);
}

/** The attempts that were made with the message. */
function firstAttempts({
  organizationId,
  messageId: msgId,
  attempts,
}: FirstSending): readonly WebhookAttempt[] {
  return attempts.map((attempt) => ({
    organizationId,
    id: attemptId(msgId, attempt.endpointId, 1),
    msgId,
    triggerType: 'scheduled' as const,
    ...attempt,
  }));
}

function compare(left: ListPlace, right: ListPlace): number {
  const [one, other] = [left, right].map(({ at, id }) => `${at} ${id}`) as [string, string];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The refusal of an unknown message (specification 7). */
export function missingMessage(messageId: string): Refusal {
  return missingResource(`There is no webhook message "${messageId}".`, { msg_id: messageId });
}
