import type { ArcNeighbours } from './arc-neighbours.ts';
import type { Blink } from './blink.ts';
import type { Model } from './compile-model.ts';
import type { Evaluator } from './evaluator.ts';
import { createNearFinder } from './find-near.ts';
import type { Plan } from './plan.ts';

/**
 * Deliveries with single windows and one plain type of vehicle: every insertion is checked in constant time from
 * earliest departures and latest starts (Savelsbergh 1992). Looks only at near places where they are given.
 */
export function evaluateSingle(
  model: Model,
  plan: Plan,
  blink: Blink,
  nearPlaces: ArcNeighbours | undefined,
): Evaluator {
  const type = model.types[0]!;
  const loadLimit = type.vehicle.capacity[0] ?? Number.POSITIVE_INFINITY;
  const near = nearPlaces && createNearFinder(model, plan, blink, loadLimit, nearPlaces);
  return {
    refresh: refreshRoute(model, plan),
    insert: insertDelivery(model, plan),
    findPlaces: findTwoPlaces(model, plan),
    loadLimit,
    near,
    priceAlone: priceOfOwnRoute(model),
  };
}

/** Brings times, load and cost of a route up to date. */
function refreshRoute(model: Model, plan: Plan): Evaluator['refresh'] {
  const { visits, points, open, close, service, dimensions } = model;
  const type = model.types[0]!;
  const { time, distance } = type.travel;
  const { startPoint, endPoint, centsPerMetre } = type;
  const { shift, departureDelay, cost: prices } = type.vehicle;
  const loadLimit = type.vehicle.capacity[0] ?? Number.POSITIVE_INFINITY;
  const load = dimensions === 0 ? new Int32Array(visits) : model.load;
  const { next, prev, ready, latest, legDistance, legTime, total, cost } = plan;
  const leave = shift.from + departureDelay;
  const fixed = prices.fixedCents;

  return (route: number): boolean => {
    const start = visits + 2 * route;
    const end = start + 1;
    let before = startPoint;
    let t = leave;
    let metres = 0;
    let sum = 0;
    ready[start] = leave;
    let feasible = true;
    for (let p = next[start]!; p !== end; p = next[p]!) {
      const arc = before * points + p;
      const seconds = time[arc]!;
      const leg = distance[arc]!;
      legTime[p] = seconds;
      legDistance[p] = leg;
      t += seconds;
      if (t < open[p]!) t = open[p]!;
      if (t > close[p]!) feasible = false;
      t += service[p]!;
      ready[p] = t;
      metres += leg;
      sum += load[p]!;
      before = p;
    }
    const arc = before * points + endPoint;
    legTime[end] = time[arc]!;
    legDistance[end] = distance[arc]!;
    t += time[arc]!;
    ready[end] = t;
    if (t > shift.to || sum > loadLimit) feasible = false;
    total[route] = sum;
    cost[route] = before === startPoint ? 0 : fixed + (metres + distance[arc]!) * centsPerMetre;
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

/** Puts a delivery on a route and carries times and cost on from there. */
function insertDelivery(model: Model, plan: Plan): Evaluator['insert'] {
  const { visits, points, visitOf, open, close, service, dimensions } = model;
  const type = model.types[0]!;
  const { time, distance } = type.travel;
  const { startPoint, endPoint, centsPerMetre } = type;
  const { shift, departureDelay, cost: prices } = type.vehicle;
  const load = dimensions === 0 ? new Int32Array(visits) : model.load;
  const { next, prev, ready, latest, legDistance, legTime, total, cost } = plan;
  const leave = shift.from + departureDelay;
  const fixed = prices.fixedCents;

  const passForward = (from: number, end: number): void => {
    let t = ready[prev[from]!]!;
    for (let p = from; p !== end; p = next[p]!) {
      t += legTime[p]!;
      if (t < open[p]!) t = open[p]!;
      t += service[p]!;
      if (p !== from && t === ready[p]) return;
      ready[p] = t;
    }
    ready[end] = t + legTime[end]!;
  };

  return (job: number, route: number, after: number): void => {
    const start = visits + 2 * route;
    const end = start + 1;
    const visit = visitOf[job]!;
    const follower = next[after]!;
    const from = after === start ? startPoint : after;
    const to = follower === end ? endPoint : follower;
    const wasUsed = plan.count[route]! > 0;
    plan.link(visit, after, route);
    const arcIn = from * points + visit;
    const arcOut = visit * points + to;
    const added = distance[arcIn]! + distance[arcOut]! - (wasUsed ? legDistance[follower]! : 0);
    cost[route] = cost[route]! + added * centsPerMetre + (wasUsed ? 0 : fixed);
    total[route] = total[route]! + load[visit]!;
    legDistance[visit] = distance[arcIn]!;
    legDistance[follower] = distance[arcOut]!;
    legTime[visit] = time[arcIn]!;
    legTime[follower] = time[arcOut]!;
    if (!wasUsed) {
      ready[start] = leave;
      latest[end] = shift.to;
    }
    passForward(visit, end);
    let behind = follower;
    for (let p = visit; p !== start; p = prev[p]!) {
      let limit = latest[behind]! - legTime[behind]! - service[p]!;
      if (limit > close[p]!) limit = close[p]!;
      if (p !== visit && limit === latest[p]) break;
      latest[p] = limit;
      behind = p;
    }
    plan.restamp(route);
  };
}

/** Finds the two cheapest places of a delivery on a route. */
function findTwoPlaces(model: Model, plan: Plan): Evaluator['findPlaces'] {
  const { visits, points, visitOf, open, close, service } = model;
  const type = model.types[0]!;
  const { time, timeTo, distance, distanceTo } = type.travel;
  const { startPoint, endPoint, centsPerMetre } = type;
  const { next, ready, latest, legDistance } = plan;
  /** One symmetric matrix for time and distance: each entry is read once. */
  const uniform = time === distance && time === timeTo && time === distanceTo;
  const NONE = Number.POSITIVE_INFINITY;

  return (job: number, route: number, entry: Float64Array, base: number): void => {
    const visit = visitOf[job]!;
    let best = NONE;
    let bestAt = -1;
    let second = NONE;
    let secondAt = -1;
    const row = visit * points;
    const from = open[visit]!;
    const to = close[visit]!;
    const stay = service[visit]!;
    const end = visits + 2 * route + 1;
    let p = end - 1;
    const earliest = from + stay;
    while (latest[next[p]!]! < earliest && next[p] !== end) p = next[p]!;
    const before = p === end - 1 ? startPoint : p;
    let secondsIn = timeTo[row + before]!;
    let metresIn = distanceTo[row + before]!;
    for (;;) {
      let t = ready[p]! + secondsIn;
      if (t > to) break;
      const q = next[p]!;
      const follower = q === end ? endPoint : q;
      const metresOut = distance[row + follower]!;
      const secondsOut = uniform ? metresOut : time[row + follower]!;
      const price = metresIn + metresOut - legDistance[q]!;
      if (price < second) {
        if (t < from) t = from;
        if (t + stay + secondsOut <= latest[q]!) {
          if (price < best) {
            second = best;
            secondAt = bestAt;
            best = price;
            bestAt = p;
          } else {
            second = price;
            secondAt = p;
          }
        }
      }
      if (q === end) break;
      p = q;
      secondsIn = uniform ? metresOut : timeTo[row + q]!;
      metresIn = uniform ? metresOut : distanceTo[row + q]!;
    }
    entry[base] = bestAt < 0 ? NONE : best * centsPerMetre;
    entry[base + 1] = bestAt;
    entry[base + 3] = secondAt < 0 ? NONE : second * centsPerMetre;
    entry[base + 4] = secondAt;
  };
}

/** Cost of a delivery on a route of its own. */
function priceOfOwnRoute(model: Model): Evaluator['priceAlone'] {
  const { points, visitOf, open, close, service } = model;
  const type = model.types[0]!;
  const { time, distance } = type.travel;
  const { startPoint, endPoint, centsPerMetre } = type;
  const { shift, departureDelay, cost: prices } = type.vehicle;
  const leave = shift.from + departureDelay;
  const fixed = prices.fixedCents;
  const NONE = Number.POSITIVE_INFINITY;

  return (job: number): number => {
    const visit = visitOf[job]!;
    if (model.allowed[job] === 0) return NONE;
    let t = Math.max(leave + time[startPoint * points + visit]!, open[visit]!);
    if (t > close[visit]!) return NONE;
    t += service[visit]! + time[visit * points + endPoint]!;
    if (t > shift.to) return NONE;
    return (
      fixed + (distance[startPoint * points + visit]! + distance[visit * points + endPoint]!) * centsPerMetre
    );
  };
}
