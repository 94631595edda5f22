import { type Delivery, type JobAggregate, positionsOfJob, readJob } from '../../fulfilment/jobs/index.ts';
import type { Table } from '../../platform/table/index.ts';
import { measureWay, type PlaceInTime } from './measure-way.ts';
import { routePartition } from './route.ts';
import type { RouteAggregate } from './route-aggregate.ts';
import { routePositionEntity } from './route-position.ts';
import type { Stop } from './stop.ts';
import { isStopDone } from './stop-lifecycle.ts';

/** A day of one position every 20 seconds. */
const MOST_POSITIONS = 4_500;

/**
 * Metres that were driven on a route from its departure to the end of its last visited stop, by the positions that are kept
 * of its courier. Undefined when they do not cover this time: nothing is guessed. 1 call; without positions of the
 * route, up to 5 more for those of its deliveries.
 */
export async function readDrivenMeters(
  table: Table,
  { route, stops }: Pick<RouteAggregate, 'route' | 'stops'>,
): Promise<number | undefined> {
  const from = route.actualDeparture;
  const to = lastVisit(stops);
  if (from === null || to === undefined) return undefined;
  const kept = await table.readLog(routePositionEntity, routePartition(route), { limit: MOST_POSITIONS });
  const places =
    kept.length > 0
      ? kept.map(({ value }) => value)
      : await placesOfDeliveries(table, route.organizationId, route.jobId);
  return measureWay(places, { from, to });
}

/** When the driver left the last stop that was visited. */
function lastVisit(stops: readonly Stop[]): string | undefined {
  const ends = stops.flatMap(({ status, statusHistory }) => {
    const isVisited = isStopDone(status) && statusHistory.some((entry) => entry.status === 'IN_PROGRESS');
    return isVisited || status === 'COMPLETED' ? (statusHistory.at(-1)?.created_at ?? []) : [];
  });
  return ends.sort().at(-1);
}

/** The positions that were reported with the deliveries of a job, when one courier had all of them. */
async function placesOfDeliveries(
  table: Table,
  organizationId: string,
  jobId: string | null,
): Promise<readonly PlaceInTime[]> {
  const job = jobId === null ? undefined : await readJob(table, organizationId, jobId);
  if (!job || couriersOf(job).size !== 1) return [];
  const positions = await positionsOfJob(table, job.job.value);
  return positions.map(({ lat, lng, occurredAt }) => ({ lat, lng, at: occurredAt, accuracy: null }));
}

/** The couriers of whom positions were reported. */
function couriersOf({ deliveries }: JobAggregate): ReadonlySet<string> {
  const seen = deliveries.filter(({ value }) => value.courierLocation !== null);
  return new Set(seen.map(({ value }) => nameOfCourier(value)));
}

function nameOfCourier({ providerId, courierExternalId, courierName }: Delivery): string {
  return `${providerId}#${courierExternalId ?? courierName ?? ''}`;
}
