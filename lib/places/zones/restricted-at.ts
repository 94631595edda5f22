import type { Table } from '../../platform/table/index.ts';
import type { Place } from './area/coverage.ts';
import { listZoneRestrictions } from './zone-restriction.ts';
import { zonesAt } from './zones-at.ts';

/** What may not serve a place, each with the name of the restriction that excludes it. */
export interface RestrictedThere {
  readonly storeLocationIds: ReadonlyMap<string, string>;
  readonly deliveryWindowIds: ReadonlyMap<string, string>;
  readonly providerIds: ReadonlyMap<string, string>;
  readonly tags: ReadonlyMap<string, string>;
}

const KINDS = ['storeLocationIds', 'deliveryWindowIds', 'providerIds', 'tags'] as const;

/**
 * What active restrictions exclude from deliveries to a place. 1 call; where there are any of zones, those of a
 * look-up, too.
 */
export async function restrictedAt(
  table: Table,
  organizationId: string,
  place: Place,
): Promise<RestrictedThere> {
  const active = (await listZoneRestrictions(table, organizationId))
    .map(({ value }) => value)
    .filter((one) => one.isActive && KINDS.some((kind) => one[kind].length > 0));
  const isZoned = active.some(({ zoneIds }) => zoneIds.length > 0);
  const there = new Set(
    isZoned ? (await zonesAt(table, organizationId, place)).map(({ value }) => value.id) : [],
  );
  const holding = active.filter(
    ({ zoneIds }) => zoneIds.length === 0 || zoneIds.some((zoneId) => there.has(zoneId)),
  );
  const named = (kind: (typeof KINDS)[number]) =>
    new Map(holding.flatMap((one) => one[kind].map((id) => [id, one.name] as const)));
  return {
    storeLocationIds: named('storeLocationIds'),
    deliveryWindowIds: named('deliveryWindowIds'),
    providerIds: named('providerIds'),
    tags: named('tags'),
  };
}
