import type { Model } from '../compile-model.ts';
import type { Random } from '../random.ts';
import { createVisitExchange } from './exchange-visits.ts';
import { listPreceding } from './list-preceding.ts';
import type { LooseRoutes } from './loose-routes.ts';
import { createVisitMoves } from './move-visits.ts';
import type { Penalties } from './penalties.ts';
import { shuffle } from './shuffle.ts';

/** Predecessors that are tried for a visit, and how many of them make their routes neighbours of its route. */
const PRECEDING = 20;
const ADJOINING = 6;
/** Visits between two interruptions: a process that has just started needs a tenth of a millisecond for each. */
const STEP = 16;

/** A local search in steps: each `next` does some milliseconds of it at most. */
export type Improvement = () => Generator<undefined, undefined>;

/**
 * Prepares a local search over the present loose routes: each visit, in random order, is tried after its best
 * predecessors, and each change is made as soon as it saves anything, until none does; then visits of neighbouring
 * routes are exchanged. Routes of one origin with the change number 0 count as settled among themselves. The search may
 * be left after any step.
 */
export function createImprovement(
  model: Model,
  routes: LooseRoutes,
  penalties: Penalties,
  random: Random,
): Improvement {
  const { visits } = model;
  const { prev, routeOf, changed, origin, state, vehicles } = routes;
  const preceding = listPreceding(model, PRECEDING, routes.served);
  const { list, width } = preceding;
  const { follow, open } = createVisitMoves(model, routes, penalties);
  const exchange = createVisitExchange(model, routes, penalties, preceding);
  const order = Int32Array.from(routes.served.keys()).filter((v) => routes.served[v] === 1);
  /** Number of the last change at the time when a visit, or a pair of routes, was last tried. */
  const tried = new Int32Array(visits);
  const exchanged = new Int32Array(vehicles * vehicles);

  /**
   * Whether two routes have been tried since either of them changed, or were taken over from one plan and have not
   * changed.
   */
  const isSettled = (one: number, other: number, since: number): boolean =>
    changed[one]! <= since && changed[other]! <= since && (since > 0 || origin[one] === origin[other]);

  const moveVisit = (u: number): boolean => {
    const since = tried[u]!;
    tried[u] = state.changes;
    let moved = false;
    for (let k = u * width; k < (u + 1) * width; k++) {
      const v = list[k]!;
      if (v < 0) break;
      if (isSettled(routeOf[u]!, routeOf[v]!, since)) continue;
      if (follow(u, v)) moved = true;
      const before = prev[v]!;
      if (before >= visits && before !== prev[u] && follow(u, before)) moved = true;
    }
    if (changed[routeOf[u]!]! > since && open(u)) moved = true;
    return moved;
  };

  const exchangeVisit = (u: number): boolean => {
    let any = false;
    for (let k = u * width; k < u * width + Math.min(width, ADJOINING); k++) {
      const v = list[k]!;
      if (v < 0) break;
      const one = Math.min(routeOf[u]!, routeOf[v]!);
      const other = Math.max(routeOf[u]!, routeOf[v]!);
      const pair = one * vehicles + other;
      const since = exchanged[pair]!;
      if (one === other || isSettled(one, other, since)) continue;
      exchanged[pair] = state.changes;
      if (exchange(one, other)) any = true;
    }
    return any;
  };

  function* sweep(change: (visit: number) => boolean): Generator<undefined, boolean> {
    let any = false;
    for (let i = 0; i < order.length; i++) {
      if (change(order[i]!)) any = true;
      if (i % STEP === STEP - 1) yield;
    }
    return any;
  }

  return function* improve() {
    shuffle(order, random);
    tried.fill(0);
    exchanged.fill(0);
    for (let again = true; again; again = yield* sweep(exchangeVisit)) {
      let moved = true;
      while (moved) moved = yield* sweep(moveVisit);
    }
    return undefined;
  };
}
