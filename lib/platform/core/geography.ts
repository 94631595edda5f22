/** A point on the earth, degrees in WGS 84. */
export interface Point {
  readonly lat: number;
  readonly lng: number;
}

const EARTH_RADIUS_METERS = 6_371_000;

/** Length of the great circle between two points in metres. */
export function greatCircleMeters(a: Point, b: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const dLat = radians(b.lat - a.lat);
  const dLng = radians(b.lng - a.lng);
  const h =
    Math.sin(dLat / 2) ** 2 + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * Math.sin(dLng / 2) ** 2;
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Streets are longer than the straight line: the usual ratio in towns. */
const DETOUR_FACTOR = 1.3;

/** 30 km/h in town for the first 10 km, 70 km/h beyond: metres per second. */
const TOWN_SPEED = 30_000 / 3600;
const ROAD_SPEED = 70_000 / 3600;
const TOWN_METERS = 10_000;

/** A drive between two points. */
export interface Drive {
  readonly distanceMeters: number;
  readonly durationSeconds: number;
}

/**
 * Distance and duration of a drive from `a` to `b`: an estimate from the great circle and a detour factor,
 * without a map and without traffic. Whole metres and seconds.
 */
export function estimateDrive(a: Point, b: Point): Drive {
  const meters = greatCircleMeters(a, b) * DETOUR_FACTOR;
  const seconds = Math.min(meters, TOWN_METERS) / TOWN_SPEED + Math.max(0, meters - TOWN_METERS) / ROAD_SPEED;
  return { distanceMeters: Math.round(meters), durationSeconds: Math.round(seconds) };
}
