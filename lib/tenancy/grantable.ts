import { isRefusal, type Refusal } from '../core/refusal.ts';
import { type Caller, forbidden, PERMISSIONS, type Permission } from '../http/index.ts';
import type { ApiKey } from './api-key.ts';
import { isWithin } from './covers.ts';

/** What is asked of a new key. Nothing given = what the creator has. */
export interface RightsAsked {
  readonly permissions: readonly Permission[] | undefined;
  readonly storeLocationIds: readonly string[] | undefined;
  readonly driverGroupIds: readonly string[] | undefined;
  readonly expiresAt: string | undefined;
}

/** The rights of a key, as they are stored. */
export type Rights = Pick<ApiKey, 'permissions' | 'storeLocationIds' | 'driverGroupIds' | 'expiresAt'>;

/** The rights a caller gives to a new key, or 403: a key never grants more than its creator has. */
export function grantableRights(caller: Caller, asked: RightsAsked): Rights | Refusal {
  const beyond = asked.permissions?.filter((permission) => !caller.permissions.includes(permission)) ?? [];
  if (beyond.length > 0) {
    return forbidden(`This API key lacks ${beyond.join(', ')} and cannot grant it.`, { permissions: beyond });
  }
  const storeLocationIds = narrowed('storeLocationIds', asked.storeLocationIds, caller.storeLocationIds);
  if (isRefusal(storeLocationIds)) return storeLocationIds;
  const driverGroupIds = narrowed('driverGroupIds', asked.driverGroupIds, caller.driverGroupIds);
  if (isRefusal(driverGroupIds)) return driverGroupIds;
  const expiresAt = asked.expiresAt ?? caller.expiresAt;
  if (caller.expiresAt !== null && expiresAt !== null && expiresAt > caller.expiresAt) {
    return forbidden(`This API key ends at ${caller.expiresAt}; a key made with it cannot live longer.`, {
      expiresAt: caller.expiresAt,
    });
  }
  return {
    permissions: storedPermissions(caller, asked.permissions),
    storeLocationIds,
    driverGroupIds,
    expiresAt,
  };
}

/** null (everything, also later) only when a caller that may do everything gives it all on. */
function storedPermissions(caller: Caller, asked: readonly Permission[] | undefined): ApiKey['permissions'] {
  if (asked) return PERMISSIONS.filter((permission) => asked.includes(permission));
  return caller.permissions.length === PERMISSIONS.length ? null : [...caller.permissions];
}

function narrowed(
  field: 'storeLocationIds' | 'driverGroupIds',
  asked: readonly string[] | undefined,
  own: readonly string[] | null,
): string[] | null | Refusal {
  if (asked === undefined) return own === null ? null : [...own];
  if (isWithin(asked, own)) return [...new Set(asked)];
  const beyond = asked.filter((id) => !own?.includes(id));
  return forbidden(`This API key is limited; its ${field} do not include ${beyond.join(', ')}.`, {
    [field]: beyond,
  });
}
