import type { Operation, Stored, Table } from '../../platform/table/index.ts';
import { replace } from '../../platform/table/index.ts';
import { type Driver, driverEntity, MAX_LINKS } from './driver.ts';
import { visibleVehicles } from './find-vehicles.ts';
import type { FleetCaller } from './fleet-deps.ts';
import { type Vehicle, vehicleEntity } from './vehicle.ts';

/**
 * Vehicles and drivers name each other. This is a change of one side's list with the writes that keep the other side in
 * step.
 */
export interface Links {
  readonly operations: readonly Operation[];
  /** Unknown ids. */
  readonly unknownIds: readonly string[];
  /** Ids of objects that have the maximum number of links. */
  readonly fullIds: readonly string[];
}

const NO_LINKS: Links = { operations: [], unknownIds: [], fullIds: [] };

/**
 * The writes on vehicles when a driver's list of them changes; one that the caller may not see cannot be added. 1 call,
 * none when nothing changes, and for a caller that is limited to driver groups those of reading their drivers.
 */
export async function linkVehicles(
  table: Table,
  caller: Pick<FleetCaller, 'organizationId' | 'driverGroupIds'>,
  driver: Pick<Driver, 'organizationId' | 'id'>,
  before: readonly string[],
  after: readonly string[],
  updatedAt: string,
): Promise<Links> {
  const { ids, added } = difference(before, after);
  if (ids.length === 0) return NO_LINKS;
  const { organizationId, id } = driver;
  const found = await table.getMany(
    vehicleEntity,
    ids.map((vehicleId) => ({ organizationId, id: vehicleId })),
  );
  const visible = await visibleVehicles(
    table,
    caller,
    found.filter((stored) => stored !== undefined),
  );
  const known = new Set(visible.map(({ value }) => value.id));
  const withLink = (stored: Stored<Vehicle>) => ({
    ...stored.value,
    courierIds: linked(stored.value.courierIds, id, added.has(stored.value.id)),
    updatedAt: later(stored.value.updatedAt, updatedAt),
  });
  return {
    operations: found.flatMap((stored) => (stored ? [replace(vehicleEntity, stored, withLink(stored))] : [])),
    unknownIds: ids.filter((vehicleId) => added.has(vehicleId) && !known.has(vehicleId)),
    fullIds: found.flatMap((stored) =>
      stored && withLink(stored).courierIds.length > MAX_LINKS ? [stored.value.id] : [],
    ),
  };
}

/** The writes on drivers when a vehicle's list of them changes. 1 call, none when nothing changes. */
export async function linkDrivers(
  table: Table,
  vehicle: Pick<Vehicle, 'organizationId' | 'id'>,
  before: readonly string[],
  after: readonly string[],
  updatedAt: string,
): Promise<Links> {
  const { ids, added } = difference(before, after);
  if (ids.length === 0) return NO_LINKS;
  const { organizationId, id } = vehicle;
  const found = await table.getMany(
    driverEntity,
    ids.map((driverId) => ({ organizationId, id: driverId })),
  );
  const withLink = (stored: Stored<Driver>) => ({
    ...stored.value,
    vehicleIds: linked(stored.value.vehicleIds, id, added.has(stored.value.id)),
    updatedAt: later(stored.value.updatedAt, updatedAt),
  });
  return {
    operations: found.flatMap((stored) => (stored ? [replace(driverEntity, stored, withLink(stored))] : [])),
    unknownIds: ids.filter((driverId, index) => added.has(driverId) && !found[index]),
    fullIds: found.flatMap((stored) =>
      stored && withLink(stored).vehicleIds.length > MAX_LINKS ? [stored.value.id] : [],
    ),
  };
}

function difference(before: readonly string[], after: readonly string[]) {
  const added = new Set(after.filter((id) => !before.includes(id)));
  return { added, ids: [...added, ...before.filter((id) => !after.includes(id))] };
}

function linked(ids: readonly string[], id: string, isLinked: boolean): string[] {
  const others = ids.filter((other) => other !== id);
  return isLinked ? [...others, id] : others;
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}
