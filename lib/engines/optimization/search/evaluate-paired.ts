import { type Model, VISIT } from './compile-model.ts';
import type { Evaluator } from './evaluator.ts';
import type { Plan } from './plan.ts';

/**
 * Pairs of pickup and delivery with single windows and one plain type of vehicle. For each place of the pickup the
 * time is carried along the route, so every place of the delivery costs constant time.
 */
export function evaluatePaired(model: Model, plan: Plan): Evaluator {
  const refresh = refreshRoute(model, plan);
  return {
    refresh,
    insert: insertPair(model, plan, refresh),
    findPlaces: findTwoPlaces(model, plan),
    priceAlone: priceOfOwnRoute(model),
  };
}

/** Brings times, loads and cost of a route up to date. */
function refreshRoute(model: Model, plan: Plan): Evaluator['refresh'] {
  const { visits, points, open, close, service, dimensions, kind } = model;
  const type = model.types[0]!;
  const { time, distance } = type.travel;
  const { startPoint, endPoint, centsPerMetre } = type;
  const { shift, departureDelay, cost: prices } = type.vehicle;
  const capacity = type.vehicle.capacity[0] ?? Number.POSITIVE_INFINITY;
  const load = dimensions === 0 ? new Int32Array(visits) : model.load;
  const change = Int32Array.from(load, (amount, visit) =>
    kind[visit] === VISIT.pairPickup ? amount : -amount,
  );
  const { next, prev, ready, latest, legDistance, legTime, carried, cost } = plan;
  const leave = shift.from + departureDelay;

  return (route: number): boolean => {
    const start = visits + 2 * route;
    const end = start + 1;
    let before = startPoint;
    let t = leave;
    let metres = 0;
    let onBoard = 0;
    ready[start] = leave;
    carried[start] = 0;
    let feasible = true;
    for (let p = next[start]!; p !== end; p = next[p]!) {
      const arc = before * points + p;
      const leg = distance[arc]!;
      legTime[p] = time[arc]!;
      legDistance[p] = leg;
      t += time[arc]!;
      if (t < open[p]!) t = open[p]!;
      if (t > close[p]!) feasible = false;
      t += service[p]!;
      ready[p] = t;
      metres += leg;
      onBoard += change[p]!;
      if (onBoard > capacity) feasible = false;
      carried[p] = onBoard;
      before = p;
    }
    const arc = before * points + endPoint;
    legTime[end] = time[arc]!;
    legDistance[end] = distance[arc]!;
    t += time[arc]!;
    ready[end] = t;
    if (t > shift.to) feasible = false;
    cost[route] = before === startPoint ? 0 : prices.fixedCents + (metres + distance[arc]!) * centsPerMetre;
    let limit = shift.to;
    latest[end] = limit;
    let after = end;
    for (let p = prev[end]!; p !== start; p = prev[p]!) {
      limit = limit - legTime[after]! - service[p]!;
      if (limit > close[p]!) limit = close[p]!;
      latest[p] = limit;
      after = p;
    }
    plan.restamp(route);
    return feasible;
  };
}

/** Puts a pickup and its delivery on a route. */
function insertPair(model: Model, plan: Plan, refresh: Evaluator['refresh']): Evaluator['insert'] {
  const { visitOf, pickupOf } = model;

  return (job: number, route: number, after: number, deliveryAfter: number): void => {
    const pickup = pickupOf[job]!;
    plan.link(pickup, after, route);
    plan.link(visitOf[job]!, deliveryAfter === after ? pickup : deliveryAfter, route);
    refresh(route);
  };
}

/** Finds the two cheapest pairs of places of a pickup and its delivery on a route. */
function findTwoPlaces(model: Model, plan: Plan): Evaluator['findPlaces'] {
  const { visits, points, visitOf, pickupOf, open, close, service, dimensions } = model;
  const type = model.types[0]!;
  const { time, timeTo, distance, distanceTo } = type.travel;
  const { startPoint, endPoint, centsPerMetre } = type;
  const capacity = type.vehicle.capacity[0] ?? Number.POSITIVE_INFINITY;
  const load = dimensions === 0 ? new Int32Array(visits) : model.load;
  const { next, ready, latest, legDistance, legTime, carried } = plan;
  const NONE = Number.POSITIVE_INFINITY;

  return (job: number, route: number, entry: Float64Array, base: number): void => {
    const pickup = pickupOf[job]!;
    const delivery = visitOf[job]!;
    const room = capacity - load[pickup]!;
    const rowP = pickup * points;
    const rowD = delivery * points;
    const end = visits + 2 * route + 1;
    const directTime = time[rowP + delivery]!;
    const directLeg = distance[rowP + delivery]!;
    let best = NONE;
    let bestAt = -1;
    let bestDeliveryAt = -1;
    let second = NONE;
    let secondAt = -1;
    let secondDeliveryAt = -1;
    let p = end - 1;
    let point = startPoint;
    for (;;) {
      const q = next[p]!;
      let t = ready[p]! + timeTo[rowP + point]!;
      if (t > close[pickup]!) break;
      if (carried[p]! <= room) {
        const follower = q === end ? endPoint : q;
        if (t < open[pickup]!) t = open[pickup]!;
        t += service[pickup]!;
        const toPickup = distanceTo[rowP + point]!;
        let u = t + directTime;
        if (u < open[delivery]!) u = open[delivery]!;
        if (u <= close[delivery]! && u + service[delivery]! + time[rowD + follower]! <= latest[q]!) {
          const price = toPickup + directLeg + distance[rowD + follower]! - legDistance[q]!;
          if (price < best) {
            second = best;
            secondAt = bestAt;
            secondDeliveryAt = bestDeliveryAt;
            best = price;
            bestAt = p;
            bestDeliveryAt = p;
          } else if (price < second) {
            second = price;
            secondAt = p;
            secondDeliveryAt = p;
          }
        }
        const pickupPrice = toPickup + distance[rowP + follower]! - legDistance[q]!;
        t += time[rowP + follower]!;
        let x = q;
        while (x !== end && t <= latest[x]! && carried[x]! <= room) {
          if (t < open[x]!) t = open[x]!;
          t += service[x]!;
          const y = next[x]!;
          const last = y === end ? endPoint : y;
          u = t + timeTo[rowD + x]!;
          if (u > close[delivery]!) break;
          if (u < open[delivery]!) u = open[delivery]!;
          if (u + service[delivery]! + time[rowD + last]! <= latest[y]!) {
            const price = pickupPrice + distanceTo[rowD + x]! + distance[rowD + last]! - legDistance[y]!;
            if (price < best) {
              second = best;
              secondAt = bestAt;
              secondDeliveryAt = bestDeliveryAt;
              best = price;
              bestAt = p;
              bestDeliveryAt = x;
            } else if (price < second) {
              second = price;
              secondAt = p;
              secondDeliveryAt = x;
            }
          }
          t += legTime[y]!;
          x = y;
        }
      }
      if (q === end) break;
      p = q;
      point = q;
    }
    entry[base] = bestAt < 0 ? NONE : best * centsPerMetre;
    entry[base + 1] = bestAt;
    entry[base + 2] = bestDeliveryAt;
    entry[base + 3] = secondAt < 0 ? NONE : second * centsPerMetre;
    entry[base + 4] = secondAt;
    entry[base + 5] = secondDeliveryAt;
  };
}

/** Cost of a pickup and its delivery on a route of their own. */
function priceOfOwnRoute(model: Model): Evaluator['priceAlone'] {
  const { points, visitOf, pickupOf, open, close, service } = model;
  const type = model.types[0]!;
  const { time, distance } = type.travel;
  const { startPoint, endPoint, centsPerMetre } = type;
  const { shift, departureDelay, cost: prices } = type.vehicle;
  const leave = shift.from + departureDelay;
  const NONE = Number.POSITIVE_INFINITY;

  return (job: number): number => {
    const pickup = pickupOf[job]!;
    const delivery = visitOf[job]!;
    if (model.allowed[job] === 0) return NONE;
    let t = Math.max(leave + time[startPoint * points + pickup]!, open[pickup]!);
    if (t > close[pickup]!) return NONE;
    t = Math.max(t + service[pickup]! + time[pickup * points + delivery]!, open[delivery]!);
    if (t > close[delivery]!) return NONE;
    if (t + service[delivery]! + time[delivery * points + endPoint]! > shift.to) return NONE;
    const metres =
      distance[startPoint * points + pickup]! +
      distance[pickup * points + delivery]! +
      distance[delivery * points + endPoint]!;
    return prices.fixedCents + metres * centsPerMetre;
  };
}
