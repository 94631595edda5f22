import { listArcNeighbours } from './arc-neighbours.ts';
import type { Blink } from './blink.ts';
import type { Model } from './compile-model.ts';
import type { Plan } from './plan.ts';

/** Visits looked at on either side of a job that is put next to a near one. */
const NEAR = 40;

/** Finds places without scanning whole routes: quicker than `findPlaces` for each route where routes are long. */
export interface NearFinder {
  /**
   * Finds the cheapest feasible place of a job next to a visit near it or at either end of a route, over all used
   * routes; false where there is none.
   */
  find(job: number): boolean;
  /** Cents and preceding place of what was found last. */
  price: number;
  at: number;
}

/** A finder for deliveries with single windows and one plain type of vehicle. */
export function createNearFinder(model: Model, plan: Plan, blink: Blink): NearFinder {
  const { visits, points, visitOf, open, close, service, load, dimensions } = model;
  const type = model.types[0]!;
  const { time, timeTo, distance, distanceTo } = type.travel;
  const { startPoint, endPoint, centsPerMetre } = type;
  const capacity = type.vehicle.capacity[0] ?? Number.POSITIVE_INFINITY;
  const { next, prev, routeOf, ready, latest, legDistance, total, used, size } = plan;
  const { width, before, after } = listArcNeighbours(model, NEAR);
  const NONE = Number.POSITIVE_INFINITY;

  /** Keeps the place between `p` and `q` of a route where it is cheaper than the one found so far and feasible. */
  const tryPlace = (visit: number, route: number, p: number, q: number): void => {
    const row = visit * points;
    const from = p < visits ? p : startPoint;
    const to = q < visits ? q : endPoint;
    const price = distanceTo[row + from]! + distance[row + to]! - legDistance[q]!;
    if (price >= finder.price) return;
    if (dimensions > 0 && total[route]! + load[visit]! > capacity) return;
    let t = ready[p]! + timeTo[row + from]!;
    if (t > close[visit]!) return;
    if (t < open[visit]!) t = open[visit]!;
    if (t + service[visit]! + time[row + to]! > latest[q]! || blink()) return;
    finder.price = price;
    finder.at = p;
  };

  const finder: NearFinder = {
    price: NONE,
    at: -1,
    find: (job) => {
      finder.price = NONE;
      finder.at = -1;
      if (model.allowed[job] === 0) return false;
      const visit = visitOf[job]!;
      const base = visit * width;
      for (let k = 0; k < width; k++) {
        const p = before[base + k]!;
        if (p < 0) break;
        const route = routeOf[p]!;
        if (route >= 0) tryPlace(visit, route, p, next[p]!);
      }
      for (let k = 0; k < width; k++) {
        const q = after[base + k]!;
        if (q < 0) break;
        const route = routeOf[q]!;
        if (route >= 0) tryPlace(visit, route, prev[q]!, q);
      }
      for (let i = 0; i < size.used; i++) {
        const route = used[i]!;
        const start = visits + 2 * route;
        tryPlace(visit, route, start, next[start]!);
        tryPlace(visit, route, prev[start + 1]!, start + 1);
      }
      finder.price *= centsPerMetre;
      return finder.at >= 0;
    },
  };
  return finder;
}
