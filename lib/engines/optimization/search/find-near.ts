import type { ArcNeighbours } from './arc-neighbours.ts';
import type { Blink } from './blink.ts';
import type { Model } from './compile-model.ts';
import type { Plan } from './plan.ts';

/** Finds places without scanning whole routes: faster than `findPlaces` for each route where routes are long. */
export interface NearFinder {
  /**
   * Finds the cheapest feasible place of a job next to a visit near it or at either end of a route, over all used
   * routes; false where there is none.
   */
  find(job: number): boolean;
  /** Cost in cents and preceding place of the latest result. */
  price: number;
  at: number;
}

/**
 * A finder for deliveries with single windows and one plain type of vehicle. Its three loops repeat the same test of a
 * place inline: a shared function cost a tenth of all iterations, and so did gathering the places first.
 */
export function createNearFinder(
  model: Model,
  plan: Plan,
  blink: Blink,
  loadLimit: number,
  { width, before, after }: ArcNeighbours,
): NearFinder {
  const { visits, points, visitOf, open, close, service, load } = model;
  const type = model.types[0]!;
  const { time, timeTo, distance, distanceTo } = type.travel;
  const { startPoint, endPoint, centsPerMetre } = type;
  const { next, prev, routeOf, ready, latest, legDistance, total, used, size } = plan;
  const NONE = Number.POSITIVE_INFINITY;

  const finder: NearFinder = {
    price: NONE,
    at: -1,
    find: (job) => {
      if (model.allowed[job] === 0) return false;
      const visit = visitOf[job]!;
      const base = visit * width;
      const row = visit * points;
      const from = open[visit]!;
      const to = close[visit]!;
      const stay = service[visit]!;
      const room = loadLimit - (load[visit] ?? 0);
      let best = NONE;
      let at = -1;
      for (let k = 0; k < width; k++) {
        const p = before[base + k]!;
        if (p < 0) break;
        const route = routeOf[p]!;
        if (route < 0) continue;
        const q = next[p]!;
        const arcOut = row + (q < visits ? q : endPoint);
        const price = distanceTo[row + p]! + distance[arcOut]! - legDistance[q]!;
        if (price >= best || total[route]! > room) continue;
        let t = ready[p]! + timeTo[row + p]!;
        if (t > to) continue;
        if (t < from) t = from;
        if (t + stay + time[arcOut]! > latest[q]! || blink()) continue;
        best = price;
        at = p;
      }
      for (let k = 0; k < width; k++) {
        const q = after[base + k]!;
        if (q < 0) break;
        const route = routeOf[q]!;
        if (route < 0) continue;
        const p = prev[q]!;
        const arcIn = row + (p < visits ? p : startPoint);
        const price = distanceTo[arcIn]! + distance[row + q]! - legDistance[q]!;
        if (price >= best || total[route]! > room) continue;
        let t = ready[p]! + timeTo[arcIn]!;
        if (t > to) continue;
        if (t < from) t = from;
        if (t + stay + time[row + q]! > latest[q]! || blink()) continue;
        best = price;
        at = p;
      }
      // The ends: between the depot and the first visit, and between the last visit and the depot.
      for (let i = 0; i < size.used; i++) {
        const route = used[i]!;
        if (total[route]! > room) continue;
        const start = visits + 2 * route;
        const end = start + 1;
        for (let side = 0; side < 2; side++) {
          const p = side === 0 ? start : prev[end]!;
          const q = side === 0 ? next[start]! : end;
          const arcIn = row + (side === 0 ? startPoint : p);
          const arcOut = row + (side === 0 ? q : endPoint);
          const price = distanceTo[arcIn]! + distance[arcOut]! - legDistance[q]!;
          if (price >= best) continue;
          let t = ready[p]! + timeTo[arcIn]!;
          if (t > to) continue;
          if (t < from) t = from;
          if (t + stay + time[arcOut]! > latest[q]! || blink()) continue;
          best = price;
          at = p;
        }
      }
      finder.price = best * centsPerMetre;
      finder.at = at;
      return at >= 0;
    },
  };
  return finder;
}
