import { toInstant } from '../core/clock.ts';
import { type Cursor, cursorPage, type ReadOn } from '../listing/index.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { type AuditEntry, auditEntryEntity, KEPT_SECONDS } from '../table/index.ts';
import { eventfulType, readEntries, readEvents } from './read-entity-log.ts';

/** The requested entries. */
export interface AuditQuery {
  /** All changes of one entity; absent = configuration changes of the organization. */
  readonly entityId?: string | undefined;
  readonly actorId?: string | undefined;
  /** Range of times, inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly limit: number;
  /** Position at which an earlier page ended. */
  readonly cursor?: Cursor | undefined;
}

/** Positions of couriers are not changes, and there are too many of them. */
const PASSED_OVER: ReadonlySet<string> = new Set(['courier_location.updated']);

/** A page of the log, newest first; `cursor` leads to the next one, null at the end. */
export async function readAuditLog(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  organizationId: string,
  query: AuditQuery,
): Promise<{ readonly results: readonly AuditEntry[]; readonly cursor: string | null }> {
  const { entityId, actorId, limit } = query;
  // The table deletes expired items late.
  const oldest = toInstant(clock.now() - KEPT_SECONDS * 1_000);
  const from = query.from !== undefined && query.from > oldest ? query.from : oldest;
  const to = query.to ?? toInstant(clock.now());
  const ofOrganization: ReadOn<AuditEntry> = async ({ after, limit: size }) => {
    const rows = await table.list(auditEntryEntity, {
      organizationId,
      shards: 1,
      direction: 'DESC',
      limit: size,
      from,
      to,
      ...(after ? { after } : {}),
    });
    return rows.map(({ row }) => auditEntryEntity.definition.schema.parse({ ...row, organizationId }));
  };
  const ofEntity: (id: string) => ReadOn<AuditEntry> = (id) => async (place) => {
    const aggregateType = eventfulType(id);
    return aggregateType === undefined
      ? readEntries(table, organizationId, id, place)
      : readEvents(table, { organizationId, type: aggregateType, id }, place);
  };
  const page = await cursorPage<AuditEntry>({
    limit,
    cursor: query.cursor,
    read: entityId === undefined ? ofOrganization : ofEntity(entityId),
    matches: (entry) =>
      !PASSED_OVER.has(entry.action) &&
      entry.at >= from &&
      entry.at <= to &&
      (actorId === undefined || entry.actor.id === actorId),
  });
  return { results: page.results, cursor: page.iterator };
}
