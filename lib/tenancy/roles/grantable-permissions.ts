import type { Caller } from '../../core/caller.ts';
import { forbidden } from '../../core/common-refusals.ts';
import { EXECUTE_PERMISSIONS } from '../../core/permissions.ts';
import type { Refusal } from '../../core/refusal.ts';

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
