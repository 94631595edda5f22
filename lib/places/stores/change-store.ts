import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import {
  changeStored,
  create,
  type Operation,
  remove,
  replace,
  type Stored,
} from '../../platform/table/index.ts';
import { refuseTaken } from './create-store.ts';
import { planStore, type StoreDeps, zoneWrites } from './plan-store.ts';
import { readStore, type StoreEditor } from './read-store.ts';
import type { ServedZone, StoreInput } from './store-input.ts';
import { type StoreLocation, storeExternalIdEntity, storeLocationEntity } from './store-location.ts';

/** Changes the fields that were sent; `null` clears one. */
export function updateStore(
  deps: StoreDeps,
  actor: StoreEditor,
  id: string,
  input: StoreInput,
): Promise<Stored<StoreLocation> | Refusal> {
  const { organizationId, timeZone } = actor;
  return changeStore(
    deps,
    actor,
    id,
    (stored) => planStore(deps, stored.value, input, { organizationId, id, timeZone }),
    input.zones,
  );
}

/** Reads a store that the caller may see, lets `plan` decide and writes the result. */
export async function changeStore(
  deps: StoreDeps,
  actor: StoreEditor,
  id: string,
  plan: (stored: Stored<StoreLocation>) => Promise<StoreLocation | Refusal>,
  zones?: readonly ServedZone[],
): Promise<Stored<StoreLocation> | Refusal> {
  const { expectedVersion } = actor;
  const read = () => readStore(deps.table, actor, id);
  return changeStored(deps, { what: 'store location', id, read, expectedVersion }, async (stored) => {
    const next = await plan(stored);
    if (isRefusal(next)) return next;
    const claims = await claimOperations(deps, stored.value, next);
    if (isRefusal(claims)) return claims;
    const served = await zoneWrites(deps, actor.origin, next, zones);
    if (isRefusal(served)) return served;
    return { next, operations: [replace(storeLocationEntity, stored, next), ...claims, ...served] };
  });
}

/** Moves the claim of the external id along. Up to 2 reads, only when it changes. */
async function claimOperations(
  deps: StoreDeps,
  before: StoreLocation,
  after: StoreLocation,
): Promise<readonly Operation[] | Refusal> {
  const { organizationId, id: storeLocationId } = before;
  const externalIdAfter = after.isDeleted ? undefined : after.externalId;
  if (before.externalId === externalIdAfter) return [];
  const operations: Operation[] = [];
  if (externalIdAfter !== undefined) {
    const key = { organizationId, externalId: externalIdAfter };
    if (await deps.table.get(storeExternalIdEntity, key)) {
      return refuseTaken(deps, organizationId, externalIdAfter);
    }
    operations.push(create(storeExternalIdEntity, { ...key, storeLocationId }));
  }
  if (before.externalId !== undefined) {
    const claim = await deps.table.get(storeExternalIdEntity, {
      organizationId,
      externalId: before.externalId,
    });
    if (claim?.value.storeLocationId === storeLocationId)
      operations.push(remove(storeExternalIdEntity, claim));
  }
  return operations;
}
