import type { Model } from '../compile-model.ts';
import type { FurtherLoads } from './further-loads.ts';
import type { LooseRoutes } from './loose-routes.ts';
import { MIN_SAVING, type Penalties } from './penalties.ts';
import { priceTime } from './price-time.ts';
import { createSegments, LONGEST } from './segments.ts';

/**
 * Prepares changes of two routes that may break rules at the given price. The function tries changes that make visit
 * `u` the successor of place `v` of another route, which may be idle: it moves the segment of one or two visits that
 * begins with `u` or exchanges it for the one after `v` (Or-opt, CROSS), reversed or not, or exchanges the tails of the
 * two routes (2-opt*). Makes the first change that saves anything, and returns whether there was one.
 */
export function createMoveBetween(
  model: Model,
  routes: LooseRoutes,
  penalties: Penalties,
): (u: number, v: number) => boolean {
  const { visits, points } = model;
  const { next, prev, routeOf, loadTo, demand, further, leg, excess, excessOf, load, update } = routes;
  const { arcs, centsPerUnit, fixedCents } = routes;
  const time = priceTime(routes, penalties);
  const { place, take } = createSegments(routes);

  /** Cents from one place to the next; of a route without visits, relative to one with visits. */
  const join = (from: number, to: number): number =>
    from >= visits && to >= visits ? -fixedCents : centsPerUnit * leg(from, to);
  const excessCents = (one: number, other: number): number =>
    penalties.excess * (excess(one) + excess(other));
  /** Cents of what two routes exceed further limits by when they exchange segments. */
  const furtherCents: FurtherLoads['exchanged'] = (one, other, n, a, b, m, c, d) =>
    further === undefined ? 0 : penalties.excess * further.exchanged(one, other, n, a, b, m, c, d);

  const moveSegment = (u: number, v: number, one: number, other: number, most: number): boolean => {
    const loadU = load[one]!;
    const loadV = load[other]!;
    const pu = prev[u]!;
    const y1 = next[v]!;
    const legIn = leg(pu, u);
    const joint = join(v, y1);
    const legJoin = leg(v, u);
    let s2 = -1;
    let last = u;
    let inside = 0;
    let back = 0;
    let moved = 0;
    for (let n = 1; n <= LONGEST; n++) {
      if (n > 1) {
        const second = next[last]!;
        if (second >= visits) break;
        inside += arcs[last * points + second]!;
        back += arcs[second * points + last]!;
        last = second;
        s2 = second;
      }
      moved += demand[last]!;
      const xu = next[last]!;
      const cut = centsPerUnit * (legIn + leg(last, xu)) + joint;
      const without = join(pu, xu) - cut;
      let limit = most - excessCents(loadU - moved, loadV + moved);
      const straight = without + centsPerUnit * (legJoin + leg(last, y1));
      const turned = n === 1 ? limit : without + centsPerUnit * (leg(v, last) + leg(u, y1) + back - inside);
      if (straight < limit || turned < limit) limit -= furtherCents(one, other, n, u, s2, 0, -1, -1);
      if (straight < limit || turned < limit) {
        const emptied = pu >= visits && xu >= visits;
        const left = emptied ? 0 : time.over(pu, 0, 0, 0, xu);
        const goesStraight = straight + left < limit && straight + left + time.over(v, n, u, s2, y1) < limit;
        if (goesStraight || (turned + left < limit && turned + left + time.over(v, n, s2, u, y1) < limit)) {
          take(n, u, s2);
          if (goesStraight) place(n, u, s2, v);
          else place(n, s2, u, v);
          update(one);
          update(other);
          return true;
        }
      }
      let y = v;
      let y2 = -1;
      let taken = 0;
      for (let m = 1; m <= n; m++) {
        y = next[y]!;
        if (y >= visits) break;
        if (m === 2) y2 = y;
        taken += demand[y]!;
        const yv = next[y]!;
        const price = centsPerUnit * (leg(pu, y1) + leg(y, xu) + legJoin + leg(last, yv) - leg(y, yv)) - cut;
        if (price >= most) continue;
        let bound = most - excessCents(loadU - moved + taken, loadV + moved - taken);
        if (price >= bound) continue;
        bound -= furtherCents(one, other, n, u, s2, m, y1, y2);
        const withU = price + time.over(pu, m, y1, y2, xu);
        if (withU >= bound || withU + time.over(v, n, u, s2, yv) >= bound) continue;
        take(n, u, s2);
        take(m, y1, y2);
        place(n, u, s2, v);
        place(m, y1, y2, pu);
        update(one);
        update(other);
        return true;
      }
    }
    return false;
  };

  const moveTail = (u: number, v: number, one: number, other: number, most: number): boolean => {
    const pu = prev[u]!;
    const y = next[v]!;
    const price = centsPerUnit * (leg(v, u) - leg(pu, u)) + join(pu, y) - join(v, y);
    if (price >= most) return false;
    const longer = loadTo[v]! + load[one]! - loadTo[pu]!;
    let bound = most - excessCents(longer, load[one]! + load[other]! - longer);
    if (price >= bound) return false;
    if (further !== undefined) bound -= penalties.excess * further.crossed(one, pu, other, v);
    const withU = price + time.over(v, 0, 0, 0, u);
    if (withU >= bound) return false;
    const emptied = pu >= visits && y >= visits;
    if (!emptied && withU + time.over(pu, 0, 0, 0, y) >= bound) return false;
    exchangeTails(u, v, one, other);
    return true;
  };

  /** Continues the route of `v` with `u` and its successors, and the start of the route of `u` with the successors of `v`. */
  const exchangeTails = (u: number, v: number, one: number, other: number): void => {
    const endU = visits + 2 * one + 1;
    const endV = visits + 2 * other + 1;
    const pu = prev[u]!;
    const y = next[v]!;
    const lastU = prev[endU]!;
    const lastV = prev[endV]!;
    next[v] = u;
    prev[u] = v;
    next[lastU] = endV;
    prev[endV] = lastU;
    if (y === endV) {
      next[pu] = endU;
      prev[endU] = pu;
    } else {
      next[pu] = y;
      prev[y] = pu;
      next[lastV] = endU;
      prev[endU] = lastV;
    }
    update(one);
    update(other);
  };

  return (u, v) => {
    const one = routeOf[u]!;
    const other = routeOf[v]!;
    const most =
      time.of(one) + time.of(other) + penalties.excess * (excessOf(one) + excessOf(other)) - MIN_SAVING;
    return moveSegment(u, v, one, other, most) || moveTail(u, v, one, other, most);
  };
}
