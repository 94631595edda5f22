import type { Model } from '../compile-model.ts';
import type { Neighbours } from '../neighbours.ts';
import type { Random } from '../random.ts';
import type { Individual } from './individual.ts';
import type { LooseRoutes } from './loose-routes.ts';
import type { Penalties } from './penalties.ts';
import { priceTime } from './price-time.ts';
import { shuffle } from './shuffle.ts';

/** Largest share of the other parent's routes that a child takes over. */
const MAX_TAKEN = 0.5;

/** An initial route of a child. */
interface Inherited {
  readonly sequence: Int32Array;
  /**
   * The parent plan (0 or 1) of which it is a whole route. Routes of one plan need not be tried against each other
   * again.
   */
  readonly wholeFrom: number | undefined;
}

/** Ways to lay out loose routes. */
export interface Crossing {
  /**
   * Makes the loose routes a child of two plans: the first one's routes, in which those that resemble some neighbouring
   * routes of the second most are replaced by these. Visits left on no route go where they cost least, broken rules
   * included. Routes taken over whole have the change number 0 and the plan (0 or 1) as their origin. Where there are
   * more routes than vehicles allowed, the visits of the shortest go where they cost least, too.
   */
  cross(one: Individual, other: Individual): void;
  /** Lays out the given routes, in the same way. */
  restore(sequences: readonly Int32Array[]): void;
}

/**
 * Prepares crossings after the selective route exchange of Nagata, Bräysy and Dullaert (Computers & Operations Research
 * 37, 2010).
 */
export function createCrossing(
  model: Model,
  routes: LooseRoutes,
  penalties: Penalties,
  neighbours: Neighbours,
  random: Random,
): Crossing {
  const { visits } = model;
  const { list, width } = neighbours;
  const { next, count, load, leg, excess, demand, further, changed, origin, state } = routes;
  const { served, centsPerUnit, fixedCents } = routes;
  const servedVisits = Int32Array.from(served.keys()).filter((v) => served[v] === 1);
  const time = priceTime(routes, penalties);
  const routeIn = new Int32Array(visits);
  const taken = new Uint8Array(visits);
  const placed = new Uint8Array(visits);

  /** Routes around a random visit. */
  const pickNeighbouring = (plan: Individual): ReadonlySet<Int32Array> => {
    for (const [r, sequence] of plan.routes.entries()) for (const v of sequence) routeIn[v] = r;
    const wanted = 1 + random.below(Math.max(1, Math.floor(MAX_TAKEN * plan.routes.length)));
    const picked = new Set<Int32Array>();
    const seed = servedVisits[random.below(servedVisits.length)]!;
    for (let k = -1; k < width && picked.size < wanted; k++) {
      const visit = k < 0 ? seed : list[seed * width + k]!;
      if (served[visit] === 1) picked.add(plan.routes[routeIn[visit]!]!);
    }
    return picked;
  };

  const insert = (visit: number): void => {
    let best = Number.POSITIVE_INFINITY;
    let bestAt = -1;
    let bestRoute = -1;
    for (let r = 0; r < state.allowed; r++) {
      const start = visits + 2 * r;
      const end = start + 1;
      const fresh = count[r] === 0;
      const base =
        penalties.excess * (excess(load[r]! + demand[visit]!) + (further?.withVisit(r, visit) ?? 0)) -
        penalties.excess * routes.excessOf(r) +
        (fresh ? fixedCents : 0);
      for (let p = start; p !== end; p = next[p]!) {
        const q = next[p]!;
        const price = base + centsPerUnit * (leg(p, visit) + leg(visit, q) - (fresh ? 0 : leg(p, q)));
        if (price >= best) continue;
        const full = price + time.over(p, 1, visit, 0, q) - time.of(r);
        if (full >= best) continue;
        best = full;
        bestAt = p;
        bestRoute = r;
      }
      if (fresh) break;
    }
    routes.link(visit, bestAt);
    routes.update(bestRoute);
  };

  /** Lays out routes, without the shortest where they are more than the vehicles allowed, and inserts all other visits. */
  const lay = (inherited: readonly Inherited[]): void => {
    placed.fill(0);
    routes.clear();
    const filled = inherited.filter(({ sequence }) => sequence.length > 0);
    if (filled.length > state.allowed) filled.sort((x, y) => y.sequence.length - x.sequence.length);
    for (const [r, { sequence, wholeFrom }] of filled.slice(0, state.allowed).entries()) {
      for (const v of sequence) placed[v] = 1;
      routes.layOut(r, sequence);
      if (wholeFrom === undefined) continue;
      changed[r] = 0;
      origin[r] = wholeFrom;
    }
    const missing = servedVisits.filter((v) => placed[v] === 0);
    shuffle(missing, random);
    for (const v of missing) insert(v);
  };

  return {
    cross: (one, other) => {
      const donors = pickNeighbouring(other);
      taken.fill(0);
      for (const sequence of donors) for (const v of sequence) taken[v] = 1;
      const heirs = one.routes
        .map((sequence) => {
          const kept = sequence.filter((v) => taken[v] === 0);
          return { sequence, kept, part: 1 - kept.length / sequence.length };
        })
        .sort((x, y) => y.part - x.part)
        .slice(donors.size);
      lay([
        ...heirs.map(({ sequence, kept }) => ({
          sequence: kept,
          wholeFrom: kept.length === sequence.length ? 0 : undefined,
        })),
        ...Array.from(donors, (sequence) => ({ sequence, wholeFrom: 1 })),
      ]);
    },
    restore: (sequences) => lay(sequences.map((sequence) => ({ sequence, wholeFrom: undefined }))),
  };
}
