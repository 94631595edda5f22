import { type Model, VISIT } from './compile-model.ts';
import { type Evaluator, UNRESOLVED } from './evaluator.ts';
import type { Plan } from './plan.ts';
import { RELAX, type Simulator } from './simulate-route.ts';

/**
 * Any problem. A lower bound on the price of a place takes constant time: distance, travel and service it adds, and
 * earliest departures and latest begins that ignore pauses and count only the outer ends of windows. Where the bound
 * does not rule a place out, the whole route is simulated.
 */
export function evaluateRich(model: Model, plan: Plan, simulator: Simulator): Evaluator {
  const { visits, points, visitOf, pickupOf, open, close, service, types, typeOf, preferenceCents } = model;
  const { next, ready, latest, legDistance, legTime, cost, count } = plan;
  const vehicles = typeOf.length;
  const work = new Float64Array(vehicles);
  const duration = new Float64Array(vehicles);
  const debt = new Float64Array(vehicles);
  const sequence = new Int32Array(visits + 2);
  const trial = new Int32Array(visits + 2);
  let bounds = new Float64Array(visits + 2);
  let places = new Int32Array(visits + 2);
  let deliveryPlaces = new Int32Array(visits + 2);
  const relaxed = (bit: number) => (simulator.relax & bit) !== 0;
  const NONE = Number.POSITIVE_INFINITY;
  const { result } = simulator;
  const best = { price: NONE, at: -1, deliveryAt: -1, price2: NONE, at2: -1, deliveryAt2: -1 };

  const gather = (route: number): number => {
    const end = visits + 2 * route + 1;
    let length = 0;
    for (let p = next[end - 1]!; p !== end; p = next[p]!) sequence[length++] = p;
    return length;
  };

  const refresh = (route: number): boolean => {
    const type = typeOf[route]!;
    const { startPoint, endPoint, travel, vehicle } = types[type]!;
    const start = visits + 2 * route;
    const end = start + 1;
    const length = gather(route);
    plan.restamp(route);
    ready[start] = vehicle.shift.from + vehicle.departureDelay;
    latest[end] = vehicle.shift.to;
    work[route] = vehicle.departureDelay;
    duration[route] = 0;
    debt[route] = 0;
    if (length === 0) {
      cost[route] = 0;
      return true;
    }
    const price = simulator.simulate(type, sequence, length, false);
    cost[route] = price;
    if (price === NONE) return false;
    duration[route] = result.endAt - result.startAt;
    debt[route] = result.debt;
    let before = startPoint;
    let sum = vehicle.departureDelay;
    for (let i = 0; i <= length; i++) {
      const p = i === length ? end : sequence[i]!;
      const arc = before * points + (i === length ? endPoint : p);
      legDistance[p] = travel.distance[arc]!;
      legTime[p] = travel.time[arc]!;
      sum += legTime[p]!;
      ready[p] = result.earliestDone[i]!;
      if (i < length) sum += service[p]!;
      before = p;
    }
    work[route] = sum;
    let limit = relaxed(RELAX.shift) ? Number.MAX_SAFE_INTEGER : vehicle.shift.to;
    latest[end] = Math.min(limit, MOST);
    let after = end;
    for (let i = length - 1; i >= 0; i--) {
      const p = sequence[i]!;
      limit -= legTime[after]! + service[p]!;
      const bit =
        pickupOf[model.jobOf[p]!] === p || model.kind[p] === VISIT.pickup
          ? RELAX.pickupWindows
          : RELAX.windows;
      if (limit > close[p]! && !relaxed(bit)) limit = close[p]!;
      latest[p] = Math.min(limit, MOST);
      after = p;
    }
    return true;
  };

  const keep = (price: number, at: number, deliveryAt: number): void => {
    if (price < best.price) {
      best.price2 = best.price;
      best.at2 = best.at;
      best.deliveryAt2 = best.deliveryAt;
      best.price = price;
      best.at = at;
      best.deliveryAt = deliveryAt;
    } else if (price < best.price2) {
      best.price2 = price;
      best.at2 = at;
      best.deliveryAt2 = deliveryAt;
    }
  };

  const findSingle = (job: number, route: number, ceiling: number): void => {
    const type = typeOf[route]!;
    const { travel, startPoint, endPoint, centsPerMetre, centsPerSecond } = types[type]!;
    const { time, timeTo, distance, distanceTo } = travel;
    const visit = visitOf[job]!;
    const row = visit * points;
    const stay = service[visit]!;
    const from = open[visit]!;
    const bit = model.kind[visit] === VISIT.pickup ? RELAX.pickupWindows : RELAX.windows;
    const to = relaxed(bit) ? MOST : close[visit]!;
    const end = visits + 2 * route + 1;
    const length = gather(route);
    const current = cost[route]!;
    const flat = preferenceCents[job * types.length + type]! - debt[route]! * simulator.debtPrice;
    const spare = work[route]! - duration[route]!;
    let candidates = 0;
    for (let i = 0; i <= length; i++) {
      const p = i === 0 ? end - 1 : sequence[i - 1]!;
      const q = i === length ? end : sequence[i]!;
      const point = i === 0 ? startPoint : p;
      const follower = i === length ? endPoint : q;
      const tIn = timeTo[row + point]!;
      let t = ready[p]! + tIn;
      if (t > to) continue;
      if (t < from) t = from;
      const tOut = time[row + follower]!;
      if (t + stay + tOut > latest[q]!) continue;
      const longer = spare + tIn + tOut - legTime[q]! + stay;
      const bound =
        (distanceTo[row + point]! + distance[row + follower]! - legDistance[q]!) * centsPerMetre +
        (longer > 0 ? longer * centsPerSecond : 0) +
        flat;
      bounds[candidates] = bound;
      places[candidates++] = i;
    }
    while (candidates > 0) {
      const k = takeSmallest(candidates);
      if (bounds[k]! >= best.price) return;
      if (bounds[k]! >= ceiling) {
        leaveUnresolved(bounds[k]!);
        return;
      }
      const i = places[k]!;
      candidates--;
      bounds[k] = bounds[candidates]!;
      places[k] = places[candidates]!;
      for (let at = 0; at < i; at++) trial[at] = sequence[at]!;
      trial[i] = visit;
      for (let at = i; at < length; at++) trial[at + 1] = sequence[at]!;
      const p = i === 0 ? end - 1 : sequence[i - 1]!;
      keep(simulator.simulate(type, trial, length + 1, false) - current, p, p);
    }
  };

  /** Writes down that nothing on the route costs less than the bound. */
  const leaveUnresolved = (bound: number): void => {
    best.price = Math.min(best.price, bound);
    best.at = UNRESOLVED;
    best.price2 = NONE;
    best.at2 = -1;
  };

  /** Index of the smallest of the first bounds. */
  const takeSmallest = (candidates: number): number => {
    let k = 0;
    for (let c = 1; c < candidates; c++) if (bounds[c]! < bounds[k]!) k = c;
    return k;
  };

  const findPair = (job: number, route: number, ceiling: number): void => {
    const type = typeOf[route]!;
    const { travel, startPoint, endPoint, centsPerMetre, centsPerSecond } = types[type]!;
    const { time, timeTo, distance, distanceTo } = travel;
    const pickup = pickupOf[job]!;
    const delivery = visitOf[job]!;
    const rowP = pickup * points;
    const rowD = delivery * points;
    const end = visits + 2 * route + 1;
    const length = gather(route);
    const current = cost[route]!;
    const flat = preferenceCents[job * types.length + type]! - debt[route]! * simulator.debtPrice;
    const spare = work[route]! - duration[route]! + service[pickup]! + service[delivery]!;
    const pickupClose = relaxed(RELAX.pickupWindows) ? MOST : close[pickup]!;
    const deliveryClose = relaxed(RELAX.windows) ? MOST : close[delivery]!;
    let candidates = 0;
    const consider = (i: number, j: number, metres: number, seconds: number): void => {
      const longer = spare + seconds;
      if (candidates === bounds.length) growCandidates();
      bounds[candidates] = metres * centsPerMetre + (longer > 0 ? longer * centsPerSecond : 0) + flat;
      places[candidates] = i;
      deliveryPlaces[candidates++] = j;
    };
    for (let i = 0; i <= length; i++) {
      const p = i === 0 ? end - 1 : sequence[i - 1]!;
      const point = i === 0 ? startPoint : p;
      const inTime = timeTo[rowP + point]!;
      let t = ready[p]! + inTime;
      if (t > pickupClose) continue;
      t = Math.max(t, open[pickup]!) + service[pickup]!;
      const q = i === length ? end : sequence[i]!;
      const follower = i === length ? endPoint : q;
      const inMetres = distanceTo[rowP + point]!;
      const direct = Math.max(t + time[rowP + delivery]!, open[delivery]!);
      if (direct <= deliveryClose && direct + service[delivery]! + time[rowD + follower]! <= latest[q]!)
        consider(
          i,
          i,
          inMetres + distance[rowP + delivery]! + distance[rowD + follower]! - legDistance[q]!,
          inTime + time[rowP + delivery]! + time[rowD + follower]! - legTime[q]!,
        );
      if (i === length) break;
      const metres = inMetres + distance[rowP + follower]! - legDistance[q]!;
      const seconds = inTime + time[rowP + follower]! - legTime[q]!;
      t += time[rowP + follower]!;
      for (let j = i + 1; j <= length; j++) {
        const x = sequence[j - 1]!;
        if (t > latest[x]!) break;
        t = Math.max(t, open[x]!) + service[x]!;
        const y = j === length ? end : sequence[j]!;
        const last = j === length ? endPoint : y;
        const reach = Math.max(t + timeTo[rowD + x]!, open[delivery]!);
        if (reach <= deliveryClose && reach + service[delivery]! + time[rowD + last]! <= latest[y]!)
          consider(
            i,
            j,
            metres + distanceTo[rowD + x]! + distance[rowD + last]! - legDistance[y]!,
            seconds + timeTo[rowD + x]! + time[rowD + last]! - legTime[y]!,
          );
        t += legTime[y]!;
      }
    }
    while (candidates > 0) {
      const k = takeSmallest(candidates);
      if (bounds[k]! >= best.price) return;
      if (bounds[k]! >= ceiling) {
        leaveUnresolved(bounds[k]!);
        return;
      }
      const i = places[k]!;
      const j = deliveryPlaces[k]!;
      candidates--;
      bounds[k] = bounds[candidates]!;
      places[k] = places[candidates]!;
      deliveryPlaces[k] = deliveryPlaces[candidates]!;
      let at = 0;
      for (let n = 0; n <= length; n++) {
        if (n === i) trial[at++] = pickup;
        if (n === j) trial[at++] = delivery;
        if (n < length) trial[at++] = sequence[n]!;
      }
      const price = simulator.simulate(type, trial, length + 2, false) - current;
      keep(price, i === 0 ? end - 1 : sequence[i - 1]!, j === 0 ? end - 1 : sequence[j - 1]!);
    }
  };

  const growCandidates = (): void => {
    const grow = <T extends Float64Array | Int32Array>(into: T, from: T): T => {
      into.set(from);
      return into;
    };
    bounds = grow(new Float64Array(2 * bounds.length), bounds);
    places = grow(new Int32Array(2 * places.length), places);
    deliveryPlaces = grow(new Int32Array(2 * deliveryPlaces.length), deliveryPlaces);
  };

  const findPlaces = (
    job: number,
    route: number,
    entry: Float64Array,
    base: number,
    ceiling: number,
  ): void => {
    best.price = NONE;
    best.price2 = NONE;
    best.at = -1;
    best.at2 = -1;
    if (admits(job, route)) {
      if (pickupOf[job]! >= 0) findPair(job, route, ceiling);
      else findSingle(job, route, ceiling);
    }
    entry[base] = best.price;
    entry[base + 1] = best.at;
    entry[base + 2] = best.deliveryAt;
    entry[base + 3] = best.price2;
    entry[base + 4] = best.at2;
    entry[base + 5] = best.deliveryAt2;
  };

  /** Cheap rules that rule a whole route out. */
  const admits = (job: number, route: number): boolean => {
    const { vehicle } = types[typeOf[route]!]!;
    if (count[route]! >= 2 * vehicle.maxOrders && !relaxed(RELAX.orders)) return false;
    const label = model.exclusion[job]!;
    if (label >= 0 && !relaxed(RELAX.exclusion)) {
      const end = visits + 2 * route + 1;
      for (let p = next[end - 1]!; p !== end; p = next[p]!)
        if (model.exclusion[model.jobOf[p]!] === label) return false;
    }
    return true;
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
    if (pickupOf[job]! >= 0) trial[length++] = pickupOf[job]!;
    trial[length++] = visitOf[job]!;
    return simulator.simulate(type, trial, length, false);
  };

  return { refresh, insert, findPlaces, priceAlone, debt, usesCeiling: true };
}

/** Later than any time, and still an integer of 32 bits. */
const MOST = 2_000_000_000;
