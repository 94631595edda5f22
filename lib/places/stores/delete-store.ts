import { toInstant } from '../../platform/core/clock.ts';
import { namedUsers, type Referrer } from '../../platform/core/reference-refusals.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { Stored } from '../../platform/table/index.ts';
import { changeStore } from './change-store.ts';
import type { StoreDeps } from './plan-store.ts';
import { readStore, type StoreEditor } from './read-store.ts';
import { storeLocationInUse } from './refusals.ts';
import type { StoreLocation } from './store-location.ts';

/** Finds some users of an object in one area; none = nothing there refers to it. */
export type FindReferrers = (
  owner: { readonly organizationId: string; readonly listShards: number },
  id: string,
) => Promise<readonly Referrer[]>;

/** Deletes a store to which nothing refers. Jobs and orders that have ended keep its id. */
export async function deleteStore(
  deps: StoreDeps & { readonly findReferrers: readonly FindReferrers[] },
  actor: StoreEditor & { readonly listShards: number },
  id: string,
): Promise<Stored<StoreLocation> | Refusal> {
  const stored = await readStore(deps.table, actor, id);
  if (isRefusal(stored)) return stored;
  const found = await Promise.all(deps.findReferrers.map((find) => find(actor, id)));
  const { usedBy, named } = namedUsers(found.flat());
  if (usedBy.length > 0) {
    return storeLocationInUse(`Store location "${id}" is used by ${named}. Change or end these first.`, {
      usedBy,
    });
  }
  return changeStore(deps, actor, id, async ({ value }) => ({
    ...value,
    isDeleted: true,
    updatedAt: toInstant(deps.clock.now()),
  }));
}
