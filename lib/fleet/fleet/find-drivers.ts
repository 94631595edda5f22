import type { Refusal } from '../../platform/core/refusal.ts';
import type { Stored, Table } from '../../platform/table/index.ts';
import { type Driver, driverEntity } from './driver.ts';
import { fleetExternalIdEntity } from './external-id.ts';
import { findGroups, groupsOfDrivers, membersAmong } from './find-groups.ts';
import type { FleetCaller } from './fleet-deps.ts';
import { invalidFleetInput } from './refusals.ts';
import { MAX_DRIVERS_OF_GROUP } from './roster.ts';

/** Whether this looks like an id of one of our drivers; anything else is an external identifier. */
export function isDriverId(id: string): boolean {
  return /^cou_[0-9A-HJKMNP-TV-Z]{26}$/.test(id);
}

/**
 * Drivers by id or external identifier, in that order; undefined for one that does not exist or that the
 * caller may not see. 1 call for each 100, 1 more for those by external identifier.
 */
export async function findDrivers(
  table: Table,
  caller: Pick<FleetCaller, 'organizationId' | 'driverGroupIds'>,
  ids: readonly string[],
): Promise<readonly (Stored<Driver> | undefined)[]> {
  const { organizationId } = caller;
  const external = ids.filter((id) => !isDriverId(id));
  const claims = await table.getMany(
    fleetExternalIdEntity,
    external.map((externalIdentifier) => ({ organizationId, kind: 'driver' as const, externalIdentifier })),
  );
  const idOf = new Map(external.map((name, index) => [name, claims[index]?.value.id]));
  const internal = ids.map((id) => (isDriverId(id) ? id : idOf.get(id)));
  const known = internal.filter((id) => id !== undefined);
  const found = await table.getMany(
    driverEntity,
    known.map((id) => ({ organizationId, id })),
  );
  const byId = new Map(found.flatMap((stored) => (stored ? [[stored.value.id, stored] as const] : [])));
  const visible = await visibleAmong(table, caller, [...byId.keys()]);
  return internal.map((id) => (id !== undefined && visible.has(id) ? byId.get(id) : undefined));
}

/** The drivers that the caller may see: all, or those in one of its driver groups. */
export async function visibleAmong(
  table: Table,
  caller: Pick<FleetCaller, 'organizationId' | 'driverGroupIds'>,
  driverIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (caller.driverGroupIds === null || driverIds.length === 0) return new Set(driverIds);
  const groups = await findGroups(table, caller, caller.driverGroupIds);
  const members = await Promise.all(
    groups.map((group) => (group ? membersAmong(table, group.value, driverIds) : new Set<string>())),
  );
  return new Set(members.flatMap((ids) => [...ids]));
}

/** Ids of the named drivers, each once; a refusal that names every unknown one. */
export async function resolveDrivers(
  table: Table,
  caller: FleetCaller,
  named: readonly string[],
  field: string,
): Promise<readonly string[] | Refusal> {
  const names = [...new Set(named)];
  if (names.length > MAX_DRIVERS_OF_GROUP) {
    return invalidFleetInput(
      `${field} names ${names.length} drivers. Send at most ${MAX_DRIVERS_OF_GROUP}, and put the others into other groups.`,
      { fields: { [field]: `At most ${MAX_DRIVERS_OF_GROUP} drivers.` } },
    );
  }
  const found = await findDrivers(table, caller, names);
  const unknownIds = names.filter((_, index) => !found[index]);
  if (unknownIds.length > 0) return unknownIdsIn(field, 'drivers', unknownIds);
  return [...new Set(found.flatMap((stored) => (stored ? [stored.value.id] : [])))];
}

/** The refusal of a list that names unknown objects (decision C68). */
export function unknownIdsIn(field: string, nouns: string, unknownIds: readonly string[]): Refusal {
  const shown = unknownIds.slice(0, 5).join(', ');
  const more = unknownIds.length > 5 ? ` and ${unknownIds.length - 5} more` : '';
  return invalidFleetInput(
    `${field} names ${nouns} that the organization does not have: ${shown}${more}. Nothing was changed. Create them first or leave them out.`,
    { unknownIds, fields: { [field]: `Unknown: ${shown}${more}.` } },
  );
}

/** A driver with the groups that the caller may see. */
export interface DriverWithGroups {
  readonly stored: Stored<Driver>;
  readonly groupIds: readonly string[];
}

/** Drivers with their groups, in the order given. */
export async function withGroups(
  table: Table,
  caller: FleetCaller,
  drivers: readonly Stored<Driver>[],
): Promise<readonly DriverWithGroups[]> {
  const groups = await groupsOfDrivers(
    table,
    caller,
    drivers.map(({ value }) => value.id),
  );
  return drivers.map((stored) => ({ stored, groupIds: groups.get(stored.value.id) ?? [] }));
}
