import { toInstant } from '../core/clock.ts';
import { greatCircleMeters, type Point } from '../core/geography.ts';
import type { CoreDeps } from '../runtime/index.ts';
import {
  type CellLevel,
  type CourierPosition,
  cellsAround,
  courierPositionEntity,
  LIVE_MS,
  OWN,
  reachOf,
} from './courier-cells.ts';
import { maySeeRoute, type RouteActor } from './read-route.ts';

/** A courier with the distance to the point that was asked for. */
export interface NearbyCourier extends CourierPosition {
  readonly distanceMeters: number;
}

/** Candidates beyond the limit: some of the nearest may have left their cell since. */
const SPARE = 20;

/**
 * Drivers on active routes nearest to a point by straight-line distance from their latest position of at most 15 minutes
 * (decision B16), within some 28 km. At most 9 calls: 4 cells of 2 km and, where these hold too few, 4 of 50 km, and one
 * for the present positions of those who are nearest. 10,000 couriers in one town are some pages of one cell more.
 */
export async function findNearbyCouriers(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  actor: RouteActor,
  point: Point,
  limit: number,
): Promise<readonly NearbyCourier[]> {
  for (const level of [0, 1] as const satisfies readonly CellLevel[]) {
    const near = await candidates({ table, clock }, actor, point, level, limit + SPARE);
    const within = near.filter(({ distanceMeters }) => distanceMeters <= reachOf(level));
    if (level === 0 && within.length < limit) continue;
    const present = await presentPositions({ table, clock }, actor, point, near);
    const found = present.filter(({ distanceMeters }) => distanceMeters <= reachOf(level));
    if (level === 1 || found.length >= limit) return found.slice(0, limit);
  }
  return [];
}

async function candidates(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  actor: RouteActor,
  point: Point,
  level: CellLevel,
  count: number,
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
  return nearest(actor, point, [...latest.values()]).slice(0, count);
}

/** Where the candidates are now: one that went to another cell left an item behind. */
async function presentPositions(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  actor: RouteActor,
  point: Point,
  near: readonly NearbyCourier[],
): Promise<readonly NearbyCourier[]> {
  const { organizationId } = actor;
  const oldest = toInstant(clock.now() - LIVE_MS);
  const found = await table.getMany(
    courierPositionEntity,
    near.map(({ courierId }) => ({ organizationId, cell: OWN, courierId })),
  );
  const live = found.flatMap((stored) => (stored && stored.value.updatedAt >= oldest ? [stored.value] : []));
  return nearest(actor, point, live);
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
