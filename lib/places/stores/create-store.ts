import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { create, type Stored } from '../../platform/table/index.ts';
import { planStore, type StoreDeps, zoneWrites } from './plan-store.ts';
import type { StoreEditor } from './read-store.ts';
import { storeLocationExists, storeOutOfScope } from './refusals.ts';
import type { StoreInput } from './store-input.ts';
import { type StoreLocation, storeExternalIdEntity, storeLocationEntity } from './store-location.ts';

/** Creates a store. Refused for a caller that is limited to stores: it could not see it. */
export async function createStore(
  deps: StoreDeps,
  actor: StoreEditor,
  input: StoreInput,
): Promise<Stored<StoreLocation> | Refusal> {
  if (actor.storeLocationIds !== null) return refuseNew(actor.storeLocationIds);
  const { organizationId, timeZone } = actor;
  const id = deps.ids.next('store');
  const store = await planStore(deps, undefined, input, { organizationId, id, timeZone });
  if (isRefusal(store)) return store;
  const served = await zoneWrites(deps, actor.origin, store, input.zones);
  if (isRefusal(served)) return served;
  const { externalId } = store;
  const outcome = await deps.table.write([
    create(storeLocationEntity, store),
    ...served,
    ...(externalId === undefined
      ? []
      : [create(storeExternalIdEntity, { organizationId, externalId, storeLocationId: id })]),
  ]);
  if (outcome.ok) return { value: store, version: 1 };
  // An earlier attempt of the same request, which has the same id, created it.
  const before = await deps.table.get(storeLocationEntity, { organizationId, id });
  return before ?? (await refuseTaken(deps, organizationId, externalId ?? ''));
}

/** The refusal of a new store to a caller that is limited to stores. */
export function refuseNew(storeLocationIds: readonly string[]): Refusal {
  return storeOutOfScope(
    `You are limited to the store locations ${storeLocationIds.join(', ')}, so you cannot create others.`,
    { storeLocationIds },
  );
}

/** The refusal of an external id that another store has. */
export async function refuseTaken(
  { table }: Pick<StoreDeps, 'table'>,
  organizationId: string,
  externalId: string,
): Promise<Refusal> {
  const claim = await table.get(storeExternalIdEntity, { organizationId, externalId });
  return storeLocationExists(
    `externalId is "${externalId}", which belongs to ${claim?.value.storeLocationId ?? 'another store location'}. Send another one, or use it in an upsert.`,
    { externalId, id: claim?.value.storeLocationId },
  );
}
