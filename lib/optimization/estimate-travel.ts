import type { Coordinates, Profile, SpeedPeriod, TravelModel } from './problem.ts';

/** How the estimate turns a straight line into a trip. */
export interface EstimateOptions {
  /** Road metres per metre of great circle, in percent; default 130. The profile `straight-line` always has 100. */
  readonly detourPercent?: number;
  /** Kilometres per hour by profile; defaults car 40, truck 32, bike 15, straight-line 40. */
  readonly kilometresPerHour?: Partial<Record<Profile, number>>;
  /** Traffic by time of day for cars and trucks; default none. */
  readonly speedPeriods?: readonly SpeedPeriod[];
}

/** Mean radius of the earth in metres (IUGG). */
const EARTH_RADIUS = 6_371_009;

const SPEEDS: Readonly<Record<Profile, number>> = { car: 40, truck: 32, bike: 15, 'straight-line': 40 };

/**
 * Travel by great-circle distance (haversine formula), detour factor and average speed. Seconds and metres are
 * rounded; different places are at least a second apart.
 */
export function estimateTravel(options: EstimateOptions = {}): TravelModel {
  const { detourPercent = 130, kilometresPerHour = {}, speedPeriods = [] } = options;
  return (profile, locations) => {
    const count = locations.length;
    const distances = new Int32Array(count * count);
    const durations = new Int32Array(count * count);
    const detour = profile === 'straight-line' ? 1 : detourPercent / 100;
    const secondsPerMetre = 3.6 / (kilometresPerHour[profile] ?? SPEEDS[profile]);
    const cosines = locations.map((place) => Math.cos(radians(place.lat)));
    for (let a = 0; a < count; a++)
      for (let b = a + 1; b < count; b++) {
        const metres = greatCircle(locations[a]!, locations[b]!, cosines[a]! * cosines[b]!) * detour;
        const distance = Math.round(metres);
        const seconds = metres === 0 ? 0 : Math.max(1, Math.round(metres * secondsPerMetre));
        distances[a * count + b] = distances[b * count + a] = distance;
        durations[a * count + b] = durations[b * count + a] = seconds;
      }
    const traffic = profile === 'car' || profile === 'truck' ? speedPeriods : [];
    return { distances, durations, ...(traffic.length === 0 ? {} : { speedPeriods: traffic }) };
  };
}

function greatCircle(from: Coordinates, to: Coordinates, cosines: number): number {
  const lat = Math.sin(radians(to.lat - from.lat) / 2);
  const lng = Math.sin(radians(to.lng - from.lng) / 2);
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(lat * lat + cosines * lng * lng)));
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
