import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import type { Origin } from '../../platform/core/origin.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { LISTING_LIMITS, type ListedPage, listPage, scanList } from '../../platform/listing/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Stored, Table } from '../../platform/table/index.ts';
import { storeLocationNotFound } from './refusals.ts';
import { type StoreLocation, storeExternalIdEntity, storeLocationEntity } from './store-location.ts';

/** On whose behalf a store is read or changed: the parts of the caller that stores use. */
export interface StoreActor {
  readonly organizationId: string;
  /** Store locations to which the caller is limited; null = no limit. */
  readonly storeLocationIds: readonly string[] | null;
}

/** On whose behalf a store is changed. */
export interface StoreEditor extends StoreActor {
  readonly origin: Origin;
  /** Version that the caller expects the store to have (`If-Match`). */
  readonly expectedVersion?: number | undefined;
  /** Time zone of stores whose address does not determine it; absent = UTC. */
  readonly timeZone?: string | undefined;
}

/** Stores read at the same time. */
const WIDTH = 25;

/** A store that the caller may see. 1 call. */
export async function readStore(
  table: Table,
  actor: StoreActor,
  id: string,
): Promise<Stored<StoreLocation> | Refusal> {
  const stored = await table.get(storeLocationEntity, { organizationId: actor.organizationId, id });
  const isSeen = actor.storeLocationIds === null || actor.storeLocationIds.includes(id);
  if (stored && isSeen && !stored.value.isDeleted) return stored;
  return storeLocationNotFound(`There is no store location "${id}".`, { id });
}

/** A store that the caller may see, by its external id. 2 calls. */
export async function readStoreByExternalId(
  table: Table,
  actor: StoreActor,
  externalId: string,
): Promise<Stored<StoreLocation> | Refusal> {
  const { organizationId } = actor;
  const claim = await table.get(storeExternalIdEntity, { organizationId, externalId });
  const found = claim && (await readStore(table, actor, claim.value.storeLocationId));
  if (found && !isRefusal(found)) return found;
  return storeLocationNotFound(`There is no store location with the external id "${externalId}".`, {
    externalId,
  });
}

/** A page of the stores that the caller may see, newest first. */
export async function listStores(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  caller: StoreActor & { readonly keyId: string },
  {
    createdFrom,
    ...page
  }: { readonly limit: number; readonly offset: number; readonly createdFrom?: string | undefined },
): Promise<ListedPage<{ readonly id: string; readonly stored: Stored<StoreLocation> }>> {
  const { organizationId, storeLocationIds } = caller;
  const listed = await listPage(deps, caller, {
    prefix: 'store_',
    query: { storeLocationIds, createdFrom },
    ...page,
    collect: () =>
      scanList(
        deps,
        {
          entity: storeLocationEntity,
          organizationId,
          shards: 1,
          startDate: '1970-01-01T00:00:00.000Z',
          createdFrom,
          read: ({ id }) => {
            const isSeen = storeLocationIds === null || storeLocationIds.includes(String(id));
            return isSeen ? { id: String(id) } : undefined;
          },
        },
        LISTING_LIMITS,
      ),
    read: async (id) => ({ id }),
  });
  const rows = await mapConcurrently(listed.rows, WIDTH, async ({ id }) => {
    const stored = await readStore(deps.table, caller, id);
    return isRefusal(stored) ? undefined : { id, stored };
  });
  return { ...listed, rows: rows.filter((row) => row !== undefined) };
}

/** Stores by their ids, without unknown and deleted ones. 1 call per 100. */
export async function readStores(
  table: Table,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly Stored<StoreLocation>[]> {
  const found = await table.getMany(
    storeLocationEntity,
    ids.map((id) => ({ organizationId, id })),
  );
  return found.filter((stored) => stored !== undefined).filter(({ value }) => !value.isDeleted);
}

/** The ids among these that belong to no store. 1 call per 100. */
export async function missingStores(
  table: Table,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const found = new Set((await readStores(table, organizationId, ids)).map(({ value }) => value.id));
  return ids.filter((id) => !found.has(id));
}

/** Stores by their ids or external ids, in that order; undefined for an unknown one. At most 2 calls per 100. */
export async function readStoresByName(
  table: Table,
  organizationId: string,
  names: readonly { readonly id?: string | undefined; readonly externalId?: string | undefined }[],
): Promise<readonly (Stored<StoreLocation> | undefined)[]> {
  const claims = await table.getMany(
    storeExternalIdEntity,
    names.map(({ externalId }) => ({ organizationId, externalId: externalId ?? '' })),
  );
  const found = await table.getMany(
    storeLocationEntity,
    names.map(({ id }, index) => ({ organizationId, id: id ?? claims[index]?.value.storeLocationId ?? '' })),
  );
  return found.map((stored) => (stored && !stored.value.isDeleted ? stored : undefined));
}
