export { type AuditEntry, auditEntryEntity, auditPartition, KEPT_SECONDS } from './audit/audit-entry.ts';
export { type AuditedChange, auditedChange } from './audit/audited-change.ts';
export { changedFields, type FieldChange } from './audit/changed-fields.ts';
export { changeStored, type Decided } from './change-stored.ts';
export { defineEntity, type Entity, type Partition, partitionPattern, type Shape } from './define-entity.ts';
export { type DescribedKey, describeField, describeKey } from './describe-key.ts';
export { type Item, partitionOf, type SentItem, type Stored, textOf, unpackItem } from './item.ts';
export { TABLE_SHAPE } from './key.ts';
export {
  absent,
  create,
  type Operation,
  remove,
  removeItem,
  replace,
  rewriteItem,
  save,
  unchanged,
} from './operation.ts';
export { scanOrganization } from './scan-organization.ts';
export { scanTable } from './scan-table.ts';
export { stateOf } from './state-of.ts';
export {
  type Aggregate,
  aggregateOf,
  type ListPlace,
  type ListRow,
  MAX_OPERATIONS,
  Table,
  type WriteOutcome,
} from './table.ts';
