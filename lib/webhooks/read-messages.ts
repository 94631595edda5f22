import type { Refusal } from '../core/refusal.ts';
import type { CoreDeps } from '../runtime/index.ts';
import {
  MESSAGE_SHARDS,
  messagePartition,
  readMessageRow,
  type WebhookAttempt,
  type WebhookMessage,
  webhookAttemptEntity,
  webhookMessageEntity,
} from './message.ts';
import { type Page, type Position, pageOf } from './page.ts';
import { missingResource } from './refusals.ts';

/** Which messages are wanted. */
export interface MessageFilter {
  readonly tag?: string | undefined;
  readonly eventTypes?: readonly string[] | undefined;
  /** Instants: only messages before, or after, this. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** So many messages are looked through for one page. */
const SCAN_LIMIT = 10_000;

/** A row of the list: when, which, and whether its content is wanted is the caller's. */
export type MessageRow = { at: string; id: string; eventType: string; tags: string[] };

/** A page of messages, newest first. */
export async function listMessages(
  organizationId: string,
  query: { filter: MessageFilter; limit: number; position: Position | undefined },
  { table }: CoreDeps,
): Promise<Page<MessageRow>> {
  const { filter, limit, position } = query;
  const rows = await table.list(webhookMessageEntity, {
    organizationId,
    shards: MESSAGE_SHARDS,
    direction: 'DESC',
    limit: SCAN_LIMIT,
    ...(filter.after === undefined ? {} : { from: filter.after }),
    ...(filter.before === undefined ? {} : { to: filter.before }),
  });
  const wanted = rows
    .map(({ at, row }) => ({ at, ...readMessageRow(row) }))
    .filter(
      ({ at }) =>
        (filter.before === undefined || at < filter.before) &&
        (filter.after === undefined || at > filter.after),
    )
    .filter(({ tags }) => filter.tag === undefined || tags.includes(filter.tag))
    .filter(({ eventType }) => filter.eventTypes === undefined || filter.eventTypes.includes(eventType))
    .map(({ at, id, eventType, tags }) => ({ at, id, eventType, tags }));
  return pageOf(wanted, limit, position);
}

/** A message by its id. */
export async function readMessage(
  organizationId: string,
  messageId: string,
  { table }: CoreDeps,
): Promise<WebhookMessage | Refusal> {
  const stored = await table.get(webhookMessageEntity, { organizationId, id: messageId });
  return stored?.value ?? missingMessage(messageId);
}

/** The attempts of a message, newest first. */
export async function listAttempts(
  organizationId: string,
  messageId: string,
  query: { limit: number; position: Position | undefined },
  deps: CoreDeps,
): Promise<Page<WebhookAttempt & { at: string }> | Refusal> {
  const message = await readMessage(organizationId, messageId, deps);
  if (!('eventType' in message)) return message;
  const attempts = await deps.table.readLog(
    webhookAttemptEntity,
    messagePartition(organizationId, messageId),
    {
      limit: 1000,
      newestFirst: true,
    },
  );
  const rows = attempts.map(({ value }) => ({ at: value.timestamp, ...value }));
  return pageOf(rows, query.limit, query.position);
}

/** The refusal of an unknown message (specification 7). */
export function missingMessage(messageId: string): Refusal {
  return missingResource(`There is no webhook message "${messageId}".`, { msg_id: messageId });
}
