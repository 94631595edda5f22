import type { Model } from '../compile-model.ts';
import type { LooseRoutes } from './loose-routes.ts';
import type { Penalties } from './penalties.ts';

/** A stored plan of loose routes. */
export interface Individual {
  /** Visits of each used route. */
  readonly routes: readonly Int32Array[];
  /** For each visit the one before and after it, -1 at the ends of a route. */
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** Cents of the plan without penalties, seconds turned back, load above capacity. */
  readonly cents: number;
  readonly warp: number;
  readonly excess: number;
}

/** Whether the plan keeps all windows and capacities. */
export function isFeasible({ warp, excess }: Individual): boolean {
  return warp === 0 && excess === 0;
}

/** Cents of the plan including its penalties. */
export function penalizedCents({ cents, warp, excess }: Individual, penalties: Penalties): number {
  return cents + penalties.warp * warp + penalties.excess * excess;
}

/** Stores the present routes. */
export function keepRoutes(routes: LooseRoutes, { visits }: Model): Individual {
  const { vehicles, count, warp, next } = routes;
  const before = new Int32Array(visits);
  const after = new Int32Array(visits);
  const kept: Int32Array[] = [];
  let cents = 0;
  let turned = 0;
  let excess = 0;
  for (let r = 0; r < vehicles; r++) {
    if (count[r] === 0) continue;
    const sequence = new Int32Array(count[r]!);
    let at = 0;
    let last = -1;
    for (let p = next[visits + 2 * r]!; p < visits; p = next[p]!) {
      sequence[at++] = p;
      before[p] = last;
      if (last >= 0) after[last] = p;
      last = p;
    }
    after[last] = -1;
    kept.push(sequence);
    cents += routes.centsOf(r);
    turned += warp[r]!;
    excess += routes.excessOf(r);
  }
  return { routes: kept, before, after, cents, warp: turned, excess };
}

/** Share of visits whose neighbours on the route differ between two plans, 0 to 1 ("broken pairs", Vidal et al. 2012). */
export function brokenPairs(one: Individual, other: Individual): number {
  const visits = one.before.length;
  let broken = 0;
  for (let v = 0; v < visits; v++) {
    const a = one.after[v]!;
    const b = other.before[v]!;
    if (a !== other.after[v] && a !== b) broken++;
    if (one.before[v]! < 0 && b >= 0 && other.after[v]! >= 0) broken++;
  }
  return broken / visits;
}
