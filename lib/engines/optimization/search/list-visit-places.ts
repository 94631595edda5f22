import { type Model, VISIT } from './compile-model.ts';
import type { Detour } from './detour-costs.ts';
import type { Plan } from './plan.ts';
import type { Shortlist } from './shortlist.ts';
import type { TimedRoutes } from './timed-routes.ts';

/**
 * Prepares listing the possible places of one visit on a route, each with its expected cost plus `flat` cents. The
 * function uses the route that was gathered last, and the places where it is full.
 */
export function listVisitPlaces(
  model: Model,
  plan: Plan,
  routes: TimedRoutes,
  list: Shortlist,
): (visit: number, route: number, length: number, full: Uint8Array | undefined, flat: number) => void {
  const { visits, points, open, service, types, typeOf, kind } = model;
  const { ready, latest, legDistance, legTime, waited, roomTo } = plan;
  const { sequence, firstPlace, latestBegin, tripSeconds, stopCents, idleSeconds, durationCents } = routes;
  const detour: Detour = { delay: 0, work: 0, wait: 0, room: 0 };

  return (visit, route, length, full, flat) => {
    const type = typeOf[route]!;
    const { travel, startPoint, centsPerMetre, centsPerSecond } = types[type]!;
    const { time, timeTo, distance, distanceTo } = travel;
    const row = visit * points;
    const stay = service[visit]!;
    const from = open[visit]!;
    const to = latestBegin(visit);
    const end = visits + 2 * route + 1;
    const idle = idleSeconds(route);
    let first = firstPlace(visit, length);
    let last = length;
    // A pickup is on board from its place on, a delivery up to its place.
    if (full !== undefined) {
      if (kind[visit] === VISIT.pickup) first = Math.max(first, full.lastIndexOf(1, length) + 1);
      if (kind[visit] === VISIT.delivery) last = full.indexOf(1) - 1;
    }
    let leftOut = false;
    for (let i = first; i <= last; i++) {
      const p = i === 0 ? end - 1 : sequence[i - 1]!;
      const q = i === length ? end : sequence[i]!;
      const point = i === 0 ? startPoint : p;
      const follower = sequence[i]!;
      const left = ready[p]!;
      if (left > to) break;
      // Without traffic first: that rules out most places in a quarter of the time.
      const quickIn = timeTo[row + point]!;
      const quickOut = time[row + follower]!;
      const metres = distanceTo[row + point]! + distance[row + follower]! - legDistance[q]!;
      const driving = metres * centsPerMetre + flat;
      const longer = quickIn + stay + quickOut - legTime[q]! - idle;
      if (driving + (longer > 0 ? longer * centsPerSecond : 0) >= list.limit) {
        leftOut = true;
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
      detour.delay = reached - left - legTime[q]!;
      detour.work = tIn + stay + tOut - legTime[q]!;
      detour.wait = waited[p]! + begin - arrived;
      detour.room = Math.min(roomTo[p]!, detour.wait + to - begin);
      list.add(driving + stopCents(type, point, visit, follower) + durationCents(route, q, detour), i, i);
    }
    if (leftOut) list.leaveOut();
  };
}
