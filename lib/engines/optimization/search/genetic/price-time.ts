import type { LooseRoutes } from './loose-routes.ts';
import type { Penalties } from './penalties.ts';

/** Cost of the time of routes, in cents: seconds that break a rule at their penalty, seconds waited at their price. */
export interface TimePrices {
  /** For a route as it is. */
  of(route: number): number;
  /** For a route as described by `LooseRoutes.warpOver`. */
  over(p: number, n: number, a: number, b: number, q: number): number;
  /** For a route as described by `LooseRoutes.warpBetween`. */
  between(p: number, q: number): number;
}

/** Prices of loose routes; seconds waited cost nothing where vehicles have no price per time. */
export function priceTime(routes: LooseRoutes, penalties: Penalties): TimePrices {
  const { warp, waited, durations, centsPerSecond, warpOver, warpBetween } = routes;
  if (durations === undefined)
    return {
      of: (route) => penalties.warp * warp[route]!,
      over: (p, n, a, b, q) => penalties.warp * warpOver(p, n, a, b, q),
      between: (p, q) => penalties.warp * warpBetween(p, q),
    };
  const { waiting, over, between } = durations;
  return {
    of: (route) => penalties.warp * warp[route]! + centsPerSecond * waited[route]!,
    over: (p, n, a, b, q) => penalties.warp * over(p, n, a, b, q) + centsPerSecond * waiting[0]!,
    between: (p, q) => penalties.warp * between(p, q) + centsPerSecond * waiting[0]!,
  };
}
