import { greatCircleMeters, type Point } from '../../platform/core/geography.ts';

/** A courier who stands this near to a door is at it: the width of a block, and more than the error of a phone. Metres. */
export const NEAR_METERS = 200;

/** Coordinates keep about a kilometre. */
const COORDINATE_FACTOR = 100;

/** Two numbers with three decimals or more, with a separator or the name of a field between them: `37.75761,-122.42128`. */
const POINT = /(?<![\d.])(-?\d{1,3}\.\d{3,})([^\d-]{1,24})(-?\d{1,3}\.\d{3,})(?![\d.])/g;

/** The coordinate to about a kilometre. */
export function rounded(coordinate: number): number {
  return Math.round(coordinate * COORDINATE_FACTOR) / COORDINATE_FACTOR;
}

/** Recognizes points at the doors of a person: they reveal the home as its address does. */
export interface Doors {
  areNear(point: Point): boolean;
  /** Whether a text has such a point, with the latitude first. */
  areIn(text: string): boolean;
  /** The text with such points rounded. */
  round(text: string): string;
}

/** The surroundings of these doors. */
export function doorsOf(doors: readonly Point[]): Doors {
  const areNear = (point: Point) => doors.some((door) => greatCircleMeters(door, point) <= NEAR_METERS);
  const isNear = (lat: string, lng: string) => areNear({ lat: Number(lat), lng: Number(lng) });
  return Object.freeze({
    areNear,
    areIn: (text: string) =>
      doors.length > 0 &&
      Array.from(text.matchAll(POINT)).some(([, lat = '', , lng = '']) => isNear(lat, lng)),
    round: (text: string) =>
      doors.length === 0
        ? text
        : text.replaceAll(POINT, (whole, lat: string, between: string, lng: string) =>
            isNear(lat, lng) ? `${rounded(Number(lat))}${between}${rounded(Number(lng))}` : whole,
          ),
  });
}
