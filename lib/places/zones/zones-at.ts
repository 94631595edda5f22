import type { Stored, Table } from '../../platform/table/index.ts';
import { covers, indexKeysAt, type Place } from './area/coverage.ts';
import { type Zone, zoneEntity } from './zone.ts';
import { zonesUnder } from './zone-index.ts';

/** The zones that cover a place, oldest first. 2 calls, and 1 more per 100 candidates. */
export async function zonesAt(
  table: Table,
  organizationId: string,
  place: Place,
): Promise<readonly Stored<Zone>[]> {
  const candidates = await zonesUnder(table, organizationId, indexKeysAt(place));
  const zones = await readZones(table, organizationId, candidates);
  return zones
    .filter((stored) => stored !== undefined)
    .filter(({ value }) => !value.isDeleted && covers(value.coverageArea, place))
    .toSorted((a, b) => (a.value.id < b.value.id ? -1 : 1));
}

/** Zones by their ids, in that order; undefined where none exists. 1 call per 100. */
export async function readZones(
  table: Table,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly (Stored<Zone> | undefined)[]> {
  return table.getMany(
    zoneEntity,
    ids.map((id) => ({ organizationId, id })),
  );
}
