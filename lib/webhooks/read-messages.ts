import { toInstant } from '../core/clock.ts';
import { madeAt } from '../core/ids.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import { sideBySide } from '../core/side-by-side.ts';
import { type Cursor, type CursorPage, cursorPage, emptyPage, readCursor } from '../listing/index.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { unpackBody } from './body.ts';
import { canonicalEventTypes } from './event-types.ts';
import {
  MESSAGE_SHARDS,
  messagePartition,
  oldestKept,
  readMessageRow,
  type WebhookAttempt,
  type WebhookMessage,
  webhookAttemptEntity,
  webhookMessageEntity,
} from './message.ts';
import { missingResource } from './refusals.ts';

/** Which messages are wanted. */
export interface MessageFilter {
  readonly tag?: string | undefined;
  /** In any spelling that an endpoint may ask for; none = all. */
  readonly eventTypes?: readonly string[] | undefined;
  /** Instants: only messages before, or after, this. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** Messages of this service have no channels. */
  readonly channel?: string | undefined;
}

/** A message of a list; event and body are null where the content was not asked for. */
export interface ListedMessage {
  readonly id: string;
  readonly eventId: string | null;
  readonly eventType: string;
  readonly timestamp: string;
  readonly tags: readonly string[];
  readonly body: string | null;
}

/** Messages read at the same time. */
const WIDTH = 25;

/** So much may the clock that an id was made by be ahead of the service's. Milliseconds. */
const CLOCK_AHEAD_MS = 3_600_000;

/** A page of the messages that are kept, newest first. */
export async function listMessages(
  organizationId: string,
  query: {
    readonly filter: MessageFilter;
    readonly limit: number;
    readonly cursor: Cursor | undefined;
    readonly withContent: boolean;
  },
  deps: Pick<CoreDeps, 'table' | 'clock'>,
): Promise<CursorPage<ListedMessage>> {
  const { filter, limit, cursor, withContent } = query;
  const { tag, channel, eventTypes: asked = [] } = filter;
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
  const results = await sideBySide(page.results, WIDTH, async ({ id, eventType, timestamp, tags }) => {
    const key = { organizationId, id };
    const content = withContent ? (await deps.table.get(webhookMessageEntity, key))?.value : undefined;
    return {
      id,
      eventType,
      timestamp,
      tags,
      eventId: content?.eventId ?? null,
      body: content ? unpackBody(content.packedBody) : null,
    };
  });
  return { ...page, results };
}

/** The newest message that carries this tag and is of this type. */
export async function newestMessage(
  organizationId: string,
  { tag, eventType }: { readonly tag: string; readonly eventType: string },
  deps: Pick<CoreDeps, 'table' | 'clock'>,
): Promise<string | undefined> {
  const filter = { tag, eventTypes: [eventType] };
  let cursor: Cursor | undefined;
  for (;;) {
    const page = await listMessages(organizationId, { filter, limit: 1, cursor, withContent: false }, deps);
    const [newest] = page.results;
    if (newest || page.iterator === null) return newest?.id;
    cursor = readCursor(page.iterator);
  }
}

/**
 * Nothing before this instant can match. What a message is about was made before the message, and ids tell when they were
 * made: the look for what was sent about a job goes no further back than the job.
 */
function earliestOf({ after, tag }: MessageFilter, nowMs: number): string {
  const behind = after === undefined ? 0 : Date.parse(after) + 1;
  const made = (tag === undefined ? undefined : madeAt(tag)) ?? 0;
  // A name that only looks like an id may read as any time.
  const known = made <= nowMs ? made - CLOCK_AHEAD_MS : 0;
  return toInstant(Math.max(oldestKept(nowMs), behind, known));
}

/** A message by its id. */
export async function readMessage(
  organizationId: string,
  messageId: string,
  { table }: Pick<CoreDeps, 'table'>,
): Promise<WebhookMessage | Refusal> {
  const stored = await table.get(webhookMessageEntity, { organizationId, id: messageId });
  return stored?.value ?? missingMessage(messageId);
}

/** A page of the attempts of a message, newest first. */
export async function listAttempts(
  organizationId: string,
  messageId: string,
  query: { readonly limit: number; readonly cursor: Cursor | undefined },
  deps: Pick<CoreDeps, 'table'>,
): Promise<CursorPage<WebhookAttempt> | Refusal> {
  const message = await readMessage(organizationId, messageId, deps);
  if (isRefusal(message)) return message;
  const partition = messagePartition(organizationId, messageId);
  return cursorPage({
    ...query,
    async read({ towards, after, limit }) {
      const attempts = await deps.table.readLog(webhookAttemptEntity, partition, {
        limit,
        newestFirst: towards === 'older',
        ...(after ? { after: { organizationId, msgId: messageId, timestamp: after.at, id: after.id } } : {}),
      });
      return attempts.map(({ value }) => ({ at: value.timestamp, ...value }));
    },
  });
}

/** The refusal of an unknown message (specification 7). */
export function missingMessage(messageId: string): Refusal {
  return missingResource(`There is no webhook message "${messageId}".`, { msg_id: messageId });
}
