export { type AuditedChange, auditedChange } from './audited-change.ts';
export { readAuditLog } from './read-audit-log.ts';
