/** A position is noted after this way or this time, whichever comes first, and never more often than that. */
const EVERY_METRES = 50;
const EVERY_MS = 60_000;
const AT_MOST_EVERY_MS = 5_000;

/** Where a phone was, and when. */
export interface Noted {
  readonly lat: number;
  readonly lng: number;
  readonly atMs: number;
}

/** Whether a position says more than the last one. */
export function isWorthNoting(last: Noted, here: Noted): boolean {
  const passedMs = here.atMs - last.atMs;
  if (passedMs < AT_MOST_EVERY_MS) return false;
  const north = (here.lat - last.lat) * 111_320;
  const east = (here.lng - last.lng) * 111_320 * Math.cos((here.lat * Math.PI) / 180);
  return passedMs >= EVERY_MS || Math.hypot(north, east) >= EVERY_METRES;
}
