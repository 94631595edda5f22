import { toInstant } from '../../platform/core/clock.ts';
import { greatCircleMeters, type Point } from '../../platform/core/geography.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import {
  type CellLevel,
  type CourierPosition,
  cellsAround,
  courierPositionEntity,
  LIVE_MS,
  reachOf,
} from './courier-cells.ts';
import { maySeeRoute, type RouteActor } from './read-route.ts';

/** A courier with the distance to the requested point. */
export interface NearbyCourier extends CourierPosition {
  readonly distanceMeters: number;
}

/**
 * Drivers on active routes nearest to a point by straight-line distance from their latest position of at most 15 minutes
 * (decision B16), within some 28 km. At most 8 calls: 4 cells of 2 km and, where these hold too few, 4 of 50 km. 10,000
 * couriers in one town are two pages of one cell more: at most 10.
 */
export async function findNearbyCouriers(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  actor: RouteActor,
  point: Point,
  limit: number,
): Promise<readonly NearbyCourier[]> {
  for (const level of [0, 1] as const satisfies readonly CellLevel[]) {
    const near = await candidates({ table, clock }, actor, point, level);
    const within = near.filter(({ distanceMeters }) => distanceMeters <= reachOf(level));
    if (level === 1 || within.length >= limit) return within.slice(0, limit);
  }
  return [];
}

async function candidates(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  actor: RouteActor,
  point: Point,
  level: CellLevel,
): Promise<readonly NearbyCourier[]> {
  const { organizationId } = actor;
  const oldest = toInstant(clock.now() - LIVE_MS);
  const cells = await Promise.all(
    cellsAround(point, level).map((id) => table.readAggregate({ organizationId, type: 'courier-cell', id })),
  );
  const latest = new Map<string, CourierPosition>();
  for (const { value } of cells.flatMap((cell) => cell.all(courierPositionEntity))) {
    const known = latest.get(value.courierId);
    if (value.updatedAt >= oldest && (!known || known.updatedAt < value.updatedAt))
      latest.set(value.courierId, value);
  }
  return nearest(actor, point, [...latest.values()]);
}

function nearest(
  actor: RouteActor,
  point: Point,
  positions: readonly CourierPosition[],
): readonly NearbyCourier[] {
  return positions
    .filter(({ storeLocationIds, driverGroupId }) =>
      maySeeRoute(actor, {
        storeLocationIds,
        driverGroup: driverGroupId === null ? null : { id: driverGroupId, externalId: null },
      }),
    )
    .map((position) => ({ ...position, distanceMeters: Math.round(greatCircleMeters(point, position)) }))
    .sort((a, b) => a.distanceMeters - b.distanceMeters || (a.courierId < b.courierId ? -1 : 1));
}
