import { type Activity, activityPartition } from '../../../platform/activities/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { planRouteDispatch, type RouteAggregate } from '../../routes/index.ts';
import type { OptimizationSettings } from '../optimization-strategy.ts';
import type { OptimizationResult } from '../plan-result.ts';
import { ordersLeftOut } from '../request-optimization.ts';
import type { RunDeps } from './run-deps.ts';

/** Orders of one event. */
const TOGETHER = 25;

/**
 * What a strategy does with the saved routes and with the orders that could not be placed: a timer dispatches the
 * routes, the strategy named for them dispatches the orders. Repeating it does nothing twice.
 */
export async function sendOut(
  deps: Pick<RunDeps, 'table' | 'clock'>,
  activity: Activity,
  settings: OptimizationSettings,
  routes: readonly RouteAggregate[],
  { unassignedOrders }: Pick<OptimizationResult, 'unassignedOrders'>,
): Promise<void> {
  const { table, clock } = deps;
  const { organizationId, id: activityId } = activity;
  for (const { route, orders } of settings.enableAutoDispatch ? routes : []) {
    if (route.isDispatched) continue;
    const firstPickup = orders
      .flatMap(({ pickupFrom, pickupTo }) => pickupFrom ?? pickupTo ?? [])
      .toSorted()[0];
    const dueAt = dueOf(settings, firstPickup ?? route.plannedDeparture, clock.now());
    const of = { organizationId, routeId: route.id, autoDispatch: true };
    await table.write(await planRouteDispatch(deps, of, dueAt));
  }
  const { unassignedOrdersOptionsGroupId: optionsGroupId } = settings;
  for (let from = 0; optionsGroupId !== null && from < unassignedOrders.length; from += TOGETHER) {
    const orderIds = unassignedOrders.slice(from, from + TOGETHER).map(({ orderId }) => orderId);
    // Its id follows from its cause, so if it exists, it was written before.
    await table.write([
      ordersLeftOut.record({
        aggregate: activityPartition(activity),
        cause: `left-out#${from}`,
        occurredAt: toInstant(clock.now()),
        data: { activityId, orderIds, optionsGroupId },
      }),
    ]);
  }
}

/** When a route is dispatched: this many minutes before its first pickup, but never before now. */
function dueOf(settings: OptimizationSettings, firstPickup: string | null, nowMs: number): string {
  const minutes = [
    settings.autodispatchWithinXMinutesOfPickupTime,
    settings.earliestDispatchMinutesBeforePickup,
  ].filter((limit) => limit !== null);
  if (minutes.length === 0 || firstPickup === null) return toInstant(nowMs);
  return toInstant(Math.max(nowMs, Date.parse(firstPickup) - Math.min(...minutes) * 60_000));
}
