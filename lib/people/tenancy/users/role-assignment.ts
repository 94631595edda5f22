import type { Caller } from '../../../platform/access/index.ts';
import { conflict } from '../../../platform/core/common-refusals.ts';
import { refuseUnknownIds } from '../../../platform/core/reference-refusals.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { type Operation, type Stored, save, unchanged } from '../../../platform/table/index.ts';
import { refuseRoles } from '../granting.ts';
import { builtInRole, OWNER_ROLE_ID } from '../roles/built-in-roles.ts';
import { type CustomRole, roleEntity, roleTallyEntity } from '../roles/role.ts';

/** The maximum number of roles of one user. */
const MAX_ROLES_OF_USER = 10;

/**
 * The writes for a change of a user's roles, or why it is refused: a role that does not exist, one that
 * grants or removes more than the caller has, or the last owner.
 */
export async function planRoles(
  deps: Pick<CoreDeps, 'table'>,
  caller: Caller,
  before: readonly string[],
  after: readonly string[],
): Promise<readonly Operation[] | Refusal> {
  const added = after.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !after.includes(id));
  const changed = [...added, ...removed];
  const { organizationId } = caller;
  const custom = await rolesOf(deps, caller, changed);
  const refused =
    refuseUnknownIds(
      'roleIds',
      added.filter((id) => !builtInRole(id) && !custom.has(id)),
    ) ??
    refuseTooMany(after) ??
    refuseRoles(caller, changed, custom);
  if (refused) return refused;
  const operations: Operation[] = [];
  for (const id of added) {
    const role = custom.get(id);
    // Conditional on the role as it was read, because it may be about to be deleted.
    if (role) operations.push(unchanged(roleEntity, role));
  }
  for (const id of changed.filter((one) => one === OWNER_ROLE_ID || custom.has(one))) {
    const counted = await planTally(deps, organizationId, id, added.includes(id) ? 1 : -1);
    if (isRefusal(counted)) return counted;
    operations.push(counted);
  }
  return operations;
}

/** The organization's own roles among these. */
export async function rolesOf(
  { table }: Pick<CoreDeps, 'table'>,
  { organizationId }: Pick<Caller, 'organizationId'>,
  roleIds: readonly string[],
): Promise<ReadonlyMap<string, Stored<CustomRole>>> {
  const custom = new Map<string, Stored<CustomRole>>();
  for (const id of roleIds.filter((one) => !builtInRole(one))) {
    const stored = await table.get(roleEntity, { organizationId, id });
    if (stored) custom.set(id, stored);
  }
  return custom;
}

async function planTally(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
  id: string,
  step: 1 | -1,
): Promise<Operation | Refusal> {
  const tally = await table.get(roleTallyEntity, { organizationId, id });
  const users = (tally?.value.users ?? 0) + step;
  if (id === OWNER_ROLE_ID && step === -1 && users < 1) {
    return conflict('An organization must keep its last owner. Make somebody else an owner first.', {
      roleId: OWNER_ROLE_ID,
    });
  }
  return save(roleTallyEntity, tally, { organizationId, id, users: Math.max(0, users) });
}

function refuseTooMany(roleIds: readonly string[]): Refusal | undefined {
  if (roleIds.length <= MAX_ROLES_OF_USER) return undefined;
  return conflict(`A user has at most ${MAX_ROLES_OF_USER} roles. Remove one first.`, { roleIds });
}
