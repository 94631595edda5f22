import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import {
  type Driver,
  findDrivers,
  findGroups,
  listShifts,
  listVehicles,
  type Shift,
  type Vehicle,
  withGroups,
} from '../fleet/index.ts';
import { isRouteOver, routesMatching } from '../routes/index.ts';
import type { DayClock } from './clock-of-day.ts';
import { enteredAt, type FleetVehicle, ofShift, type PlannedRange, plainVehicle } from './fleet-of-run.ts';
import type { OptimizationSettings } from './optimization-strategy.ts';

/** A vehicle that a run does not have by its driver groups, as the run would have it, with the name of its driver. */
export interface SpareVehicle {
  readonly vehicle: FleetVehicle;
  readonly driverName: string | null;
}

/** The run that may need further vehicles. */
export interface RunWithFleet {
  readonly settings: OptimizationSettings;
  readonly range: PlannedRange;
  readonly clock: DayClock;
  /** The vehicles that it has. */
  readonly fleet: readonly FleetVehicle[];
  /** Its existing routes, which keep nobody busy. */
  readonly routeIds: readonly string[];
  readonly listShards: number;
}

/** Vehicles of an organization that are looked at. */
const MAX_LOOKED_AT = 500;

/** Vehicles completed in parallel. */
const WIDTH = 8;

const DAY_MS = 86_400_000;

/**
 * Enabled vehicles of the organization that the run does not have: those of the run's own driver groups first, and of
 * these, those with a driver. Each has the first of its drivers who is free in the planned time, with the hours of that
 * driver's shift. Without a shift it is there for all of the planned time, and without a free driver it has none. A vehicle
 * without an active driver group is left out, because no route could have it.
 *
 * `named` are ids of vehicles that are wanted even if a route has them; without it, only those that no route has are given.
 */
export async function findSpareVehicles(
  deps: Pick<CoreDeps, 'table'>,
  organizationId: string,
  run: RunWithFleet,
  named?: readonly string[],
): Promise<readonly SpareVehicle[]> {
  const { table } = deps;
  const caller = { organizationId, storeLocationIds: null, driverGroupIds: null };
  const busy = await busyOf(deps, organizationId, run);
  const listed = (await listVehicles(table, caller, { limit: MAX_LOOKED_AT })).map(({ value }) => value);
  const had = new Set(run.fleet.flatMap(({ vehicleId }) => vehicleId ?? []));
  const vehicles = listed.filter(
    ({ id, enabled }) => enabled && !had.has(id) && (named ? named.includes(id) : !busy.has(id)),
  );
  if (vehicles.length === 0) return [];
  const drivers = await driversOf(deps, organizationId, vehicles);
  const groupIds = new Set(vehicles.flatMap((vehicle) => groupsOf(vehicle, drivers)));
  const groups = new Set(
    (await findGroups(table, caller, [...groupIds])).flatMap((stored) =>
      stored?.value.isActive ? [stored.value.id] : [],
    ),
  );
  const { from: startTime, to: endTime } = run.range;
  const shifts = (await listShifts(table, caller, { startTime, endTime })).map(({ value }) => value);
  const own = new Set(run.fleet.flatMap(({ driverGroupId }) => driverGroupId ?? []));
  const taken = new Set(busy);
  const pairs = vehicles.flatMap((vehicle) => {
    const pair = pairOf(vehicle, { drivers, groups, own, busy: taken, shifts });
    // Of vehicles that are all wanted, each has a driver of its own.
    if (named && pair?.driver) taken.add(pair.driver.id);
    return pair ?? [];
  });
  const spares = await mapConcurrently(pairs, WIDTH, (pair) => spareOf(deps, caller, run, pair));
  const ease = ({ vehicle: { driverGroupId, courierId, shift } }: SpareVehicle) =>
    4 * Number(own.has(driverGroupId ?? '')) + 2 * Number(courierId !== null) + Number(shift !== null);
  return spares.toSorted((one, other) => ease(other) - ease(one));
}

/** Ids of the drivers of the run, and of the drivers and vehicles of other routes in its time. */
async function busyOf(
  deps: Pick<CoreDeps, 'table'>,
  organizationId: string,
  { range, fleet, routeIds, listShards }: RunWithFleet,
): Promise<ReadonlySet<string>> {
  const reader = {
    organizationId,
    keyId: 'optimization',
    storeLocationIds: null,
    driverGroupIds: null,
    listShards,
  };
  // A route of the day before may still be under way.
  const from = new Date(Date.parse(range.from) - DAY_MS).toISOString();
  const { rows } = await routesMatching(deps, reader, { from, to: range.to });
  const others = rows.filter(
    ({ id, status, plannedCompletion, plannedDeparture }) =>
      !routeIds.includes(id) &&
      !isRouteOver(status) &&
      (plannedCompletion ?? plannedDeparture ?? range.from) >= range.from,
  );
  return new Set([
    ...fleet.flatMap(({ courierId }) => courierId ?? []),
    ...others.flatMap(({ courier, vehicleId }) => [courier?.id ?? [], vehicleId ?? []].flat()),
  ]);
}

type DriversById = ReadonlyMap<string, { readonly driver: Driver; readonly groupIds: readonly string[] }>;

async function driversOf(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
  vehicles: readonly Vehicle[],
): Promise<DriversById> {
  const caller = { organizationId, storeLocationIds: null, driverGroupIds: null };
  const ids = [...new Set(vehicles.flatMap(({ courierIds }) => courierIds))];
  const found = (await findDrivers(table, caller, ids)).filter((stored) => stored !== undefined);
  const known = await withGroups(table, caller, found);
  return new Map(
    known.map(({ stored: { value: driver }, groupIds }) => [driver.id, { driver, groupIds }] as const),
  );
}

/** The driver groups whose routes may have a vehicle: its own and those of its drivers. */
function groupsOf({ driverGroupIds, courierIds }: Vehicle, drivers: DriversById): readonly string[] {
  return [...driverGroupIds, ...courierIds.flatMap((id) => drivers.get(id)?.groupIds ?? [])];
}

/** A vehicle with who drives it, for which group, and when. */
interface Pair {
  readonly vehicle: Vehicle;
  readonly driver: Driver | undefined;
  readonly groupId: string;
  readonly shift: Shift | undefined;
}

function pairOf(
  vehicle: Vehicle,
  {
    drivers,
    groups,
    own,
    busy,
    shifts,
  }: {
    readonly drivers: DriversById;
    /** Groups that are active. */
    readonly groups: ReadonlySet<string>;
    /** Groups of the run. */
    readonly own: ReadonlySet<string>;
    readonly busy: ReadonlySet<string>;
    readonly shifts: readonly Shift[];
  },
): Pair | undefined {
  const best = (ids: readonly string[]) => {
    const active = ids.filter((id) => groups.has(id));
    return active.find((id) => own.has(id)) ?? active[0];
  };
  const free = vehicle.courierIds.flatMap((id): readonly Pair[] => {
    const known = drivers.get(id);
    const groupId = known && best(known.groupIds);
    if (!known?.driver.enabled || busy.has(id) || groupId === undefined) return [];
    const shift = shifts.find(
      ({ courierId, status }) => courierId === id && (status === 'planned' || status === 'active'),
    );
    return [{ vehicle, driver: known.driver, groupId, shift }];
  });
  // Who has a shift works that day.
  const driven = free.find(({ shift }) => shift !== undefined) ?? free[0];
  if (driven) return driven;
  const groupId = best(groupsOf(vehicle, drivers));
  return groupId === undefined ? undefined : { vehicle, driver: undefined, groupId, shift: undefined };
}

async function spareOf(
  deps: Pick<CoreDeps, 'table'>,
  caller: { readonly organizationId: string; readonly storeLocationIds: null; readonly driverGroupIds: null },
  { settings, range, clock }: RunWithFleet,
  { vehicle, driver, groupId, shift }: Pair,
): Promise<SpareVehicle> {
  const driverName = driver ? `${driver.firstName} ${driver.lastName}`.trim() : null;
  const parameters = settings.contractOptimizationOverrideParameters.find(
    ({ contractId }) => contractId === groupId,
  );
  if (shift && driver) {
    const worked = { shift: { ...shift, vehicleId: vehicle.id }, driver };
    const found = await ofShift(deps, caller, { id: groupId }, worked, parameters, clock);
    return { vehicle: { ...found, name: vehicle.name }, driverName };
  }
  const plain = plainVehicle(vehicle.id, vehicle.name, parameters, range, clock, vehicle.vehicleConfig);
  const capabilities = [...new Set([...(plain.input.capabilities ?? []), ...(driver?.skills ?? [])])];
  return {
    vehicle: {
      ...plain,
      input: { ...plain.input, capabilities },
      driverGroupId: groupId,
      vehicleId: vehicle.id,
      courierId: driver?.id ?? null,
      ...enteredAt(vehicle),
    },
    driverName,
  };
}
