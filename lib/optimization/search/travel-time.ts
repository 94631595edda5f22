import type { SpeedPeriod } from '../problem.ts';

/**
 * Seconds of a trip that takes `free` seconds at the table's speed when it starts at `at`: each period covers its
 * share at its own speed, so arrivals keep the order of departures (Ichoua, Gendreau and Potvin 2003). Integer
 * arithmetic in hundredths of seconds; the end is rounded up.
 */
export function travelTime(free: number, at: number, periods: readonly SpeedPeriod[]): number {
  let rest = free * 100;
  let t = at;
  for (const { from, to, percent } of periods) {
    if (to <= t) continue;
    if (t < from) {
      const before = (from - t) * 100;
      if (rest <= before) return t + Math.ceil(rest / 100) - at;
      rest -= before;
      t = from;
    }
    const within = (to - t) * percent;
    if (rest <= within) return t + Math.ceil(rest / percent) - at;
    rest -= within;
    t = to;
  }
  return t + Math.ceil(rest / 100) - at;
}
