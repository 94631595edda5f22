/**
 * Who may grant what: nobody grants more than the person behind the credential has, whatever the credential and the
 * operation. Later changes are checked with each request (`judgeKey`, `judgeUser`).
 */
import type { Caller } from '../../platform/access/index.ts';
import { PERMISSIONS, type Permission } from '../../platform/access/index.ts';
import { forbidden } from '../../platform/core/common-refusals.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { Stored } from '../../platform/table/index.ts';
import { type ApiKey, permissionsOf } from './api-key.ts';
import { isWithin } from './covers.ts';
import { builtInRole, OWNER_ROLE_ID } from './roles/built-in-roles.ts';
import type { CustomRole } from './roles/role.ts';

/** Requested rights of a new key. Missing values = those of the creator. */
export interface RightsAsked {
  readonly permissions: readonly Permission[] | undefined;
  readonly storeLocationIds: readonly string[] | undefined;
  readonly driverGroupIds: readonly string[] | undefined;
  readonly expiresAt: string | undefined;
}

/** The rights of a key, as they are stored. */
export type Rights = Pick<ApiKey, 'permissions' | 'storeLocationIds' | 'driverGroupIds' | 'expiresAt'>;

/** A limit of a caller, a user or a key. */
type Limited = 'storeLocationIds' | 'driverGroupIds';

/** Refuses with 403 when permissions would be granted that the caller does not hold. */
export function refuseBeyond(caller: Caller, permissions: readonly string[]): Refusal | undefined {
  const beyond = permissionsBeyond(caller, permissions);
  if (beyond.length === 0) return undefined;
  return forbidden(`You cannot grant permissions that you do not have: ${beyond.join(', ')}.`, {
    permissions: beyond,
  });
}

/**
 * Refuses with 403 to give or remove these roles: one with permissions that the caller does not hold, or the owner role
 * when the caller is not an owner. `custom` contains the organization's own roles among them.
 */
export function refuseRoles(
  caller: Caller,
  roleIds: readonly string[],
  custom: ReadonlyMap<string, Stored<CustomRole>>,
): Refusal | undefined {
  if (roleIds.includes(OWNER_ROLE_ID) && !isOwner(caller)) {
    return forbidden('Only an owner can give or remove the owner role.', { roleId: OWNER_ROLE_ID });
  }
  return refuseBeyond(
    caller,
    roleIds.flatMap(
      (id): readonly string[] => builtInRole(id)?.permissions ?? custom.get(id)?.value.permissions ?? [],
    ),
  );
}

/** Refuses with 403 a limit that is wider than the caller's own. */
export function refuseWider(
  caller: Caller,
  field: Limited,
  wanted: readonly string[] | null,
): Refusal | undefined {
  if (isWithin(wanted, caller[field])) return undefined;
  const beyond = (wanted ?? []).filter((id) => !caller[field]?.includes(id));
  return forbidden(
    `Your own ${field} limit you, so you cannot grant ${beyond.join(', ') || 'access without a limit'}. Send some of yours.`,
    { [field]: beyond },
  );
}

/** The rights of a new key, or 403: a key never grants more than its creator has. */
export function grantableRights(caller: Caller, asked: RightsAsked): Rights | Refusal {
  const storeLocationIds = narrowed(caller, 'storeLocationIds', asked.storeLocationIds);
  if (isRefusal(storeLocationIds)) return storeLocationIds;
  const driverGroupIds = narrowed(caller, 'driverGroupIds', asked.driverGroupIds);
  if (isRefusal(driverGroupIds)) return driverGroupIds;
  const expiresAt = asked.expiresAt ?? caller.expiresAt;
  const refused = refuseBeyond(caller, asked.permissions ?? []) ?? refuseLonger(caller, expiresAt);
  return (
    refused ?? {
      permissions: storedPermissions(caller, asked.permissions),
      storeLocationIds,
      driverGroupIds,
      expiresAt,
    }
  );
}

/**
 * Refuses with 403 when the caller would get a new secret of a key with more rights: permissions, organizations,
 * lifetime, or an owner behind it.
 */
export function refuseTakingOver(caller: Caller, key: ApiKey): Refusal | undefined {
  const isOwnKey = key.id === caller.keyId;
  const reach = key.organizations.map(({ id }) => id).filter((id) => !caller.organizations.includes(id));
  const hasLongerLife = !isOwnKey && refuseLonger(caller, key.expiresAt) !== undefined;
  const makesOwners = key.principal?.type === 'operator' && permissionsOf(key).length === PERMISSIONS.length;
  const lacking = [
    ...permissionsBeyond(caller, permissionsOf(key)),
    ...reach,
    ...(hasLongerLife ? [`life beyond ${caller.expiresAt}`] : []),
    ...(makesOwners && !isOwner(caller) ? ['the role of an owner'] : []),
  ];
  if (lacking.length === 0) return undefined;
  return forbidden(`The API key "${key.id}" has more rights than yours: ${lacking.join(', ')}.`, { lacking });
}

/** Owners are created by owners, and by keys with all rights behind which an owner or the operator stands. */
function isOwner({ roleIds }: Caller): boolean {
  return roleIds.includes(OWNER_ROLE_ID);
}

/** Everything that the caller holds, even while it has no effect. */
function heldBy({ permissions, dormantPermissions = [] }: Caller): readonly Permission[] {
  return [...permissions, ...dormantPermissions];
}

function permissionsBeyond(caller: Caller, permissions: readonly string[]): readonly string[] {
  const held: readonly string[] = heldBy(caller);
  return [...new Set(permissions)].filter((permission) => !held.includes(permission));
}

function refuseLonger({ expiresAt: end }: Caller, wanted: string | null): Refusal | undefined {
  if (end === null || (wanted !== null && wanted <= end)) return undefined;
  return forbidden(`This API key expires at ${end}; a key created with it cannot last longer.`, {
    expiresAt: end,
  });
}

/** Null (everything, including later permissions) only when a caller with all rights passes all of them on. */
function storedPermissions(caller: Caller, asked: readonly Permission[] | undefined): ApiKey['permissions'] {
  if (asked) return PERMISSIONS.filter((permission) => asked.includes(permission));
  const held = heldBy(caller);
  return held.length === PERMISSIONS.length
    ? null
    : PERMISSIONS.filter((permission) => held.includes(permission));
}

function narrowed(
  caller: Caller,
  field: Limited,
  asked: readonly string[] | undefined,
): string[] | null | Refusal {
  const own = caller[field];
  if (asked === undefined) return own === null ? null : [...own];
  return refuseWider(caller, field, asked) ?? [...new Set(asked)];
}
