import { greatCircleMeters, type Point } from '../../core/geography.ts';
import { vehicleRank } from '../../core/vehicle-sizes.ts';
import {
  type AvailableDriver,
  type Driver,
  findVehicles,
  onShiftDrivers,
  type Vehicle,
} from '../../fleet/index.ts';
import type { OwnFleetSettings } from '../../providers/accounts/index.ts';
import type { Shipment } from '../../providers/index.ts';
import type { Table } from '../../table/index.ts';
import { dutyEntity } from './assignment.ts';

/** How long a position counts as live (specification 8). Milliseconds. */
const LIVE_MS = 15 * 60_000;

/** A capability of the vehicle is required as `custom:<name>`. */
const CUSTOM = 'custom:';

/** Requirements of a package for its courier. */
export type Need = Pick<Shipment, 'minimumVehicleSize' | 'requirements'> & {
  readonly pickup: { readonly lat: number | null; readonly lng: number | null };
};

/** A courier who can carry a package. */
export interface Candidate {
  readonly driver: Driver;
  readonly rate: OwnFleetSettings['rates'][number];
  /** They have no offer and carry nothing. */
  readonly isFree: boolean;
  /** Their position, if it is known well enough. */
  readonly position: Point | null;
  /** Straight-line distance to the pickup in metres; infinite without a position. */
  readonly distanceMeters: number;
}

/**
 * Couriers on shift now whose group has a rate and whose vehicle is suitable, the nearest to the pickup
 * first. Calls: those of `onShiftDrivers`, and 1 for each 100 couriers, 1 more for their vehicles if needed.
 */
export async function findCouriers(
  asked: {
    readonly organizationId: string;
    readonly settings: OwnFleetSettings;
    readonly need: Need;
    /** When a courier is needed. */
    readonly at: string;
    /** The present instant. */
    readonly now: string;
  },
  { table }: { readonly table: Table },
): Promise<readonly Candidate[]> {
  const { organizationId, settings, need, at, now } = asked;
  const everyone = { organizationId, driverGroupIds: null };
  const groupIds = settings.rates.map(({ driverGroupId }) => driverGroupId);
  const onShift = groupIds.length === 0 ? [] : await onShiftDrivers(table, everyone, groupIds, at);
  const fit = await withFittingVehicle(onShift, need, organizationId, table);
  const duties = await table.getMany(
    dutyEntity,
    fit.map(({ driver }) => ({ organizationId, id: driver.id })),
  );
  const { lat, lng } = need.pickup;
  const liveSince = new Date(Date.parse(now) - LIVE_MS).toISOString();
  return fit
    .map(({ driver, groupIds: own }, index): Candidate => {
      const duty = duties[index]?.value;
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
}

function cheapest(rates: OwnFleetSettings['rates']): OwnFleetSettings['rates'][number] {
  const order = rates.toSorted(
    (a, b) => a.baseCents - b.baseCents || a.perKilometerCents - b.perKilometerCents,
  );
  return order[0]!;
}

async function withFittingVehicle(
  drivers: readonly AvailableDriver[],
  { minimumVehicleSize, requirements }: Need,
  organizationId: string,
  table: Table,
): Promise<readonly AvailableDriver[]> {
  const capabilities = requirements
    .filter((name) => name.startsWith(CUSTOM))
    .map((name) => name.slice(CUSTOM.length));
  const least = vehicleRank(minimumVehicleSize);
  if (least === 0 && capabilities.length === 0) return drivers;
  const ids = [...new Set(drivers.flatMap(({ driver }) => driver.vehicleIds))];
  const found = await findVehicles(table, { organizationId, driverGroupIds: null }, ids);
  const byId = new Map(found.flatMap((stored) => (stored ? [[stored.value.id, stored.value] as const] : [])));
  const fits = ({ vehicleInfo, vehicleConfig, enabled }: Vehicle) =>
    enabled &&
    vehicleRank(vehicleInfo?.type ?? null) >= least &&
    capabilities.every((name) => vehicleConfig?.capabilities?.includes(name));
  return drivers.filter(({ driver }) => {
    const own = vehicleRank(driver.vehicleInfo?.type ?? null) >= least && capabilities.length === 0;
    return own || driver.vehicleIds.some((id) => fits(byId.get(id) ?? NO_VEHICLE));
  });
}

const NO_VEHICLE = { enabled: false } as Vehicle;
