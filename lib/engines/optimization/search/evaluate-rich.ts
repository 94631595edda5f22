import { type Model, VISIT } from './compile-model.ts';
import { type Evaluator, UNKNOWN } from './evaluator.ts';
import { listPairPlaces } from './list-pair-places.ts';
import { listVisitPlaces } from './list-visit-places.ts';
import { LOAD_AT, LOADS, type Plan } from './plan.ts';
import { RELAX } from './relax.ts';
import { createShortlist } from './shortlist.ts';
import type { Simulator } from './simulate-route.ts';
import { createTimedRoutes } from './timed-routes.ts';

const NONE = Number.POSITIVE_INFINITY;

/**
 * Any problem. The price of a place is estimated in constant time, see `createTimedRoutes`; the whole route is
 * simulated where the estimate is lowest, until no estimate is below the best price found.
 */
export function evaluateRich(model: Model, plan: Plan, simulator: Simulator): Evaluator {
  const { visits, visitOf, pickupOf, types, typeOf, preferenceCents, dimensions, load, kind } = model;
  const { next, cost, count, debt, loads } = plan;
  const routes = createTimedRoutes(model, plan, simulator);
  const { sequence, gather, refresh, whereFull, tryOut } = routes;
  const list = createShortlist();
  const listVisit = listVisitPlaces(model, plan, routes, list);
  const listPair = listPairPlaces(model, plan, routes, list);
  const alone = new Int32Array(2);
  const relaxed = (bit: number) => (simulator.relax & bit) !== 0;

  const listPlaces = (job: number, route: number, length: number): void => {
    const pickup = pickupOf[job]!;
    const visit = visitOf[job]!;
    const flat = preferenceCents[job * types.length + typeOf[route]!]! - debt[route]! * simulator.debtPrice;
    if (pickup >= 0) listPair(pickup, visit, route, length, whereFull(pickup, route, length), flat);
    else listVisit(visit, route, length, whereFull(visit, route, length), flat);
  };

  /** How much more the route costs with the job before place `i` and, for the delivery of a pair, before place `j`. */
  const addedCents = (
    job: number,
    route: number,
    length: number,
    i: number,
    j: number,
    ceiling: number,
  ): number => {
    const pickup = pickupOf[job]!;
    const visit = visitOf[job]!;
    const now = cost[route]!;
    return pickup >= 0
      ? tryOut(route, length, i, pickup, j, visit, ceiling + now) - now
      : tryOut(route, length, i, visit, i, -1, ceiling + now) - now;
  };

  const findPlaces = (
    job: number,
    route: number,
    entry: Float64Array,
    base: number,
    ceiling: number,
  ): void => {
    list.beginEstimates(ceiling);
    if (admits(job, route)) listPlaces(job, route, gather(route));
    write(route, entry, base);
    const rest = list.rest();
    if (rest < entry[base + 3]!) entry[base + 3] = rest;
    if (rest >= entry[base]!) return;
    entry[base] = rest;
    entry[base + 1] = UNKNOWN;
  };

  const write = (route: number, entry: Float64Array, base: number): void => {
    const placeBefore = (i: number): number => (i > 0 ? sequence[i - 1]! : i === 0 ? visits + 2 * route : i);
    const { price, i, j, price2, i2, j2 } = list.best;
    entry[base] = price;
    entry[base + 1] = placeBefore(i);
    entry[base + 2] = placeBefore(j);
    entry[base + 3] = price2;
    entry[base + 4] = placeBefore(i2);
    entry[base + 5] = placeBefore(j2);
  };

  const confirm = (
    job: number,
    route: number,
    entry: Float64Array,
    base: number,
    ceiling: number,
  ): boolean => {
    const length = gather(route);
    let price = NONE;
    let i = -1;
    let j = -1;
    if (entry[base + 1] !== UNKNOWN) {
      i = indexAfter(entry[base + 1]!, length);
      j = indexAfter(entry[base + 2]!, length);
      price = addedCents(job, route, length, i, j, NONE);
      if (price <= entry[base + 3]!) {
        entry[base] = price;
        entry[base + 3] = NONE;
        return true;
      }
    }
    list.begin(ceiling);
    listPlaces(job, route, length);
    const known = list.resolve((at, deliveryAt, most) =>
      at === i && deliveryAt === j ? price : addedCents(job, route, length, at, deliveryAt, most),
    );
    write(route, entry, base);
    if (!known) entry[base + 1] = UNKNOWN;
    return known;
  };

  /** Place, in the gathered route, of the successor of a visit or of the start. */
  const indexAfter = (place: number, length: number): number => {
    let i = 0;
    if (place < visits) while (i < length && sequence[i++] !== place);
    return i;
  };

  /** Cheap checks that rule a whole route out. */
  const admits = (job: number, route: number): boolean => {
    const { vehicle } = types[typeOf[route]!]!;
    if (count[route]! >= 2 * vehicle.maxOrders && !relaxed(RELAX.orders)) return false;
    if (!relaxed(RELAX.capacity) && isTooMuch(visitOf[job]!, route, vehicle.capacity)) return false;
    const label = model.exclusion[job]!;
    if (label >= 0 && !relaxed(RELAX.exclusion)) {
      const end = visits + 2 * route + 1;
      for (let p = next[end - 1]!; p !== end; p = next[p]!)
        if (model.exclusion[model.jobOf[p]!] === label) return false;
    }
    return true;
  };

  /** Whether a delivery exceeds the room at the start, or a pickup the room at the end. */
  const isTooMuch = (visit: number, route: number, capacity: readonly number[]): boolean => {
    if (kind[visit] !== VISIT.delivery && kind[visit] !== VISIT.pickup) return false;
    const at = kind[visit] === VISIT.delivery ? LOAD_AT.start : LOAD_AT.end;
    for (let d = 0; d < dimensions; d++)
      if (loads[LOADS * (route * dimensions + d) + at]! + load[visit * dimensions + d]! > capacity[d]!)
        return true;
    return false;
  };

  const insert = (job: number, route: number, after: number, deliveryAfter: number): void => {
    const pickup = pickupOf[job]!;
    if (pickup < 0) plan.link(visitOf[job]!, after, route);
    else {
      plan.link(pickup, after, route);
      plan.link(visitOf[job]!, deliveryAfter === after ? pickup : deliveryAfter, route);
    }
    refresh(route);
  };

  const priceAlone = (job: number, type: number): number => {
    let length = 0;
    if (pickupOf[job]! >= 0) alone[length++] = pickupOf[job]!;
    alone[length++] = visitOf[job]!;
    return simulator.simulate(type, alone, length, false);
  };

  return { refresh, insert, findPlaces, priceAlone, debt, confirm };
}
