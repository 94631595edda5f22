/** Speeds of traffic by time of day as arrays: percent of the table's speed from `from` to `to`, ascending. */
export interface Traffic {
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly percent: Int32Array;
}

/**
 * Seconds of a trip that takes `free` seconds at the table's speed when it starts at `at`: each period covers its
 * share at its own speed, so arrivals keep the order of departures (Ichoua, Gendreau and Potvin 2003). Integer
 * arithmetic in hundredths of seconds; the end is rounded up.
 */
export function travelTime(free: number, at: number, { from, to, percent }: Traffic): number {
  let first = 0;
  while (first < to.length && to[first]! <= at) first++;
  // Most trips end before the next period starts.
  if (first === to.length || at + free <= from[first]!) return free;
  let rest = free * 100;
  let t = at;
  for (let k = first; k < from.length; k++) {
    const end = to[k]!;
    const begin = from[k]!;
    if (t < begin) {
      const before = (begin - t) * 100;
      if (rest <= before) break;
      rest -= before;
      t = begin;
    }
    const speed = percent[k]!;
    const within = (end - t) * speed;
    if (rest <= within) return t + Math.ceil(rest / speed) - at;
    rest -= within;
    t = end;
  }
  return t + Math.ceil(rest / 100) - at;
}

/** Latest start of a trip of `free` seconds at the table's speed that ends by then. */
export function latestDeparture(free: number, by: number, { from, to, percent }: Traffic): number {
  let rest = free * 100;
  let t = by;
  for (let k = from.length - 1; k >= 0; k--) {
    const begin = from[k]!;
    if (begin >= t) continue;
    const end = to[k]!;
    if (t > end) {
      const after = (t - end) * 100;
      if (rest <= after) break;
      rest -= after;
      t = end;
    }
    const speed = percent[k]!;
    const within = (t - begin) * speed;
    if (rest <= within) return t - Math.ceil(rest / speed);
    rest -= within;
    t = begin;
  }
  return t - Math.ceil(rest / 100);
}
