import { sameValue } from '../../platform/core/same-value.ts';
import {
  create,
  type Entity,
  type Operation,
  remove,
  replace,
  type Shape,
  type Stored,
} from '../../platform/table/index.ts';
import { routeEntity, routeReferenceEntity } from './route.ts';
import type { RouteAggregate, RouteContent } from './route-aggregate.ts';
import {
  routeHealthEntity,
  routeOrdersEntity,
  routePolylineEntity,
  routeStopsEntity,
} from './route-items.ts';

/** Stops per item: a driver's report about one of them writes all of them. */
const STOPS_PER_ITEM = 25;

/** Maximum number of characters of stops or orders in an item; an item has 400 kB, a character takes up to 3 bytes. */
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
    portions(next.stops, STOPS_PER_ITEM).map((some, index) => ({ ...place, index, stops: [...some] })),
  );
  const orders = items(
    routeOrdersEntity,
    before?.items.orders,
    portions(next.orders, ORDERS_PER_ITEM).map((some, index) => ({ ...place, index, orders: [...some] })),
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

/** Items that should exist, by their place, and the writes that create them. */
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

/** Stops or orders in the portions in which they are stored. */
function portions<Part>(all: readonly Part[], most: number): readonly (readonly Part[])[] {
  const made: Part[][] = [];
  let characters = 0;
  for (const part of all) {
    const length = JSON.stringify(part).length;
    const last = made.at(-1);
    if (!last || last.length === most || characters + length > CHARACTERS_PER_ITEM) {
      made.push([part]);
      characters = length;
    } else {
      last.push(part);
      characters += length;
    }
  }
  return made;
}
