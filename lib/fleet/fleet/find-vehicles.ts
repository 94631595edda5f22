import type { Stored, Table } from '../../platform/table/index.ts';
import { groupIdOf } from './driver-group.ts';
import { fleetExternalIdEntity } from './external-id.ts';
import { visibleAmong } from './find-drivers.ts';
import type { FleetCaller } from './fleet-deps.ts';
import { type Vehicle, vehicleEntity } from './vehicle.ts';

function isVehicleId(id: string): boolean {
  return /^vhc_[0-9A-HJKMNP-TV-Z]{26}$/.test(id);
}

/** Vehicles by id or external identifier, in that order; undefined where the caller cannot see it. */
export async function findVehicles(
  table: Table,
  caller: Pick<FleetCaller, 'organizationId' | 'driverGroupIds'>,
  ids: readonly string[],
): Promise<readonly (Stored<Vehicle> | undefined)[]> {
  const { organizationId } = caller;
  const external = ids.filter((id) => !isVehicleId(id));
  const claims = await table.getMany(
    fleetExternalIdEntity,
    external.map((externalIdentifier) => ({ organizationId, kind: 'vehicle' as const, externalIdentifier })),
  );
  const idOf = new Map(external.map((name, index) => [name, claims[index]?.value.id]));
  const internal = ids.map((id) => (isVehicleId(id) ? id : idOf.get(id)));
  const known = internal.filter((id) => id !== undefined);
  const found = await table.getMany(
    vehicleEntity,
    known.map((id) => ({ organizationId, id })),
  );
  const stored = found.filter((vehicle) => vehicle !== undefined);
  const visible = await visibleVehicles(table, caller, stored);
  const byId = new Map(visible.map((vehicle) => [vehicle.value.id, vehicle]));
  return internal.map((id) => (id === undefined ? undefined : byId.get(id)));
}

/** The vehicles that the caller may see: all, or those of its driver groups and of their drivers. */
export async function visibleVehicles(
  table: Table,
  caller: Pick<FleetCaller, 'organizationId' | 'driverGroupIds'>,
  vehicles: readonly Stored<Vehicle>[],
): Promise<readonly Stored<Vehicle>[]> {
  if (caller.driverGroupIds === null) return vehicles;
  const groups = caller.driverGroupIds.map(groupIdOf);
  const drivers = [...new Set(vehicles.flatMap(({ value }) => value.courierIds))];
  const visible = await visibleAmong(table, caller, drivers);
  return vehicles.filter(
    ({ value }) =>
      value.driverGroupIds.some((id) => groups.includes(id)) ||
      value.courierIds.some((id) => visible.has(id)),
  );
}
