import { greatCircleMeters, type Point } from '../../platform/core/geography.ts';

/** A place at an instant. */
export interface PlaceInTime extends Point {
  readonly at: string;
  /** Radius in metres; null = not known. */
  readonly accuracy: number | null;
}

/** The time for which the way is wanted. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** A place that is less exact than this says too little. Metres. */
const MAX_RADIUS_METERS = 100;

/** The places of a phone that does not move are scattered by about this. Metres. */
const NOISE_METERS = 25;

/** No van drives this fast, so the place is wrong. Metres a second. */
const MAX_SPEED = 60;

/** After a silence of this time, what was driven in it is not known... Milliseconds. */
const MAX_SILENCE_MS = 5 * 60_000;

/** ...unless the courier has stayed in the neighbourhood. Metres. */
const SAME_PLACE_METERS = 300;

/**
 * Length of the way through these places in whole metres, between the nearest ones in straight lines. Undefined when the
 * places do not cover the time. Places too inexact, scattered around a standstill or impossible to reach do not count.
 */
export function measureWay(places: readonly PlaceInTime[], { from, to }: Span): number | undefined {
  const inTime = places
    .filter(({ at, accuracy }) => at >= from && at <= to && (accuracy ?? 0) <= MAX_RADIUS_METERS)
    .sort((one, other) => (one.at < other.at ? -1 : 1));
  const [first] = inTime;
  if (!first || isSilent(from, first.at)) return undefined;
  let here = first;
  let seenAt = first.at;
  let meters = 0;
  for (const place of inTime) {
    const step = greatCircleMeters(here, place);
    const seconds = (Date.parse(place.at) - Date.parse(here.at)) / 1_000;
    if (step > NOISE_METERS && step > MAX_SPEED * seconds) continue;
    if (isSilent(seenAt, place.at) && step > SAME_PLACE_METERS) return undefined;
    seenAt = place.at;
    if (step <= NOISE_METERS) continue;
    meters += step;
    here = place;
  }
  return isSilent(seenAt, to) ? undefined : Math.round(meters);
}

function isSilent(from: string, to: string): boolean {
  return Date.parse(to) - Date.parse(from) > MAX_SILENCE_MS;
}
