import type { Vehicle } from '../../problem.ts';
import type { Model } from '../compile-model.ts';
import { arcCents } from './arc-cents.ts';
import { createDurations, type Durations } from './durations.ts';
import { createFurtherLoads, type FurtherLoads } from './further-loads.ts';
import { loadLimits } from './load-limits.ts';

/**
 * Routes of deliveries on vehicles of one kind that may break windows and limits at a price. A visit reached after its
 * window begins at the window's end nevertheless, and the seconds turned back are counted ("time warp", Nagata, Bräysy
 * and Dullaert, Computers & Operations Research 37, 2010). Where time costs or is limited, seconds above the longest
 * duration count as turned back, too. Vehicle `v` has the places `visits + 2v` (start) and `visits + 2v + 1` (end) in
 * the same arrays as the visits.
 */
export interface LooseRoutes {
  readonly vehicles: number;
  /** 1 for each visit to be served, 0 for those that are left out. */
  readonly served: Uint8Array;
  readonly next: Int32Array;
  readonly prev: Int32Array;
  /** Vehicle of each place. */
  readonly routeOf: Int32Array;
  /** Number of visits before a place on its route. */
  readonly position: Int32Array;
  /** Departure after the service, seconds turned back included, and the seconds turned back up to there. */
  readonly depart: Int32Array;
  readonly warpTo: Float64Array;
  /** Latest start of the service from which the rest of the route turns back no more than `warpFrom` seconds. */
  readonly latest: Int32Array;
  readonly warpFrom: Float64Array;
  /**
   * Load under the tightest limit, and price of the way and of the reverse way, from the route's start up to and
   * including the place.
   */
  readonly loadTo: Float64Array;
  readonly driveTo: Float64Array;
  readonly driveBack: Float64Array;
  /** Of each route: its visits, price of the way, load, seconds turned back, and seconds waited where they cost. */
  readonly count: Int32Array;
  readonly drive: Float64Array;
  readonly load: Float64Array;
  readonly warp: Float64Array;
  readonly waited: Float64Array;
  /** Number of the last change of a route, and of any route; how many vehicles may have visits. */
  readonly changed: Int32Array;
  /** The plan from which an unchanged route was taken over. */
  readonly origin: Uint8Array;
  readonly state: { changes: number; allowed: number };
  /** Load of each visit under the tightest limit, and loads under the others, where there are any. */
  readonly demand: Int32Array;
  readonly further: FurtherLoads | undefined;
  /**
   * Price of the way between points, in units of this many cents: metres where nothing else costs, otherwise the cents
   * of the way including the time and the stop there.
   */
  readonly arcs: Int32Array | Float64Array;
  readonly centsPerUnit: number;
  /** Cents of a route in use, and of a second waited. */
  readonly fixedCents: number;
  readonly centsPerSecond: number;
  /** Only where time costs or is limited. */
  readonly durations: Durations | undefined;
  /** Price of the way from one place to another. */
  leg(from: number, to: number): number;
  /** Cents of a used route without penalties. */
  centsOf(route: number): number;
  /** Load above the tightest limit; of a route above all limits. */
  excess(load: number): number;
  excessOf(route: number): number;
  /** Puts a visit that is on no route after a place. */
  link(visit: number, after: number): void;
  unlink(visit: number): void;
  /** Brings a route whose links have changed up to date. */
  update(route: number): void;
  /** Seconds turned back on a route that goes on from place `p` over the first `n` (0 to 2) of two visits to place `q`. */
  warpOver(p: number, n: number, a: number, b: number, q: number): number;
  /** Seconds turned back on a route whose links have changed between places `p` and `q` only. */
  warpBetween(p: number, q: number): number;
  /** An idle vehicle that may have visits; -1 where there is none. */
  idle(): number;
  clear(): void;
  /** Puts a sequence of visits on an idle vehicle. */
  layOut(route: number, sequence: Int32Array): void;
}

/** Loose routes of the first `vehicles` vehicles over a model that breeds, all idle. */
export function createLooseRoutes(
  model: Model,
  vehicles: number,
  served: Uint8Array = new Uint8Array(model.visits).fill(1),
): LooseRoutes {
  const { visits } = model;
  const type = model.types[0]!;
  const { centsPerSecond } = type;
  const { departureDelay, cost: prices } = type.vehicle;
  const timeless = isTimeless(type.vehicle);
  const metresOnly = timeless && prices.centsPerStop === 0;
  const arcs = metresOnly ? type.travel.distance : arcCents(model);
  const centsPerUnit = metresOnly ? type.centsPerMetre : 1;
  const fixedCents = prices.fixedCents + departureDelay * centsPerSecond;
  const arrays = looseArrays(visits, vehicles);
  const { next, prev, routeOf, count, drive, load, waited } = arrays;
  const points = placesOf(model, vehicles);
  const { pointOf, rowOf } = points;
  const state = { changes: 0, allowed: vehicles };
  const limits = loadLimits(model);
  const { demand, capacity } = limits[0]!;
  const further = createFurtherLoads(limits, next, { visits, vehicles });
  const excess = (amount: number): number => (amount > capacity ? amount - capacity : 0);
  const durations = timeless
    ? undefined
    : createDurations(model, next.length, { next, prev, rowOf, pointOf });

  const update = routeUpdate(model, arrays, points, { arcs, demand, further, durations, state });

  const link = (visit: number, after: number): void => {
    const follower = next[after]!;
    next[after] = visit;
    prev[visit] = after;
    next[visit] = follower;
    prev[follower] = visit;
  };
  const clear = (): void => {
    for (let v = 0; v < vehicles; v++) {
      const start = visits + 2 * v;
      next[start] = start + 1;
      prev[start + 1] = start;
      routeOf[start] = v;
      routeOf[start + 1] = v;
      update(v);
    }
  };
  clear();

  return {
    vehicles,
    served,
    ...arrays,
    ...timeWarps(model, arrays, points),
    state,
    demand,
    arcs,
    centsPerUnit,
    fixedCents,
    centsPerSecond,
    durations,
    leg: (from, to) => arcs[rowOf[from]! + pointOf[to]!]!,
    centsOf: (route) => fixedCents + centsPerUnit * drive[route]! + centsPerSecond * waited[route]!,
    further,
    excess,
    excessOf: (route) => excess(load[route]!) + (further?.excess[route] ?? 0),
    link,
    unlink: (visit) => {
      next[prev[visit]!] = next[visit]!;
      prev[next[visit]!] = prev[visit]!;
    },
    update,
    idle: () => {
      const route = count.indexOf(0);
      return route < state.allowed ? route : -1;
    },
    clear,
    layOut: (route, sequence) => {
      let after = visits + 2 * route;
      for (const visit of sequence) {
        link(visit, after);
        after = visit;
      }
      update(route);
    },
  };
}

/** Arrays of the places and of the routes of some vehicles, see `LooseRoutes`. */
type LooseArrays = ReturnType<typeof looseArrays>;
function looseArrays(visits: number, vehicles: number) {
  const places = visits + 2 * vehicles;
  const ints = (length: number) => new Int32Array(length);
  const next = ints(places);
  const prev = ints(places);
  const routeOf = ints(places);
  const position = ints(places).fill(-1);
  const depart = ints(places);
  const warpTo = new Float64Array(places);
  const latest = ints(places);
  const warpFrom = new Float64Array(places);
  const loadTo = new Float64Array(places);
  const driveTo = new Float64Array(places);
  const driveBack = new Float64Array(places);
  const count = ints(vehicles);
  const drive = new Float64Array(vehicles);
  const load = new Float64Array(vehicles);
  const warp = new Float64Array(vehicles);
  const waited = new Float64Array(vehicles);
  const changed = ints(vehicles);
  const origin = new Uint8Array(vehicles);
  return {
    next,
    prev,
    routeOf,
    position,
    depart,
    warpTo,
    latest,
    warpFrom,
    loadTo,
    driveTo,
    driveBack,
    count,
    drive,
    load,
    warp,
    waited,
    changed,
    origin,
  };
}

/** Point of each place, and the first entry of its row in the matrices of travel. */
type Points = ReturnType<typeof placesOf>;
function placesOf({ visits, points, types }: Model, vehicles: number) {
  const { startPoint, endPoint } = types[0]!;
  const places = visits + 2 * vehicles;
  const pointOf = new Int32Array(places);
  const rowOf = new Int32Array(places);
  for (let place = 0; place < places; place++) {
    const end = place >= visits && (place - visits) % 2 === 1;
    pointOf[place] = place < visits ? place : end ? endPoint : startPoint;
    rowOf[place] = pointOf[place]! * points;
  }
  return { pointOf, rowOf };
}

/** Brings the numbers of a route up to date from its links. */
function routeUpdate(
  { visits, open, close, service, types }: Model,
  arrays: LooseArrays,
  { pointOf, rowOf }: Points,
  {
    arcs,
    demand,
    further,
    durations,
    state,
  }: Pick<LooseRoutes, 'arcs' | 'demand' | 'further' | 'durations' | 'state'>,
): LooseRoutes['update'] {
  const { next, prev, routeOf, position, depart, warpTo, latest, warpFrom, loadTo, driveTo, driveBack } =
    arrays;
  const { count, drive, load, warp, waited, changed } = arrays;
  const type = types[0]!;
  const { time } = type.travel;
  const { endPoint } = type;
  const { shift, departureDelay } = type.vehicle;
  const leave = shift.from + departureDelay;

  return (route) => {
    const start = visits + 2 * route;
    const end = start + 1;
    let t = leave;
    let turned = 0;
    let carried = 0;
    let on = 0;
    let back = 0;
    let row = rowOf[start]!;
    let at = 0;
    depart[start] = t;
    for (let p = next[start]!; p !== end; p = next[p]!) {
      t += time[row + p]!;
      if (t < open[p]!) t = open[p]!;
      else if (t > close[p]!) {
        turned += t - close[p]!;
        t = close[p]!;
      }
      t += service[p]!;
      carried += demand[p]!;
      on += arcs[row + p]!;
      row = rowOf[p]!;
      back += arcs[row + pointOf[prev[p]!]!]!;
      depart[p] = t;
      warpTo[p] = turned;
      loadTo[p] = carried;
      driveTo[p] = on;
      driveBack[p] = back;
      position[p] = at++;
      routeOf[p] = route;
    }
    position[end] = at;
    count[route] = at;
    changed[route] = ++state.changes;
    load[route] = carried;
    drive[route] = at === 0 ? 0 : on + arcs[row + endPoint]!;
    t += time[row + endPoint]!;
    warp[route] = at === 0 ? 0 : turned + Math.max(0, t - shift.to);
    let limit = shift.to;
    turned = 0;
    latest[end] = limit;
    let after = endPoint;
    for (let p = prev[end]!; p !== start; p = prev[p]!) {
      limit -= time[rowOf[p]! + after]! + service[p]!;
      if (limit > close[p]!) limit = close[p]!;
      if (limit < open[p]!) {
        turned += open[p]! - limit;
        limit = open[p]!;
      }
      latest[p] = limit;
      warpFrom[p] = turned;
      after = p;
    }
    further?.update(route);
    if (durations === undefined) return;
    warp[route] = durations.update(route);
    waited[route] = durations.waiting[0]!;
  };
}

/** Seconds turned back after a change, from the numbers of the places on both sides of it. */
function timeWarps(
  { points, open, close, service, types }: Model,
  { next, depart, warpTo, latest, warpFrom }: LooseArrays,
  { pointOf, rowOf }: Points,
): Pick<LooseRoutes, 'warpOver' | 'warpBetween'> {
  const { time } = types[0]!.travel;

  const warpOver = (p: number, n: number, a: number, b: number, q: number): number => {
    let t = depart[p]!;
    let turned = warpTo[p]!;
    let row = rowOf[p]!;
    if (n > 0) {
      t += time[row + a]!;
      if (t < open[a]!) t = open[a]!;
      else if (t > close[a]!) {
        turned += t - close[a]!;
        t = close[a]!;
      }
      t += service[a]!;
      row = a * points;
      if (n > 1) {
        t += time[row + b]!;
        if (t < open[b]!) t = open[b]!;
        else if (t > close[b]!) {
          turned += t - close[b]!;
          t = close[b]!;
        }
        t += service[b]!;
        row = b * points;
      }
    }
    t += time[row + pointOf[q]!]!;
    const late = t - latest[q]!;
    return turned + warpFrom[q]! + (late > 0 ? late : 0);
  };

  const warpBetween = (p: number, q: number): number => {
    let t = depart[p]!;
    let turned = warpTo[p]!;
    let row = rowOf[p]!;
    for (let x = next[p]!; x !== q; x = next[x]!) {
      t += time[row + x]!;
      if (t < open[x]!) t = open[x]!;
      else if (t > close[x]!) {
        turned += t - close[x]!;
        t = close[x]!;
      }
      t += service[x]!;
      row = rowOf[x]!;
    }
    t += time[row + pointOf[q]!]!;
    const late = t - latest[q]!;
    return turned + warpFrom[q]! + (late > 0 ? late : 0);
  };

  return { warpOver, warpBetween };
}

/** Whether neither time nor the length of a day costs or is limited. */
function isTimeless({ cost, maxDuration }: Vehicle): boolean {
  return cost.centsPerHour === 0 && maxDuration === Number.POSITIVE_INFINITY;
}
