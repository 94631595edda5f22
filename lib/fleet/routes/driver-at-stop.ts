import * as z from 'zod';
import { toInstant } from '../../platform/core/clock.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { defineEntity, type Operation, save, unchanged } from '../../platform/table/index.ts';
import type { RouteEdit } from './commit-routes.ts';
import { routeEntity } from './route.ts';
import { loadRoute, type RouteAggregate, type RouteContent } from './route-aggregate.ts';
import { routeStopsUpdated } from './route-events.ts';
import { isRouteOver } from './route-lifecycle.ts';
import { settledRoute } from './settle-route.ts';
import type { Stop } from './stop.ts';
import { isUnderWay } from './stop-lifecycle.ts';
import { withStopStatus } from './with-stop-status.ts';

const driverSchema = z.object({ organizationId: z.string(), courierId: z.string(), routeId: z.string() });
type DriverAtStop = z.infer<typeof driverSchema>;

/** The route on which a driver started a stop last. */
export const driverAtStopEntity = defineEntity<
  DriverAtStop,
  Pick<DriverAtStop, 'organizationId' | 'courierId'>
>({
  name: 'driverAtStop',
  schema: driverSchema,
  partition: ({ organizationId, courierId }) => ({ organizationId, type: 'driver-at-stop', id: courierId }),
  sort: () => ({ kind: 'state', parts: [] }),
});

/**
 * What a driver leaves by starting a stop: the stop of another route that was started before, which is to be done
 * again. Both routes change in one transaction, so that no driver is ever at two stops. Undefined when the driver started a stop
 * of another route after `startedAt`, the time that this report names: then nothing is left. 1 call, 2 when the driver comes
 * from another route.
 */
export async function leftByDriver(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  before: RouteAggregate,
  next: RouteContent | undefined,
  startedAt: string | undefined,
): Promise<{ readonly edits: readonly RouteEdit[]; readonly extra: readonly Operation[] } | undefined> {
  const { organizationId, id, courier } = before.route;
  const wasUnderWay = new Set(before.stops.filter(({ status }) => isUnderWay(status)).map((stop) => stop.id));
  const starts = next?.stops.some((stop) => isUnderWay(stop.status) && !wasUnderWay.has(stop.id));
  if (!starts || courier === null) return { edits: [], extra: [] };
  const stored = await table.get(driverAtStopEntity, { organizationId, courierId: courier.id });
  if (stored?.value.routeId === id) return { edits: [], extra: [unchanged(driverAtStopEntity, stored)] };
  const extra = [
    save(driverAtStopEntity, stored, { organizationId, courierId: courier.id, routeId: id }, clock.now()),
  ];
  const other = stored && (await loadRoute(table, { organizationId, id: stored.value.routeId }));
  if (other?.route.courier?.id !== courier.id) return { edits: [], extra };
  if (startedAt !== undefined && wasStartedAfter(other.stops, startedAt)) return undefined;
  if (isRouteOver(other.route.status)) return { edits: [], extra };
  if (!other.stops.some(({ status }) => isUnderWay(status))) {
    return { edits: [], extra: [...extra, unchanged(routeEntity, other.stored)] };
  }
  const at = toInstant(clock.now());
  const stops = other.stops.map((stop) =>
    isUnderWay(stop.status) ? withStopStatus(stop, 'PENDING', at) : stop,
  );
  return {
    edits: [{ before: other, next: settledRoute(other, { stops }, at), events: [routeStopsUpdated] }],
    extra,
  };
}

/**
 * Whether a driver started or reached one of these stops after an instant. A start before that, of which a phone without a network
 * reports only now, does not make the driver leave that stop.
 */
export function wasStartedAfter(stops: readonly Stop[], at: string): boolean {
  return stops.some(({ statusHistory }) =>
    statusHistory.some((entry) => isUnderWay(entry.status) && entry.created_at > at),
  );
}
