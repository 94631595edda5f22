import { type BreakInput, LARGEST_QUANTITY, type VehicleInput } from '../../engines/optimization/index.ts';
import { storesInTable } from '../../places/stores/index.ts';
import type { Point } from '../../platform/core/geography.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import {
  type Driver,
  type DriverGroup,
  findDrivers,
  findGroups,
  findVehicles,
  listShifts,
  listVehicles,
  membersAmong,
  type Shift,
  type Vehicle,
  type VehicleConfig,
} from '../fleet/index.ts';
import { capacityOf, drivingOf, ROAD_PROFILES, type RoadSize, truckSizeOf } from '../routes/index.ts';
import { breakWithin } from './break-within.ts';
import type { DayClock } from './clock-of-day.ts';
import { capacityUnits } from './loads.ts';
import type { ContractParameters, OptimizationSettings } from './optimization-strategy.ts';

/** A vehicle of a run, as the solver sees it, with its identity. */
export interface FleetVehicle {
  readonly input: Omit<VehicleInput, 'start' | 'end'>;
  /** Its name for people. */
  readonly name: string;
  /** The units in which its configuration is entered. */
  readonly units: { readonly weight: 'kg' | 'lbs'; readonly length: 'meter' | 'in' };
  /** Its limits as the vehicle has them; absent where they are those of a shift, or nobody entered any. */
  readonly entered?: EnteredLimits;
  /** Where it starts and ends; null = at the depot of the orders. */
  readonly depot: Point | null;
  /** The roads that it can take; null = unknown. */
  readonly size: RoadSize | null;
  readonly driverGroupId: string | null;
  readonly vehicleId: string | null;
  readonly courierId: string | null;
  readonly shift: Pick<Shift, 'id' | 'plannedStart' | 'plannedEnd'> | null;
}

/** Limits that a remedy may change, in the units of the API. */
export type EnteredLimits = Pick<
  VehicleConfig,
  'weight' | 'maxDistance' | 'maxDuration' | 'maxStops' | 'capabilities'
>;

/** The planned day. */
export interface PlannedRange {
  readonly from: string;
  readonly to: string;
}

/** Plain vans for an organization that has not described its fleet: more than it needs. */
const PLAIN_VANS = 25;
const ORDERS_OF_VAN = 20;

function mostUnknown(orders: number): number {
  return Math.min(orders, Math.max(PLAIN_VANS, Math.ceil(orders / ORDERS_OF_VAN)));
}

/**
 * The vehicles of a run. A driver group has the number in its parameters; else the vehicles are its drivers'
 * shifts in the planned time, else its vehicles, unless the strategy asks for its shifts. Without any driver group there are as many plain vans as the
 * orders may need.
 */
export async function fleetOfRun(
  deps: Pick<CoreDeps, 'table'>,
  organizationId: string,
  settings: OptimizationSettings,
  range: PlannedRange,
  clock: DayClock,
  {
    orders,
    now,
    depots,
  }: {
    readonly orders: number;
    readonly now: string;
    /** Places at which many orders are picked up, with their number. */
    readonly depots: readonly { readonly point: Point; readonly count: number }[];
  },
): Promise<readonly FleetVehicle[]> {
  const caller = { organizationId, storeLocationIds: null, driverGroupIds: null };
  const ids = [
    ...new Set([...settings.contractIds, ...(settings.shiftContractId ? [settings.shiftContractId] : [])]),
  ];
  const groups = (await findGroups(deps.table, caller, ids)).flatMap((stored) =>
    stored ? [stored.value] : [],
  );
  const active = groups.filter(({ isActive }) => isActive);
  if (ids.length === 0) {
    const count = mostUnknown(orders);
    const given = depots.map(() => 0);
    return Array.from({ length: count }, (_, index) => {
      const van = plainVehicle(`vehicle-${index + 1}`, `van ${index + 1}`, undefined, range, clock);
      if (depots.length < 2) return van;
      // The next van goes to the depot with the most orders per van.
      const share = (at: number) => depots[at]!.count / (1 + given[at]!);
      const most = depots.keys().reduce((best, at) => (share(at) > share(best) ? at : best), 0);
      given[most]! += 1;
      return { ...van, depot: depots[most]!.point };
    });
  }
  const fleets: FleetVehicle[] = [];
  for (const group of active) {
    const parameters = settings.contractOptimizationOverrideParameters.find(
      ({ contractId }) => contractId === group.id,
    );
    const isByShifts = [group.id, group.externalIdentifier].includes(settings.shiftContractId ?? '');
    const fleet = await fleetOfGroup(deps, caller, { group, isByShifts }, parameters, range, clock);
    const earliest = clock.secondsOf(now) + (parameters?.leadTimeMinutes ?? 0) * 60;
    fleets.push(...(parameters?.leadTimeMinutes ? fleet.map((one) => notBefore(one, earliest)) : fleet));
  }
  return fleets;
}

/** A vehicle that does not set out earlier. */
function notBefore(vehicle: FleetVehicle, from: number): FleetVehicle {
  const { input } = vehicle;
  const shift = input.shift!;
  const later = { from: Math.max(shift.from, from), to: Math.max(shift.to, from) };
  return { ...vehicle, input: { ...input, shift: later } };
}

async function fleetOfGroup(
  deps: Pick<CoreDeps, 'table'>,
  caller: { readonly organizationId: string; readonly storeLocationIds: null; readonly driverGroupIds: null },
  { group, isByShifts }: { readonly group: DriverGroup; readonly isByShifts: boolean },
  parameters: ContractParameters | undefined,
  range: PlannedRange,
  clock: DayClock,
): Promise<readonly FleetVehicle[]> {
  const all = (await listVehicles(deps.table, caller, { limit: 500 })).map(({ value }) => value);
  const drivers = [...new Set(all.flatMap(({ courierIds }) => courierIds))];
  const members = await membersAmong(deps.table, group, drivers);
  const own = all.filter(
    ({ enabled, driverGroupIds, courierIds }) =>
      enabled && (driverGroupIds.includes(group.id) || courierIds.some((id) => members.has(id))),
  );
  if (parameters?.vehicleCount) {
    return Array.from({ length: parameters.vehicleCount }, (_, index) => ({
      ...plainVehicle(
        `${group.id}-${index + 1}`,
        own[index]?.name ?? `vehicle ${index + 1} of ${group.name}`,
        parameters,
        range,
        clock,
        own[index % Math.max(1, own.length)]?.vehicleConfig,
      ),
      driverGroupId: group.id,
      vehicleId: own[index]?.id ?? null,
      ...enteredAt(own[index]),
    }));
  }
  const shifts = await shiftsOf(deps, caller, group, range);
  if (shifts.length > 0 || isByShifts)
    return Promise.all(shifts.map((worked) => ofShift(deps, caller, group, worked, parameters, clock)));
  return own.map((vehicle) => ({
    ...plainVehicle(vehicle.id, vehicle.name, parameters, range, clock, vehicle.vehicleConfig),
    driverGroupId: group.id,
    vehicleId: vehicle.id,
    ...enteredAt(vehicle),
  }));
}

/** The limits of a vehicle as it has them. */
export function enteredAt(vehicle: Vehicle | undefined): Pick<FleetVehicle, 'entered'> {
  if (vehicle === undefined) return {};
  const {
    weight = null,
    maxDistance = null,
    maxDuration = null,
    maxStops = null,
    capabilities = null,
  } = vehicle.vehicleConfig ?? {};
  return { entered: { weight, maxDistance, maxDuration, maxStops, capabilities } };
}

async function shiftsOf(
  { table }: Pick<CoreDeps, 'table'>,
  caller: { readonly organizationId: string; readonly storeLocationIds: null; readonly driverGroupIds: null },
  group: DriverGroup,
  range: PlannedRange,
): Promise<readonly WorkedShift[]> {
  const shifts = await listShifts(table, caller, { startTime: range.from, endTime: range.to });
  const worked = shifts
    .map(({ value }) => value)
    .filter(({ status, courierId }) => courierId !== null && (status === 'planned' || status === 'active'));
  const ids = [...new Set(worked.flatMap(({ courierId }) => courierId ?? []))];
  const members = await membersAmong(table, group, ids);
  const enabled = new Map(
    (await findDrivers(table, caller, ids)).flatMap((driver) =>
      driver?.value.enabled ? [[driver.value.id, driver.value] as const] : [],
    ),
  );
  return worked.flatMap((shift) => {
    const driver = enabled.get(shift.courierId ?? '');
    return driver && members.has(driver.id) ? [{ shift, driver }] : [];
  });
}

/** A shift with its driver. */
interface WorkedShift {
  readonly shift: Shift;
  readonly driver: Driver;
}

/** The vehicle of a shift: its hours, breaks and place, and what its driver can do. */
export async function ofShift(
  { table }: Pick<CoreDeps, 'table'>,
  caller: { readonly organizationId: string; readonly storeLocationIds: null; readonly driverGroupIds: null },
  group: Pick<DriverGroup, 'id'>,
  { shift, driver }: WorkedShift,
  parameters: ContractParameters | undefined,
  clock: DayClock,
): Promise<FleetVehicle> {
  const [vehicle] = shift.vehicleId === null ? [] : await findVehicles(table, caller, [shift.vehicleId]);
  const store =
    shift.storeLocationId === null
      ? undefined
      : await storesInTable(table).byId(caller.organizationId, shift.storeLocationId);
  const { Lat: lat, Lng: lng } = store?.address ?? {};
  const config = shift.optimizationParams?.vehicleConfig ?? vehicle?.value.vehicleConfig;
  const range = { from: shift.plannedStart, to: shift.plannedEnd };
  const base = plainVehicle(
    shift.id,
    vehicle ? `${vehicle.value.name} (${shift.name})` : shift.name,
    parameters,
    range,
    clock,
    config ?? undefined,
  );
  const { departureDelay, shiftEndServiceTimeMinutes } = shift.optimizationParams ?? {};
  const to = base.input.shift!.to - (shiftEndServiceTimeMinutes ?? 0) * 60;
  return {
    ...base,
    input: {
      ...base.input,
      shift: { from: base.input.shift!.from, to: Math.max(base.input.shift!.from, to) },
      breaks: breaksOf(shift, clock),
      // What the driver can do counts as if the vehicle had it.
      capabilities: [...new Set([...(base.input.capabilities ?? []), ...(driver.skills ?? [])])],
      ...(departureDelay ? { departureDelay: departureDelay * 60 } : {}),
    },
    depot: lat === undefined || lng === undefined ? null : { lat, lng },
    driverGroupId: group.id,
    vehicleId: shift.vehicleId,
    ...(shift.optimizationParams?.vehicleConfig ? {} : enteredAt(vehicle?.value)),
    courierId: shift.courierId,
    shift: { id: shift.id, plannedStart: shift.plannedStart, plannedEnd: shift.plannedEnd },
  };
}

/**
 * Breaks of a shift in minutes: within their window, or after a maximum working time; a break with only a duration is
 * placed anywhere in the shift.
 */
function breaksOf(shift: Shift, clock: DayClock): readonly BreakInput[] {
  const planned = shift.optimizationParams?.plannedBreaks ?? [];
  if (planned.length === 0 && shift.plannedBreakDuration) {
    return [
      breakWithin(
        clock.secondsOf(shift.plannedStart),
        clock.secondsOf(shift.plannedEnd),
        shift.plannedBreakDuration * 60,
      ),
    ];
  }
  const taken = planned.filter(({ breakDuration }) => breakDuration > 0);
  return taken.map(({ breakDuration, timeWindow, maxWorkingTime }): BreakInput => {
    const duration = breakDuration * 60;
    if (maxWorkingTime) return { kind: 'after-work', after: maxWorkingTime * 60, duration };
    const [from, to] = timeWindow ?? [shift.plannedStart, shift.plannedEnd];
    const secondsOf = (time: string | number) =>
      typeof time === 'number' ? clock.secondsOf(shift.plannedStart) + time * 60 : clock.secondsOf(time);
    return breakWithin(secondsOf(from), secondsOf(to), duration);
  });
}

/** A vehicle by its configuration. Costs are sent in units of the currency, per kilometre and per hour. */
export function plainVehicle(
  id: string,
  name: string,
  parameters: ContractParameters | undefined,
  range: PlannedRange,
  clock: DayClock,
  config?: VehicleConfig,
): FleetVehicle {
  const from = clock.secondsOf(range.from);
  const { maxStops, maxMeters, maxSeconds, speedPercent, parkingSeconds } = drivingOf(config) ?? {};
  const { maxOrdersPerRoute } = parameters ?? {};
  const fewest = parameters?.minOrdersPerRoute ?? config?.minOrdersPerRoute ?? 0;
  return {
    input: {
      id,
      profile: ROAD_PROFILES[config?.vehicleProfile ?? 'car'],
      shift: { from, to: Math.max(from, clock.secondsOf(range.to)) },
      capacity: capacityUnits(capacityOf(config)),
      capabilities: config?.capabilities ?? [],
      ...(maxStops ? { maxStops } : {}),
      ...(maxMeters ? { maxDistance: maxMeters } : {}),
      ...(maxSeconds ? { maxDuration: maxSeconds } : {}),
      ...(speedPercent ? { speedPercent } : {}),
      ...(parkingSeconds ? { parkingTime: parkingSeconds } : {}),
      ...(maxOrdersPerRoute ? { maxOrders: maxOrdersPerRoute } : {}),
      // The strategy's maximum also bounds a minimum of the vehicle's own.
      minOrders: Math.min(fewest, maxOrdersPerRoute ?? fewest),
      cost: costOf(config, parameters?.fixedCost),
    },
    name,
    units: { weight: config?.weightUnit ?? 'kg', length: config?.lengthUnit ?? 'meter' },
    depot: null,
    size: truckSizeOf(config),
    driverGroupId: null,
    vehicleId: null,
    courierId: null,
    shift: null,
  };
}

/** What a vehicle costs by its configuration, which has units of the currency, per kilometre and per hour. */
export function costOf(config: VehicleConfig | undefined, fixedCost?: number | null | undefined) {
  const cents = (amount: number | null | undefined, fallback: number) =>
    amount === null || amount === undefined ? fallback : Math.min(LARGEST_QUANTITY, Math.round(amount * 100));
  return {
    fixedCents: cents(fixedCost ?? config?.fixedCost, 2_000),
    centsPerKilometre: cents(config?.costPerUnitDistance, 50),
    centsPerHour: cents(config?.costPerUnitTime, 2_500),
  };
}
