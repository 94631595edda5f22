import { toInstant } from '../../platform/core/clock.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import type { Stored, Table } from '../../platform/table/index.ts';
import { type DriverGroup, driverGroupEntity, groupIdOf } from './driver-group.ts';
import { fleetExternalIdEntity } from './external-id.ts';
import { FLEET_SHARDS, type FleetCaller } from './fleet-deps.ts';
import { type GroupWithRoster, partOf, readGroup, rosterPartEntity } from './roster.ts';

/** Groups whose rosters are read in parallel. */
const WIDTH = 10;

/** Rows per read of the list of groups. */
const PAGE = 500;

/** Whether a caller that is limited to driver groups may see this one. */
export function maySeeGroup(caller: Pick<FleetCaller, 'driverGroupIds'>, groupId: string): boolean {
  return caller.driverGroupIds === null || caller.driverGroupIds.map(groupIdOf).includes(groupId);
}

/** Every group that the caller may see, newest first; one call for each 500 of the organization. */
export async function groupRows(
  table: Table,
  caller: Pick<FleetCaller, 'organizationId' | 'driverGroupIds'>,
): Promise<readonly DriverGroup[]> {
  const { organizationId } = caller;
  const groups: DriverGroup[] = [];
  let after: { at: string; id: string } | undefined;
  for (;;) {
    const rows = await table.list(driverGroupEntity, {
      organizationId,
      shards: FLEET_SHARDS,
      direction: 'DESC',
      limit: PAGE,
      ...(after ? { after } : {}),
    });
    for (const { row } of rows) {
      const group = driverGroupEntity.definition.schema.parse({ ...row, organizationId });
      if (maySeeGroup(caller, group.id)) groups.push(group);
    }
    after = rows.at(-1);
    if (rows.length < PAGE || !after) return groups;
  }
}

/** Groups by any of their contract ids; undefined where none exists or the caller may not see it. */
export async function findGroups(
  table: Table,
  caller: Pick<FleetCaller, 'organizationId' | 'driverGroupIds'>,
  ids: readonly string[],
): Promise<readonly (Stored<DriverGroup> | undefined)[]> {
  const { organizationId } = caller;
  const found = await table.getMany(
    driverGroupEntity,
    ids.map((id) => ({ organizationId, id: groupIdOf(id) })),
  );
  return found.map((stored) => (stored && maySeeGroup(caller, stored.value.id) ? stored : undefined));
}

/** A group by a contract id or its external identifier. At most 3 calls. */
export async function findGroupByAnyId(
  table: Table,
  caller: Pick<FleetCaller, 'organizationId' | 'driverGroupIds'>,
  named: string,
): Promise<Stored<DriverGroup> | undefined> {
  const [group] = await findGroupsByAnyId(table, caller, [named]);
  return group;
}

/**
 * Groups by contract ids or external identifiers; undefined where none exists or the caller may not see it. At most 3
 * calls for each 100.
 */
export async function findGroupsByAnyId(
  table: Table,
  caller: Pick<FleetCaller, 'organizationId' | 'driverGroupIds'>,
  named: readonly string[],
): Promise<readonly (Stored<DriverGroup> | undefined)[]> {
  const byId = await findGroups(table, caller, named);
  if (byId.every((group) => group !== undefined)) return byId;
  const { organizationId } = caller;
  const claims = await table.getMany(
    fleetExternalIdEntity,
    named.map((externalIdentifier) => ({
      organizationId,
      kind: 'driver-group' as const,
      externalIdentifier,
    })),
  );
  const ids = named.map((name, index) => (byId[index] ? name : (claims[index]?.value.id ?? name)));
  return findGroups(table, caller, ids);
}

/** Whole rosters of several groups, by group id. 1 call for each. */
export async function readRosters(
  table: Table,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, GroupWithRoster>> {
  const found = await mapConcurrently([...new Set(ids)], WIDTH, (id) => readGroup(table, organizationId, id));
  return new Map(found.flatMap((group) => (group ? [[group.stored.value.id, group] as const] : [])));
}

/**
 * The groups of each driver that the caller may see, oldest group first. Reads only the parts of each roster that could
 * contain these drivers: for a few drivers, 1 call for each 100 groups.
 */
export async function groupsOfDrivers(
  table: Table,
  caller: Pick<FleetCaller, 'organizationId' | 'driverGroupIds'>,
  driverIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { organizationId } = caller;
  const groups = (await groupRows(table, caller)).toReversed();
  const places = groups.flatMap(({ id: groupId, rosterParts }) =>
    [...new Set(driverIds.map((id) => partOf(id, rosterParts)))].map((part) => ({
      organizationId,
      groupId,
      part,
      rosterParts,
    })),
  );
  const parts = await table.getMany(rosterPartEntity, places);
  const members = new Map<string, ReadonlySet<string>>();
  const torn = new Set<string>();
  for (const [index, { groupId, rosterParts }] of places.entries()) {
    const part = parts[index]?.value;
    // The list may lag behind a roster that was split differently meanwhile.
    if (!part || part.parts !== rosterParts) torn.add(groupId);
    else members.set(groupId, new Set([...(members.get(groupId) ?? []), ...part.driverIds]));
  }
  for (const [groupId, group] of await readRosters(table, organizationId, [...torn])) {
    members.set(groupId, new Set(group.driverIds));
  }
  return new Map(
    driverIds.map((driverId) => [
      driverId,
      groups.filter(({ id }) => members.get(id)?.has(driverId)).map(({ id }) => id),
    ]),
  );
}

/** Whether drivers belong to a group. 1 call for the group and 1 for each 100 parts. */
export async function membersAmong(
  table: Table,
  group: DriverGroup,
  driverIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { organizationId, id: groupId, rosterParts } = group;
  const places = [...new Set(driverIds.map((id) => partOf(id, rosterParts)))];
  const parts = await table.getMany(
    rosterPartEntity,
    places.map((part) => ({ organizationId, groupId, part })),
  );
  const isTorn = parts.some((part) => part?.value.roster !== group.roster);
  const present = isTorn
    ? ((await readGroup(table, organizationId, groupId))?.driverIds ?? [])
    : parts.flatMap((part) => part?.value.driverIds ?? []);
  const among = new Set(present);
  return new Set(driverIds.filter((id) => among.has(id)));
}

/** A later time than before, so that events of one aggregate keep their order. */
export function changeInstant(before: { readonly updatedAt: string } | undefined, nowMs: number): string {
  return toInstant(Math.max(nowMs, before ? Date.parse(before.updatedAt) : 0));
}
