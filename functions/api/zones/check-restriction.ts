import { findWindows } from '../../../lib/ordering/windows/index.ts';
import { missingStores } from '../../../lib/places/stores/index.ts';
import {
  unknownZoneReferences,
  type ZoneRestrictionInput,
  zonesInTable,
} from '../../../lib/places/zones/index.ts';
import type { Refusal } from '../../../lib/platform/core/refusal.ts';
import type { ZonesAreaDeps } from './deps.ts';

/** Refuses restrictions that name unknown zones, stores, windows or providers, and names each of them. */
export async function refuseUnknownNames(
  { table, unknownProviders }: Pick<ZonesAreaDeps, 'table' | 'unknownProviders'>,
  organizationId: string,
  inputs: readonly ZoneRestrictionInput[],
): Promise<Refusal | undefined> {
  const named = (field: 'zoneIds' | 'storeLocationIds' | 'deliveryWindowIds' | 'providerIds') => [
    ...new Set(inputs.flatMap((input) => input[field] ?? [])),
  ];
  const unknown = (ids: readonly string[], found: readonly unknown[]) =>
    ids.filter((_, index) => !found[index]);
  const [zoneIds, storeIds, windowIds, providerIds] = [
    named('zoneIds'),
    named('storeLocationIds'),
    named('deliveryWindowIds'),
    named('providerIds'),
  ];
  const unknownIds = [
    ...unknown(zoneIds, await zonesInTable(table).byIds(organizationId, zoneIds)),
    ...(await missingStores(table, organizationId, storeIds)),
    ...unknown(windowIds, await findWindows(table, { organizationId, storeLocationIds: null }, windowIds)),
    ...(providerIds.length === 0 ? [] : await unknownProviders(organizationId, providerIds)),
  ];
  if (unknownIds.length === 0) return undefined;
  return unknownZoneReferences(
    `Unknown zones, store locations, delivery windows or providers: ${unknownIds.join(', ')}. Nothing was changed. Send existing ids.`,
    { unknownIds },
  );
}
