import type { z } from 'zod';
import type { Aggregate, Stored, Table } from '../../platform/table/index.ts';
import { type Route, routeEntity, routePartition } from './route.ts';
import {
  type RouteViolation,
  routeHealthEntity,
  routeOrdersEntity,
  routePolylineEntity,
  routeStopsEntity,
} from './route-items.ts';
import type { RouteOrder } from './route-order.ts';
import type { Stop } from './stop.ts';

/** The whole route, in memory. */
export interface RouteContent {
  readonly route: Route;
  readonly stops: readonly Stop[];
  readonly orders: readonly RouteOrder[];
  readonly violations: readonly RouteViolation[];
  readonly encodedPolyline: string | null;
}

type ItemOf<E extends { definition: { schema: z.ZodType } }> = Stored<z.infer<E['definition']['schema']>>;

/** A route with its items. */
export interface RouteAggregate extends RouteContent {
  readonly stored: Stored<Route>;
  readonly items: {
    readonly stops: readonly ItemOf<typeof routeStopsEntity>[];
    readonly orders: readonly ItemOf<typeof routeOrdersEntity>[];
    readonly health: ItemOf<typeof routeHealthEntity> | undefined;
    readonly polyline: ItemOf<typeof routePolylineEntity> | undefined;
  };
}

/** The route with this id, for any caller; undefined when there is none. 1 call. */
export async function loadRoute(
  table: Table,
  of: { readonly organizationId: string; readonly id: string },
): Promise<RouteAggregate | undefined> {
  return routeOf(await table.readAggregate(routePartition(of)));
}

function routeOf(aggregate: Aggregate): RouteAggregate | undefined {
  const stored = aggregate.one(routeEntity);
  if (!stored) return undefined;
  const items = {
    stops: aggregate.all(routeStopsEntity),
    orders: aggregate.all(routeOrdersEntity),
    health: aggregate.one(routeHealthEntity),
    polyline: aggregate.one(routePolylineEntity),
  };
  return {
    stored,
    items,
    route: stored.value,
    stops: items.stops.flatMap(({ value }) => value.stops),
    orders: items.orders.flatMap(({ value }) => value.orders),
    violations: items.health?.value.violations ?? [],
    encodedPolyline: items.polyline?.value.encodedPolyline ?? null,
  };
}
