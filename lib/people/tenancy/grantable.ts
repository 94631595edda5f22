import type { Caller } from '../../platform/access/index.ts';
import { PERMISSIONS, type Permission } from '../../platform/access/index.ts';
import { forbidden } from '../../platform/core/common-refusals.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { ApiKey } from './api-key.ts';
import { isWithin } from './covers.ts';

/** Requested rights of a new key. Missing values = those of the creator. */
export interface RightsAsked {
  readonly permissions: readonly Permission[] | undefined;
  readonly storeLocationIds: readonly string[] | undefined;
  readonly driverGroupIds: readonly string[] | undefined;
  readonly expiresAt: string | undefined;
}

/** The rights of a key, as they are stored. */
export type Rights = Pick<ApiKey, 'permissions' | 'storeLocationIds' | 'driverGroupIds' | 'expiresAt'>;

/** The rights of a new key, or 403: a key never grants more than its creator has. */
export function grantableRights(caller: Caller, asked: RightsAsked): Rights | Refusal {
  const beyond = asked.permissions?.filter((permission) => !caller.permissions.includes(permission)) ?? [];
  if (beyond.length > 0) {
    return forbidden(`This API key does not have ${beyond.join(', ')} and cannot grant it.`, {
      permissions: beyond,
    });
  }
  const storeLocationIds = narrowed('storeLocationIds', asked.storeLocationIds, caller.storeLocationIds);
  if (isRefusal(storeLocationIds)) return storeLocationIds;
  const driverGroupIds = narrowed('driverGroupIds', asked.driverGroupIds, caller.driverGroupIds);
  if (isRefusal(driverGroupIds)) return driverGroupIds;
  const expiresAt = asked.expiresAt ?? caller.expiresAt;
  if (caller.expiresAt !== null && expiresAt !== null && expiresAt > caller.expiresAt) {
    return forbidden(
      `This API key expires at ${caller.expiresAt}; a key created with it cannot last longer.`,
      {
        expiresAt: caller.expiresAt,
      },
    );
  }
  return {
    permissions: storedPermissions(caller, asked.permissions),
    storeLocationIds,
    driverGroupIds,
    expiresAt,
  };
}

/** D null (everything, including later permissions) only when a caller with all rights passes all of them on. */
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
