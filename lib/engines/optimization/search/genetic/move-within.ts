import type { Model } from '../compile-model.ts';
import type { LooseRoutes } from './loose-routes.ts';
import { MIN_SAVING, type Penalties } from './penalties.ts';
import { priceTime } from './price-time.ts';
import { createSegments, LONGEST } from './segments.ts';

/**
 * Prepares changes of one route that may break rules at the given price. The function tries changes that make visit `u`
 * the successor of place `v` of its route: moves its segment of one or two visits, reversed or not (Or-opt), reverses
 * the part between them (2-opt), or exchanges `u` for the successor of `v`. Makes the first change that saves anything,
 * and returns whether there was one.
 */
export function createMoveWithin(
  model: Model,
  routes: LooseRoutes,
  penalties: Penalties,
): (u: number, v: number) => boolean {
  const { visits, points } = model;
  const { next, prev, routeOf, position, driveTo, driveBack, leg, link, unlink, update } = routes;
  const { arcs, centsPerUnit } = routes;
  const time = priceTime(routes, penalties);
  const { place, take } = createSegments(routes);

  /**
   * Whether a change already made, with the given driving between two places, saves anything; if so, the route is up to
   * date.
   */
  const pays = (cents: number, most: number, from: number, to: number): boolean => {
    if (cents + time.between(from, to) >= most) return false;
    update(routeOf[from]!);
    return true;
  };

  const moveSegment = (u: number, v: number, most: number): boolean => {
    const pu = prev[u]!;
    const y = next[v]!;
    const behind = position[v]! < position[u]!;
    const legIn = leg(pu, u);
    const legAfter = leg(v, y);
    let s2 = -1;
    let last = u;
    let inside = 0;
    let back = 0;
    for (let n = 1; n <= LONGEST; n++) {
      if (n > 1) {
        const second = next[last]!;
        if (second >= visits || second === v) break;
        inside += arcs[last * points + second]!;
        back += arcs[second * points + last]!;
        last = second;
        s2 = second;
      }
      const xu = next[last]!;
      const without = leg(pu, xu) - legIn - leg(last, xu) - legAfter;
      const from = behind ? v : pu;
      const to = behind ? xu : y;
      const straight = centsPerUnit * (without + leg(v, u) + leg(last, y));
      if (straight < most) {
        take(n, u, s2);
        place(n, u, s2, v);
        if (pays(straight, most, from, to)) return true;
        take(n, u, s2);
        place(n, u, s2, pu);
      }
      if (n === 1) continue;
      const turned = centsPerUnit * (without + leg(v, last) + leg(u, y) + back - inside);
      if (turned < most) {
        take(n, u, s2);
        place(n, s2, u, v);
        if (pays(turned, most, from, to)) return true;
        take(n, u, s2);
        place(n, u, s2, pu);
      }
    }
    return false;
  };

  /** Reverses the visits from `a` to `b` of one route. */
  const turn = (a: number, b: number): void => {
    const before = prev[a]!;
    const after = next[b]!;
    let p = a;
    for (;;) {
      const following = next[p]!;
      next[p] = prev[p]!;
      prev[p] = following;
      if (p === b) break;
      p = following;
    }
    next[before] = b;
    prev[b] = before;
    next[a] = after;
    prev[after] = a;
  };

  const turnPart = (u: number, v: number, most: number): boolean => {
    const y = next[v]!;
    const xu = next[u]!;
    const reversed =
      centsPerUnit *
      (leg(v, u) +
        leg(y, xu) -
        leg(v, y) -
        leg(u, xu) +
        driveBack[u]! -
        driveBack[y]! -
        driveTo[u]! +
        driveTo[y]!);
    if (reversed >= most) return false;
    turn(y, u);
    if (pays(reversed, most, v, xu)) return true;
    turn(u, y);
    return false;
  };

  const exchange = (u: number, v: number, most: number): boolean => {
    const pu = prev[u]!;
    const xu = next[u]!;
    const y = next[v]!;
    const yx = next[y]!;
    const swapped =
      centsPerUnit *
      (leg(v, u) + leg(u, yx) + leg(pu, y) + leg(y, xu) - leg(v, y) - leg(y, yx) - leg(pu, u) - leg(u, xu));
    if (swapped >= most) return false;
    unlink(u);
    unlink(y);
    link(u, v);
    link(y, pu);
    if (pays(swapped, most, v, xu)) return true;
    unlink(u);
    unlink(y);
    link(y, v);
    link(u, pu);
    return false;
  };

  return (u, v) => {
    if (v === prev[u]) return false;
    const most = time.of(routeOf[u]!) - MIN_SAVING;
    if (moveSegment(u, v, most)) return true;
    const apart = position[u]! - position[next[v]!]!;
    return apart >= 2 && (turnPart(u, v, most) || exchange(u, v, most));
  };
}
