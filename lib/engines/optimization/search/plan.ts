import type { Model } from './compile-model.ts';

/** Figures of a route's load in a dimension (at the start, at the end, and the maximum), and their number. */
export const LOAD_AT = Object.freeze({ start: 0, end: 1, most: 2 });
export const LOADS = 3;

/**
 * The plan under construction: routes as doubly linked lists of visits, the timing of each visit, and a journal by
 * which an iteration is undone. Vehicle `v` has the sentinels `visits + 2v` (start) and `visits + 2v + 1` (end) in the
 * same arrays as the visits.
 */
export interface Plan {
  readonly next: Int32Array;
  readonly prev: Int32Array;
  /** Vehicle of a visit; -1 where it is on no route. */
  readonly routeOf: Int32Array;
  /** Earliest departure after the service. */
  readonly ready: Int32Array;
  /** Latest start of the service that keeps the rest of the route feasible; an upper bound with rich rules. */
  readonly latest: Int32Array;
  /** Metres and seconds from the visit before. */
  readonly legDistance: Int32Array;
  readonly legTime: Int32Array;
  /** With rich rules only: seconds from the visit before as in `Ways`. */
  readonly way: Int32Array;
  /**
   * With rich rules only: seconds waited up to and including a place if the route starts when the shift begins, and
   * seconds by which its start could be later for the sake of the places up to and including this one, and from this
   * one on.
   */
  readonly waited: Int32Array;
  readonly roomTo: Int32Array;
  readonly roomFrom: Int32Array;
  /**
   * With rich rules only: seconds by which the arrival may be later for the rest of the route to stay feasible, if
   * trips then take as long as they do now.
   */
  readonly spare: Int32Array;
  /** Load after the visit (pairs only). */
  readonly carried: Int32Array;
  readonly count: Int32Array;
  /** Total load of a route of deliveries. */
  readonly total: Float64Array;
  readonly cost: Float64Array;
  /** With rich rules only: the debt of a route, see `Simulated`. */
  readonly debt: Float64Array;
  /** With rich rules only: the load of a route, `loads[LOADS * (route * dimensions + d) + LOAD_AT...]`. */
  readonly loads: Float64Array;
  /** Number that changes with every content of a route and returns when the content does. */
  readonly stamp: Int32Array;
  readonly used: Int32Array;
  readonly absent: Int32Array;
  /** Place of a job in `absent`; -1 where it is on a route. */
  readonly absentAt: Int32Array;
  readonly size: { used: number; absent: number; absentWeight: number; absentCents: number; cost: number };
  /** Vehicles without a route, per type, each list in the problem's order. */
  readonly idle: readonly number[][];
  /** Saves a route before its first change since the last `begin`. */
  touch(route: number): void;
  /** Puts a visit after another place of the route. */
  link(visit: number, after: number, route: number): void;
  unlink(visit: number): void;
  /** Puts absent visits on an empty route, in this order; the route must then be brought up to date. */
  layOut(route: number, sequence: ArrayLike<number>): void;
  /** Puts what follows `a` on its route after `b` on the other route, and vice versa. */
  exchangeTails(a: number, routeOfA: number, b: number, routeOfB: number): void;
  setAbsent(job: number): void;
  setPresent(job: number): void;
  /** New number for a route whose content has changed. */
  restamp(route: number): void;
  /** Starts an iteration: changes from here on can be undone. */
  begin(): void;
  /** Undoes everything since `begin`. */
  undo(): void;
  /** Routes changed since `begin`. */
  touchedRoutes(): { readonly list: Int32Array; readonly count: number };
  /** Restores one touched route as it was at `begin`; its jobs must be on it or absent. */
  putBack(index: number): void;
  /** Cents by which the routes changed since `begin`, and leaving jobs out, are more expensive than they were then. */
  addedCost(): number;
}

/** The arrays of a plan. `loadsEach` is how many numbers `loads` has for a route. */
function planArrays(model: Model, rich: boolean) {
  const { visits, jobs, types, typeOf, weight, leaveOut } = model;
  const vehicles = typeOf.length;
  const places = visits + 2 * vehicles;
  const ints = (length: number, value = 0) => new Int32Array(length).fill(value);
  const next = ints(places, -1);
  const prev = ints(places, -1);
  const routeOf = ints(visits, -1);
  const ready = ints(places);
  const latest = ints(places);
  const legDistance = ints(places);
  const legTime = ints(places);
  const way = ints(rich ? places : 0);
  const waited = ints(rich ? places : 0);
  const roomTo = ints(rich ? places : 0);
  const roomFrom = ints(rich ? places : 0);
  const spare = ints(rich ? places : 0);
  const carried = ints(places);
  const count = ints(vehicles);
  const total = new Float64Array(vehicles);
  const cost = new Float64Array(vehicles);
  const debt = new Float64Array(vehicles);
  const loadsEach = rich ? LOADS * model.dimensions : 0;
  const loads = new Float64Array(vehicles * loadsEach);
  const stamp = ints(vehicles);
  const used = ints(vehicles);
  const usedAt = ints(vehicles, -1);
  const absent = Int32Array.from({ length: jobs }, (_, j) => j);
  const absentAt = absent.slice();
  const size = {
    used: 0,
    absent: jobs,
    absentWeight: weight.reduce((sum, w) => sum + w, 0),
    absentCents: leaveOut.reduce((sum, cents) => sum + cents, 0),
    cost: 0,
  };
  const idle: number[][] = types.map(() => []);
  for (let v = vehicles - 1; v >= 0; v--) {
    idle[typeOf[v]!]!.push(v);
    next[visits + 2 * v] = visits + 2 * v + 1;
    prev[visits + 2 * v + 1] = visits + 2 * v;
  }
  for (let v = 0; v < vehicles; v++) stamp[v] = v + 1;
  return {
    next,
    prev,
    routeOf,
    ready,
    latest,
    legDistance,
    legTime,
    way,
    waited,
    roomTo,
    roomFrom,
    spare,
    carried,
    count,
    total,
    cost,
    debt,
    loads,
    stamp,
    used,
    usedAt,
    absent,
    absentAt,
    size,
    idle,
    loadsEach,
  };
}

type PlanArrays = ReturnType<typeof planArrays>;

/** Links visits into routes, and knows which vehicles have any. */
function linksOf({ visits, typeOf }: Model, arrays: PlanArrays) {
  const { next, prev, routeOf, count, used, usedAt, size, idle } = arrays;
  const setUsed = (route: number): void => {
    if (usedAt[route]! >= 0) return;
    usedAt[route] = size.used;
    used[size.used++] = route;
    const list = idle[typeOf[route]!]!;
    const at = list.lastIndexOf(route);
    list.splice(at, 1);
  };
  const setIdle = (route: number): void => {
    const at = usedAt[route]!;
    if (at < 0) return;
    const last = used[--size.used]!;
    used[at] = last;
    usedAt[last] = at;
    usedAt[route] = -1;
    idle[typeOf[route]!]!.push(route);
  };
  const link = (visit: number, after: number, route: number): void => {
    const before = next[after]!;
    next[after] = visit;
    prev[visit] = after;
    next[visit] = before;
    prev[before] = visit;
    routeOf[visit] = route;
    if (count[route]!++ === 0) setUsed(route);
  };
  const unlink = (visit: number): void => {
    const route = routeOf[visit]!;
    const before = prev[visit]!;
    const after = next[visit]!;
    next[before] = after;
    prev[after] = before;
    routeOf[visit] = -1;
    if (--count[route]! === 0) setIdle(route);
  };
  const moveTail = (first: number, route: number, after: number): number => {
    const end = visits + 2 * route + 1;
    let moved = 0;
    let before = after;
    next[before] = first < visits ? first : end;
    for (let p = first; p < visits; p = next[p]!) {
      routeOf[p] = route;
      prev[p] = before;
      before = p;
      moved++;
    }
    next[before] = end;
    prev[end] = before;
    return moved;
  };
  const exchangeTails = (a: number, routeOfA: number, b: number, routeOfB: number): void => {
    const firstOfA = next[a]!;
    const firstOfB = next[b]!;
    const toA = moveTail(firstOfB, routeOfA, a);
    const toB = moveTail(firstOfA, routeOfB, b);
    count[routeOfA] = count[routeOfA]! + toA - toB;
    count[routeOfB] = count[routeOfB]! + toB - toA;
    count[routeOfA] === 0 ? setIdle(routeOfA) : setUsed(routeOfA);
    count[routeOfB] === 0 ? setIdle(routeOfB) : setUsed(routeOfB);
  };
  return { setUsed, setIdle, link, unlink, exchangeTails };
}

/** Which jobs are on no route. */
function absenceOf(model: Model, arrays: PlanArrays, { link }: Pick<ReturnType<typeof linksOf>, 'link'>) {
  const { visits, weight, leaveOut } = model;
  const { absent, absentAt, size } = arrays;
  const setAbsent = (job: number): void => {
    absentAt[job] = size.absent;
    absent[size.absent++] = job;
    size.absentWeight += weight[job]!;
    size.absentCents += leaveOut[job]!;
  };
  const setPresent = (job: number): void => {
    const at = absentAt[job]!;
    const last = absent[--size.absent]!;
    absent[at] = last;
    absentAt[last] = at;
    absentAt[job] = -1;
    size.absentWeight -= weight[job]!;
    size.absentCents -= leaveOut[job]!;
  };
  const layOut = (route: number, sequence: ArrayLike<number>): void => {
    let before = visits + 2 * route;
    for (let i = 0; i < sequence.length; i++) {
      const visit = sequence[i]!;
      link(visit, before, route);
      const job = model.jobOf[visit]!;
      if (absentAt[job]! >= 0) setPresent(job);
      before = visit;
    }
  };
  return { setAbsent, setPresent, layOut };
}

/** The figures of routes before they were changed, by the index under which each is kept. */
function savedFigures(vehicles: number, { total, cost, debt, loads, stamp, loadsEach }: PlanArrays) {
  const savedTotal = new Float64Array(vehicles);
  const savedCost = new Float64Array(vehicles);
  const savedDebt = new Float64Array(vehicles);
  const savedLoads = new Float64Array(vehicles * loadsEach);
  const savedStamp = new Int32Array(vehicles);
  return {
    cost: savedCost,
    save: (index: number, route: number): void => {
      savedTotal[index] = total[route]!;
      savedCost[index] = cost[route]!;
      savedDebt[index] = debt[route]!;
      for (let d = 0; d < loadsEach; d++) savedLoads[index * loadsEach + d] = loads[route * loadsEach + d]!;
      savedStamp[index] = stamp[route]!;
    },
    restore: (index: number, route: number): void => {
      total[route] = savedTotal[index]!;
      cost[route] = savedCost[index]!;
      debt[route] = savedDebt[index]!;
      for (let d = 0; d < loadsEach; d++) loads[route * loadsEach + d] = savedLoads[index * loadsEach + d]!;
      stamp[route] = savedStamp[index]!;
    },
  };
}

/** The list of absent jobs before a change. */
function savedAbsence(jobs: number, { absent, absentAt, size }: PlanArrays) {
  const saved = new Int32Array(jobs);
  let count = 0;
  let weight = 0;
  let cents = 0;
  return {
    /** Cents by which more is paid for leaving jobs out than then. */
    addedCents: () => size.absentCents - cents,
    save: (): void => {
      count = size.absent;
      weight = size.absentWeight;
      cents = size.absentCents;
      for (let i = 0; i < count; i++) saved[i] = absent[i]!;
    },
    restore: (): void => {
      for (let i = 0; i < size.absent; i++) absentAt[absent[i]!] = -1;
      size.absent = count;
      size.absentWeight = weight;
      size.absentCents = cents;
      for (let i = 0; i < count; i++) {
        absent[i] = saved[i]!;
        absentAt[saved[i]!] = i;
      }
    },
  };
}

/** Remembers routes as they were since `begin`, so that an iteration can be undone. */
function journalOf(
  model: Model,
  rich: boolean,
  arrays: PlanArrays,
  {
    setUsed,
    setIdle,
    setPresent,
  }: Pick<ReturnType<typeof linksOf>, 'setUsed' | 'setIdle'> &
    Pick<ReturnType<typeof absenceOf>, 'setPresent'>,
) {
  const { visits, jobs, typeOf } = model;
  const vehicles = typeOf.length;
  const places = visits + 2 * vehicles;
  const ints = (length: number, value = 0) => new Int32Array(length).fill(value);
  const { next, prev, routeOf, ready, latest, legDistance, legTime, way, waited, roomTo, roomFrom, spare } =
    arrays;
  const { carried, count, cost, absentAt } = arrays;
  const figures = savedFigures(vehicles, arrays);
  const absence = savedAbsence(jobs, arrays);
  const touched = ints(vehicles);
  const touchedIn = ints(vehicles, -1);
  let touchedCount = 0;
  let round = 0;
  const savedAt = ints(vehicles + 1);
  const kept = rich ? 11 : 6;
  const saved = ints(kept * places);

  const touch = (route: number): void => {
    if (touchedIn[route] === round) return;
    touchedIn[route] = round;
    const index = touchedCount++;
    touched[index] = route;
    figures.save(index, route);
    let at = savedAt[index]!;
    const end = visits + 2 * route + 1;
    for (let p = visits + 2 * route; ; p = next[p]!) {
      saved[at] = p;
      saved[at + 1] = ready[p]!;
      saved[at + 2] = latest[p]!;
      saved[at + 3] = legDistance[p]!;
      saved[at + 4] = legTime[p]!;
      saved[at + 5] = carried[p]!;
      if (rich) {
        saved[at + 6] = waited[p]!;
        saved[at + 7] = roomTo[p]!;
        saved[at + 8] = roomFrom[p]!;
        saved[at + 9] = way[p]!;
        saved[at + 10] = spare[p]!;
      }
      at += kept;
      if (p === end) break;
    }
    savedAt[index + 1] = at;
  };
  const restore = (index: number): void => {
    const route = touched[index]!;
    const from = savedAt[index]!;
    const to = savedAt[index + 1]!;
    let before = -1;
    for (let at = from; at < to; at += kept) {
      const p = saved[at]!;
      if (before >= 0) next[before] = p;
      prev[p] = before;
      if (p < visits) routeOf[p] = route;
      ready[p] = saved[at + 1]!;
      latest[p] = saved[at + 2]!;
      legDistance[p] = saved[at + 3]!;
      legTime[p] = saved[at + 4]!;
      carried[p] = saved[at + 5]!;
      if (rich) {
        waited[p] = saved[at + 6]!;
        roomTo[p] = saved[at + 7]!;
        roomFrom[p] = saved[at + 8]!;
        way[p] = saved[at + 9]!;
        spare[p] = saved[at + 10]!;
      }
      before = p;
    }
    const visitsNow = (to - from) / kept - 2;
    if (visitsNow === 0 && count[route]! > 0) setIdle(route);
    if (visitsNow > 0 && count[route] === 0) setUsed(route);
    count[route] = visitsNow;
    figures.restore(index, route);
  };
  return {
    touch,
    begin: () => {
      round++;
      touchedCount = 0;
      absence.save();
    },
    undo: () => {
      for (let i = 0; i < touchedCount; i++) {
        const end = visits + 2 * touched[i]! + 1;
        for (let p = next[visits + 2 * touched[i]!]!; p !== end; p = next[p]!) routeOf[p] = -1;
      }
      for (let i = 0; i < touchedCount; i++) restore(i);
      absence.restore();
      touchedCount = 0;
      round++;
    },
    putBack: (index: number) => {
      const end = visits + 2 * touched[index]! + 1;
      for (let p = next[visits + 2 * touched[index]!]!; p !== end; p = next[p]!) routeOf[p] = -1;
      restore(index);
      for (let p = next[end - 1]!; p !== end; p = next[p]!) {
        const job = model.jobOf[p]!;
        if (absentAt[job]! >= 0) setPresent(job);
      }
    },
    touchedRoutes: () => ({ list: touched, count: touchedCount }),
    addedCost: () => {
      let added = absence.addedCents();
      for (let i = 0; i < touchedCount; i++) added += cost[touched[i]!]! - figures.cost[i]!;
      return added;
    },
  } satisfies Partial<Plan>;
}

/**
 * An empty plan: every vehicle idle, every job absent. `rich` says whether the figures that only rich rules need are
 * stored.
 */
export function createPlan(model: Model, rich: boolean): Plan {
  const arrays = planArrays(model, rich);
  const links = linksOf(model, arrays);
  const absence = absenceOf(model, arrays, links);
  const journal = journalOf(model, rich, arrays, { ...links, ...absence });
  const { stamp } = arrays;
  let stamps = stamp.length;
  return {
    next: arrays.next,
    prev: arrays.prev,
    routeOf: arrays.routeOf,
    ready: arrays.ready,
    latest: arrays.latest,
    legDistance: arrays.legDistance,
    legTime: arrays.legTime,
    way: arrays.way,
    waited: arrays.waited,
    roomTo: arrays.roomTo,
    roomFrom: arrays.roomFrom,
    spare: arrays.spare,
    carried: arrays.carried,
    count: arrays.count,
    total: arrays.total,
    cost: arrays.cost,
    debt: arrays.debt,
    loads: arrays.loads,
    stamp: arrays.stamp,
    used: arrays.used,
    absent: arrays.absent,
    absentAt: arrays.absentAt,
    size: arrays.size,
    idle: arrays.idle,
    ...journal,
    link: links.link,
    unlink: links.unlink,
    exchangeTails: links.exchangeTails,
    ...absence,
    restamp: (route) => {
      stamp[route] = ++stamps;
    },
  };
}
