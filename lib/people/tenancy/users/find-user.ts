import type { Caller } from '../../../platform/access/index.ts';
import { notFound } from '../../../platform/core/common-refusals.ts';
import type { Refusal } from '../../../platform/core/refusal.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import type { Stored } from '../../../platform/table/index.ts';
import { isVisibleTo } from '../covers.ts';
import { type User, userEntity } from './user.ts';

/** A user of the caller's organization; the same 404 for unknown, foreign and out-of-limits users. */
export async function findUser(
  { table }: Pick<CoreDeps, 'table'>,
  caller: Caller,
  id: string,
): Promise<Stored<User> | Refusal> {
  const stored = await table.get(userEntity, { organizationId: caller.organizationId, id });
  if (stored && isVisibleTo(caller, stored.value)) return stored;
  return notFound(`There is no user "${id}".`, { id });
}
