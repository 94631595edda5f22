import { type LoadLimit, totalOf } from './load-limits.ts';

/**
 * Loads beyond the first limit: by how much they exceed it, in units of the first limit, so that a mean excess costs
 * the same under any of them.
 */
export interface FurtherLoads {
  /** For each route. */
  readonly excess: Float64Array;
  /** Brings a route up to date after a change of its links. */
  update(route: number): void;
  /**
   * For two routes together when the first gives the first `n` (0 to 2) of visits `a` and `b` to the second, which
   * gives it the first `m` of `c` and `d`.
   */
  exchanged(
    one: number,
    other: number,
    n: number,
    a: number,
    b: number,
    m: number,
    c: number,
    d: number,
  ): number;
  /**
   * For two routes together when the first ends with what follows place `q` of the second, and the second with what
   * follows `p`.
   */
  crossed(one: number, p: number, other: number, q: number): number;
  /** For a route with one more visit. */
  withVisit(route: number, visit: number): number;
}

/** Loads of routes over `visits` visits with these links, the first limit aside; undefined where it is the only one. */
export function createFurtherLoads(
  [first, ...further]: readonly LoadLimit[],
  next: Int32Array,
  { visits, vehicles }: { readonly visits: number; readonly vehicles: number },
): FurtherLoads | undefined {
  if (further.length === 0) return undefined;
  const width = further.length;
  const scales = further.map((limit) => Math.max(1, totalOf(first!)) / Math.max(1, totalOf(limit)));
  const load = new Float64Array(vehicles * width);
  const loadTo = new Float64Array((visits + 2 * vehicles) * width);
  const excess = new Float64Array(vehicles);

  const above = (k: number, amount: number): number => {
    const { capacity } = further[k]!;
    return amount > capacity ? (amount - capacity) * scales[k]! : 0;
  };

  return {
    excess,
    update: (route) => {
      excess[route] = 0;
      for (let k = 0; k < width; k++) {
        const { demand } = further[k]!;
        let sum = 0;
        for (let p = next[visits + 2 * route]!; p < visits; p = next[p]!) {
          sum += demand[p]!;
          loadTo[p * width + k] = sum;
        }
        load[route * width + k] = sum;
        excess[route]! += above(k, sum);
      }
    },
    exchanged: (one, other, n, a, b, m, c, d) => {
      let sum = 0;
      for (let k = 0; k < width; k++) {
        const { demand } = further[k]!;
        let given = 0;
        if (n > 0) given += demand[a]!;
        if (n > 1) given += demand[b]!;
        if (m > 0) given -= demand[c]!;
        if (m > 1) given -= demand[d]!;
        sum += above(k, load[one * width + k]! - given) + above(k, load[other * width + k]! + given);
      }
      return sum;
    },
    crossed: (one, p, other, q) => {
      let sum = 0;
      for (let k = 0; k < width; k++) {
        const given = load[one * width + k]! - loadTo[p * width + k]!;
        const taken = load[other * width + k]! - loadTo[q * width + k]!;
        sum +=
          above(k, load[one * width + k]! - given + taken) +
          above(k, load[other * width + k]! + given - taken);
      }
      return sum;
    },
    withVisit: (route, visit) => {
      let sum = 0;
      for (let k = 0; k < width; k++) sum += above(k, load[route * width + k]! + further[k]!.demand[visit]!);
      return sum;
    },
  };
}
