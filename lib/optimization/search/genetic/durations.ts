import type { Model } from '../compile-model.ts';

/**
 * Seconds of a part of a route: how long it takes from the earliest begin that wastes nothing, waiting included, and how
 * many of these are waited or turned back; the earliest and the latest begin from which it takes no longer. Parts that
 * follow each other are joined in constant time (Vidal et al., Computers & Operations Research 40, 2013).
 */
interface Parts {
  readonly duration: Float64Array;
  readonly turned: Float64Array;
  readonly waited: Float64Array;
  readonly earliest: Float64Array;
  readonly latest: Float64Array;
}

/** The links between places that durations are computed along. */
interface Links {
  readonly next: Int32Array;
  readonly prev: Int32Array;
  /** Row of each place in the matrices, and its column. */
  readonly rowOf: Int32Array;
  readonly pointOf: Int32Array;
}

/** Of routes whose duration costs, or is limited: the seconds that each part of it takes. */
export interface Durations {
  /** Seconds waited on a route that `over` or `between` was asked for last. */
  readonly waiting: Float64Array;
  /** Brings a route up to date after a change of its links; returns the seconds it breaks. */
  update(route: number): number;
  /** Seconds turned back, or above the longest duration, on a route as of `LooseRoutes.warpOver`. */
  over(p: number, n: number, a: number, b: number, q: number): number;
  /** The same of a route whose links have changed between places `p` and `q` only. */
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
  /** The part joined so far: see `Parts`. */
  let duration = 0;
  let turned = 0;
  let waited = 0;
  let earliest = 0;
  let latest = 0;

  const begin = (p: number): void => {
    duration = to.duration[p]!;
    turned = to.turned[p]!;
    waited = to.waited[p]!;
    earliest = to.earliest[p]!;
    latest = to.latest[p]!;
  };
  /** Joins what begins some seconds of travel later and can begin between two instants. */
  const join = (seconds: number, first: number, last: number): void => {
    const later = duration - turned + seconds;
    const wait = Math.max(0, first - later - latest);
    const turn = Math.max(0, earliest + later - last);
    duration += seconds + wait;
    turned += turn;
    waited += wait;
    earliest = Math.max(first - later, earliest) - wait;
    latest = Math.min(last - later, latest) + turn;
  };
  const joinVisit = (seconds: number, visit: number): void => {
    join(seconds, open[visit]!, close[visit]!);
    duration += service[visit]!;
  };
  /** Joins the rest of a route from place `q` on; seconds that the whole of it breaks. */
  const finish = (seconds: number, q: number): number => {
    join(seconds, from.earliest[q]!, from.latest[q]!);
    duration += from.duration[q]!;
    turned += from.turned[q]!;
    waiting[0] = waited + from.waited[q]!;
    return turned + Math.max(0, duration - turned - maxDuration);
  };
  const keep = (parts: Parts, p: number): void => {
    parts.duration[p] = duration;
    parts.turned[p] = turned;
    parts.waited[p] = waited;
    parts.earliest[p] = earliest;
    parts.latest[p] = latest;
  };

  return {
    waiting,
    update: (route) => {
      const start = visits + 2 * route;
      const end = start + 1;
      duration = departureDelay;
      turned = 0;
      waited = 0;
      earliest = shift.from;
      latest = shift.to;
      keep(to, start);
      let before = start;
      for (let p = next[start]!; p !== end; p = next[p]!) {
        joinVisit(time[rowOf[before]! + p]!, p);
        keep(to, p);
        before = p;
      }
      // Who is back before the shift begins has been turned back; nobody waits at the end.
      from.earliest[end] = Number.NEGATIVE_INFINITY;
      from.latest[end] = shift.to;
      let after = end;
      for (let p = prev[end]!; p !== start; p = prev[p]!) {
        duration = service[p]!;
        turned = 0;
        waited = 0;
        earliest = open[p]!;
        latest = close[p]!;
        join(time[rowOf[p]! + pointOf[after]!]!, from.earliest[after]!, from.latest[after]!);
        duration += from.duration[after]!;
        turned += from.turned[after]!;
        waited += from.waited[after]!;
        keep(from, p);
        after = p;
      }
      waiting[0] = 0;
      if (after === end) return 0;
      begin(start);
      return finish(time[rowOf[start]! + after]!, after);
    },
    over: (p, n, a, b, q) => {
      begin(p);
      let row = rowOf[p]!;
      if (n > 0) {
        joinVisit(time[row + a]!, a);
        row = rowOf[a]!;
      }
      if (n > 1) {
        joinVisit(time[row + b]!, b);
        row = rowOf[b]!;
      }
      return finish(time[row + pointOf[q]!]!, q);
    },
    between: (p, q) => {
      begin(p);
      let row = rowOf[p]!;
      for (let x = next[p]!; x !== q; x = next[x]!) {
        joinVisit(time[row + x]!, x);
        row = rowOf[x]!;
      }
      return finish(time[row + pointOf[q]!]!, q);
    },
  };
}

function emptyParts(places: number): Parts {
  const column = () => new Float64Array(places);
  return { duration: column(), turned: column(), waited: column(), earliest: column(), latest: column() };
}
