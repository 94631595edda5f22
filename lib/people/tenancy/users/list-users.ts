import type { Caller } from '../../../platform/access/index.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import type { Stored } from '../../../platform/table/index.ts';
import { isVisibleTo } from '../covers.ts';
import { readUserRow, type User, userEntity } from './user.ts';

/** Maximum number of users of a list. */
const LIST_LIMIT = 5_000;

/**
 * The users of the caller's organization that the caller may see, oldest first; only those with one role when it is
 * given.
 */
export async function listUsers(
  { table }: Pick<CoreDeps, 'table'>,
  caller: Caller,
  roleId?: string,
): Promise<readonly Stored<User>[]> {
  const { organizationId } = caller;
  const rows = await table.list(userEntity, {
    organizationId,
    shards: 1,
    direction: 'ASC',
    limit: LIST_LIMIT,
  });
  return rows
    .map(({ row }) => readUserRow(row, organizationId))
    .filter(({ value }) => isVisibleTo(caller, value) && (!roleId || value.roleIds.includes(roleId)));
}

/** Active users who have a role, for any caller. */
export async function usersOfRole(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
  roleId: string,
): Promise<readonly User[]> {
  const users = await allUsers({ table }, organizationId);
  return users.filter(({ isActive, roleIds }) => isActive && roleIds.includes(roleId));
}

/** Every user of an organization, for any caller. */
export async function allUsers(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
): Promise<readonly User[]> {
  const page = { organizationId, shards: 1, direction: 'ASC', limit: LIST_LIMIT } as const;
  const rows = await table.list(userEntity, page);
  return rows.map(({ row }) => readUserRow(row, organizationId).value);
}
