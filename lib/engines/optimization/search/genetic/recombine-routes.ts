import type { Model } from '../compile-model.ts';
import type { Random } from '../random.ts';
import { type Columns, choosePartition } from './partition.ts';
import { MIN_SAVING } from './penalties.ts';
import type { PooledRoute, RoutePool } from './route-pool.ts';

/** Visits on the routes that are recombined at once: a number between these, on at least this many routes. */
const MIN_RELEASED = 60;
const MAX_RELEASED = 150;
const MIN_ROUTES = 3;
/** Maximum number of routes through the released visits whose neighbours are released, too. */
const MAX_FOLLOWED = 50;

/** A plan to be recombined from the routes of a pool. */
export interface Recombination {
  /** The plan in its present state. */
  readonly plan: readonly PooledRoute[];
  /** Tries other routes in place of the plan's route `route` and some near it. Returns whether the plan is cheaper now. */
  improve(route: number): boolean;
}

/**
 * Prepares recombining plans: the visits on some neighbouring routes of a plan are divided among routes of the pool as
 * cheaply as possible, on at most `most` routes in all. Plans that local search cannot improve often share routes found
 * elsewhere with a better plan, but never all of them at once (set partitioning over the routes of local optima: Rochat
 * and Taillard, Journal of Heuristics 1, 1995; here on a part of the plan at a time).
 */
export function createRecombining(
  { visits }: Model,
  pool: RoutePool,
  random: Random,
): (plan: readonly PooledRoute[], most: number) => Recombination {
  /** The worth of a visit on a route, as last determined. */
  const worth = new Float64Array(visits);
  const routeIn = new Int32Array(visits);
  const element = new Int32Array(visits);

  return (given, most) => {
    const index = pool.index();
    const inside = new Int32Array(index.routes.length);
    let plan = given;
    for (const route of plan)
      for (const v of route.visits) if (worth[v] === 0) worth[v] = route.cents / route.visits.length;

    /** A route of the plan and others with which routes of the pool share visits. */
    const release = (first: number): Set<number> => {
      const { routes, from, through } = index;
      const limit = MIN_RELEASED + random.below(MAX_RELEASED - MIN_RELEASED);
      for (const [r, route] of plan.entries()) for (const v of route.visits) routeIn[v] = r;
      const released = [first];
      let size = plan[first]!.visits.length;
      for (let n = 0; n < MAX_FOLLOWED; n++) {
        const { visits: around } = plan[released[random.below(released.length)]!]!;
        const v = around[random.below(around.length)]!;
        const crossing = routes[through[from[v]! + random.below(from[v + 1]! - from[v]!)]!]!;
        for (const u of crossing.visits) {
          const r = routeIn[u]!;
          const grown = size + plan[r]!.visits.length;
          if (released.includes(r) || (grown > limit && released.length >= MIN_ROUTES)) continue;
          released.push(r);
          size = grown;
        }
      }
      return new Set(released);
    };

    /** Routes of the pool whose visits are all among the given ones. */
    const listWithin = (given: readonly number[]): PooledRoute[] => {
      const { routes, from, through } = index;
      const touched: number[] = [];
      for (const v of given)
        for (let k = from[v]!; k < from[v + 1]!; k++) {
          const i = through[k]!;
          if (inside[i]!++ === 0) touched.push(i);
        }
      const within = touched.filter((i) => inside[i] === routes[i]!.visits.length).map((i) => routes[i]!);
      for (const i of touched) inside[i] = 0;
      return within;
    };

    const columnsOf = (candidates: readonly PooledRoute[], elements: number): Columns => {
      const start = new Int32Array(candidates.length + 1);
      for (const [j, route] of candidates.entries()) start[j + 1] = start[j]! + route.visits.length;
      const members = new Int32Array(start[candidates.length]!);
      for (const [j, route] of candidates.entries()) {
        let at = start[j]!;
        for (const v of route.visits) members[at++] = element[v]!;
      }
      return { elements, cents: Float64Array.from(candidates, ({ cents }) => cents), start, members };
    };

    return {
      get plan() {
        return plan;
      },
      improve: (first) => {
        const released = release(first);
        const kept = plan.filter((_, r) => !released.has(r));
        const old = plan.filter((_, r) => released.has(r));
        const open = old.flatMap((route) => [...route.visits]);
        for (const [e, v] of open.entries()) element[v] = e;
        const candidates = listWithin(open);
        const prices = Float64Array.from(open, (v) => worth[v]!);
        const below = old.reduce((sum, { cents }) => sum + cents, -MIN_SAVING);
        const columns = columnsOf(candidates, open.length);
        const chosen = choosePartition(columns, prices, below, most - kept.length);
        for (const [e, v] of open.entries()) worth[v] = prices[e]!;
        if (chosen === undefined) return false;
        plan = [...kept, ...chosen.map((j) => candidates[j]!)];
        return true;
      },
    };
  };
}
