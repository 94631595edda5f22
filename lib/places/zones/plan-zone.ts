import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { missingStores, pointsOfStores } from '../stores/index.ts';
import { planArea, saysArea } from './area/plan-area.ts';
import { refuseSwapped } from './area/refuse-swapped.ts';
import { invalidZone, unknownZoneReferences } from './refusals.ts';
import { type CoverageArea, MAX_ZONE_STORES, type StoreAssociation, type Zone, zoneEntity } from './zone.ts';
import type { ZoneInput } from './zone-input.ts';

/** A zone after a caller's changes, or the first invalid one of them. */
export async function planZone(
  deps: CoreDeps,
  before: Zone | undefined,
  input: ZoneInput,
  identity: { readonly organizationId: string; readonly id: string },
): Promise<Zone | Refusal> {
  const coverageArea = await areaOf(deps, before?.coverageArea, input, identity.organizationId);
  if (isRefusal(coverageArea)) return coverageArea;
  const storeLocationAssociations = await storesOf(deps, before, input, identity.organizationId);
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
  deps: CoreDeps,
  before: CoverageArea | undefined,
  input: ZoneInput,
  organizationId: string,
): Promise<CoverageArea | Refusal> {
  const { coverageAreaId } = input;
  if (coverageAreaId == null) {
    if (before && !saysArea(input)) return before;
    const planned = planArea(deps.ids, before, input);
    if (isRefusal(planned)) return planned;
    return (await refuseSwapped(input, () => pointsOfStores(deps.table, organizationId))) ?? planned;
  }
  if (coverageAreaId === before?.id && !saysArea(input)) return before;
  if (saysArea(input)) {
    return invalidZone(
      `coverageAreaId is "${coverageAreaId}", but the request also has an area of its own. Send one of them.`,
      { field: 'coverageAreaId' },
    );
  }
  const [zone] = await deps.table.lookup(zoneEntity, organizationId, coverageAreaId);
  if (zone) return zone.value.coverageArea;
  return unknownZoneReferences(
    `coverageAreaId is "${coverageAreaId}", which is not that of a zone of this organization. Send a polygon instead.`,
    { unknownIds: [coverageAreaId] },
  );
}

async function storesOf(
  deps: CoreDeps,
  before: Zone | undefined,
  { storeLocationIds, storeLocationAssociations }: ZoneInput,
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
    return unknownZoneReferences(`Unknown store locations: ${unknownIds.join(', ')}. Send existing ids.`, {
      unknownIds,
    });
  }
  return [...byStore.values()];
}
