import type { NearFinder } from './find-near.ts';

/** Numbers per cache entry: price and two places of the best insertion, then of the second best. */
export const ENTRY_SIZE = 6;

/** Place of an entry whose price is only a lower bound. */
export const UNKNOWN = -2;

/** How insertions are priced and routes kept up to date, for one shape of problem. */
export interface Evaluator {
  /** Brings a route up to date after any change. Returns false where it breaks a rule. */
  refresh(route: number): boolean;
  /** Inserts a job at places found before. `after` is the place before its first visit; see `findPlaces`. */
  insert(job: number, route: number, after: number, deliveryAfter: number): void;
  /**
   * Writes the two cheapest feasible places of a job on a used route into `entry[base + ...]`; the price is Infinity
   * where there is none. `at` is the place it follows. For a pair, `deliveryAt` is the place its delivery follows, and
   * equals `at` if the delivery follows its pickup directly. The caller makes sure that the route's load stays within
   * `loadLimit`.
   */
  findPlaces(job: number, route: number, entry: Float64Array, base: number, ceiling: number): void;
  /**
   * Only where `findPlaces` writes expected costs: replaces them by the true prices, of the best two places or of the
   * best alone, and returns true. As soon as no place can cost less than `ceiling`, it leaves a lower bound with the
   * place `UNKNOWN` there and returns false.
   */
  readonly confirm?: (
    job: number,
    route: number,
    entry: Float64Array,
    base: number,
    ceiling: number,
  ) => boolean;
  /** Largest `total` that a route may reach; only where the load of a route is the sum of its jobs' loads. */
  readonly loadLimit?: number;
  /** A faster way for long routes, where there is one. */
  readonly near?: NearFinder | undefined;
  /** Price of a route that serves this job only; Infinity where it is infeasible. */
  priceAlone(job: number, type: number): number;
  /** Debt of each route: orders missing to a minimum, places off a locked one. Only for problems with these rules. */
  readonly debt?: Float64Array;
}
