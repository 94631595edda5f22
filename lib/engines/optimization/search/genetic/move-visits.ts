import type { Model } from '../compile-model.ts';
import type { LooseRoutes } from './loose-routes.ts';
import { createMoveBetween } from './move-between.ts';
import { createMoveWithin } from './move-within.ts';
import type { Penalties } from './penalties.ts';

/** Changes around two places, each made as soon as it saves anything. They return whether the routes changed. */
export interface VisitMoves {
  /** Tries changes that make visit `u` the successor of place `v`. */
  follow(u: number, v: number): boolean;
  /** Tries to move the segment or the tail that starts with the visit to an unused vehicle. */
  open(u: number): boolean;
}

/** Prepares the changes over routes that may break rules at the given price. */
export function createVisitMoves(model: Model, routes: LooseRoutes, penalties: Penalties): VisitMoves {
  const { routeOf, count } = routes;
  const moveWithin = createMoveWithin(model, routes, penalties);
  const moveBetween = createMoveBetween(model, routes, penalties);
  return {
    follow: (u, v) => (routeOf[u] === routeOf[v] ? moveWithin(u, v) : moveBetween(u, v)),
    open: (u) => {
      if (count[routeOf[u]!] === 1) return false;
      const idle = routes.idle();
      return idle >= 0 && moveBetween(u, model.visits + 2 * idle);
    },
  };
}
