import { auditedChange } from '../../platform/audit/index.ts';
import type { Origin } from '../../platform/core/origin.ts';
import type { Operation } from '../../platform/table/index.ts';
import type { ApiKey } from './api-key.ts';

/** The write that reports an action on a key to the audit log. Hashes of its secrets are masked. */
export function auditedKey(
  origin: Origin,
  action: 'created' | 'rotated' | 'revoked',
  at: string,
  before: ApiKey | null,
  after: ApiKey | null,
): Operation {
  const entityId = (after ?? before)?.id ?? '';
  return auditedChange(origin, { entityType: 'api_key', entityId, action, at, before, after });
}
