import * as z from 'zod';
import { jobEntity } from '../../fulfilment/jobs/index.ts';
import type { Point } from '../../platform/core/geography.ts';
import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import type { EventRecord } from '../../platform/events/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { type Operation, remove, type Stored, save } from '../../platform/table/index.ts';
import { type CourierPosition, cellOf, courierPositionEntity, OWN } from './courier-cells.ts';
import { type Route, routeEntity } from './route.ts';
import { isRouteOver } from './route-lifecycle.ts';

const moved = z.object({ jobId: z.string(), lat: z.number(), lng: z.number() });

/** Copies the position of a delivery's courier to its route, and adds couriers of the own fleet to the index. */
export async function trackCourier(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  event: EventRecord,
): Promise<void> {
  const { jobId, lat, lng } = moved.parse(event.data);
  const { organizationId, occurredAt } = event;
  const routeId = (await deps.table.get(jobEntity, { organizationId, id: jobId }))?.value.routeId;
  const route = routeId ? await deps.table.get(routeEntity, { organizationId, id: routeId }) : undefined;
  if (route) await placeOnRoute(deps, route.value, { lat, lng, updatedAt: occurredAt });
}

/** Writes where the courier of a route is, unless the route is over or a later position is known. */
export async function placeOnRoute(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  route: Route,
  at: Pick<CourierPosition, 'lat' | 'lng' | 'updatedAt' | 'details'>,
): Promise<void> {
  const { organizationId, id: routeId, status, courier, storeLocationIds, driverGroup } = route;
  if (isRouteOver(status)) return;
  await placeCourier(deps, {
    organizationId,
    // Couriers of other providers are known only through their route and cannot be found near a point.
    courierId: courier?.id ?? routeId,
    routeId,
    firstName: courier?.firstName ?? null,
    lastName: courier?.lastName ?? null,
    storeLocationIds,
    driverGroupId: driverGroup?.id ?? null,
    ...at,
  });
}

/**
 * Writes where a courier is, unless a later position is known, and removes it from the cells that it left. 1 read and a
 * transaction of 3 members; 2 reads and up to 5 members when it enters another cell.
 */
export async function placeCourier(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  position: Omit<CourierPosition, 'cell'>,
): Promise<void> {
  const point: Point = position;
  const isKnown = position.courierId !== position.routeId;
  const cells = isKnown ? [OWN, cellOf(point, 0), cellOf(point, 1)] : [OWN];
  await retryLostRace(clock, async () => {
    const stored = await table.getMany(
      courierPositionEntity,
      cells.map((cell) => ({ ...position, cell })),
    );
    const [own] = stored;
    if (own && own.value.updatedAt >= position.updatedAt) return true;
    const { details, ...point } = position;
    const operations = cells.map(
      (cell, index): Operation =>
        save(
          courierPositionEntity,
          stored[index],
          { ...point, cell, ...(cell === OWN && details ? { details } : {}) },
          clock.now(),
        ),
    );
    const left = await leftCells({ table }, own?.value, cells);
    return (await table.write([...operations, ...left.map((one) => remove(courierPositionEntity, one))])).ok;
  });
}

/** The courier's items in cells that it has left. */
async function leftCells(
  { table }: Pick<CoreDeps, 'table'>,
  own: CourierPosition | undefined,
  cells: readonly string[],
): Promise<readonly Stored<CourierPosition>[]> {
  if (!own || cells.length === 1) return [];
  const left = [cellOf(own, 0), cellOf(own, 1)].filter((cell) => !cells.includes(cell));
  if (left.length === 0) return [];
  const found = await table.getMany(
    courierPositionEntity,
    left.map((cell) => ({ ...own, cell })),
  );
  return found.filter((stored) => stored !== undefined);
}
