import type { Model } from '../compile-model.ts';
import type { LooseRoutes } from './loose-routes.ts';
import { LEAST_SAVING, type Penalties } from './penalties.ts';

/** Longest segment that is moved or exchanged as one; what moves one knows its two visits by name. */
const LONGEST = 2;

/** Changes around two places, each made as soon as it saves anything. */
export interface VisitMoves {
  /**
   * Tries what makes visit `u` the follower of place `v`: its segment of one or two moved or exchanged for the one after
   * `v` (Or-opt, CROSS), turned round or not, tails of two routes exchanged (2-opt*), part of one route turned round.
   * Returns whether the routes were changed.
   */
  follow(u: number, v: number): boolean;
  /** Tries to put the segment or the tail that begins with the visit on a vehicle of its own. */
  open(u: number): boolean;
}

/** Prepares the changes over routes that may break rules at the given price. */
export function createVisitMoves(model: Model, routes: LooseRoutes, penalties: Penalties): VisitMoves {
  const { visits, points } = model;
  const type = model.types[0]!;
  const { distance } = type.travel;
  const { centsPerMetre } = type;
  const fixed = type.vehicle.cost.fixedCents;
  const { next, prev, routeOf, position, loadTo, metresTo, metresBack, demand, leg, excess } = routes;
  const { count, load, warp, link, unlink, update, warpOver, warpBetween } = routes;

  /** Cents from one place to the next where what was between them is gone; nothing where the route is then empty. */
  const join = (from: number, to: number): number =>
    from >= visits && to >= visits ? -fixed : centsPerMetre * leg(from, to);
  const excessCents = (one: number, other: number): number =>
    penalties.excess * (excess(one) + excess(other));

  /** Puts a segment of one or two after a place, in the order given. */
  const place = (n: number, a: number, b: number, after: number): void => {
    link(a, after);
    if (n > 1) link(b, a);
  };
  const take = (n: number, a: number, b: number): void => {
    unlink(a);
    if (n > 1) unlink(b);
  };

  const between = (u: number, v: number, routeOfU: number, routeOfV: number): boolean => {
    const pu = prev[u]!;
    const y1 = next[v]!;
    const loadU = load[routeOfU]!;
    const loadV = load[routeOfV]!;
    const most =
      penalties.warp * (warp[routeOfU]! + warp[routeOfV]!) + excessCents(loadU, loadV) - LEAST_SAVING;
    const warpCents = penalties.warp;
    const legIn = leg(pu, u);
    const legAfter = leg(v, y1);
    const legJoin = leg(v, u);
    let s2 = -1;
    let last = u;
    let inside = 0;
    let back = 0;
    let moved = 0;
    for (let n = 1; n <= LONGEST; n++) {
      if (n > 1) {
        const one = next[last]!;
        if (one >= visits) break;
        inside += distance[last * points + one]!;
        back += distance[one * points + last]!;
        last = one;
        s2 = one;
      }
      moved += demand[last]!;
      const xu = next[last]!;
      const legOut = leg(last, xu);
      const cut = legIn + legOut;
      const emptied = pu >= visits && xu >= visits;
      const without = join(pu, xu) - centsPerMetre * (cut + legAfter);
      const limit = most - excessCents(loadU - moved, loadV + moved);
      const straight = without + centsPerMetre * (legJoin + leg(last, y1));
      const turned = n === 1 ? limit : without + centsPerMetre * (leg(v, last) + leg(u, y1) + back - inside);
      if (straight < limit || turned < limit) {
        const left = emptied ? 0 : warpCents * warpOver(pu, 0, 0, 0, xu);
        if (straight + left < limit && straight + left + warpCents * warpOver(v, n, u, s2, y1) < limit) {
          take(n, u, s2);
          place(n, u, s2, v);
          update(routeOfU);
          update(routeOfV);
          return true;
        }
        if (turned + left < limit && turned + left + warpCents * warpOver(v, n, s2, u, y1) < limit) {
          take(n, u, s2);
          place(n, s2, u, v);
          update(routeOfU);
          update(routeOfV);
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
        const price =
          centsPerMetre * (leg(pu, y1) + leg(y, xu) + legJoin + leg(last, yv) - cut - legAfter - leg(y, yv));
        if (price >= most) continue;
        const bound = most - excessCents(loadU - moved + taken, loadV + moved - taken);
        if (price >= bound) continue;
        const withU = price + warpCents * warpOver(pu, m, y1, y2, xu);
        if (withU >= bound || withU + warpCents * warpOver(v, n, u, s2, yv) >= bound) continue;
        take(n, u, s2);
        take(m, y1, y2);
        place(n, u, s2, v);
        place(m, y1, y2, pu);
        update(routeOfU);
        update(routeOfV);
        return true;
      }
    }
    const price = centsPerMetre * (legJoin - legIn - legAfter) + join(pu, y1);
    if (price >= most) return false;
    const longer = loadTo[v]! + loadU - loadTo[pu]!;
    const bound = most - excessCents(longer, loadU + loadV - longer);
    if (price >= bound) return false;
    const withU = price + warpCents * warpOver(v, 0, 0, 0, u);
    if (withU >= bound) return false;
    const emptied = pu >= visits && y1 >= visits;
    if (!emptied && withU + warpCents * warpOver(pu, 0, 0, 0, y1) >= bound) return false;
    exchangeTails(v, u, routeOfV, routeOfU);
    return true;
  };

  /** Leads the route of `v` on to `u` and what follows it, and that one's beginning on to what followed `v`. */
  const exchangeTails = (v: number, u: number, routeOfV: number, routeOfU: number): void => {
    const endU = visits + 2 * routeOfU + 1;
    const endV = visits + 2 * routeOfV + 1;
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
    update(routeOfU);
    update(routeOfV);
  };

  /** Turns the visits from `a` to `b` of one route round. */
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

  const within = (u: number, v: number, route: number): boolean => {
    const pu = prev[u]!;
    if (v === pu) return false;
    const y = next[v]!;
    const warpCents = penalties.warp;
    const most = warpCents * warp[route]! - LEAST_SAVING;
    const behind = position[v]! < position[u]!;
    const legIn = leg(pu, u);
    const legAfter = leg(v, y);
    let s2 = -1;
    let last = u;
    let inside = 0;
    let back = 0;
    for (let n = 1; n <= LONGEST; n++) {
      if (n > 1) {
        const one = next[last]!;
        if (one >= visits || one === v) break;
        inside += distance[last * points + one]!;
        back += distance[one * points + last]!;
        last = one;
        s2 = one;
      }
      const xu = next[last]!;
      const without = leg(pu, xu) - legIn - leg(last, xu) - legAfter;
      const from = behind ? v : pu;
      const to = behind ? xu : y;
      const straight = centsPerMetre * (without + leg(v, u) + leg(last, y));
      if (straight < most) {
        take(n, u, s2);
        place(n, u, s2, v);
        if (straight + warpCents * warpBetween(from, to) < most) {
          update(route);
          return true;
        }
        take(n, u, s2);
        place(n, u, s2, pu);
      }
      if (n === 1) continue;
      const turned = centsPerMetre * (without + leg(v, last) + leg(u, y) + back - inside);
      if (turned < most) {
        take(n, u, s2);
        place(n, s2, u, v);
        if (turned + warpCents * warpBetween(from, to) < most) {
          update(route);
          return true;
        }
        take(n, u, s2);
        place(n, u, s2, pu);
      }
    }
    if (!behind) return false;
    const xu = next[u]!;
    const apart = position[u]! - position[y]!;
    if (apart < 2) return false;
    const reversed =
      centsPerMetre *
      (leg(v, u) +
        leg(y, xu) -
        legAfter -
        leg(u, xu) +
        metresBack[u]! -
        metresBack[y]! -
        metresTo[u]! +
        metresTo[y]!);
    if (reversed < most) {
      turn(y, u);
      if (reversed + warpCents * warpBetween(v, xu) < most) {
        update(route);
        return true;
      }
      turn(u, y);
    }
    const swapped =
      centsPerMetre *
      (leg(v, u) +
        leg(u, next[y]!) +
        leg(pu, y) +
        leg(y, xu) -
        legAfter -
        leg(y, next[y]!) -
        legIn -
        leg(u, xu));
    if (swapped < most) {
      unlink(u);
      unlink(y);
      link(u, v);
      link(y, pu);
      if (swapped + warpCents * warpBetween(v, xu) < most) {
        update(route);
        return true;
      }
      unlink(u);
      unlink(y);
      link(y, v);
      link(u, pu);
    }
    return false;
  };

  const open = (u: number): boolean => {
    const route = routeOf[u]!;
    if (count[route] === 1) return false;
    const idle = routes.idle();
    if (idle < 0) return false;
    const start = visits + 2 * idle;
    const pu = prev[u]!;
    const warpCents = penalties.warp;
    const whole = load[route]!;
    const most = warpCents * warp[route]! + excessCents(whole, 0) - LEAST_SAVING;
    const legsNew = fixed + centsPerMetre * (leg(start, u) - leg(pu, u));
    let s2 = -1;
    let last = u;
    let moved = 0;
    for (let n = 1; n <= LONGEST && n < count[route]!; n++) {
      if (n > 1) {
        const one = next[last]!;
        if (one >= visits) break;
        last = one;
        s2 = one;
      }
      moved += demand[last]!;
      const xu = next[last]!;
      const price = legsNew + centsPerMetre * (leg(pu, xu) + leg(last, start + 1) - leg(last, xu));
      if (price >= most) continue;
      const bound = most - excessCents(whole - moved, moved);
      const rest = price + warpCents * warpOver(pu, 0, 0, 0, xu);
      if (rest >= bound || rest + warpCents * warpOver(start, n, u, s2, start + 1) >= bound) continue;
      take(n, u, s2);
      place(n, u, s2, start);
      update(route);
      update(idle);
      return true;
    }
    if (pu >= visits) return false;
    const price = legsNew + centsPerMetre * leg(pu, visits + 2 * route + 1);
    const bound = most - excessCents(loadTo[pu]!, whole - loadTo[pu]!);
    if (price >= bound) return false;
    const rest = price + warpCents * warpOver(start, 0, 0, 0, u);
    if (rest + warpCents * warpOver(pu, 0, 0, 0, visits + 2 * route + 1) >= bound) return false;
    exchangeTails(start, u, idle, route);
    return true;
  };

  return {
    follow: (u, v) => {
      const routeOfU = routeOf[u]!;
      const routeOfV = routeOf[v]!;
      return routeOfU === routeOfV ? within(u, v, routeOfU) : between(u, v, routeOfU, routeOfV);
    },
    open,
  };
}
