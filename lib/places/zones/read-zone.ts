import type { Refusal } from '../../platform/core/refusal.ts';
import { LISTING_LIMITS, type ListedPage, listPage, scanList } from '../../platform/listing/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Stored, Table } from '../../platform/table/index.ts';
import { zoneNotFound } from './refusals.ts';
import { type Zone, zoneEntity, zoneExternalIdEntity } from './zone.ts';
import { readZones } from './zones-at.ts';

/** A zone that is not deleted. 1 call. */
export async function readZone(
  table: Table,
  organizationId: string,
  id: string,
): Promise<Stored<Zone> | Refusal> {
  const stored = await table.get(zoneEntity, { organizationId, id });
  return stored && !stored.value.isDeleted ? stored : zoneNotFound(`There is no zone "${id}".`, { id });
}

/** A zone by its external id; undefined when there is none. 2 calls. */
export async function findZoneByExternalId(
  table: Table,
  organizationId: string,
  externalId: string,
): Promise<Stored<Zone> | undefined> {
  const claim = await table.get(zoneExternalIdEntity, { organizationId, externalId });
  const stored = claim && (await table.get(zoneEntity, { organizationId, id: claim.value.zoneId }));
  return stored && !stored.value.isDeleted ? stored : undefined;
}

/** A page of zones with their total number. */
export interface ZonePage extends Omit<ListedPage<never>, 'rows'> {
  readonly zones: readonly Stored<Zone>[];
}

/** Filter of a list of zones. Ids and external ids together: the zones of any of them; neither = all. */
export interface ZoneQuery {
  readonly ids?: readonly string[] | undefined;
  readonly externalIds?: readonly string[] | undefined;
  readonly isDeleted: boolean;
  readonly createdFrom?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** A page of zones, newest first, each once while others are created. */
export async function listZones(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  caller: { readonly organizationId: string; readonly keyId: string },
  { limit, offset, ...query }: ZoneQuery,
): Promise<ZonePage> {
  const { organizationId } = caller;
  const { ids, externalIds, isDeleted } = query;
  const isNamed = (ids?.length ?? 0) + (externalIds?.length ?? 0) > 0;
  const { rows, ...counts } = await listPage(deps, caller, {
    prefix: 'zone_',
    query,
    limit,
    offset,
    collect: () =>
      scanList(
        deps,
        {
          entity: zoneEntity,
          organizationId,
          shards: 1,
          startDate: '1970-01-01T00:00:00.000Z',
          createdFrom: query.createdFrom,
          read(row) {
            const [id, externalId] = [String(row.id), String(row.externalId ?? '')];
            if (row.isDeleted !== isDeleted) return undefined;
            const isWanted = !isNamed || ids?.includes(id) || externalIds?.includes(externalId);
            return isWanted ? { id } : undefined;
          },
        },
        LISTING_LIMITS,
      ),
    read: async (id) => ({ id }),
  });
  const zones = await readZones(
    deps.table,
    organizationId,
    rows.map(({ id }) => id),
  );
  return { ...counts, zones: zones.filter((stored) => stored !== undefined) };
}
