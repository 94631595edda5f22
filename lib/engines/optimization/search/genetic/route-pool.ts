import type { Model } from '../compile-model.ts';
import type { Random } from '../random.ts';
import type { LooseRoutes } from './loose-routes.ts';

/** Routes stored for each visit on average, of the latest and of the previous generation. */
const KEPT_EACH = 250;
/** Bits of the two halves of a visit's key; the sum of a thousand keys is exact. */
const HALF = 21;

/** A route that breaks no rule. */
export interface PooledRoute {
  readonly visits: Int32Array;
  readonly cents: number;
}

/** Stored routes, and the numbers of those through visit `v`: `through[from[v]]` up to `through[from[v + 1] - 1]`. */
export interface RouteIndex {
  readonly routes: readonly PooledRoute[];
  readonly from: Int32Array;
  readonly through: Int32Array;
}

/** Routes that broke no rule in any plan so far; of each set of visits the cheapest order. */
export interface RoutePool {
  /** Stores the present loose routes that break no rule, except those that were taken over whole. */
  note(): void;
  /** The present loose routes that break no rule. */
  present(): PooledRoute[];
  index(): RouteIndex;
}

/** An empty pool. When there are too many routes, the oldest are forgotten. */
export function createRoutePool(model: Model, loose: LooseRoutes, random: Random): RoutePool {
  const { visits } = model;
  const { vehicles, next, count, warp, excessOf, changed } = loose;
  const keys = Float64Array.from(
    { length: visits },
    () => random.below(2 ** HALF) * 2 ** HALF + random.below(2 ** HALF),
  );
  let recent = new Map<number, PooledRoute>();
  let older = new Map<number, PooledRoute>();
  let room = KEPT_EACH * visits;

  const keyOf = (route: number): number => {
    let key = 0;
    for (let p = next[visits + 2 * route]!; p < visits; p = next[p]!) key += keys[p]!;
    return key;
  };
  const sequenceOf = (route: number): Int32Array => {
    const sequence = new Int32Array(count[route]!);
    let at = 0;
    for (let p = next[visits + 2 * route]!; p < visits; p = next[p]!) sequence[at++] = p;
    return sequence;
  };
  const keeps = (route: number): boolean => count[route]! > 0 && warp[route] === 0 && excessOf(route) === 0;

  /** The cheapest known route over the present one's visits. */
  const keep = (route: number): PooledRoute => {
    const key = keyOf(route);
    const cents = loose.centsOf(route);
    const fresh = recent.get(key);
    const known = fresh ?? older.get(key);
    const isKnown = known !== undefined && known.cents <= cents;
    const kept = isKnown ? known : { visits: sequenceOf(route), cents };
    if (kept === fresh) return kept;
    recent.set(key, kept);
    room -= kept.visits.length;
    if (room > 0) return kept;
    older = recent;
    recent = new Map();
    room = KEPT_EACH * visits;
    return kept;
  };

  return {
    note: () => {
      for (let r = 0; r < vehicles; r++) if (changed[r]! > 0 && keeps(r)) keep(r);
    },
    present: () => {
      const present: PooledRoute[] = [];
      for (let r = 0; r < vehicles; r++) if (keeps(r)) present.push(keep(r));
      return present;
    },
    index: () => {
      const routes = [...new Map([...older, ...recent]).values()];
      const from = new Int32Array(visits + 1);
      for (const route of routes) for (const v of route.visits) from[v + 1]!++;
      for (let v = 0; v < visits; v++) from[v + 1]! += from[v]!;
      const through = new Int32Array(from[visits]!);
      const next = from.slice();
      for (const [i, route] of routes.entries()) for (const v of route.visits) through[next[v]!++] = i;
      return { routes, from, through };
    },
  };
}
