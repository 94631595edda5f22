import type { Blink } from './blink.ts';
import type { Model } from './compile-model.ts';
import { ENTRY_SIZE, type Evaluator, UNKNOWN } from './evaluator.ts';
import { meanLeg } from './mean-leg.ts';
import type { Neighbours } from './neighbours.ts';
import type { Plan } from './plan.ts';

/** Remembered pairs of job and route, a power of two: 61 bytes each. */
const MAX_ENTRIES = 2 ** 19;
/**
 * Number of legs by which a place may be expected to be more expensive than the cheapest and still have its price
 * calculated: that price will be needed when routes have changed, while a mere bound would have to be recalculated.
 */
const WORTH_KNOWING = 3;
/** Cents by which sums of the same numbers in another order may differ. */
const ROUNDING = 1e-6;

/** The cheapest place of a job found so far. */
export interface CheapestPlace {
  /** Cents; Infinity where none was found. */
  price: number;
  /** Vehicle; -1 where none was found. */
  route: number;
  /** See `Evaluator.findPlaces`. */
  at: number;
  deliveryAt: number;
}

/**
 * Looks for a cheaper place of a job on the first `count` of some routes, and writes it to `found`. The best places of
 * a job on a route are remembered until the route's content changes; undoing an iteration restores them, so most routes
 * are never scanned twice.
 */
export type FindCheapest = (job: number, routes: Int32Array, count: number, found: CheapestPlace) => void;

/** Prepares the search for the cheapest place. */
export function findCheapest(
  model: Model,
  plan: Plan,
  evaluator: Evaluator,
  neighbours: Neighbours,
  blink: Blink,
): FindCheapest {
  const { jobs, types, typeOf, allowed, visitOf, load } = model;
  const { stamp, total } = plan;
  const { confirm, loadLimit = Number.POSITIVE_INFINITY } = evaluator;
  const typeCount = types.length;
  const vehicles = typeOf.length;
  /** Odd, so that two jobs never share an entry for the same route. */
  const stride = vehicles | 1;
  let entries = 1024;
  while (entries < jobs * stride && entries < MAX_ENTRIES) entries *= 2;
  const mask = entries - 1;
  const cache = new Float64Array(entries * ENTRY_SIZE);
  /** What decides most look-ups, stored apart and densely: the content that an entry is about, and its best price. */
  const stampAt = new Int32Array(entries);
  const priceAt = new Float64Array(entries);
  const selective = allowed.includes(0);

  const takeBest = (entry: number, route: number, found: CheapestPlace): void => {
    const chosen = entry * ENTRY_SIZE + (blink() ? 3 : 0);
    if (cache[chosen]! >= found.price) return;
    found.price = cache[chosen]!;
    found.at = cache[chosen + 1]!;
    found.deliveryAt = cache[chosen + 2]!;
    found.route = route;
  };

  /** Scans a route and remembers the result. */
  const scan = (entry: number, job: number, route: number, ceiling: number): void => {
    evaluator.findPlaces(job, route, cache, entry * ENTRY_SIZE, ceiling);
    stampAt[entry] = stamp[route]!;
    priceAt[entry] = cache[entry * ENTRY_SIZE]!;
  };

  if (confirm === undefined)
    return (job, routes, count, found) => {
      const room = loadLimit - (load[visitOf[job]!] ?? 0);
      for (let i = 0; i < count; i++) {
        const route = routes[i]!;
        if (total[route]! > room || (selective && allowed[job * typeCount + typeOf[route]!] === 0)) continue;
        const entry = (job * stride + route) & mask;
        if (stampAt[entry] !== stamp[route]) scan(entry, job, route, found.price);
        if (priceAt[entry]! < found.price) takeBest(entry, route, found);
      }
    };

  /** Whether a price is an expectation rather than known. */
  const expected = new Uint8Array(entries);
  const stale = new Int32Array(vehicles);
  const later = new Int32Array(vehicles);
  const margin = vehicles === 0 ? 0 : WORTH_KNOWING * meanLeg({ model, neighbours }).cents;

  /** Exchanges the route with the lowest remembered price for a job with the one at `place`. */
  const cheapestTo = (place: number, job: number, routes: Int32Array, count: number): void => {
    let k = place;
    for (let i = 0; i < count; i++)
      if (priceAt[(job * stride + routes[i]!) & mask]! < priceAt[(job * stride + routes[k]!) & mask]!) k = i;
    const route = routes[k]!;
    routes[k] = routes[place]!;
    routes[place] = route;
  };

  const lowerOf = (lowest: number, entry: number): number =>
    cache[entry * ENTRY_SIZE + 1] === UNKNOWN ? lowest : Math.min(lowest, priceAt[entry]!);

  return (job, routes, count, found) => {
    let unseen = 0;
    let waiting = 0;
    let lowest = found.price;
    for (let i = 0; i < count; i++) {
      const route = routes[i]!;
      if (selective && allowed[job * typeCount + typeOf[route]!] === 0) continue;
      const entry = (job * stride + route) & mask;
      if (stampAt[entry] !== stamp[route]) stale[unseen++] = route;
      else if (priceAt[entry]! < found.price) {
        lowest = lowerOf(lowest, entry);
        if (expected[entry] === 1) later[waiting++] = route;
        else takeBest(entry, route, found);
      }
    }
    // The route that was the cheapest before its change usually is again, and rules out most places on others.
    if (unseen > 1) cheapestTo(0, job, stale, unseen);
    for (let i = 0; i < unseen; i++) {
      const route = stale[i]!;
      const entry = (job * stride + route) & mask;
      scan(entry, job, route, lowest + margin);
      expected[entry] = 1;
      if (priceAt[entry]! >= found.price) continue;
      lowest = lowerOf(lowest, entry);
      later[waiting++] = route;
    }
    while (waiting > 0) {
      cheapestTo(waiting - 1, job, later, waiting);
      const route = later[--waiting]!;
      const entry = (job * stride + route) & mask;
      if (priceAt[entry]! >= found.price - ROUNDING) return;
      expected[entry] = confirm(job, route, cache, entry * ENTRY_SIZE, found.price) ? 0 : 1;
      priceAt[entry] = cache[entry * ENTRY_SIZE]!;
      if (priceAt[entry]! < found.price) takeBest(entry, route, found);
    }
  };
}
