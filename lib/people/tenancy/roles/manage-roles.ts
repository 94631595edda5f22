import type { Caller } from '../../../platform/access/index.ts';
import { EXECUTE_PERMISSIONS, type Permission } from '../../../platform/access/index.ts';
import { auditedChange } from '../../../platform/audit/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { lostRace } from '../../../platform/core/commit.ts';
import { conflict, notFound } from '../../../platform/core/common-refusals.ts';
import { refuseOtherVersion } from '../../../platform/core/expected-version.ts';
import type { Origin } from '../../../platform/core/origin.ts';
import { stillInUse } from '../../../platform/core/reference-refusals.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { preferencesOf } from '../../../platform/organization/index.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { create, type Operation, remove, replace, type Stored } from '../../../platform/table/index.ts';
import type { Acting } from '../acting.ts';
import { refuseBeyond } from '../granting.ts';
import { planPeopleChanged } from '../people-changed.ts';
import { allUsers } from '../users/list-users.ts';
import { BUILT_IN_ROLES, type BuiltInRole, builtInRole, READS_OF_MANAGEMENT } from './built-in-roles.ts';
import { executeIsOff, roleForAdmins } from './refusals.ts';
import { type CustomRole, roleEntity, roleNameEntity, rolesPartition, roleTallyEntity } from './role.ts';

/** Maximum number of custom roles: all of them are read at once. */
const MAX_ROLES = 100;

/** Input for a role; fields that are not given stay. */
export interface RoleFields {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly permissions?: readonly Permission[] | undefined;
}

/** A role as it is listed: a custom one with its version, a built-in one without. */
export type Role =
  | { readonly kind: 'custom'; readonly role: CustomRole; readonly version: number }
  | { readonly kind: 'built-in'; readonly role: BuiltInRole };

/** The roles of the caller's organization: the built-in ones, then its own from the oldest to the newest. */
export async function listRoles({ table }: Pick<CoreDeps, 'table'>, organizationId: string): Promise<Role[]> {
  const aggregate = await table.readAggregate(rolesPartition(organizationId));
  return [
    ...BUILT_IN_ROLES.map((role) => ({ kind: 'built-in' as const, role })),
    ...aggregate
      .all(roleEntity)
      .map(({ value: role, version }) => ({ kind: 'custom' as const, role, version })),
  ];
}

/** One role by its id, or 404. */
export async function findRole(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
  id: string,
): Promise<Role | Refusal> {
  const builtIn = builtInRole(id);
  if (builtIn) return { kind: 'built-in', role: builtIn };
  const stored = await table.get(roleEntity, { organizationId, id });
  if (!stored) return unknownRole(id);
  return { kind: 'custom', role: stored.value, version: stored.version };
}

/** Creates a role. It always has the read side of organization management (5.5). */
export async function createRole(
  deps: CoreDeps,
  { caller, origin }: Acting,
  fields: RoleFields & { readonly name: string },
): Promise<Role | Refusal> {
  const { organizationId } = caller;
  const known = await listRoles(deps, organizationId);
  if (known.length - BUILT_IN_ROLES.length >= MAX_ROLES) {
    return conflict(
      `The organization has ${MAX_ROLES} roles of its own, which is the maximum. Delete an unused one.`,
    );
  }
  const permissions = [...new Set([...READS_OF_MANAGEMENT, ...(fields.permissions ?? [])])];
  const refused = (await judge(deps, caller, permissions)) ?? refuseTakenName(known, fields.name, undefined);
  if (refused) return refused;
  const at = toInstant(deps.clock.now());
  const role: CustomRole = {
    organizationId,
    id: deps.ids.next('role'),
    name: fields.name,
    description: fields.description ?? null,
    permissions,
    createdAt: at,
    updatedAt: at,
  };
  const written = await deps.table.write([
    create(roleEntity, role),
    create(roleNameEntity, claimOf(role)),
    audited(origin, 'created', at, null, role),
  ]);
  if (written.ok) return { kind: 'custom', role, version: 1 };
  const claim = await deps.table.get(roleNameEntity, claimOf(role));
  // An earlier attempt of the same request, which has the same id, created it.
  return claim && claim.value.roleId !== role.id
    ? nameTaken(claim.value.roleId, role.name)
    : findRole(deps, organizationId, role.id);
}

/** Changes a role of the organization's own; its users get the new rights with their next request. */
export async function changeRole(
  deps: CoreDeps,
  { caller, origin }: Acting,
  id: string,
  fields: RoleFields,
  expectedVersion: number | undefined,
): Promise<Role | Refusal> {
  const stored = await findCustomRole(deps, caller, id);
  if (isRefusal(stored)) return stored;
  const known = fields.name === undefined ? [] : await listRoles(deps, caller.organizationId);
  const refused =
    refuseOtherVersion(expectedVersion, stored) ??
    refuseBeyond(caller, stored.value.permissions) ??
    (fields.permissions && (await judge(deps, caller, fields.permissions))) ??
    (fields.name === undefined ? undefined : refuseTakenName(known, fields.name, id));
  if (refused) return refused;
  const at = toInstant(deps.clock.now());
  const role: CustomRole = {
    ...stored.value,
    name: fields.name ?? stored.value.name,
    description: fields.description === undefined ? stored.value.description : fields.description,
    permissions: fields.permissions ? [...new Set(fields.permissions)] : stored.value.permissions,
    updatedAt: at,
  };
  const written = await deps.table.write([
    replace(roleEntity, stored, role),
    ...(await planRename(deps, stored.value, role)),
    ...(fields.permissions ? [await planPeopleChanged(deps, caller.organizationId)] : []),
    audited(origin, 'updated', at, stored.value, role),
  ]);
  if (written.ok) return { kind: 'custom', role, version: stored.version + 1 };
  const claim = await deps.table.get(roleNameEntity, claimOf(role));
  return claim && claim.value.roleId !== id
    ? nameTaken(claim.value.roleId, role.name)
    : lostRace({ what: 'role', id });
}

/** The writes that give up the old name and claim the new one. */
async function planRename(
  deps: CoreDeps,
  before: CustomRole,
  after: CustomRole | undefined,
): Promise<readonly Operation[]> {
  const claim = claimOf(before);
  if (after && claimOf(after).name === claim.name) return [];
  const old = await deps.table.get(roleNameEntity, claim);
  return [
    ...(old?.value.roleId === before.id ? [remove(roleNameEntity, old)] : []),
    ...(after ? [create(roleNameEntity, claimOf(after))] : []),
  ];
}

function claimOf({ organizationId, name, id }: CustomRole) {
  return { organizationId, name: name.toLowerCase(), roleId: id };
}

/** Maximum number of users that a refusal names. */
const SHOWN = 20;

/** Deletes a role of the organization's own that no user has. */
export async function deleteRole(
  deps: CoreDeps,
  { caller, origin }: Acting,
  id: string,
  expectedVersion: number | undefined,
): Promise<CustomRole | Refusal> {
  const stored = await findCustomRole(deps, caller, id);
  if (isRefusal(stored)) return stored;
  const refused =
    refuseOtherVersion(expectedVersion, stored) ?? refuseBeyond(caller, stored.value.permissions);
  if (refused) return refused;
  const { organizationId } = caller;
  const tally = await deps.table.get(roleTallyEntity, { organizationId, id });
  const users = tally?.value.users ?? 0;
  if (users > 0) {
    const having = (await allUsers(deps, organizationId)).filter(({ roleIds }) => roleIds.includes(id));
    return stillInUse(
      `${users} users have the role "${id}". Remove it from them first.`,
      having.slice(0, SHOWN).map((user) => ({ type: 'user', id: user.id })),
    );
  }
  const at = toInstant(deps.clock.now());
  const written = await deps.table.write([
    remove(roleEntity, stored),
    ...(tally ? [remove(roleTallyEntity, tally)] : []),
    ...(await planRename(deps, stored.value, undefined)),
    audited(origin, 'deleted', at, stored.value, null),
  ]);
  return written.ok ? stored.value : lostRace({ what: 'role', id });
}

async function findCustomRole(
  { table }: CoreDeps,
  { organizationId }: Caller,
  id: string,
): Promise<Stored<CustomRole> | Refusal> {
  if (builtInRole(id)) {
    return conflict(
      `"${id}" is a built-in role, which cannot be changed. Create a role of your own instead.`,
    );
  }
  return (await table.get(roleEntity, { organizationId, id })) ?? unknownRole(id);
}

/**
 * Permissions that a role may grant: at most those of its creator, those of Execute only while it is enabled, those of
 * preferences only to admins.
 */
async function judge(
  deps: CoreDeps,
  caller: Caller,
  permissions: readonly Permission[],
): Promise<Refusal | undefined> {
  if (permissions.includes('WRITE_ORGANIZATION')) {
    return roleForAdmins(
      'WRITE_ORGANIZATION is for owners and admins. Give the user the role "role_admin".',
      {
        permissions: ['WRITE_ORGANIZATION'],
      },
    );
  }
  const execute = permissions.filter((permission) => EXECUTE_PERMISSIONS.includes(permission));
  const { organizationId } = caller;
  if (execute.length > 0 && !(await preferencesOf({ ...deps, caller, organizationId })).executeEnabled) {
    return executeIsOff(
      'Execute is not enabled, so its rights cannot be granted. Set `preferences.executeEnabled` first.',
      { permissions: execute },
    );
  }
  return refuseBeyond(caller, permissions);
}

function refuseTakenName(known: readonly Role[], name: string, id: string | undefined): Refusal | undefined {
  const taken = known.find(({ role }) => role.id !== id && role.name.toLowerCase() === name.toLowerCase());
  return taken && nameTaken(taken.role.id, name);
}

function nameTaken(id: string, name: string): Refusal {
  return conflict(`The role "${id}" has the name "${name}". Choose another one.`, { name });
}

function audited(
  origin: Origin,
  action: string,
  at: string,
  before: CustomRole | null,
  after: CustomRole | null,
): Operation {
  const entityId = (after ?? before)?.id ?? '';
  return auditedChange(origin, { entityType: 'role', entityId, action, at, before, after });
}

function unknownRole(id: string): Refusal {
  return notFound(`There is no role "${id}".`, { id });
}
