import type { Caller } from '../../http/index.ts';
import type { CoreDeps } from '../../runtime/index.ts';
import type { Stored } from '../../table/index.ts';
import { mayKnow } from '../covers.ts';
import { readUserRow, type User, userEntity } from './user.ts';

/** A list holds at most so many users. */
const LIST_LIMIT = 5_000;

/** The users of the caller's organization that it may know of, oldest first; those with one role when given. */
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
    .filter(({ value }) => mayKnow(caller, value) && (!roleId || value.roleIds.includes(roleId)));
}
