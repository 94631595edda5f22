import type { Model } from './compile-model.ts';
import type { Detour } from './detour-costs.ts';
import type { Plan } from './plan.ts';
import type { Shortlist } from './shortlist.ts';
import type { TimedRoutes } from './timed-routes.ts';

const NONE = Number.POSITIVE_INFINITY;

/**
 * Prepares listing the possible places of a pair's two visits on a route, each with its expected cost plus `flat`
 * cents. The function uses the route that was gathered last, and the places where it is full. For each place of the
 * pickup, the time is carried along the route as long as the smallest cost of the delivery leaves room, and the vehicle
 * has room for the pair.
 */
export function listPairPlaces(
  model: Model,
  plan: Plan,
  routes: TimedRoutes,
  list: Shortlist,
): (
  pickup: number,
  delivery: number,
  route: number,
  length: number,
  full: Uint8Array | undefined,
  flat: number,
) => void {
  const { visits, points, open, service, types, typeOf } = model;
  const { ready, latest, legDistance, legTime, waited, roomTo } = plan;
  const { sequence, firstPlace, latestBegin, tripSeconds, stopCents, idleSeconds, durationCents } = routes;
  const leastAt = new Float64Array(visits + 2);
  const leastFrom = new Float64Array(visits + 2);
  const detour: Detour = { delay: 0, work: 0, wait: 0, room: 0 };
  /**
   * State of the vehicle when the delivery comes next, as in `Detour`; it is ready at `t`. Also the cents of the
   * pickup's stop.
   */
  const run = { t: 0, work: 0, wait: 0, room: 0, stops: 0 };

  return (pickup, delivery, route, length, full, flat) => {
    const type = typeOf[route]!;
    const { travel, startPoint, centsPerMetre, centsPerSecond } = types[type]!;
    const { time, timeTo, distance, distanceTo } = travel;
    const rowP = pickup * points;
    const rowD = delivery * points;
    const end = visits + 2 * route + 1;
    const pickupTo = latestBegin(pickup);
    const deliveryTo = latestBegin(delivery);
    const stay = service[pickup]!;
    const first = firstPlace(delivery, length);
    /** Smallest cost that the delivery adds before place `j`, and at any place from there on. */
    leastFrom[length + 1] = NONE;
    for (let j = length; j >= 0; j--) {
      const x = j === 0 ? startPoint : sequence[j - 1]!;
      const q = j === length ? end : sequence[j]!;
      const follower = sequence[j]!;
      // The delivery alone would be reached no later.
      const soonest = ready[j === 0 ? end - 1 : x]! + timeTo[rowD + x]!;
      const back = Math.max(soonest, open[delivery]!) + service[delivery]! + time[rowD + follower]!;
      const fits = j >= first && soonest <= deliveryTo && back <= latest[q]!;
      leastAt[j] = fits
        ? (distanceTo[rowD + x]! + distance[rowD + follower]! - legDistance[q]!) * centsPerMetre +
          (timeTo[rowD + x]! + service[delivery]! + time[rowD + follower]! - legTime[q]!) * centsPerSecond
        : NONE;
      leastFrom[j] = Math.min(leastFrom[j + 1]!, leastAt[j]!);
    }
    const offset = flat - idleSeconds(route) * centsPerSecond;
    /**
     * The delivery at place `j` after `x`, where the vehicle is ready at `t` and has driven `metres` more up to then.
     */
    const consider = (i: number, j: number, x: number, metres: number): void => {
      const q = j === length ? end : sequence[j]!;
      const follower = sequence[j]!;
      const tIn = tripSeconds(type, x, delivery, run.t);
      const arrived = run.t + tIn;
      if (arrived > deliveryTo) return;
      const begin = Math.max(arrived, open[delivery]!);
      const tOut = tripSeconds(type, delivery, follower, begin + service[delivery]!);
      const reached = begin + service[delivery]! + tOut;
      if (reached > latest[q]!) return;
      detour.delay = reached - ready[plan.prev[q]!]! - legTime[q]!;
      detour.work = run.work + tIn + service[delivery]! + tOut - legTime[q]!;
      detour.wait = run.wait + begin - arrived;
      detour.room = Math.min(run.room, detour.wait + deliveryTo - begin);
      const further = distanceTo[rowD + x]! + distance[rowD + follower]! - legDistance[q]!;
      const driving = (metres + further) * centsPerMetre + flat;
      const stops = run.stops + stopCents(type, x, delivery, follower);
      list.add(driving + stops + durationCents(route, q, detour), i, j);
    };
    for (let i = 0; i <= length; i++) {
      const p = i === 0 ? end - 1 : sequence[i - 1]!;
      const q = i === length ? end : sequence[i]!;
      const point = i === 0 ? startPoint : p;
      const follower = sequence[i]!;
      const left = ready[p]!;
      if (left > pickupTo || left > deliveryTo) break;
      if (full?.[i] === 1) continue;
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
      const back = Math.max(left + quickIn, open[pickup]!) + stay + time[rowP + follower]!;
      const apart =
        back > latest[q]!
          ? NONE
          : soFar + distance[rowP + follower]! * centsPerMetre + time[rowP + follower]! * centsPerSecond;
      const least = Math.min(together, apart + leastFrom[i + 1]!);
      if (least >= list.limit) {
        if (least < NONE) list.leaveOut();
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
      run.stops = stopCents(type, point, pickup, follower);
      if (together < list.limit) consider(i, i, pickup, distanceTo[rowP + point]!);
      else if (together < NONE) list.leaveOut();
      if (i === length) break;
      let leg = tripSeconds(type, pickup, q, run.t);
      for (let j = i + 1; j <= length; j++) {
        const rest = apart + leastFrom[j]!;
        if (rest >= list.limit) {
          if (rest < NONE) list.leaveOut();
          break;
        }
        const x = sequence[j - 1]!;
        const before = plan.prev[x]!;
        const waits = waited[x]! - waited[before]!;
        const pauses = ready[x]! - service[x]! - waits - legTime[x]! - ready[before]!;
        const reached = run.t + leg + pauses;
        if (full?.[j] === 1 || reached > latest[x]! || run.t > deliveryTo) break;
        const at = Math.max(reached, open[x]!);
        run.t = at + service[x]!;
        run.wait += at - reached;
        run.work += leg - legTime[x]!;
        run.room = Math.min(run.room, run.wait + latestBegin(x) - at);
        if (apart + leastAt[j]! < list.limit) consider(i, j, x, metres);
        else if (leastAt[j]! < NONE) list.leaveOut();
        if (j < length) leg = legTime[sequence[j]!]!;
      }
    }
  };
}
