import { refuseOtherVersion } from '../../platform/core/expected-version.ts';
import { isRefusal, Refusal } from '../../platform/core/refusal.ts';
import type { Stored } from '../../platform/table/index.ts';
import { updateStore } from './change-store.ts';
import { createStore, refuseNew, refuseTaken } from './create-store.ts';
import { planStore, type StoreDeps, zoneWrites } from './plan-store.ts';
import { readStoreByExternalId, type StoreEditor } from './read-store.ts';
import { storeLocationExists } from './refusals.ts';
import type { StoreInput } from './store-input.ts';
import type { StoreLocation } from './store-location.ts';

/** A row of an upsert: found by its external id. */
export type StoreUpsert = StoreInput & {
  readonly externalId: string;
  /** Expected version of the store; absent = the version that the caller expects of all stores. */
  readonly version?: number | undefined;
};

/** Creates the store with an external id, or changes the fields that were sent. */
export async function upsertStore(
  deps: StoreDeps,
  caller: StoreEditor,
  { version, ...input }: StoreUpsert,
): Promise<Stored<StoreLocation> | Refusal> {
  const actor = { ...caller, expectedVersion: version ?? caller.expectedVersion };
  const found = await readStoreByExternalId(deps.table, actor, input.externalId);
  if (!isRefusal(found)) return updateStore(deps, actor, found.value.id, input);
  const stale = refuseOtherVersion(actor.expectedVersion, { version: 0 });
  if (stale) return stale;
  const created = await createStore(deps, actor, input);
  const isBeaten = isRefusal(created) && created.kind === storeLocationExists.kind;
  if (!isBeaten) return created;
  // Another request created it meanwhile; a caller that may not see that store learns only that it exists.
  const other = await readStoreByExternalId(deps.table, actor, input.externalId);
  return isRefusal(other) ? created : updateStore(deps, actor, other.value.id, input);
}

/** Creates or changes stores by external id. A refused row refuses all of them before anything is written. */
export async function upsertStores(
  deps: StoreDeps,
  actor: StoreEditor,
  rows: readonly StoreUpsert[],
): Promise<readonly Stored<StoreLocation>[] | Refusal> {
  for (const [index, row] of rows.entries()) {
    const found = await readStoreByExternalId(deps.table, actor, row.externalId);
    const { organizationId, timeZone } = actor;
    const stored = isRefusal(found) ? undefined : found;
    const refused =
      refuseOtherVersion(row.version ?? actor.expectedVersion, stored ?? { version: 0 }) ??
      (stored ? undefined : await refuseUnseen(deps, actor, row.externalId));
    if (refused) return naming(index, refused);
    const id = stored?.value.id ?? 'store_new';
    const planned = await planStore(deps, stored?.value, row, { organizationId, id, timeZone });
    if (isRefusal(planned)) return naming(index, planned);
    const served = await zoneWrites(deps, actor.origin, planned, row.zones);
    if (isRefusal(served)) return naming(index, served);
  }
  const written: Stored<StoreLocation>[] = [];
  for (const [index, row] of rows.entries()) {
    const store = await upsertStore(deps, actor, row);
    if (isRefusal(store)) return naming(index, store);
    written.push(store);
  }
  return written;
}

/** Refuses a store that the caller could not see: it is neither created nor changed. */
async function refuseUnseen(
  deps: StoreDeps,
  actor: StoreEditor,
  externalId: string,
): Promise<Refusal | undefined> {
  if (actor.storeLocationIds === null) return undefined;
  const everywhere = { ...actor, storeLocationIds: null };
  const isTaken = !isRefusal(await readStoreByExternalId(deps.table, everywhere, externalId));
  return isTaken ? refuseTaken(deps, actor.organizationId, externalId) : refuseNew(actor.storeLocationIds);
}

function naming(index: number, { kind, message, details }: Refusal): Refusal {
  return new Refusal(kind, `storeLocations[${index}]: ${message}`, { ...details, index });
}
