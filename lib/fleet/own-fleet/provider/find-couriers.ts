import type { OwnFleetSettings } from '../../../fulfilment/providers/accounts/index.ts';
import type { Shipment } from '../../../fulfilment/providers/index.ts';
import { vehicleRank } from '../../../ordering/orders/index.ts';
import { greatCircleMeters, type Point } from '../../../platform/core/geography.ts';
import type { Table } from '../../../platform/table/index.ts';
import {
  type AvailableDriver,
  type Driver,
  driversOfGroups,
  findVehicles,
  onShiftDrivers,
  type Vehicle,
} from '../../fleet/index.ts';
import { type Duty, dutyEntity } from './assignment.ts';

/** How long a position counts as live (specification 8). Milliseconds. */
const LIVE_MS = 15 * 60_000;

/** A skill of the driver or a capability of the vehicle is required as `custom:<name>`. */
const CUSTOM = 'custom:';

/** Requirements of a package for its courier. */
export type Need = Pick<Shipment, 'minimumVehicleSize' | 'requirements'> & {
  readonly pickup: { readonly lat: number | null; readonly lng: number | null };
};

/** A courier who can carry a package. */
export interface Candidate {
  readonly driver: Driver;
  readonly rate: OwnFleetSettings['rates'][number];
  /** They have no offer and no packages. */
  readonly isFree: boolean;
  /** Their position, if it is known well enough. */
  readonly position: Point | null;
  /** Straight-line distance to the pickup in metres; infinite without a position. */
  readonly distanceMeters: number;
}

/** What a search for couriers needs. */
interface Search {
  readonly organizationId: string;
  readonly settings: OwnFleetSettings;
  /** The present instant. */
  readonly now: string;
  /** The driver whom a person chose: nobody else is looked for, and neither shift nor vehicle matters. */
  readonly driverId?: string | undefined;
}

/**
 * Couriers on shift at `at` whose group has a rate and whose vehicle is suitable, nearest to the pickup first. Calls:
 * those of `onShiftDrivers`, 1 for each 100 couriers, and 1 more for their vehicles if needed.
 */
export function findCouriers(
  deps: { readonly table: Table },
  { need, at, ...search }: Search & { readonly need: Need; readonly at: string },
): Promise<readonly Candidate[]> {
  return courierSearch(deps, search)(need, at);
}

/** As `findCouriers`, for many packages at once: the couriers on shift are read only once. */
export function courierSearch(
  { table }: { readonly table: Table },
  { organizationId, settings, now, driverId }: Search,
): (need: Need, at: string) => Promise<readonly Candidate[]> {
  const crews = new Map<string, Promise<Crew>>();
  const liveSince = new Date(Date.parse(now) - LIVE_MS).toISOString();
  return async (need, at) => {
    const reading = crews.get(at) ?? readCrew(table, { organizationId, settings, at, driverId });
    crews.set(at, reading);
    const crew = await reading;
    const fit = driverId === undefined ? await withFittingVehicle(crew, need) : crew.drivers;
    const { lat, lng } = need.pickup;
    return fit
      .map(({ driver, groupIds: own }): Candidate => {
        const duty = crew.dutyOf.get(driver.id);
        const known = duty?.position && duty.position.at >= liveSince ? duty.position : null;
        return {
          driver,
          rate: cheapest(settings.rates.filter(({ driverGroupId }) => own.includes(driverGroupId))),
          isFree: (duty?.assignmentIds ?? []).length === 0,
          position: known,
          distanceMeters:
            known && lat !== null && lng !== null
              ? greatCircleMeters(known, { lat, lng })
              : Number.POSITIVE_INFINITY,
        };
      })
      .toSorted((a, b) =>
        a.distanceMeters === b.distanceMeters
          ? a.driver.id < b.driver.id
            ? -1
            : 1
          : a.distanceMeters - b.distanceMeters,
      );
  };
}

/** The couriers of one instant. */
interface Crew {
  readonly drivers: readonly AvailableDriver[];
  readonly dutyOf: ReadonlyMap<string, Duty>;
  /** Their vehicles by id, read when the first package needs them. */
  vehicles(): Promise<ReadonlyMap<string, Vehicle>>;
}

async function readCrew(
  table: Table,
  { organizationId, settings, at, driverId }: Omit<Search, 'now'> & { readonly at: string },
): Promise<Crew> {
  const everyone = { organizationId, driverGroupIds: null };
  const groupIds = settings.rates.map(({ driverGroupId }) => driverGroupId);
  const drivers =
    groupIds.length === 0
      ? []
      : driverId === undefined
        ? await onShiftDrivers(table, everyone, groupIds, at)
        : await driversOfGroups(table, everyone, groupIds, [driverId]);
  const duties = await table.getMany(
    dutyEntity,
    drivers.map(({ driver }) => ({ organizationId, id: driver.id })),
  );
  const ids = [...new Set(drivers.flatMap(({ driver }) => driver.vehicleIds))];
  let vehicles: Promise<ReadonlyMap<string, Vehicle>> | undefined;
  return {
    drivers,
    dutyOf: byId(duties),
    vehicles() {
      vehicles ??= findVehicles(table, everyone, ids).then(byId);
      return vehicles;
    },
  };
}

function byId<Value extends { readonly id: string }>(
  found: readonly ({ readonly value: Value } | undefined)[],
): ReadonlyMap<string, Value> {
  return new Map(found.flatMap((stored) => (stored ? [[stored.value.id, stored.value] as const] : [])));
}

function cheapest(rates: OwnFleetSettings['rates']): OwnFleetSettings['rates'][number] {
  const order = rates.toSorted(
    (a, b) => a.baseCents - b.baseCents || a.perKilometerCents - b.perKilometerCents,
  );
  return order[0]!;
}

async function withFittingVehicle(
  { drivers, vehicles }: Crew,
  { minimumVehicleSize, requirements }: Need,
): Promise<readonly AvailableDriver[]> {
  const capabilities = requirements
    .filter((name) => name.startsWith(CUSTOM))
    .map((name) => name.slice(CUSTOM.length));
  const least = vehicleRank(minimumVehicleSize);
  if (least === 0 && capabilities.length === 0) return drivers;
  const vehicleOf = await vehicles();
  return drivers.filter(({ driver }) => {
    const wanted = capabilities.filter((name) => !driver.skills?.includes(name));
    const fits = ({ vehicleInfo, vehicleConfig, enabled }: Vehicle) =>
      enabled &&
      vehicleRank(vehicleInfo?.type ?? null) >= least &&
      wanted.every((name) => vehicleConfig?.capabilities?.includes(name));
    const own = vehicleRank(driver.vehicleInfo?.type ?? null) >= least && wanted.length === 0;
    return own || driver.vehicleIds.some((id) => fits(vehicleOf.get(id) ?? NO_VEHICLE));
  });
}

const NO_VEHICLE = { enabled: false } as Vehicle;
