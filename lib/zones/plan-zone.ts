import { toInstant } from '../core/clock.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { missingStores } from '../stores/index.ts';
import { planArea, saysArea } from './area/plan-area.ts';
import { invalidZone, unknownZoneReferences } from './refusals.ts';
import { type CoverageArea, type StoreAssociation, type Zone, zoneEntity } from './zone.ts';
import type { ZoneInput } from './zone-input.ts';

/** Stores that serve a zone at most: with its other members its write fits one transaction. */
export const MAX_ZONE_STORES = 20;

/** A zone after a caller's changes, or the first of them that cannot be. */
export async function planZone(
  before: Zone | undefined,
  input: ZoneInput,
  deps: CoreDeps,
  identity: { readonly organizationId: string; readonly id: string },
): Promise<Zone | Refusal> {
  const coverageArea = await areaOf(before?.coverageArea, input, deps, identity.organizationId);
  if (isRefusal(coverageArea)) return coverageArea;
  const storeLocationAssociations = await storesOf(before, input, deps, identity.organizationId);
  if (isRefusal(storeLocationAssociations)) return storeLocationAssociations;
  const now = toInstant(deps.clock.now());
  const chosen = <Value>(sent: Value | null | undefined, present: Value | undefined) =>
    sent === undefined ? present : (sent ?? undefined);
  return {
    ...identity,
    externalId: chosen(input.externalId, before?.externalId),
    name: chosen(input.name, before?.name),
    coverageArea,
    storeLocationAssociations: [...storeLocationAssociations],
    tags: [...(chosen(input.tags, before?.tags) ?? [])],
    zoneMetadata: chosen(input.zoneMetadata, before?.zoneMetadata),
    isDeleted: false,
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  };
}

async function areaOf(
  before: CoverageArea | undefined,
  input: ZoneInput,
  deps: CoreDeps,
  organizationId: string,
): Promise<CoverageArea | Refusal> {
  const { coverageAreaId } = input;
  if (coverageAreaId == null) {
    return before && !saysArea(input) ? before : planArea(before, input, deps.ids);
  }
  if (coverageAreaId === before?.id && !saysArea(input)) return before;
  if (saysArea(input)) {
    return invalidZone(
      `coverageAreaId "${coverageAreaId}" was sent with an area of its own. Send one of them.`,
      { field: 'coverageAreaId' },
    );
  }
  const [zone] = await deps.table.lookup(zoneEntity, organizationId, coverageAreaId);
  if (zone) return zone.value.coverageArea;
  return unknownZoneReferences(
    `coverageAreaId "${coverageAreaId}" is not that of a zone of this organization. Send a polygon instead.`,
    { unknownIds: [coverageAreaId] },
  );
}

async function storesOf(
  before: Zone | undefined,
  { storeLocationIds, storeLocationAssociations }: ZoneInput,
  deps: CoreDeps,
  organizationId: string,
): Promise<readonly StoreAssociation[] | Refusal> {
  if (storeLocationIds === undefined && storeLocationAssociations === undefined) {
    return before?.storeLocationAssociations ?? [];
  }
  const always = (storeLocationIds ?? []).map((storeLocationId) => ({
    storeLocationId,
    startDate: null,
    endDate: null,
  }));
  const byStore = new Map(
    [...always, ...(storeLocationAssociations ?? [])].map((one) => [one.storeLocationId, one] as const),
  );
  if (byStore.size > MAX_ZONE_STORES) {
    return invalidZone(`The zone has ${byStore.size} store locations. Send at most ${MAX_ZONE_STORES}.`, {
      field: 'storeLocationIds',
    });
  }
  const unknownIds = await missingStores(deps.table, organizationId, [...byStore.keys()]);
  if (unknownIds.length > 0) {
    return unknownZoneReferences(
      `There are no store locations ${unknownIds.join(', ')}. Send ids of those that exist.`,
      { unknownIds },
    );
  }
  return [...byStore.values()];
}
