import * as z from 'zod';
import {
  isDispatchable,
  type Order,
  orderEntity,
  orderRowSchema,
  refuseRouting,
} from '../../ordering/orders/index.ts';
import { covers, type Zone, zonesInTable } from '../../places/zones/index.ts';
import { type Activity, activityPartition, plannedActivity } from '../../platform/activities/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal, Refusal } from '../../platform/core/refusal.ts';
import { defineEvent } from '../../platform/events/index.ts';
import { LISTING_LIMITS, scanList } from '../../platform/listing/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Stored } from '../../platform/table/index.ts';
import { findGroups, findVehicles } from '../fleet/index.ts';
import {
  findOrders,
  type RouteAggregate,
  type RoutePlanner,
  readRoutes,
  refusePlanning,
} from '../routes/index.ts';
import { readOptimizationStrategy, refuseMixedUse } from './change-strategies.ts';
import {
  DEFAULT_SETTINGS,
  type OptimizationSettings,
  optimizationSettings,
} from './optimization-strategy.ts';
import { optimizationInvalid, optimizationStrategyNotFound } from './refusals.ts';

/** Maximum number of orders of one run; fewer than two are nothing to optimize. */
export const MAX_OPTIMIZED = 5_000;

/** A requested optimization: orders by id, or those to be picked up in a range of time. */
export interface OptimizationInput {
  readonly orderIds?: readonly string[] | undefined;
  readonly pickupTimeFrom?: string | undefined;
  readonly pickupTimeTo?: string | undefined;
  /** Nobody asked for this run: orders that their owner took out of dispatch are left out of its range. */
  readonly isAutomatic?: true;
  readonly optimizationStrategyId?: string | undefined;
  readonly contractIds?: readonly string[] | undefined;
  readonly save?: boolean | undefined;
  /** Routes that are not dispatched, whose orders are planned again together with the others. */
  readonly routeIds?: readonly string[] | undefined;
  /** Cents for each order that leaves its route; absent: none leaves it. */
  readonly moveCents?: number | undefined;
  /** Number of stops at the start of each route that keep their places. */
  readonly frozenStops?: number | undefined;
  /** Further stops that keep their places. */
  readonly frozenStopIds?: readonly string[] | undefined;
  /** Vehicles that the run has besides those of its driver groups. */
  readonly spareVehicleIds?: readonly string[] | undefined;
}

/** Existing routes of a run and how much of them may change. */
const replannedDay = z.object({
  routeIds: z.array(z.string()),
  moveCents: z.int().nullable(),
  frozenStops: z.int(),
  frozenStopIds: z.array(z.string()),
});
export type ReplannedDay = z.infer<typeof replannedDay>;

/** The routes of a day that are planned anew under other conditions, only to be compared. */
const planWhatIf = z.object({
  name: z.string(),
  date: z.string(),
  routeIds: z.array(z.string()),
  vehicles: z.int().optional(),
  shiftStart: z.string().optional(),
  shiftEnd: z.string().optional(),
  windowMinutes: z.int().optional(),
});
export type PlanWhatIf = z.infer<typeof planWhatIf>;

/** Maximum number of vehicles of one run besides those of its driver groups. */
export const MAX_SPARE_VEHICLES = 50;

/** Maximum number of existing routes of one run. */
export const MAX_REPLANNED_ROUTES = 100;

/** Request data in an activity. */
export const optimizationRequest = z.object({
  orderIds: z.array(z.string()),
  settings: optimizationSettings,
  spareVehicleIds: z.array(z.string()).default([]),
  optimizationStrategyId: z.string().optional(),
  save: z.boolean(),
  day: replannedDay.optional(),
  whatIf: planWhatIf.optional(),
  listShards: z.int(),
  timeZone: z.string(),
});
export type OptimizationRequest = z.infer<typeof optimizationRequest>;

const requested = z.object({ activityId: z.string() });

/** Orders that an optimization could not place are dispatched one by one, by a dispatch strategy. */
export const ordersLeftOut = defineEvent({
  name: 'optimization.orders_left_out',
  schema: z.object({ activityId: z.string(), orderIds: z.array(z.string()), optionsGroupId: z.string() }),
  summary: 'Orders that an optimization left out are due for dispatch.',
});

export const optimizationRequested = defineEvent<z.infer<typeof requested>>({
  name: 'optimization.requested',
  schema: requested,
  summary: 'An optimization of orders was requested.',
});

/** Creates the activity of an optimization; its event starts the solver. */
export async function requestOptimization(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  planner: RoutePlanner & { readonly timeZone: string },
  id: string,
  input: OptimizationInput,
): Promise<Stored<Activity> | Refusal> {
  const { organizationId } = planner;
  const strategy = input.optimizationStrategyId
    ? await readOptimizationStrategy(deps, organizationId, input.optimizationStrategyId)
    : undefined;
  if (isRefusal(strategy)) return strategy;
  if (strategy?.value.isDeleted) {
    return optimizationStrategyNotFound(`Optimization strategy "${strategy.value.id}" is deleted.`, {
      id: strategy.value.id,
    });
  }
  const settings = { ...(strategy?.value.settings ?? DEFAULT_SETTINGS) };
  if (input.contractIds) settings.contractIds = [...input.contractIds];
  const groups = await findGroups(deps.table, planner, settings.contractIds);
  const unknownIds = settings.contractIds.filter((_, index) => !groups[index]);
  if (unknownIds.length > 0)
    return optimizationInvalid(`Unknown driver groups: ${unknownIds.join(', ')}.`, { unknownIds });
  const mixed = refuseMixedUse(settings);
  if (mixed) return mixed;
  const spareVehicleIds = await spareVehicles(deps, planner, input.spareVehicleIds ?? []);
  if (isRefusal(spareVehicleIds)) return spareVehicleIds;
  const routes = await existingRoutes(deps, planner, input);
  if (isRefusal(routes)) return routes;
  const asked =
    input.orderIds || input.pickupTimeFrom === undefined
      ? await ordersByIds(deps, planner, input.orderIds ?? [])
      : await ordersInRange(deps, planner, input, settings);
  if (isRefusal(asked)) return asked;
  const routed = await ordersByIds(
    deps,
    planner,
    routes.flatMap((route) => route.orders.map((order) => order.id)),
  );
  if (isRefusal(routed)) return routed;
  const orders = [...new Map([...routed, ...asked].map((order) => [order.id, order])).values()];
  if (orders.length < 2 || orders.length > MAX_OPTIMIZED) {
    return optimizationInvalid(
      `${orders.length} orders were found, but an optimization takes 2 to ${MAX_OPTIMIZED} orders with coordinates. Choose others.`,
      { fields: { orderIds: `${orders.length} orders` } },
    );
  }
  const request: OptimizationRequest = {
    orderIds: orders.map((order) => order.id),
    settings,
    spareVehicleIds,
    ...(strategy && { optimizationStrategyId: strategy.value.id }),
    ...(routes.length > 0 && { day: dayOf(input, routes) }),
    save: input.save ?? (settings.saveOptimizedRoutes || settings.enableAutoDispatch) ?? false,
    listShards: planner.listShards,
    timeZone: planner.timeZone,
  };
  const { storeLocationIds, driverGroupIds, keyId: createdBy } = planner;
  const owner = { organizationId, createdBy, storeLocationIds, driverGroupIds };
  const planned = plannedActivity(owner, { id, action: 'act_optimize_orders', request }, deps.clock.now());
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

/** Ids of further vehicles by ids or external ids; the refusal names those that cannot be had. */
async function spareVehicles(
  { table }: Pick<CoreDeps, 'table'>,
  planner: RoutePlanner,
  named: readonly string[],
): Promise<string[] | Refusal> {
  const found = await findVehicles(table, planner, named);
  const unusable = named.filter((_, index) => !found[index]?.value.enabled);
  if (unusable.length > 0) {
    const why = `has ${unusable.join(', ')}: no enabled vehicle of the organization. Enable it, or leave it out.`;
    return optimizationInvalid(`\`spareVehicleIds\` ${why}`, {
      unknownIds: unusable,
      fields: { spareVehicleIds: why },
    });
  }
  return [...new Set(found.flatMap((stored) => (stored ? [stored.value.id] : [])))];
}

/** The existing routes that are planned again; the refusal names the first that cannot be. */
async function existingRoutes(
  { table }: Pick<CoreDeps, 'table'>,
  planner: RoutePlanner,
  { routeIds = [], frozenStopIds = [] }: OptimizationInput,
): Promise<readonly RouteAggregate[] | Refusal> {
  const routes = await readRoutes(table, planner, routeIds);
  if (isRefusal(routes)) return routes;
  const refused = routes.map(({ route }) => refusePlanning(route, 'planned again')).find(Boolean);
  if (refused) return refused;
  const known = new Set(routes.flatMap(({ stops }) => stops.map(({ id }) => id)));
  const unknownIds = frozenStopIds.filter((id) => !known.has(id));
  if (unknownIds.length > 0) {
    return optimizationInvalid(
      `frozenStopIds has ${unknownIds.join(', ')}, not on any of the routes. Send ids of their stops.`,
      { unknownIds },
    );
  }
  return routes;
}

function dayOf(
  { moveCents, frozenStops = 0, frozenStopIds = [] }: OptimizationInput,
  routes: readonly RouteAggregate[],
): ReplannedDay {
  return {
    routeIds: routes.map(({ route }) => route.id),
    moveCents: moveCents ?? null,
    frozenStops,
    frozenStopIds: [...frozenStopIds],
  };
}

async function ordersByIds(
  { table }: Pick<CoreDeps, 'table'>,
  planner: RoutePlanner,
  ids: readonly string[],
): Promise<readonly Order[] | Refusal> {
  const found = await findOrders({ table }, planner, ids);
  if (isRefusal(found)) return new Refusal(optimizationInvalid.kind, found.message, found.details);
  const orders = [...new Map([...found.values()].map(({ value }) => [value.id, value])).values()];
  const refused = orders.map((order) => refuseRouting(order) ?? withoutPlace(order)).find(Boolean);
  return refused ?? orders;
}

/**
 * Orders that can be planned and whose pickup window starts in the range; those without coordinates are left out, and
 * from an automatic run those that their owner took out of dispatch: a courier may still have the goods.
 */
async function ordersInRange(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  planner: RoutePlanner,
  { pickupTimeFrom = '', pickupTimeTo = '', isAutomatic }: OptimizationInput,
  settings: Pick<OptimizationSettings, 'zones' | 'storeLocations'>,
): Promise<readonly Order[]> {
  const { rows } = await scanList(
    deps,
    {
      entity: orderEntity,
      organizationId: planner.organizationId,
      shards: planner.listShards,
      startDate: pickupTimeFrom,
      read(row: unknown) {
        const { id, status, pickupStartTime = '', pickupStoreLocationId = '' } = orderRowSchema.parse(row);
        const isOfStore =
          settings.storeLocations.length === 0 || settings.storeLocations.includes(pickupStoreLocationId);
        return isDispatchable(status) &&
          isOfStore &&
          pickupStartTime >= pickupTimeFrom &&
          pickupStartTime < pickupTimeTo
          ? { id }
          : undefined;
      },
    },
    { ...LISTING_LIMITS, matches: MAX_OPTIMIZED + 1 },
  );
  const { organizationId } = planner;
  const found = await deps.table.getMany(
    orderEntity,
    rows.map(({ id }) => ({ organizationId, id })),
  );
  const zones = (await zonesInTable(deps.table).byIds(organizationId, settings.zones)).filter(
    (zone) => zone !== undefined,
  );
  const isWanted = (order: Order) =>
    !(isAutomatic && order.isHeld) &&
    (settings.zones.length === 0 || zones.some((zone) => isBroughtTo(zone, order)));
  return found.flatMap((stored) =>
    stored && !withoutPlace(stored.value) && isWanted(stored.value) ? [stored.value] : [],
  );
}

function isBroughtTo(zone: Zone, order: Order): boolean {
  return covers(zone.coverageArea, {
    lat: order.dropoffLat,
    lng: order.dropoffLng,
    zip: order.dropoffAddressZip,
    city: order.dropoffAddressCity,
    state: order.dropoffAddressState,
    country: order.dropoffAddressCountry,
  });
}

function withoutPlace(order: Order): Refusal | undefined {
  const { id, pickupLat, pickupLng, dropoffLat, dropoffLng } = order;
  if ([pickupLat, pickupLng, dropoffLat, dropoffLng].every((value) => value !== undefined)) return undefined;
  return optimizationInvalid(
    `Order ${id} has no coordinates for its pickup or dropoff. Give it addresses that can be found.`,
    {
      orderId: id,
    },
  );
}
