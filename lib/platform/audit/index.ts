export { type AuditedChange, auditedChange, changedFields } from '../table/index.ts';
export { readAuditLog } from './read-audit-log.ts';
