import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { Stored, Table } from '../../platform/table/index.ts';
import {
  type DriverGroup,
  findDrivers,
  findGroupByAnyId,
  findVehicles,
  membersAmong,
  type Vehicle,
  type VehicleConfig,
} from '../fleet/index.ts';
import type { Assignment } from './assignment.ts';
import type { RouteActor } from './read-route.ts';
import { routeInvalid } from './refusals.ts';
import type { Route } from './route.ts';
import { KILOGRAMS_OF_POUND, truckSizeOf } from './truck-size.ts';

/** Driver and vehicle by ids or external ids. Undefined = unchanged; null = none. */
export interface AssignmentInput {
  readonly driverGroupId?: string | null | undefined;
  readonly courierId?: string | null | undefined;
  readonly vehicleId?: string | null | undefined;
}

/**
 * The assignment that ids name. A courier must belong to the driver group and a vehicle to the group or to
 * one of its drivers; without a named group they must fit the one that the route has, if any (contract-facts
 * 7.1). A driver who is disabled can be planned, but gets no route that is dispatched.
 */
export async function findAssignment(
  table: Table,
  actor: RouteActor,
  input: AssignmentInput,
  present: Pick<Route, 'driverGroup'> & Partial<Pick<Route, 'isDispatched'>>,
): Promise<Assignment | Refusal> {
  const group = await findGroup(table, actor, input.driverGroupId, present.driverGroup?.id);
  if (isRefusal(group)) return group;
  const courier = await findCourier(table, actor, input.courierId, group, present.isDispatched);
  if (isRefusal(courier)) return courier;
  const vehicle = await findVehicle(table, actor, input.vehicleId, group);
  if (isRefusal(vehicle)) return vehicle;
  return {
    ...(input.driverGroupId === undefined
      ? {}
      : { driverGroup: group ? { id: group.value.id, externalId: group.value.externalIdentifier } : null }),
    ...(courier === undefined ? {} : { courier }),
    ...(vehicle === undefined ? {} : { vehicle }),
  };
}

type Group = Stored<DriverGroup> | undefined;

async function findGroup(
  table: Table,
  actor: RouteActor,
  named: string | null | undefined,
  present: string | undefined,
): Promise<Group | Refusal> {
  const id = named === undefined ? present : (named ?? undefined);
  if (id === undefined) return undefined;
  const group = await findGroupByAnyId(table, actor, id);
  return group ?? unknown('driverGroupId', 'driver group', id);
}

async function findCourier(
  table: Table,
  actor: RouteActor,
  id: string | null | undefined,
  group: Group,
  isDispatched = false,
): Promise<Assignment['courier'] | Refusal> {
  if (id === undefined || id === null) return id;
  const [driver] = await findDrivers(table, actor, [id]);
  if (!driver) return unknown('courierId', 'driver', id);
  if (!group) return needsGroup('courierId');
  const members = await membersAmong(table, group.value, [driver.value.id]);
  if (!members.has(driver.value.id)) return outside('courierId', 'Driver', id, group.value);
  const { firstName, lastName, phoneNumber, skills, enabled } = driver.value;
  if (isDispatched && !enabled) return disabled(id);
  return { id: driver.value.id, firstName, lastName, phoneNumber, ...(skills ? { skills } : {}) };
}

async function findVehicle(
  table: Table,
  actor: RouteActor,
  id: string | null | undefined,
  group: Group,
): Promise<Assignment['vehicle'] | Refusal> {
  if (id === undefined || id === null) return id;
  const [vehicle] = await findVehicles(table, actor, [id]);
  if (!vehicle) return unknown('vehicleId', 'vehicle', id);
  if (!group) return needsGroup('vehicleId');
  const { courierIds, driverGroupIds } = vehicle.value;
  const members = await membersAmong(table, group.value, courierIds);
  if (!driverGroupIds.includes(group.value.id) && members.size === 0)
    return outside('vehicleId', 'Vehicle', id, group.value);
  return routeVehicleOf(vehicle.value);
}

/** A vehicle in the form of routes. */
export function routeVehicleOf({ id, vehicleInfo, vehicleConfig }: Vehicle): NonNullable<Route['vehicle']> {
  const year = Number(vehicleInfo?.year);
  return {
    id,
    licensePlate: vehicleInfo?.licensePlate ?? null,
    make: vehicleInfo?.make ?? null,
    model: vehicleInfo?.model ?? null,
    color: vehicleInfo?.color ?? null,
    year: vehicleInfo?.year && Number.isFinite(year) ? year : null,
    type: vehicleInfo?.type ?? null,
    capabilities: vehicleConfig?.capabilities ?? [],
    capacity: capacityOf(vehicleConfig),
    size: truckSizeOf(vehicleConfig),
    driving: drivingOf(vehicleConfig),
  };
}

/** Names of vehicle profiles as roads have them. */
export const ROAD_PROFILES = Object.freeze({
  car: 'car',
  truck: 'truck',
  bicycle: 'bike',
  flying_distance: 'straight-line',
} as const);

/** What the solver takes at most: speed in percent of its table, seconds. */
const MOST = Object.freeze({ speedPercent: 10_000, parkingSeconds: 7 * 86_400 });

/** How a vehicle drives; its configuration has kilometres, hours and a factor. */
export function drivingOf(config: VehicleConfig | undefined): NonNullable<Route['vehicle']>['driving'] {
  if (!config) return null;
  const { vehicleProfile, speedFactor, parkingTime, maxStops, maxDistance, maxDuration } = config;
  const rounded = (amount: number | null, unit: number) => (amount ? Math.round(amount * unit) : null);
  return {
    profile: vehicleProfile === null ? null : ROAD_PROFILES[vehicleProfile],
    speedPercent: speedFactor
      ? Math.min(MOST.speedPercent, Math.max(1, Math.round(speedFactor * 100)))
      : null,
    parkingSeconds: parkingTime ? Math.min(MOST.parkingSeconds, Math.round(parkingTime * 3_600)) : null,
    maxStops: rounded(maxStops, 1),
    maxMeters: rounded(maxDistance, 1_000),
    maxSeconds: rounded(maxDuration, 3_600),
  };
}

const CENTIMETRES = { meter: 100, in: 2.54 } as const;

/** Its capacity: the weight, and the space of height, length and width. */
export function capacityOf(config: VehicleConfig | undefined): NonNullable<Route['vehicle']>['capacity'] {
  const { weight, weightUnit, height, length, width, lengthUnit } = config ?? {};
  const unit = CENTIMETRES[lengthUnit ?? 'meter'];
  const hasSpace = typeof height === 'number' && typeof length === 'number' && typeof width === 'number';
  return {
    weight: typeof weight === 'number' ? weight * (weightUnit === 'lbs' ? KILOGRAMS_OF_POUND : 1) : null,
    volume: hasSpace ? Math.round(height * length * width * unit ** 3) : null,
    items: null,
  };
}

function unknown(field: string, noun: string, id: string): Refusal {
  const why = `"${id}" is not a ${noun} of the organization.`;
  return routeInvalid(`\`${field}\`: ${why}`, { fields: { [field]: why }, unknownIds: [id] });
}

function needsGroup(field: string): Refusal {
  const why = 'needs `driverGroupId`, because the route has no driver group yet.';
  return routeInvalid(`\`${field}\` ${why}`, { fields: { driverGroupId: why } });
}

function disabled(id: string): Refusal {
  const why = `Driver "${id}" is disabled and cannot get a route that is dispatched. Enable the driver, or choose another one.`;
  return routeInvalid(`\`courierId\`: ${why}`, { fields: { courierId: why } });
}

function outside(field: string, noun: string, id: string, group: DriverGroup): Refusal {
  const why = `${noun} "${id}" does not belong to the driver group ${group.id} (${group.name}). Choose another one, or add it to the group.`;
  return routeInvalid(`\`${field}\`: ${why}`, { fields: { [field]: why } });
}
