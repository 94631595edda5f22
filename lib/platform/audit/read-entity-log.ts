import { ownValue } from '../core/own-value.ts';
import { type EventRecord, eventEntity } from '../events/index.ts';
import type { ReadOn } from '../listing/index.ts';
import {
  type AuditEntry,
  auditEntryEntity,
  auditPartition,
  type Partition,
  type Table,
} from '../table/index.ts';

/** Start and length of a page. */
type Place = Parameters<ReadOn<AuditEntry>>[0];

/**
 * Entities with their own events, by the prefix of their ids: these events are their log, and no entries are
 * written.
 */
const EVENTFUL: Readonly<Record<string, string>> = { ord: 'order', job: 'job', rte: 'route' };

/** The type of the aggregate whose events are the log of this entity; undefined for an entity with its own entries. */
export function eventfulType(entityId: string): string | undefined {
  return ownValue(EVENTFUL, entityId.slice(0, entityId.indexOf('_')));
}

/** The entries of an entity, newest first. */
export async function readEntries(
  table: Table,
  organizationId: string,
  entityId: string,
  { after, limit }: Place,
): Promise<readonly AuditEntry[]> {
  const log = await table.readLog(auditEntryEntity, auditPartition(organizationId, entityId), {
    limit,
    newestFirst: true,
    ...(after ? { after: { organizationId, entityId, at: after.at, id: after.id } } : {}),
  });
  return log.map(({ value }) => value);
}

/** The events of an aggregate as entries, newest first. */
export async function readEvents(
  table: Table,
  aggregate: Partition,
  { after, limit }: Place,
): Promise<readonly AuditEntry[]> {
  const { organizationId, type: aggregateType, id: aggregateId } = aggregate;
  const log = await table.readLog(eventEntity, aggregate, {
    limit,
    newestFirst: true,
    ...(after
      ? { after: { organizationId, aggregateType, aggregateId, occurredAt: after.at, id: after.id } }
      : {}),
  });
  return log.map(({ value }) => entryOf(value));
}

/** Changes without a named actor were made by the service itself. */
const SERVICE = { type: 'system', id: 'service', name: 'Service' } as const;

function entryOf(event: EventRecord): AuditEntry {
  const {
    id,
    name,
    organizationId,
    aggregateType,
    aggregateId,
    occurredAt: at,
    origin,
    changes = [],
  } = event;
  const [noun, ...action] = name.split('.');
  return {
    organizationId,
    id,
    at,
    actor: origin?.actor ?? SERVICE,
    entityType: aggregateType,
    entityId: aggregateId,
    action: noun === aggregateType ? action.join('.') : name,
    changes: changes.map(({ field, before, after }) => ({ field, before, after })),
    cause: origin?.cause ?? 'service',
    isConfiguration: false,
  };
}
