import { auditedChange } from '../../platform/audit/index.ts';
import type { Origin } from '../../platform/core/origin.ts';
import type { Operation } from '../../platform/table/index.ts';
import type { StoreLocation } from './store-location.ts';

/** The write that reports a change of a store to the audit log. */
export function toldChange(
  origin: Origin,
  before: StoreLocation | undefined,
  after: StoreLocation,
): Operation {
  return auditedChange(origin, {
    entityType: 'store_location',
    entityId: after.id,
    action: after.isDeleted ? 'deleted' : before ? 'updated' : 'created',
    at: after.updatedAt,
    before: before ?? null,
    after: after.isDeleted ? null : after,
  });
}
