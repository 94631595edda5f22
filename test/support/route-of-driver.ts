import { toInstant } from '../../lib/platform/core/clock.ts';
import type { DriverWorld } from './driver-world.ts';

/** A dispatched route of a driver. */
export interface RouteOfDriver {
  readonly courierId: string;
  readonly routeId: string;
  readonly jobId: string;
  readonly orderIds: readonly string[];
}

/** A dispatched route of a new driver: all orders picked up at once, then delivered one by one. */
export async function routeOfDriver(
  world: DriverWorld,
  orders: number,
  fields: object = { requirements: ['photo_proof_of_delivery'] },
): Promise<RouteOfDriver> {
  const courierId = await world.courier({ latitude: 37.79, longitude: -122.4 });
  const inHours = (hours: number) => toInstant(world.db.deps.clock.now() + hours * 3_600_000);
  const orderIds: string[] = [];
  for (let count = 0; count < orders; count += 1) {
    const { id } = await world.order({
      pickupStartTime: inHours(0),
      pickupEndTime: inHours(8),
      dropoffStartTime: inHours(0),
      dropoffEndTime: inHours(12),
      ...fields,
    });
    orderIds.push(id);
  }
  const { route } = await world.must('POST /v1/routes', {
    body: {
      stops: [
        { stopType: 'PICKUP', objectIds: orderIds },
        ...orderIds.map((id) => ({ stopType: 'DROPOFF', objectIds: [id] })),
      ],
      driverGroupId: world.groupId,
      courierId,
    },
  });
  await world.must('POST /v1/routes/dispatch', { body: { routeIds: [route.id] } });
  await world.drain();
  const { jobId } = await world.must('GET /v1/routes/{id}', { params: { id: route.id } });
  return { courierId, routeId: route.id, jobId, orderIds };
}
