import { sameValue } from '../core/same-value.ts';
import {
  create,
  type Entity,
  type Operation,
  remove,
  replace,
  type Shape,
  type Stored,
} from '../table/index.ts';
import { routeEntity, routeReferenceEntity } from './route.ts';
import type { RouteAggregate, RouteContent } from './route-aggregate.ts';
import {
  routeHealthEntity,
  routeOrdersEntity,
  routePolylineEntity,
  routeStopsEntity,
} from './route-items.ts';
import type { Stop } from './stop.ts';

/** Stops per item: a driver's report about one of them writes all of them. */
const STOPS_PER_ITEM = 25;

/** Most characters of stops in an item; an item has 400 kB, a character takes up to 3 bytes. */
const CHARACTERS_PER_ITEM = 100_000;

const ORDERS_PER_ITEM = 100;

/**
 * The writes that change a route to `next`: its root every time, with its version as the condition, and the
 * changed parts of the rest. 1 to about 30 members for 500 stops.
 */
export function routeOperations(
  before: RouteAggregate | undefined,
  next: RouteContent,
): { readonly next: RouteAggregate; readonly operations: readonly Operation[] } {
  const { organizationId, id: routeId, externalId } = next.route;
  const place = { organizationId, routeId };
  const stops = items(
    routeStopsEntity,
    before?.items.stops,
    stopItems(next.stops).map((some, index) => ({ ...place, index, stops: [...some] })),
  );
  const orders = items(
    routeOrdersEntity,
    before?.items.orders,
    pieces(next.orders, ORDERS_PER_ITEM).map((some, index) => ({ ...place, index, orders: [...some] })),
  );
  const health = items(
    routeHealthEntity,
    before?.items.health && [before.items.health],
    next.violations.length === 0 ? [] : [{ ...place, violations: [...next.violations] }],
  );
  const polyline = items(
    routePolylineEntity,
    before?.items.polyline && [before.items.polyline],
    next.encodedPolyline === null ? [] : [{ ...place, encodedPolyline: next.encodedPolyline }],
  );
  const stored = { value: next.route, version: (before?.stored.version ?? 0) + 1 };
  return {
    next: {
      ...next,
      stored,
      items: {
        stops: stops.next,
        orders: orders.next,
        health: health.next[0],
        polyline: polyline.next[0],
      },
    },
    operations: [
      before ? replace(routeEntity, before.stored, next.route) : create(routeEntity, next.route),
      ...(before || externalId === null
        ? []
        : [create(routeReferenceEntity, { organizationId, externalId, routeId })]),
      ...stops.operations,
      ...orders.operations,
      ...health.operations,
      ...polyline.operations,
    ],
  };
}

/** Items that are to be there, by their place, and what has to be written for it. */
function items<Value extends KeyFields, KeyFields extends Shape>(
  entity: Entity<Value, KeyFields>,
  before: readonly Stored<Value>[] | undefined = [],
  wanted: readonly Value[],
): { readonly next: readonly Stored<Value>[]; readonly operations: readonly Operation[] } {
  const operations: Operation[] = [];
  const next = wanted.map((value, index) => {
    const present = before[index];
    if (present && sameValue(present.value, value)) return present;
    operations.push(present ? replace(entity, present, value) : create(entity, value));
    return { value, version: (present?.version ?? 0) + 1 };
  });
  operations.push(...before.slice(wanted.length).map((stored) => remove(entity, stored)));
  return { next, operations };
}

/** Stops in the portions in which they are stored. */
function stopItems(stops: readonly Stop[]): readonly (readonly Stop[])[] {
  const portions: Stop[][] = [];
  let characters = 0;
  for (const stop of stops) {
    const length = JSON.stringify(stop).length;
    const last = portions.at(-1);
    if (!last || last.length === STOPS_PER_ITEM || characters + length > CHARACTERS_PER_ITEM) {
      portions.push([stop]);
      characters = length;
    } else {
      last.push(stop);
      characters += length;
    }
  }
  return portions;
}

function pieces<Item>(all: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}
