/**
 * Columns to choose from: column `j` covers the elements `members[start[j]]` up to `members[start[j + 1] - 1]` of
 * `elements` (0 to `elements - 1`) and costs `cents[j]`.
 */
export interface Columns {
  readonly elements: number;
  readonly cents: Float64Array;
  readonly start: Int32Array;
  readonly members: Int32Array;
}

/** Rounds in which prices are raised. */
const ROUNDS = 25;
/** Rounds without a better bound after which steps become shorter, and how much. */
const PATIENCE = 5;
const SHORTER = 0.6;
/** Maximum number of partial choices that are examined. */
const MAX_NODES = 20_000;

/**
 * Chooses columns that cover every element exactly once for less than `below` cents, at most `most` of them: the
 * cheapest such choice, or the cheapest one found where the search is cut short, or undefined. The elements' prices,
 * which are the multipliers of a Lagrangian relaxation, are moved towards values that bound the cost best; with the
 * prices of a similar problem fewer choices are examined.
 */
export function choosePartition(
  columns: Columns,
  prices: Float64Array,
  below: number,
  most: number,
): number[] | undefined {
  const bound = raisePrices(columns, prices, below);
  return bound < below ? search(columns, prices, bound, { below, most }) : undefined;
}

/** By how much the members of column `j` are worth less than the column costs. */
function reducedCents({ cents, start, members }: Columns, prices: Float64Array, j: number): number {
  let reduced = cents[j]!;
  for (let k = start[j]!; k < start[j + 1]!; k++) reduced -= prices[members[k]!]!;
  return reduced;
}

/**
 * Subgradient steps towards the prices under which taking every column that costs less than its members are worth is
 * most expensive (Held, Wolfe and Crowder, Mathematical Programming 6, 1974). Returns that cost, which no partition can
 * undercut.
 */
function raisePrices(columns: Columns, prices: Float64Array, below: number): number {
  const { elements, cents, start, members } = columns;
  const trial = prices.slice();
  const lacking = new Int32Array(elements);
  let bound = Number.NEGATIVE_INFINITY;
  let step = 1;
  for (let round = 0, stale = 0; round < ROUNDS && bound < below; round++) {
    lacking.fill(1);
    let total = trial.reduce((sum, price) => sum + price, 0);
    for (let j = 0; j < cents.length; j++) {
      const reduced = reducedCents(columns, trial, j);
      if (reduced >= 0) continue;
      total += reduced;
      for (let k = start[j]!; k < start[j + 1]!; k++) lacking[members[k]!]!--;
    }
    if (total > bound) {
      bound = total;
      prices.set(trial);
      stale = 0;
    } else if (++stale === PATIENCE) {
      step *= SHORTER;
      stale = 0;
    }
    const norm = lacking.reduce((sum, count) => sum + count * count, 0);
    if (norm === 0) break;
    const by = (step * (below - total)) / norm;
    for (let e = 0; e < elements; e++) trial[e]! += by * lacking[e]!;
  }
  return bound;
}

/**
 * Depth first over the columns that may cover the first element not yet covered, elements with few columns first (Garfinkel
 * and Nemhauser, Operations Research 17, 1969), as long as reduced costs leave room for a cheaper choice.
 */
function search(
  columns: Columns,
  prices: Float64Array,
  bound: number,
  { below, most }: { below: number; most: number },
): number[] | undefined {
  const { elements, cents, start, members } = columns;
  const words = (elements + 31) >> 5;
  const masks = new Int32Array(cents.length * words);
  const reduced = new Float64Array(cents.length);
  const place = placesOf(columns);
  /** For each place, the columns whose first element is there. */
  const beginning: number[][] = Array.from({ length: elements }, () => []);
  for (let j = 0; j < cents.length; j++) {
    reduced[j] = reducedCents(columns, prices, j);
    if (bound + Math.max(0, reduced[j]!) >= below) continue;
    let first = elements;
    for (let k = start[j]!; k < start[j + 1]!; k++) {
      const at = place[members[k]!]!;
      if (at < first) first = at;
      masks[j * words + (at >> 5)]! |= 1 << (at & 31);
    }
    beginning[first]!.push(j);
  }
  /** Least cost that columns starting at a place or later can add. */
  const least = new Float64Array(elements + 1);
  for (let at = elements - 1; at >= 0; at--) {
    const choice = beginning[at]!.sort((i, j) => reduced[i]! - reduced[j]!);
    least[at] = least[at + 1]! + (choice.length > 0 ? Math.min(0, reduced[choice[0]!]!) : 0);
  }

  const covered = new Int32Array(words);
  const chosen: number[] = [];
  let best: number[] | undefined;
  let limit = below;
  let nodes = 0;
  const isFree = (j: number): boolean => {
    for (let w = 0; w < words; w++) if ((covered[w]! & masks[j * words + w]!) !== 0) return false;
    return true;
  };
  const toggle = (j: number): void => {
    for (let w = 0; w < words; w++) covered[w]! ^= masks[j * words + w]!;
  };
  const descend = (total: number): void => {
    nodes++;
    const at = firstFree(covered);
    if (at >= elements) {
      // The possible savings of later columns were subtracted before.
      if (total >= limit) return;
      limit = total;
      best = chosen.slice();
      return;
    }
    if (chosen.length === most) return;
    for (const j of beginning[at]!) {
      if (total + reduced[j]! + least[at + 1]! >= limit || nodes >= MAX_NODES) return;
      if (!isFree(j)) continue;
      toggle(j);
      chosen.push(j);
      descend(total + reduced[j]!);
      chosen.pop();
      toggle(j);
    }
  };
  descend(prices.reduce((sum, price) => sum + price, 0));
  return best;
}

/** A place for each element, those with few columns first. */
function placesOf({ elements, members }: Columns): Int32Array {
  const columns = new Int32Array(elements);
  for (const e of members) columns[e]!++;
  const place = new Int32Array(elements);
  const order = Array.from(place.keys()).sort((one, other) => columns[one]! - columns[other]!);
  for (const [at, e] of order.entries()) place[e] = at;
  return place;
}

/** The lowest bit that is not set. */
function firstFree(words: Int32Array): number {
  let w = 0;
  while (w < words.length && words[w] === -1) w++;
  if (w === words.length) return 32 * w;
  const free = ~words[w]!;
  return 32 * w + 31 - Math.clz32(free & -free);
}
