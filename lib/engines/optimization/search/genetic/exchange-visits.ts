import type { Model } from '../compile-model.ts';
import { createFacing } from './facing-visits.ts';
import type { Preceding } from './list-preceding.ts';
import type { LooseRoutes } from './loose-routes.ts';
import { MIN_SAVING, type Penalties } from './penalties.ts';
import { priceTime } from './price-time.ts';

/**
 * Places remembered for a visit on the other route: any two of them may be next to the visit for which it is exchanged.
 */
const KEPT = 3;

/**
 * Prepares exchanges of two visits of two routes that face each other, where each goes to its best place on the other
 * route rather than to the other's place (SWAP*, Vidal, Computers & Operations Research 140, 2022). The function makes
 * the exchange that promises most, if it saves anything, and returns whether it did.
 */
export function createVisitExchange(
  model: Model,
  routes: LooseRoutes,
  penalties: Penalties,
  preceding: Preceding,
): (one: number, other: number) => boolean {
  const { visits } = model;
  const { next, prev, demand, further, leg, excess, excessOf, load, drive } = routes;
  const { link, unlink, update, changed, centsPerUnit } = routes;
  const time = priceTime(routes, penalties);
  const facing = createFacing(routes, preceding);
  /** Cents that a route costs without a visit, relative to the route. */
  const removal = new Float64Array(visits);
  /** Cents and places of the best insertions of a visit on the other route, best first. */
  const cents = new Float64Array(visits * KEPT);
  const places = new Int32Array(visits * KEPT);

  const centsOf = (route: number): number =>
    centsPerUnit * drive[route]! + time.of(route) + penalties.excess * excessOf(route);

  const pricePlaces = (route: number, exchanged: Int32Array, other: number): void => {
    for (const u of exchanged) {
      const pu = prev[u]!;
      const xu = next[u]!;
      removal[u] =
        centsPerUnit * (leg(pu, xu) - leg(pu, u) - leg(u, xu)) + time.over(pu, 0, 0, 0, xu) - time.of(route);
      const base = u * KEPT;
      for (let k = 0; k < KEPT; k++) cents[base + k] = Number.POSITIVE_INFINITY;
      const end = visits + 2 * other + 1;
      const timeNow = time.of(other);
      for (let p = end - 1; p !== end; ) {
        const q = next[p]!;
        let price = centsPerUnit * (leg(p, u) + leg(u, q) - leg(p, q));
        if (price < cents[base + KEPT - 1]!) {
          price += time.over(p, 1, u, 0, q) - timeNow;
          if (price < cents[base + KEPT - 1]!) {
            let at = base + KEPT - 1;
            for (; at > base && cents[at - 1]! > price; at--) {
              cents[at] = cents[at - 1]!;
              places[at] = places[at - 1]!;
            }
            cents[at] = price;
            places[at] = p;
          }
        }
        p = q;
      }
    }
  };

  /** Index of the best remembered place of `u` that is not next to `v`; -1 where there is none. */
  const bestApart = (u: number, v: number): number => {
    const pv = prev[v]!;
    for (let k = u * KEPT; k < u * KEPT + KEPT; k++) {
      if (cents[k] === Number.POSITIVE_INFINITY) return -1;
      if (places[k] !== v && places[k] !== pv) return k;
    }
    return -1;
  };

  /** Cents of driving on a route on which `u` takes the place of `v`, relative to the route. */
  const drivenInstead = (u: number, v: number): number => {
    const pv = prev[v]!;
    const xv = next[v]!;
    return centsPerUnit * (leg(pv, u) + leg(u, xv) - leg(pv, v) - leg(v, xv));
  };
  const timeCentsInstead = (u: number, v: number): number => time.over(prev[v]!, 1, u, 0, next[v]!);

  return (one, other) => {
    const [ofOne, ofOther] = facing(one, other);
    if (ofOne.length === 0) return false;
    pricePlaces(one, ofOne, other);
    pricePlaces(other, ofOther, one);
    const loadOne = load[one]!;
    const loadOther = load[other]!;
    const timeOne = time.of(one);
    const timeOther = time.of(other);
    const excessNow = excessOf(one) + excessOf(other);
    let best = -MIN_SAVING;
    let bestU = -1;
    let bestV = -1;
    let placeOfU = -1;
    let placeOfV = -1;
    for (const u of ofOne) {
      for (const v of ofOther) {
        const shift = demand[u]! - demand[v]!;
        const above = excess(loadOne - shift) + excess(loadOther + shift);
        let base = penalties.excess * (above - excessNow);
        if (base + removal[u]! + removal[v]! >= best) continue;
        if (further !== undefined)
          base += penalties.excess * further.exchanged(one, other, 1, u, -1, 1, v, -1);
        const apartU = bestApart(u, v);
        const apartV = bestApart(v, u);
        const freeU = apartU < 0 ? Number.POSITIVE_INFINITY : removal[v]! + cents[apartU]!;
        const freeV = apartV < 0 ? Number.POSITIVE_INFINITY : removal[u]! + cents[apartV]!;
        let hereU = drivenInstead(u, v) - timeOther;
        let hereV = drivenInstead(v, u) - timeOne;
        if (base + Math.min(freeU, hereU) + Math.min(freeV, hereV) >= best) continue;
        if (hereU < freeU) hereU += timeCentsInstead(u, v);
        if (hereV < freeV) hereV += timeCentsInstead(v, u);
        const price = base + Math.min(freeU, hereU) + Math.min(freeV, hereV);
        if (price >= best) continue;
        best = price;
        bestU = u;
        bestV = v;
        placeOfU = hereU < freeU ? -1 : places[apartU]!;
        placeOfV = hereV < freeV ? -1 : places[apartV]!;
      }
    }
    if (bestU < 0) return false;
    const backU = prev[bestU]!;
    const backV = prev[bestV]!;
    const before = centsOf(one) + centsOf(other);
    const changedOne = changed[one]!;
    const changedOther = changed[other]!;
    unlink(bestU);
    unlink(bestV);
    link(bestU, placeOfU < 0 ? backV : placeOfU);
    link(bestV, placeOfV < 0 ? backU : placeOfV);
    update(one);
    update(other);
    if (centsOf(one) + centsOf(other) < before - MIN_SAVING) return true;
    unlink(bestU);
    unlink(bestV);
    link(bestU, backU);
    link(bestV, backV);
    update(one);
    update(other);
    changed[one] = changedOne;
    changed[other] = changedOther;
    return false;
  };
}
