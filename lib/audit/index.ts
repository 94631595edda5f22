export { type AuditedChange, auditedChange } from './audited-change.ts';
export { changedFields } from './changed-fields.ts';
export { readAuditLog } from './read-audit-log.ts';
