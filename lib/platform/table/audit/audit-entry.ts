import * as z from 'zod';
import { actorSchema } from '../../core/origin.ts';
import { defineEntity } from '../define-entity.ts';

/** Changes of configuration are kept for 400 days. */
export const KEPT_SECONDS = 400 * 86_400;

const schema = z.object({
  organizationId: z.string(),
  id: z.string(),
  at: z.string(),
  actor: actorSchema,
  entityType: z.string(),
  entityId: z.string(),
  action: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  cause: z.string(),
  /** Whether it is in the organization's log, or only in its entity's. */
  isConfiguration: z.boolean(),
});

/** Who changed what, when and why. */
export type AuditEntry = z.output<typeof schema>;

/** Entries are in a partition of their entity; those of configuration are also in the organization's list. */
export const auditEntryEntity = defineEntity<
  AuditEntry,
  Pick<AuditEntry, 'organizationId' | 'entityId' | 'at' | 'id'>
>({
  name: 'auditEntry',
  schema,
  partition: ({ organizationId, entityId }) => auditPartition(organizationId, entityId),
  sort: ({ at, id }) => ({ kind: 'log', parts: [at, id] }),
  list: {
    name: 'configurationChangesByTime',
    // People change configuration: one partition takes a thousand of their changes a second.
    shard: () => 0,
    at: ({ at }) => at,
    id: ({ id }) => id,
    row: ({ organizationId: _, ...row }) => (row.isConfiguration ? row : undefined),
  },
  expiresAtSeconds: ({ at }) => Math.floor(Date.parse(at) / 1000) + KEPT_SECONDS,
});

/** Partition of an entity's entries: apart from the entity, which may be gone. */
export function auditPartition(organizationId: string, entityId: string) {
  return { organizationId, type: 'audit', id: entityId };
}
