import { covers, type Place, zonesInTable } from '../../places/zones/index.ts';
import type { Table } from '../../platform/table/index.ts';
import type { ShipmentStop } from '../providers/index.ts';
import type { StrategySettings } from '../strategies/index.ts';
import { placeOfStop } from './place-of-stop.ts';

/**
 * Ids of the providers whose zones, by the strategy's rules, do not cover every one of these dropoffs. A
 * deleted zone covers nothing. No call when no rule names zones, otherwise 1 per 100 zones.
 */
export async function outsideZones(
  table: Table,
  { providerRules }: Pick<StrategySettings, 'providerRules'>,
  dropoffs: readonly ShipmentStop[],
  organizationId: string,
): Promise<ReadonlySet<string>> {
  const limited = providerRules.filter(({ zoneIds }) => zoneIds !== undefined && zoneIds.length > 0);
  if (limited.length === 0) return new Set();
  const ids = [...new Set(limited.flatMap(({ zoneIds }) => zoneIds ?? []))];
  const found = await zonesInTable(table).byIds(organizationId, ids);
  const areaOf = new Map(ids.map((id, index) => [id, found[index]?.coverageArea]));
  const places = dropoffs.map(placeOfStop);
  const isInside = (zoneIds: readonly string[], place: Place) =>
    zoneIds.some((id) => {
      const area = areaOf.get(id);
      return area !== undefined && covers(area, place);
    });
  const outside = limited.filter(({ zoneIds }) => places.some((place) => !isInside(zoneIds ?? [], place)));
  return new Set(outside.map(({ providerId }) => providerId));
}
