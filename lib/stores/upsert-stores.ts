import { isRefusal, Refusal } from '../core/refusal.ts';
import type { Stored } from '../table/index.ts';
import { updateStore } from './change-store.ts';
import { createStore } from './create-store.ts';
import { planStore, type StoreDeps } from './plan-store.ts';
import { readStoreByExternalId, type StoreEditor } from './read-store.ts';
import { storeLocationExists } from './refusals.ts';
import type { StoreInput } from './store-input.ts';
import type { StoreLocation } from './store-location.ts';

/** A row of an upsert: found by its external id. */
export type StoreUpsert = StoreInput & { readonly externalId: string };

/** Creates the store of an external id, or changes what was sent of it. */
export async function upsertStore(
  deps: StoreDeps,
  actor: StoreEditor,
  input: StoreUpsert,
): Promise<Stored<StoreLocation> | Refusal> {
  const found = await readStoreByExternalId(deps.table, actor, input.externalId);
  if (!isRefusal(found)) return updateStore(deps, actor, found.value.id, input);
  const created = await createStore(deps, actor, input);
  const isBeaten = isRefusal(created) && created.kind === storeLocationExists.kind;
  if (!isBeaten) return created;
  // Another request created it meanwhile; a caller that may not see that one is told that it exists.
  const other = await readStoreByExternalId(deps.table, actor, input.externalId);
  return isRefusal(other) ? created : updateStore(deps, actor, other.value.id, input);
}

/** Creates or changes stores by external id. A row that is refused refuses all of them before anything is written. */
export async function upsertStores(
  deps: StoreDeps,
  actor: StoreEditor,
  rows: readonly StoreUpsert[],
): Promise<readonly Stored<StoreLocation>[] | Refusal> {
  for (const [index, row] of rows.entries()) {
    const found = await readStoreByExternalId(deps.table, actor, row.externalId);
    const { organizationId } = actor;
    const before = isRefusal(found) ? undefined : found.value;
    const planned = await planStore(before, row, deps, { organizationId, id: before?.id ?? 'store_new' });
    if (isRefusal(planned)) return naming(index, planned);
  }
  const written: Stored<StoreLocation>[] = [];
  for (const [index, row] of rows.entries()) {
    const store = await upsertStore(deps, actor, row);
    if (isRefusal(store)) return naming(index, store);
    written.push(store);
  }
  return written;
}

function naming(index: number, { kind, message, details }: Refusal): Refusal {
  return new Refusal(kind, `storeLocations[${index}]: ${message}`, { ...details, index });
}
