const NONE = Number.POSITIVE_INFINITY;

/** Places of a job on a route by their expected cost; see `Evaluator.findPlaces`. */
export interface Shortlist {
  /** Cents from which a place is left out. */
  limit: number;
  /** Starts an empty list of the two places with the lowest expected cost. */
  beginEstimates(ceiling: number): void;
  /** Starts an empty list of all places whose expected cost is below the ceiling. */
  begin(ceiling: number): void;
  /** Notes that places were left out. */
  leaveOut(): void;
  /** Adds a place, which is left out at the limit: the visit comes before place `i`, a pair's delivery before `j`. */
  add(estimate: number, i: number, j: number): void;
  /**
   * Prices the places by `price`, lowest estimate first, until no estimate is below the best price, which is the
   * ceiling from which a price need not be exact. Returns false where a place that was left out may be cheaper: the
   * best price is then a lower bound.
   */
  resolve(price: (i: number, j: number, ceiling: number) => number): boolean;
  /** Lowest expected cost of a place that was left out. */
  rest(): number;
  /** The places of the best two and their prices; Infinity where there are none. */
  readonly best: { price: number; i: number; j: number; price2: number; i2: number; j2: number };
}

/** An empty list. */
export function createShortlist(): Shortlist {
  let estimates = new Float64Array(256);
  let is = new Int32Array(256);
  let js = new Int32Array(256);
  let count = 0;
  let estimating = false;
  let leftOut = false;
  const best = { price: NONE, i: -1, j: -1, price2: NONE, i2: -1, j2: -1 };

  const grow = (): void => {
    const doubled = <T extends Float64Array | Int32Array>(into: T, from: T): T => {
      into.set(from);
      return into;
    };
    estimates = doubled(new Float64Array(2 * estimates.length), estimates);
    is = doubled(new Int32Array(2 * is.length), is);
    js = doubled(new Int32Array(2 * js.length), js);
  };

  const keep = (price: number, i: number, j: number): void => {
    if (price < best.price) {
      setSecond(best.price, best.i, best.j);
      setBest(price, i, j);
    } else if (price < best.price2) setSecond(price, i, j);
  };

  const setBest = (price: number, i: number, j: number): void => {
    best.price = price;
    best.i = i;
    best.j = j;
  };

  const setSecond = (price: number, i: number, j: number): void => {
    best.price2 = price;
    best.i2 = i;
    best.j2 = j;
  };

  const lowest = (): number => {
    let k = 0;
    for (let c = 1; c < count; c++) if (estimates[c]! < estimates[k]!) k = c;
    return k;
  };

  const clear = (limit: number): void => {
    list.limit = limit;
    leftOut = false;
    count = 0;
    setBest(NONE, -1, -1);
    setSecond(NONE, -1, -1);
  };

  const list: Shortlist = {
    limit: NONE,
    beginEstimates: (ceiling) => {
      estimating = true;
      clear(ceiling);
    },
    begin: (ceiling) => {
      estimating = false;
      clear(ceiling);
    },
    leaveOut: () => {
      leftOut = true;
    },
    add: (estimate, i, j) => {
      if (estimate >= list.limit) leftOut = true;
      else if (estimating) {
        keep(estimate, i, j);
        if (best.price2 < list.limit) list.limit = best.price2;
      } else {
        if (count === estimates.length) grow();
        estimates[count] = estimate;
        is[count] = i;
        js[count++] = j;
      }
    },
    resolve: (price) => {
      while (count > 0) {
        const k = lowest();
        if (estimates[k]! >= best.price) return true;
        const i = is[k]!;
        const j = js[k]!;
        count--;
        estimates[k] = estimates[count]!;
        is[k] = is[count]!;
        js[k] = js[count]!;
        keep(price(i, j, best.price), i, j);
      }
      if (!leftOut || best.price < list.limit) return true;
      setBest(list.limit, -1, -1);
      setSecond(NONE, -1, -1);
      return false;
    },
    rest: () => (leftOut ? list.limit : NONE),
    best,
  };
  return list;
}
