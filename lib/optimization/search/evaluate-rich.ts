import { type Model, VISIT } from './compile-model.ts';
import { ESTIMATE, type Evaluator, UNRESOLVED } from './evaluator.ts';
import type { Plan } from './plan.ts';
import { RELAX } from './relax.ts';
import { emptyWays } from './route-clock.ts';
import type { Simulator } from './simulate-route.ts';
import { travelTime } from './travel-time.ts';

/**
 * Any problem. What a place would cost is estimated in constant time from the route's times if it started when its shift
 * begins: by how much the insertion delays the next visit, how much of that later waiting takes up, by how much the start
 * can then be later. Without pauses, traffic, several windows, groups and balance that is what it costs (Savelsbergh, ORSA
 * Journal on Computing 4, 1992); with them, pauses are expected to stay where they are and trips to take as long as they
 * do. The whole route is simulated where the estimate is the lowest, until none is lower than what was found.
 */
export function evaluateRich(model: Model, plan: Plan, simulator: Simulator): Evaluator {
  const { visits, points, visitOf, pickupOf, open, close, service, types, typeOf, preferenceCents } = model;
  const { locationOf } = model;
  const { next, ready, latest, legDistance, legTime, way, waited, roomTo, roomFrom, spare, cost, count } =
    plan;
  const { debt, loads } = plan;
  const { dimensions, load, kind } = model;
  const sequence = new Int32Array(visits + 1);
  const ways = emptyWays(visits + 1);
  const trial = new Int32Array(visits + 3);
  const trialWays = emptyWays(visits + 2);
  const leastAt = new Float64Array(visits + 2);
  const leastFrom = new Float64Array(visits + 2);
  let estimates = new Float64Array(visits + 2);
  let places = new Int32Array(visits + 2);
  let deliveryPlaces = new Int32Array(visits + 2);
  const relaxed = (bit: number) => (simulator.relax & bit) !== 0;
  const NONE = Number.POSITIVE_INFINITY;
  const { result } = simulator;
  const run: Run = { t: 0, wait: 0, work: 0, room: 0 };
  const best = { price: NONE, at: -1, deliveryAt: -1, price2: NONE, at2: -1, deliveryAt2: -1 };

  /** Writes a route into `sequence`. */
  const gather = (route: number): number => {
    const end = visits + 2 * route + 1;
    let length = 0;
    for (let p = next[end - 1]!; p !== end; p = next[p]!) sequence[length++] = p;
    return length;
  };

  /** Latest begin of a visit's service. */
  const latestBegin = (visit: number): number => {
    const isPickup = kind[visit] === VISIT.pairPickup || kind[visit] === VISIT.pickup;
    return relaxed(isPickup ? RELAX.pickupWindows : RELAX.windows) ? MOST : close[visit]!;
  };

  const refresh = (route: number): boolean => {
    const type = typeOf[route]!;
    const { vehicle, travel, startPoint, endPoint } = types[type]!;
    const start = visits + 2 * route;
    const end = start + 1;
    const length = gather(route);
    plan.restamp(route);
    ready[start] = vehicle.shift.from + vehicle.departureDelay;
    waited[start] = 0;
    roomTo[start] = MOST;
    debt[route] = 0;
    loads.fill(0, 2 * route * dimensions, 2 * (route + 1) * dimensions);
    if (length === 0) {
      cost[route] = 0;
      return true;
    }
    simulator.lookUp(type, sequence, length, ways);
    const price = simulator.simulate(type, sequence, length, false, ways);
    cost[route] = price;
    if (price === NONE) return false;
    debt[route] = result.debt;
    loads.set(result.loads, 2 * route * dimensions);
    const { done, leg, room, waited: waitedUpTo } = result.earliest;
    let before = start;
    for (let i = 0; i <= length; i++) {
      const p = i === length ? end : sequence[i]!;
      legDistance[p] = ways.metres[i]!;
      way[p] = ways.seconds[i]!;
      legTime[p] = leg[i]!;
      ready[p] = done[i]!;
      waited[p] = waitedUpTo[i]!;
      roomTo[p] = Math.min(roomTo[before]!, room[i]!);
      before = p;
    }
    // Pauses may be elsewhere and trips quicker when they begin later: what no route could keep is ruled out, no more.
    const { time } = travel;
    let limit = relaxed(RELAX.shift) ? MOST : vehicle.shift.to;
    let delay = limit - ready[end]!;
    let later = MOST;
    for (let i = length; i >= 0; i--) {
      const p = i === length ? end : sequence[i]!;
      const stay = i === length ? 0 : service[p]!;
      if (i < length) limit = Math.min(limit - stay, latestBegin(p));
      if (i < length) delay = Math.min(delay, latestBegin(p) - ready[p]! + stay);
      later = Math.min(later, room[i]!);
      latest[p] = limit;
      roomFrom[p] = later;
      const from = i === 0 ? startPoint : sequence[i - 1]!;
      limit -= time[from * points + (i === length ? endPoint : p)]!;
      // What is neither service nor trip is waiting or a pause, which gives way or may be elsewhere.
      delay += ready[p]! - stay - legTime[p]! - ready[i === 0 ? start : from]!;
      spare[p] = Math.min(delay, MOST);
    }
    return true;
  };

  /** Seconds a route waits even if it starts as late as it can. */
  const idleSeconds = (end: number): number => Math.max(0, waited[end]! - roomTo[end]!);

  /** Seconds of a trip from one point to another that begins at `at`, with parking. */
  const tripSeconds = (type: number, from: number, to: number, at: number): number => {
    const { travel, vehicle } = types[type]!;
    const { free, traffic, time } = travel;
    if (free === undefined) return time[from * points + to]!;
    const seconds = travelTime(free[from * points + to]!, at, traffic!);
    const parks = to < visits && (from < visits ? locationOf[from] : vehicle.start) !== locationOf[to];
    return parks ? seconds + vehicle.parkingTime : seconds;
  };

  /**
   * Cents of a route's longer duration: the place `q` is reached `delay` seconds later, of which `work` are no waiting,
   * after `wait` seconds waited by then and with `room` for the start to be later up to then.
   */
  const durationCents = (
    type: number,
    end: number,
    q: number,
    delay: number,
    work: number,
    wait: number,
    room: number,
  ): number => {
    const waits = waited[end]! - waited[plan.prev[q]!]!;
    const left = Math.max(0, waits - delay);
    const start = Math.min(waited[end]!, roomTo[end]!);
    const startThen = Math.max(0, Math.min(wait + left, room, roomFrom[q]! - work));
    return (Math.max(0, delay - waits) - startThen + start) * types[type]!.centsPerSecond;
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

  /** The gathered route with a visit before its place `i` and, where there is a second one, that before place `j`. */
  const tryOut = (
    route: number,
    length: number,
    i: number,
    visit: number,
    j: number,
    second: number,
  ): number => {
    const type = typeOf[route]!;
    const { travel, startPoint, endPoint } = types[type]!;
    const { distance, time } = travel;
    const table = travel.free ?? time;
    const end = visits + 2 * route + 1;
    let at = 0;
    const copy = (from: number, to: number): void => {
      for (let k = from; k < to; k++, at++) {
        const p = k === length ? end : sequence[k]!;
        trial[at] = p;
        trialWays.seconds[at] = way[p]!;
        trialWays.metres[at] = legDistance[p]!;
      }
    };
    const go = (from: number, to: number): void => {
      trial[at] = to;
      trialWays.seconds[at] = table[from * points + to]!;
      trialWays.metres[at++] = distance[from * points + to]!;
    };
    sequence[length] = endPoint;
    copy(0, i);
    go(i === 0 ? startPoint : sequence[i - 1]!, visit);
    if (second >= 0 && i < j) {
      go(visit, sequence[i]!);
      copy(i + 1, j);
    }
    if (second >= 0) go(trial[at - 1]!, second);
    go(trial[at - 1]!, sequence[j]!);
    copy(j + 1, length + 1);
    return simulator.simulate(type, trial, at - 1, false, trialWays);
  };

  const findSingle = (job: number, route: number, ceiling: number): void => {
    const type = typeOf[route]!;
    const { travel, startPoint, endPoint, centsPerMetre, centsPerSecond } = types[type]!;
    const { time, timeTo, distance, distanceTo } = travel;
    const visit = visitOf[job]!;
    const row = visit * points;
    const stay = service[visit]!;
    const from = open[visit]!;
    const to = latestBegin(visit);
    const end = visits + 2 * route + 1;
    const length = gather(route);
    const current = cost[route]!;
    const flat = preferenceCents[job * types.length + type]! - debt[route]! * simulator.debtPrice;
    const estimating = ceiling === ESTIMATE;
    const idle = idleSeconds(end);
    let limit = estimating ? NONE : ceiling;
    let rest = NONE;
    let candidates = 0;
    let first = 0;
    while (first < length && latest[sequence[first]!]! < from + stay) first++;
    for (let i = first; i <= length; i++) {
      const p = i === 0 ? end - 1 : sequence[i - 1]!;
      const q = i === length ? end : sequence[i]!;
      const point = i === 0 ? startPoint : p;
      const follower = i === length ? endPoint : q;
      const left = ready[p]!;
      if (left > to) break;
      // Without traffic first: it rules most places out in a quarter of the time.
      const quickIn = timeTo[row + point]!;
      const quickOut = time[row + follower]!;
      const metres = distanceTo[row + point]! + distance[row + follower]! - legDistance[q]!;
      const driving = metres * centsPerMetre + flat;
      const longer = quickIn + stay + quickOut - legTime[q]! - idle;
      if (driving + (longer > 0 ? longer * centsPerSecond : 0) >= limit) {
        rest = limit;
        continue;
      }
      const soonest = left + quickIn;
      if (soonest > to || Math.max(soonest, from) + stay + quickOut > latest[q]!) continue;
      const tIn = tripSeconds(type, point, visit, left);
      const arrived = left + tIn;
      if (arrived > to) continue;
      const begin = arrived < from ? from : arrived;
      const tOut = tripSeconds(type, visit, follower, begin + stay);
      const reached = begin + stay + tOut;
      if (reached > latest[q]!) continue;
      const wait = waited[p]! + begin - arrived;
      const delay = reached - left - legTime[q]!;
      const estimate =
        driving +
        (delay > spare[q]! ? DOUBT : 0) +
        durationCents(
          type,
          end,
          q,
          delay,
          tIn + stay + tOut - legTime[q]!,
          wait,
          Math.min(roomTo[p]!, wait + to - begin),
        );
      if (estimate >= limit) rest = limit;
      else if (estimating) limit = rest = estimate;
      else {
        estimates[candidates] = estimate;
        places[candidates++] = i;
      }
    }
    while (candidates > 0) {
      const k = takeSmallest(candidates);
      if (estimates[k]! >= best.price) return;
      const i = places[k]!;
      candidates--;
      estimates[k] = estimates[candidates]!;
      places[k] = places[candidates]!;
      const p = i === 0 ? end - 1 : sequence[i - 1]!;
      keep(tryOut(route, length, i, visit, i, -1) - current, p, p);
    }
    leaveUnresolved(rest);
  };

  /** Writes down that some places are expected to cost so much, no less; unless a cheaper one was found. */
  const leaveUnresolved = (estimate: number): void => {
    if (estimate === NONE || best.price < estimate) return;
    best.price = estimate;
    best.at = UNRESOLVED;
    best.price2 = NONE;
    best.at2 = -1;
  };

  /** Index of the smallest of the first estimates. */
  const takeSmallest = (candidates: number): number => {
    let k = 0;
    for (let c = 1; c < candidates; c++) if (estimates[c]! < estimates[k]!) k = c;
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
    const pickupTo = latestBegin(pickup);
    const deliveryTo = latestBegin(delivery);
    const stay = service[pickup]!;
    const earliest = open[delivery]! + service[delivery]!;
    let first = 0;
    while (first < length && latest[sequence[first]!]! < earliest) first++;
    const estimating = ceiling === ESTIMATE;
    const idle = idleSeconds(end);
    let limit = estimating ? NONE : ceiling;
    let rest = NONE;
    let candidates = 0;
    /** Least that the delivery adds before place `j`, and at any place from there on. */
    leastFrom[length + 1] = NONE;
    for (let j = length; j >= 0; j--) {
      const x = j === 0 ? startPoint : sequence[j - 1]!;
      const q = j === length ? end : sequence[j]!;
      const follower = j === length ? endPoint : q;
      const isTooEarly = j < first || (j > 0 && ready[x]! > deliveryTo);
      leastAt[j] = isTooEarly
        ? NONE
        : (distanceTo[rowD + x]! + distance[rowD + follower]! - legDistance[q]!) * centsPerMetre +
          (timeTo[rowD + x]! + service[delivery]! + time[rowD + follower]! - legTime[q]!) * centsPerSecond;
      leastFrom[j] = Math.min(leastFrom[j + 1]!, leastAt[j]!);
    }
    const offset = flat - idle * centsPerSecond;
    /** The delivery at place `j` after `x`, where the vehicle is ready at `t` and drives `metres` more up to then. */
    const consider = (i: number, j: number, x: number, metres: number, run: Run): void => {
      const q = j === length ? end : sequence[j]!;
      const follower = j === length ? endPoint : q;
      const soonest = run.t + timeTo[rowD + x]!;
      if (
        soonest > deliveryTo ||
        Math.max(soonest, open[delivery]!) + service[delivery]! + time[rowD + follower]! > latest[q]!
      )
        return;
      const tIn = tripSeconds(type, x, delivery, run.t);
      const arrived = run.t + tIn;
      if (arrived > deliveryTo) return;
      const begin = Math.max(arrived, open[delivery]!);
      const tOut = tripSeconds(type, delivery, follower, begin + service[delivery]!);
      const reached = begin + service[delivery]! + tOut;
      if (reached > latest[q]!) return;
      const delay = reached - ready[plan.prev[q]!]! - legTime[q]!;
      const wait = run.wait + begin - arrived;
      const estimate =
        (delay > spare[q]! ? DOUBT : 0) +
        (metres + distanceTo[rowD + x]! + distance[rowD + follower]! - legDistance[q]!) * centsPerMetre +
        durationCents(
          type,
          end,
          q,
          delay,
          run.work + tIn + service[delivery]! + tOut - legTime[q]!,
          wait,
          Math.min(run.room, wait + deliveryTo - begin),
        ) +
        flat;
      if (estimate >= limit) rest = limit;
      else if (estimating) limit = rest = estimate;
      else {
        if (candidates === estimates.length) growCandidates();
        estimates[candidates] = estimate;
        places[candidates] = i;
        deliveryPlaces[candidates++] = j;
      }
    };
    for (let i = 0; i <= length; i++) {
      const p = i === 0 ? end - 1 : sequence[i - 1]!;
      const q = i === length ? end : sequence[i]!;
      const point = i === 0 ? startPoint : p;
      const follower = i === length ? endPoint : q;
      const left = ready[p]!;
      if (left > pickupTo || left > deliveryTo) break;
      const quickIn = timeTo[rowP + point]!;
      if (left + quickIn > pickupTo) continue;
      const metresIn = distanceTo[rowP + point]! - legDistance[q]!;
      const soFar = offset + metresIn * centsPerMetre + (quickIn + stay - legTime[q]!) * centsPerSecond;
      const together =
        i < first
          ? NONE
          : soFar +
            (distance[rowP + delivery]! + distance[rowD + follower]!) * centsPerMetre +
            (time[rowP + delivery]! + service[delivery]! + time[rowD + follower]!) * centsPerSecond;
      const metres = metresIn + distance[rowP + follower]!;
      const apart =
        soFar + distance[rowP + follower]! * centsPerMetre + time[rowP + follower]! * centsPerSecond;
      if (together >= limit && apart + leastFrom[i + 1]! >= limit) {
        if (Math.min(together, leastFrom[i + 1]!) < NONE) rest = limit;
        continue;
      }
      const tIn = tripSeconds(type, point, pickup, left);
      const arrived = left + tIn;
      if (arrived > pickupTo) continue;
      const begin = Math.max(arrived, open[pickup]!);
      run.t = begin + stay;
      run.wait = waited[p]! + begin - arrived;
      run.work = tIn + stay;
      run.room = Math.min(roomTo[p]!, run.wait + pickupTo - begin);
      if (together < limit) consider(i, i, pickup, distanceTo[rowP + point]!, run);
      if (i === length) break;
      let leg = tripSeconds(type, pickup, q, run.t);
      for (let j = i + 1; j <= length; j++) {
        const x = sequence[j - 1]!;
        const reached = run.t + leg;
        if (reached > latest[x]! || run.t > deliveryTo) break;
        const at = Math.max(reached, open[x]!);
        run.t = at + service[x]!;
        run.wait += at - reached;
        run.work += leg - legTime[x]!;
        run.room = Math.min(run.room, run.wait + latestBegin(x) - at);
        if (apart + leastAt[j]! < limit) consider(i, j, x, metres, run);
        else if (leastAt[j]! < NONE) rest = limit;
        if (j < length) leg = legTime[sequence[j]!]!;
      }
    }
    while (candidates > 0) {
      const k = takeSmallest(candidates);
      if (estimates[k]! >= best.price) return;
      const i = places[k]!;
      const j = deliveryPlaces[k]!;
      candidates--;
      estimates[k] = estimates[candidates]!;
      places[k] = places[candidates]!;
      deliveryPlaces[k] = deliveryPlaces[candidates]!;
      keep(
        tryOut(route, length, i, pickup, j, delivery) - current,
        i === 0 ? end - 1 : sequence[i - 1]!,
        j === 0 ? end - 1 : sequence[j - 1]!,
      );
    }
    leaveUnresolved(rest);
  };

  const growCandidates = (): void => {
    const grow = <T extends Float64Array | Int32Array>(into: T, from: T): T => {
      into.set(from);
      return into;
    };
    estimates = grow(new Float64Array(2 * estimates.length), estimates);
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
    if (!relaxed(RELAX.capacity) && isTooMuch(visitOf[job]!, route, vehicle.capacity)) return false;
    const label = model.exclusion[job]!;
    if (label >= 0 && !relaxed(RELAX.exclusion)) {
      const end = visits + 2 * route + 1;
      for (let p = next[end - 1]!; p !== end; p = next[p]!)
        if (model.exclusion[model.jobOf[p]!] === label) return false;
    }
    return true;
  };

  /** Whether a delivery is more than there is room for at the start, or a pickup at the end. */
  const isTooMuch = (visit: number, route: number, capacity: readonly number[]): boolean => {
    if (kind[visit] !== VISIT.delivery && kind[visit] !== VISIT.pickup) return false;
    const at = kind[visit] === VISIT.delivery ? 0 : 1;
    for (let d = 0; d < dimensions; d++)
      if (loads[2 * (route * dimensions + d) + at]! + load[visit * dimensions + d]! > capacity[d]!)
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
    if (pickupOf[job]! >= 0) trial[length++] = pickupOf[job]!;
    trial[length++] = visitOf[job]!;
    return simulator.simulate(type, trial, length, false);
  };

  return { refresh, insert, findPlaces, priceAlone, debt, estimates: true };
}

/** How far a pair's vehicle is when its delivery comes next: see `durationCents`; it is ready at `t`. */
interface Run {
  t: number;
  wait: number;
  work: number;
  room: number;
}

/** Cents added to the estimate of a place that may be feasible, but is not expected to be: tried where nothing else is. */
const DOUBT = 1e9;

/** Later than any time, and still an integer of 32 bits. */
const MOST = 2_000_000_000;
