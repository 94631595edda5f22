import type { Model } from './compile-model.ts';
import type { Search } from './create-search.ts';
import type { Plan } from './plan.ts';

/** A visit keeps its place before those that stand this many places after it. */
const REACH = 7;
/** Sets of visits that are placed although one before them is not yet, as bits counted from that one. */
const SETS = 2 ** (REACH - 1);
/** Places of the visit placed last, counted from `REACH` before the first one not placed yet. */
const LASTS = 2 * REACH;
const STATES = SETS * LASTS;
/** Ways kept to the same state: the shortest, and longer ones that depart earlier. */
const WAYS = 4;
/** Longest routes that are reordered: the tables take 48 kB per visit. */
const MOST_VISITS = 250;

/** Finds better orders of single routes. */
export interface RouteReorder {
  /** The shortest order found of a route's visits, undefined where that is the present one. */
  improve(route: number): Int32Array | undefined;
}

/**
 * The best order of a route in an exponential neighbourhood, by dynamic programming: all orders in which every visit
 * stays before those that stood `REACH` or more places after it (Balas and Simonetti, INFORMS Journal on Computing 13,
 * 2001), here with time windows. Removing jobs and inserting them one after the other hardly finds an order in which
 * several changes depend on each other, as when one of them saves the way and another the time it costs. For
 * deliveries with single windows and one plain type of vehicle, whose cost grows with the metres alone.
 */
export function createRouteReorder(model: Model, plan: Plan): RouteReorder {
  const { visits, points, open, close, service } = model;
  const type = model.types[0]!;
  const { time, distance } = type.travel;
  const { startPoint, endPoint } = type;
  const { shift, departureDelay } = type.vehicle;
  const { next, count } = plan;
  const leave = shift.from + departureDelay;
  const ones = Uint8Array.from({ length: SETS }, (_, set) => set.toString(2).replaceAll('0', '').length);

  /** Orders that are the best near their own: most routes of a plan are those of an earlier one. */
  const settled = new Set<string>();
  /** Most visits the tables have room for. */
  let room = 0;
  let order = new Int32Array(0);
  let least = new Int32Array(0);
  /** By number of visits placed, state and way. */
  let metres = new Int32Array(0);
  let ready = new Int32Array(0);
  let cameFrom = new Int32Array(0);
  /** By number of visits placed and state: how many ways there are. */
  let ways = new Uint8Array(0);
  /** By number of visits placed: the states that can be reached. */
  let reached = new Int32Array(0);
  const makeRoom = (n: number): void => {
    if (n <= room) return;
    room = n;
    const states = (n + 1) * STATES;
    order = new Int32Array(n);
    least = new Int32Array(n);
    metres = new Int32Array(states * WAYS);
    ready = new Int32Array(states * WAYS);
    cameFrom = new Int32Array(states * WAYS);
    ways = new Uint8Array(states);
    reached = new Int32Array(states);
  };

  /**
   * Reads the route; every arc will count less the shortest that may lead to its end, so that the visits still to be
   * placed cost nothing at least. Returns what the present order costs by that measure.
   */
  const readRoute = (route: number, n: number): number => {
    for (let i = 0, p = next[visits + 2 * route]!; i < n; p = next[p]!) order[i++] = p;
    let sum = 0;
    for (let j = 0; j < n; j++) {
      const visit = order[j]!;
      let shortest = distance[startPoint * points + visit]!;
      const to = Math.min(n, j + LASTS);
      for (let i = Math.max(0, j - LASTS); i < to; i++)
        if (i !== j) shortest = Math.min(shortest, distance[order[i]! * points + visit]!);
      least[j] = shortest;
      sum += distance[(j === 0 ? startPoint : order[j - 1]!) * points + visit]! - shortest;
    }
    return sum + distance[order[n - 1]! * points + endPoint]!;
  };

  /** Notes a way to a state unless another is as short and departs as early. Returns whether it is the first. */
  const note = (state: number, length: number, departs: number, from: number): boolean => {
    const known = ways[state]!;
    const base = state * WAYS;
    // Ways are kept by length, and each longer one departs earlier.
    let at = 0;
    while (at < known && metres[base + at]! <= length) at++;
    if (at === WAYS || (at > 0 && ready[base + at - 1]! <= departs)) return false;
    let after = at;
    while (after < known && ready[base + after]! >= departs) after++;
    const kept = Math.min(known - after, WAYS - at - 1);
    if (kept > 0 && after !== at + 1)
      for (const table of [metres, ready, cameFrom])
        table.copyWithin(base + at + 1, base + after, base + after + kept);
    metres[base + at] = length;
    ready[base + at] = departs;
    cameFrom[base + at] = from;
    ways[state] = at + 1 + kept;
    return known === 0;
  };

  /** The point of the visit placed last in a state. */
  const lastPoint = (placed: number, state: number): number =>
    placed === 0 ? startPoint : order[placed - ones[Math.floor(state / LASTS)]! + (state % LASTS) - REACH]!;

  const trace = (n: number, end: number): Int32Array => {
    const better = new Int32Array(n);
    for (let placed = n, way = end; placed > 0; placed--) {
      const state = Math.floor(way / WAYS) - placed * STATES;
      better[placed - 1] = lastPoint(placed, state);
      way = cameFrom[way]!;
    }
    return better;
  };

  const improve = (route: number): Int32Array | undefined => {
    const n = count[route]!;
    if (n < 3 || n > MOST_VISITS) return undefined;
    makeRoom(n);
    const present = readRoute(route, n);
    const key = order.subarray(0, n).join();
    if (settled.has(key)) return undefined;
    ways.fill(0, 0, (n + 1) * STATES);
    ways[0] = 1;
    metres[0] = 0;
    ready[0] = leave;
    reached[0] = 0;
    let states = 1;
    for (let placed = 0; placed < n; placed++) {
      const layer = placed * STATES;
      const nextLayer = layer + STATES;
      let nextStates = 0;
      for (let r = 0; r < states; r++) {
        const state = reached[layer + r]!;
        const set = Math.floor(state / LASTS);
        // All visits before the first are placed, and those of the set after it.
        const first = placed - ones[set]!;
        // With the first placed, the visits of the set that follow it without a gap are passed, too.
        let passed = 1;
        for (let rest = set; (rest & 1) === 1; rest >>= 1) passed++;
        const row = points * lastPoint(placed, state);
        for (let w = 0; w < ways[layer + state]!; w++) {
          const way = (layer + state) * WAYS + w;
          const length = metres[way]!;
          const departs = ready[way]!;
          if (departs + time[row + order[first]!]! > close[order[first]!]!) continue;
          const ahead = Math.min(REACH, n - first);
          for (let b = 0; b < ahead; b++) {
            if (b > 0 && ((set >> (b - 1)) & 1) === 1) continue;
            const visit = order[first + b]!;
            const longer = length + distance[row + visit]! - least[first + b]!;
            if (longer >= present) continue;
            let t = departs + time[row + visit]!;
            if (t > close[visit]!) continue;
            if (t < open[visit]!) t = open[visit]!;
            const to =
              b > 0 ? (set | (1 << (b - 1))) * LASTS + REACH + b : (set >> passed) * LASTS + REACH - passed;
            if (note(nextLayer + to, longer, t + service[visit]!, way))
              reached[nextLayer + nextStates++] = to;
          }
        }
      }
      states = nextStates;
    }
    let shortest = present;
    let end = -1;
    for (let r = 0; r < states; r++) {
      const state = reached[n * STATES + r]!;
      const row = points * lastPoint(n, state);
      for (let w = 0; w < ways[n * STATES + state]!; w++) {
        const way = (n * STATES + state) * WAYS + w;
        const whole = metres[way]! + distance[row + endPoint]!;
        if (whole >= shortest || ready[way]! + time[row + endPoint]! > shift.to) continue;
        shortest = whole;
        end = way;
      }
    }
    if (end >= 0) return trace(n, end);
    settled.add(key);
    return undefined;
  };
  return { improve };
}

/** Puts every route of the best plan found lately into the best order there is near its own. */
export function reorderRoutes(search: Search): void {
  const { plan, evaluator, reorder, found } = search;
  if (reorder === undefined) return;
  search.load(found);
  plan.begin();
  for (let i = 0; i < plan.size.used; i++) {
    const route = plan.used[i]!;
    const better = reorder.improve(route);
    if (better === undefined) continue;
    plan.reorder(route, better);
    evaluator.refresh(route);
  }
  search.addUp();
  search.consider();
}
