import { type Activity, activityPartition, plannedActivity } from '../../../platform/activities/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import type { Refusal } from '../../../platform/core/refusal.ts';
import { dayRange } from '../../../platform/core/zoned-time.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import type { Stored } from '../../../platform/table/index.ts';
import { type RoutePlanner, routesMatching } from '../../routes/index.ts';
import { DEFAULT_SETTINGS } from '../optimization-strategy.ts';
import { optimizationInvalid } from '../refusals.ts';
import { MAX_OPTIMIZED, type OptimizationRequest, optimizationRequested } from '../request-optimization.ts';

/** Maximum number of routes of a day that is planned again, and of vehicles instead of theirs. */
export const MAX_DAY_ROUTES = 300;

/** What a caller asks: the routes of a day with other vehicles, other shifts or other windows. */
export interface PlanWhatIfInput {
  readonly name: string;
  /** `2026-03-02`, in the organization's time zone. */
  readonly date: string;
  /** Only routes of this driver group. */
  readonly driverGroupId?: string | undefined;
  readonly vehicles?: number | undefined;
  /** Local times, `08:00`. */
  readonly shiftStart?: string | undefined;
  readonly shiftEnd?: string | undefined;
  /** Minutes by which every window opens earlier and closes later; less than 0 makes them shorter. */
  readonly windowMinutes?: number | undefined;
}

/**
 * Asks what a day would have been like under other conditions: its routes, dispatched and driven ones too, are planned
 * anew by the optimizer and compared with what they were. Nothing is saved.
 */
export async function requestPlanWhatIf(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  planner: RoutePlanner & { readonly timeZone: string },
  id: string,
  input: PlanWhatIfInput,
): Promise<Stored<Activity> | Refusal> {
  const { organizationId, timeZone } = planner;
  const { name, date, driverGroupId, vehicles, shiftStart, shiftEnd, windowMinutes } = input;
  const range = dayRange(date, timeZone);
  const { rows, isExact } = await routesMatching(deps, planner, { ...range, driverGroupId });
  const routes = rows.filter(({ status, orderCount }) => status !== 'CANCELED' && orderCount > 0);
  const orders = routes.reduce((sum, { orderCount }) => sum + orderCount, 0);
  const where = driverGroupId === undefined ? '' : ` of driver group "${driverGroupId}"`;
  if (routes.length === 0) {
    const why = `There is no route with orders${where} on ${date}. Choose a day that was planned.`;
    return optimizationInvalid(why, { fields: { date: why } });
  }
  if (!isExact || routes.length > MAX_DAY_ROUTES || orders > MAX_OPTIMIZED) {
    const why = `${date} has ${routes.length} routes with ${orders} orders${where}; a what-if takes at most ${MAX_DAY_ROUTES} routes and ${MAX_OPTIMIZED} orders. Choose a driver group.`;
    return optimizationInvalid(why, { fields: { driverGroupId: why } });
  }
  const request: OptimizationRequest = {
    orderIds: [],
    settings: DEFAULT_SETTINGS,
    spareVehicleIds: [],
    save: false,
    listShards: planner.listShards,
    timeZone,
    whatIf: {
      ...{ name, date, routeIds: routes.map((route) => route.id) },
      ...(vehicles === undefined ? {} : { vehicles }),
      ...(shiftStart === undefined ? {} : { shiftStart }),
      ...(shiftEnd === undefined ? {} : { shiftEnd }),
      ...(windowMinutes === undefined ? {} : { windowMinutes }),
    },
  };
  const { storeLocationIds, driverGroupIds, keyId: createdBy } = planner;
  const owner = { organizationId, createdBy, storeLocationIds, driverGroupIds };
  const planned = plannedActivity(owner, { id, action: 'act_plan_what_if', request }, deps.clock.now());
  const told = optimizationRequested.record({
    aggregate: activityPartition({ organizationId, id }),
    cause: 'requested',
    occurredAt: toInstant(deps.clock.now()),
    data: { activityId: id },
  });
  // A repeated request finds what its first attempt created; then there is nothing more to do.
  await deps.table.write([...planned.operations, told]);
  return planned.next;
}
