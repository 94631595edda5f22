import type { Model } from './compile-model.ts';
import type { Evaluator } from './evaluator.ts';
import { listGroups } from './list-groups.ts';
import type { Neighbours } from './neighbours.ts';
import type { Plan } from './plan.ts';
import type { Random } from './random.ts';

/** Near visits that may follow next on a route. */
const MAX_TRIED = 20;

/** Exchanges the remaining visits of two routes, which removing short strings cannot achieve. */
export interface TailExchange {
  /**
   * Continues the route of a random visit with a near visit of another route, and the start of that route with the former
   * successors of the visit (2-opt*, Potvin and Rousseau 1995), if the estimated price is below the limit and the times
   * allow it. Returns whether the plan was changed; the touched routes are up to date.
   */
  attempt(limit: number): boolean;
}

/** Prepares tail exchanges; undefined where groups of jobs are bound to one route. */
export function createTailExchange(
  model: Model,
  plan: Plan,
  evaluator: Evaluator,
  neighbours: Neighbours,
  random: Random,
): TailExchange | undefined {
  if (listGroups(model) !== undefined) return undefined;
  const { visits, points, types, typeOf, allowed, jobOf, mate, shape, load } = model;
  const { next, prev, routeOf, ready, latest, legDistance, legTime, total } = plan;
  const { list, width } = neighbours;
  const tried = Math.min(width, MAX_TRIED);
  const paired = mate.some((other) => other >= 0);
  const { loadLimit = Number.POSITIVE_INFINITY } = evaluator;

  const point = (place: number, route: number): number => {
    if (place < visits) return place;
    const type = types[typeOf[route]!]!;
    return (place - visits) % 2 === 0 ? type.startPoint : type.endPoint;
  };

  const tailLoad = (first: number): number => {
    let sum = 0;
    for (let p = first; p < visits; p = next[p]!) sum += load[p]!;
    return sum;
  };

  /** Whether the visits from `first` on may move to a route of the type without being separated from their other halves. */
  const mayMove = (first: number, type: number): boolean => {
    for (let p = first; p < visits; p = next[p]!) {
      if (allowed[jobOf[p]! * types.length + type] === 0) return false;
      if (!paired || mate[p]! < 0 || model.pickupOf[jobOf[p]!] === p) continue;
      let q = first;
      while (q < visits && q !== mate[p]) q = next[q]!;
      if (q >= visits) return false;
    }
    return true;
  };

  const attempt = (limit: number): boolean => {
    const u = random.below(visits);
    const route = routeOf[u]!;
    if (route < 0) return false;
    const x = next[u]!;
    const { travel, centsPerMetre, centsPerSecond } = types[typeOf[route]!]!;
    const { time, distance } = travel;
    const pointX = point(x, route);
    for (let k = 0; k < tried; k++) {
      const y = list[u * width + k]!;
      const other = routeOf[y]!;
      if (other < 0 || other === route) continue;
      const v = prev[y]!;
      const arcUY = u * points + y;
      const arcVX = point(v, other) * points + pointX;
      const metres = distance[arcUY]! + distance[arcVX]! - legDistance[x]! - legDistance[y]!;
      const seconds = time[arcUY]! + time[arcVX]! - legTime[x]! - legTime[y]!;
      if (metres * centsPerMetre + seconds * centsPerSecond >= limit) continue;
      if (ready[u]! + time[arcUY]! > latest[y]! || ready[v]! + time[arcVX]! > latest[x]!) continue;
      if (loadLimit < Number.POSITIVE_INFINITY) {
        const tailX = tailLoad(x);
        const tailY = tailLoad(y);
        if (total[route]! - tailX + tailY > loadLimit || total[other]! - tailY + tailX > loadLimit) continue;
      }
      if (shape !== 'single' && !(mayMove(x, typeOf[other]!) && mayMove(y, typeOf[route]!))) continue;
      plan.touch(route);
      plan.touch(other);
      plan.exchangeTails(u, route, v, other);
      if (evaluator.refresh(route) && evaluator.refresh(other)) return true;
      plan.undo();
      plan.begin();
      return false;
    }
    return false;
  };

  return { attempt };
}
