import * as z from 'zod';
import type { Point } from '../core/geography.ts';
import type { EventRecord } from '../events/index.ts';
import { readJob } from '../jobs/index.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { type Operation, save } from '../table/index.ts';
import { type CourierPosition, cellOf, courierPositionEntity, OWN } from './courier-cells.ts';
import { loadRoute } from './route-aggregate.ts';
import { isRouteOver } from './route-lifecycle.ts';

const moved = z.object({ jobId: z.string(), lat: z.number(), lng: z.number() });

/** Takes a delivery's news of its courier's position into the index, when a route of the own fleet carries it. */
export async function trackCourier(
  event: EventRecord,
  deps: Pick<CoreDeps, 'table' | 'clock'>,
): Promise<void> {
  const { jobId, lat, lng } = moved.parse(event.data);
  const { organizationId, occurredAt } = event;
  const routeId = (await readJob(deps.table, organizationId, jobId))?.job.value.routeId;
  const found = routeId ? await loadRoute(deps.table, { organizationId, id: routeId }) : undefined;
  const courier = found?.route.courier;
  if (!found || !courier || isRouteOver(found.route.status)) return;
  await placeCourier(deps, {
    organizationId,
    courierId: courier.id,
    routeId: found.route.id,
    firstName: courier.firstName,
    lastName: courier.lastName,
    storeLocationIds: found.route.storeLocationIds,
    driverGroupId: found.route.driverGroup?.id ?? null,
    lat,
    lng,
    updatedAt: occurredAt,
  });
}

/** Writes where a courier is, unless a later position is known. 3 reads and a transaction of 3 members. */
export async function placeCourier(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  position: Omit<CourierPosition, 'cell'>,
): Promise<void> {
  const point: Point = position;
  const cells = [OWN, cellOf(point, 0), cellOf(point, 1)];
  for (let tries = 0; tries < 3; tries += 1) {
    const stored = await table.getMany(
      courierPositionEntity,
      cells.map((cell) => ({ ...position, cell })),
    );
    const [own] = stored;
    if (own && own.value.updatedAt >= position.updatedAt) return;
    const operations = cells.map(
      (cell, index): Operation =>
        save(courierPositionEntity, stored[index], { ...position, cell }, clock.now()),
    );
    if ((await table.write(operations)).ok) return;
  }
}
