import type { Caller } from '../../../platform/access/index.ts';
import { EXECUTE_PERMISSIONS } from '../../../platform/access/index.ts';
import { forbidden } from '../../../platform/core/common-refusals.ts';
import type { Refusal } from '../../../platform/core/refusal.ts';

/**
 * Refuses with 403 when permissions would be granted that the caller does not have; undefined when it has
 * them all. Rights over Execute do not count: nobody has them while it is disabled.
 */
export function refuseBeyond(caller: Caller, permissions: readonly string[]): Refusal | undefined {
  const held: readonly string[] = [...caller.permissions, ...EXECUTE_PERMISSIONS];
  const beyond = permissions.filter((permission) => !held.includes(permission));
  if (beyond.length === 0) return undefined;
  return forbidden(`You do not have ${beyond.join(', ')} and cannot grant it.`, { permissions: beyond });
}
