import type { Model } from '../compile-model.ts';

/**
 * Seconds of a part of a route: how long it takes from the earliest start that wastes nothing, waiting included; how
 * many of them are waiting or turned back; the earliest and the latest start from which it takes no longer. Consecutive
 * parts are joined in constant time (Vidal et al., Computers & Operations Research 40, 2013).
 */
interface Parts {
  readonly duration: Float64Array;
  readonly turned: Float64Array;
  readonly waited: Float64Array;
  readonly earliest: Float64Array;
  readonly latest: Float64Array;
}

/** The links between places along which durations are computed. */
interface Links {
  readonly next: Int32Array;
  readonly prev: Int32Array;
  /** Row of each place in the matrices, and its column. */
  readonly rowOf: Int32Array;
  readonly pointOf: Int32Array;
}

/** For routes whose duration costs or is limited: the seconds that each part of it takes. */
export interface Durations {
  /** Seconds waited on the route that `over` or `between` was last asked for. */
  readonly waiting: Float64Array;
  /** Brings a route up to date after a change of its links; returns the seconds it breaks. */
  update(route: number): number;
  /** Seconds turned back, or above the longest duration, on a route as described by `LooseRoutes.warpOver`. */
  over(p: number, n: number, a: number, b: number, q: number): number;
  /** The same for a route whose links have changed only between places `p` and `q`. */
  between(p: number, q: number): number;
}

/** Durations of loose routes with `places` places on vehicles of the model's only type. */
export function createDurations(model: Model, places: number, links: Links): Durations {
  const { visits, open, close, service } = model;
  const { travel, vehicle } = model.types[0]!;
  const { time } = travel;
  const { shift, departureDelay, maxDuration } = vehicle;
  const { next, prev, rowOf, pointOf } = links;
  const to = emptyParts(places);
  const from = emptyParts(places);
  const waiting = new Float64Array(1);

  /**
   * Seconds broken on a route that goes on from place `p` over visits to place `q`: over those linked between them, or
   * over the first `n` of `a` and `b`. Written out because it is the most frequent call.
   */
  const measure = (p: number, linked: boolean, n: number, a: number, b: number, q: number): number => {
    let duration = to.duration[p]!;
    let turned = to.turned[p]!;
    let waited = to.waited[p]!;
    let earliest = to.earliest[p]!;
    let latest = to.latest[p]!;
    let row = rowOf[p]!;
    let visit = linked ? next[p]! : a;
    for (let k = 0; linked ? visit !== q : k < n; k++) {
      const seconds = time[row + visit]!;
      const later = duration - turned + seconds;
      const wait = Math.max(0, open[visit]! - later - latest);
      const turn = Math.max(0, earliest + later - close[visit]!);
      duration += seconds + wait + service[visit]!;
      turned += turn;
      waited += wait;
      earliest = Math.max(open[visit]! - later, earliest) - wait;
      latest = Math.min(close[visit]! - later, latest) + turn;
      row = rowOf[visit]!;
      visit = linked ? next[visit]! : b;
    }
    const seconds = time[row + pointOf[q]!]!;
    const later = duration - turned + seconds;
    const wait = Math.max(0, from.earliest[q]! - later - latest);
    waiting[0] = waited + wait + from.waited[q]!;
    turned += Math.max(0, earliest + later - from.latest[q]!) + from.turned[q]!;
    duration += seconds + wait + from.duration[q]!;
    return turned + Math.max(0, duration - turned - maxDuration);
  };

  const updateTo = (start: number, end: number): void => {
    to.duration[start] = departureDelay;
    to.earliest[start] = shift.from;
    to.latest[start] = shift.to;
    let before = start;
    for (let p = next[start]!; p !== end; p = next[p]!) {
      const seconds = time[rowOf[before]! + p]!;
      const later = to.duration[before]! - to.turned[before]! + seconds;
      const wait = Math.max(0, open[p]! - later - to.latest[before]!);
      const turn = Math.max(0, to.earliest[before]! + later - close[p]!);
      to.duration[p] = to.duration[before]! + seconds + wait + service[p]!;
      to.turned[p] = to.turned[before]! + turn;
      to.waited[p] = to.waited[before]! + wait;
      to.earliest[p] = Math.max(open[p]! - later, to.earliest[before]!) - wait;
      to.latest[p] = Math.min(close[p]! - later, to.latest[before]!) + turn;
      before = p;
    }
  };

  const updateFrom = (start: number, end: number): void => {
    // A route that returns before the shift starts was turned back; no route waits at its end.
    from.earliest[end] = Number.NEGATIVE_INFINITY;
    from.latest[end] = shift.to;
    let after = end;
    for (let p = prev[end]!; p !== start; p = prev[p]!) {
      const later = service[p]! + time[rowOf[p]! + pointOf[after]!]!;
      const wait = Math.max(0, from.earliest[after]! - later - close[p]!);
      const turn = Math.max(0, open[p]! + later - from.latest[after]!);
      from.duration[p] = later + wait + from.duration[after]!;
      from.turned[p] = turn + from.turned[after]!;
      from.waited[p] = wait + from.waited[after]!;
      from.earliest[p] = Math.max(from.earliest[after]! - later, open[p]!) - wait;
      from.latest[p] = Math.min(from.latest[after]! - later, close[p]!) + turn;
      after = p;
    }
  };

  return {
    waiting,
    update: (route) => {
      const start = visits + 2 * route;
      const end = start + 1;
      updateTo(start, end);
      updateFrom(start, end);
      waiting[0] = 0;
      const first = next[start]!;
      return first === end ? 0 : measure(start, false, 0, 0, 0, first);
    },
    over: (p, n, a, b, q) => measure(p, false, n, a, b, q),
    between: (p, q) => measure(p, true, 0, 0, 0, q),
  };
}

function emptyParts(places: number): Parts {
  const column = () => new Float64Array(places);
  return { duration: column(), turned: column(), waited: column(), earliest: column(), latest: column() };
}
