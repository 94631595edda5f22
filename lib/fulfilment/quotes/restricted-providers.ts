import { covers, listZoneRestrictions, zonesInTable } from '../../places/zones/index.ts';
import type { Table } from '../../platform/table/index.ts';
import type { ShipmentStop } from '../providers/index.ts';
import { placeOfStop } from './place-of-stop.ts';

/**
 * Providers that active zone restrictions exclude from one of these dropoffs, each with the name of the restriction.
 * 1 call, and 1 per 100 zones that such restrictions name.
 */
export async function restrictedProviders(
  table: Table,
  dropoffs: readonly ShipmentStop[],
  organizationId: string,
): Promise<ReadonlyMap<string, string>> {
  const active = (await listZoneRestrictions(table, organizationId))
    .map(({ value }) => value)
    .filter(({ isActive, providerIds }) => isActive && providerIds.length > 0);
  const ids = [...new Set(active.flatMap(({ zoneIds }) => zoneIds))];
  const zones = ids.length === 0 ? [] : await zonesInTable(table).byIds(organizationId, ids);
  const places = dropoffs.map(placeOfStop);
  const reached = new Set(
    ids.filter((_, index) => {
      const area = zones[index]?.coverageArea;
      return area !== undefined && places.some((place) => covers(area, place));
    }),
  );
  const holding = active.filter(
    ({ zoneIds }) => zoneIds.length === 0 || zoneIds.some((id) => reached.has(id)),
  );
  return new Map(holding.flatMap(({ providerIds, name }) => providerIds.map((id) => [id, name] as const)));
}

/** Why a restriction excludes a provider. */
export function restrictedBy(restriction: string): string {
  return `The zone restriction "${restriction}" excludes it from deliveries to this dropoff.`;
}
