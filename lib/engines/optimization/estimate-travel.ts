import type { Coordinates, Profile, SpeedPeriod, TravelModel } from './problem.ts';
import { mirror } from './search/flip-matrix.ts';

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
 * Travel by great-circle distance, detour factor and average speed. Seconds and metres are rounded; different places are
 * at least a second apart.
 *
 * @throws RangeError where the detour is not between 100 and 1,000 percent or a speed not between 1 and 1,000 km/h
 */
export function estimateTravel(options: EstimateOptions = {}): TravelModel {
  const { detourPercent = 130, kilometresPerHour = {}, speedPeriods = [] } = options;
  refuseNoSpeed('detourPercent', detourPercent, 100, 1000);
  for (const [profile, speed] of Object.entries(kilometresPerHour))
    refuseNoSpeed(`kilometresPerHour.${profile}`, speed, 1, 1000);
  return (profile, locations) => {
    const count = locations.length;
    const distances = new Int32Array(count * count);
    const durations = new Int32Array(count * count);
    const detour = profile === 'straight-line' ? 1 : detourPercent / 100;
    const secondsPerMetre = 3.6 / (kilometresPerHour[profile] ?? SPEEDS[profile]);
    const points = onUnitSphere(locations);
    for (let a = 0; a < count; a++)
      for (let b = 0; b < a; b++) {
        const metres = greatCircle(points, a, b) * detour;
        distances[a * count + b] = Math.round(metres);
        durations[a * count + b] = metres === 0 ? 0 : Math.max(1, Math.round(metres * secondsPerMetre));
      }
    mirror(distances, count);
    mirror(durations, count);
    const traffic = profile === 'car' || profile === 'truck' ? speedPeriods : [];
    return { distances, durations, ...(traffic.length === 0 ? {} : { speedPeriods: traffic }) };
  };
}

function refuseNoSpeed(field: string, value: number, least: number, most: number): void {
  if (!(value >= least && value <= most))
    throw new RangeError(`${field} must be from ${least} to ${most}, not ${value}`);
}

/** Metres between two points by their chord: the haversine formula without its sines. */
function greatCircle(points: Float64Array, a: number, b: number): number {
  const x = points[3 * a]! - points[3 * b]!;
  const y = points[3 * a + 1]! - points[3 * b + 1]!;
  const z = points[3 * a + 2]! - points[3 * b + 2]!;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(x * x + y * y + z * z) / 2));
}

/** Places as triples of coordinates on a sphere of radius 1. */
function onUnitSphere(places: readonly Coordinates[]): Float64Array {
  const points = new Float64Array(3 * places.length);
  for (const [i, { lat, lng }] of places.entries()) {
    const cosine = Math.cos(radians(lat));
    points[3 * i] = cosine * Math.cos(radians(lng));
    points[3 * i + 1] = cosine * Math.sin(radians(lng));
    points[3 * i + 2] = Math.sin(radians(lat));
  }
  return points;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
