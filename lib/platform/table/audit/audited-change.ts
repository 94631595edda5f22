import { monotonicFactory } from 'ulid';
import type { Origin } from '../../core/origin.ts';
import { create, type Operation } from '../operation.ts';
import { auditEntryEntity } from './audit-entry.ts';
import { changedFields } from './changed-fields.ts';

/** Increases within a process, so that changes of one millisecond keep their order. */
const nextUlid = monotonicFactory();

/** A change of an entity in the audit log. */
export interface AuditedChange {
  /** Noun of the entity, such as `zone`. */
  readonly entityType: string;
  readonly entityId: string;
  /** Action in the past tense: `created`, `updated`, `deleted`, `enabled`. */
  readonly action: string;
  /** Instant of the change, the entity's new `updatedAt`. */
  readonly at: string;
  /** The entity before; null when it is created. */
  readonly before: Readonly<Record<string, unknown>> | null;
  /** The entity after; null when it is deleted. */
  readonly after: Readonly<Record<string, unknown>> | null;
  /**
   * Fields to mask in addition to those whose name says that they are secret (`secret`, `token`, `password`,
   * `hash`).
   */
  readonly secrets?: readonly string[];
  /**
   * False for data other than configuration, such as the roster of a shift: it is in its entity's log, not in
   * the organization's.
   */
  readonly isConfiguration?: boolean;
}

/**
 * The write that tells the audit log of a change. Put it into the transaction that makes the change:
 *
 * ```ts
 * await table.write([
 *   replace(zoneEntity, stored, next),
 *   auditedChange(ctx.origin, {
 *     entityType: 'zone', entityId: next.id, action: 'updated',
 *     at: next.updatedAt, before: stored.value, after: next,
 *   }),
 * ]);
 * ```
 *
 * `origin` says who and why: in an endpoint it is `ctx.origin`; a worker makes its own, with an actor of type `system`
 * and a cause such as `timer:order-dispatch` or `workflow-run:wfx_...`. The condition of the state's own write keeps
 * a repetition from being told twice.
 */
export function auditedChange(origin: Origin, change: AuditedChange): Operation {
  const { entityType, entityId, action, at, before, after, secrets, isConfiguration = true } = change;
  const { organizationId, actor, cause } = origin;
  return create(auditEntryEntity, {
    organizationId,
    id: `aud_${nextUlid(Date.parse(at))}`,
    at,
    actor: { ...actor },
    entityType,
    entityId,
    action,
    changes: [...changedFields(before, after, secrets)],
    cause,
    isConfiguration,
  });
}
