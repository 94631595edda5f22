import { toInstant } from '../../core/clock.ts';
import type { Origin } from '../../core/origin.ts';
import type { Shape } from '../define-entity.ts';
import type { AuditedWrite, Operation } from '../operation.ts';
import { auditedChange } from './audited-change.ts';
import { changedFields } from './changed-fields.ts';

/** A write with the audit log entries of its audited entities. */
export function withAuditEntries(
  operations: readonly Operation[],
  origin: Pick<Origin, 'actor' | 'cause'>,
  nowMs: number,
): readonly Operation[] {
  const entries = operations.flatMap((operation) => {
    if (operation.kind === 'check' || !operation.audit) return [];
    return entryOf(operation.audit, origin, nowMs);
  });
  return entries.length === 0 ? operations : [...operations, ...entries];
}

function entryOf(
  { organizationId, entityType, entityId, hides, secrets, ...states }: AuditedWrite,
  origin: Pick<Origin, 'actor' | 'cause'>,
  nowMs: number,
): readonly Operation[] {
  const before = without(states.before, hides);
  const after = without(states.after, hides);
  if (before && after && changedFields(before, after).length === 0) return [];
  const at = toInstant(nowMs);
  return [
    auditedChange(
      { organizationId, ...origin },
      { entityType, entityId, action: actionOf(before, after), at, before, after, secrets },
    ),
  ];
}

function actionOf(before: Shape | null, after: Shape | null): string {
  if (!before) return 'created';
  return !after || (after.isDeleted === true && before.isDeleted !== true) ? 'deleted' : 'updated';
}

function without(value: Shape | null, names: readonly string[]): Shape | null {
  if (!value || names.length === 0) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}
