import { kinks } from '@turf/kinks';
import { boundsOf, isInside } from './cells.ts';
import { type Corner, type Polygon, type Ring, roundCorner } from './ring.ts';

/** Maximum number of corners of all polygons of a zone: more than borders of countries need at this scale. */
export const MAX_CORNERS = 5_000;

/** Latitude south of which nothing is delivered. */
const SOUTHERNMOST = -60;

/** Sine of an angle below which two edges are one line: corners are kept to 6 decimals. */
const STRAIGHT = 1e-9;

/** What is wrong with a ring, and at which of its points. */
export interface PolygonFault {
  /** As callers write it: `polygon`, `polygon[1]`. */
  readonly ring: string;
  readonly point: number | null;
  readonly message: string;
}

/** A ring as callers send it: points as `[latitude, longitude]`, closed or not. */
export type RingInput = readonly (readonly number[])[];

/**
 * Parses a polygon: an outline and holes, whose points are `[latitude, longitude]`. Refuses invalid ones and
 * names the ring and the point.
 */
export function readPolygon(rings: readonly RingInput[], name: string): Polygon | PolygonFault {
  const read: Ring[] = [];
  for (const [index, input] of rings.entries()) {
    const ringName = rings.length === 1 ? name : `${name}[${index}]`;
    const ring = readRing(input, ringName);
    if ('message' in ring) return ring;
    const outline = read[0];
    read.push(outline ? besides(ring, outline) : ring);
    const fault =
      faultOfRing(read[index] ?? ring, ringName) ?? (outline && faultOfHole(read, index, ringName));
    if (fault) return fault;
  }
  return read;
}

function readRing(input: RingInput, ring: string): Ring | PolygonFault {
  const corners: Corner[] = [];
  for (const [point, [lat, lng]] of input.entries()) {
    const fault = lat === undefined || lng === undefined ? undefined : faultOfPoint(lat, lng);
    if (lat === undefined || lng === undefined || fault) {
      const shown = JSON.stringify(input[point]);
      return {
        ring,
        point,
        message: `${ring}, point ${point}: ${shown} ${fault ?? 'is not a pair of degrees'}.`,
      };
    }
    const corner = unwound(roundCorner([lng, lat]), corners.at(-1));
    if (!corners.length || !isSame(corner, corners.at(-1)!)) corners.push(corner);
  }
  const [first] = corners;
  const isClosed = corners.length > 1 && first && isSame(unwound(first, corners.at(-1)), corners.at(-1)!);
  const closing = first && unwound(first, corners.at(-1));
  if (closing && !isClosed) corners.push(closing);
  if (!first || corners.length < 4) {
    return {
      ring,
      point: null,
      message: `${ring} has ${Math.max(0, corners.length - 1)} different points. A polygon needs 3 or more.`,
    };
  }
  const last = corners.at(-1)!;
  if (last[0] !== first[0]) {
    return { ring, point: null, message: `${ring} runs around a pole. Send it in parts that do not.` };
  }
  return corners;
}

function faultOfPoint(lat: number, lng: number): string | undefined {
  if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) {
    // Nobody delivers at the poles, where most of America would be with its coordinates swapped.
    return lat < SOUTHERNMOST && Math.abs(lng) <= 90
      ? `lies in the Antarctic at the latitude ${lat}: longitude and latitude are swapped. Send [latitude, longitude]`
      : undefined;
  }
  const isSwapped = Math.abs(lat) <= 180 && Math.abs(lng) <= 90;
  const what =
    Math.abs(lat) > 90 ? `has the latitude ${lat}, beyond 90` : `has the longitude ${lng}, beyond 180`;
  return isSwapped ? `${what}: longitude and latitude are swapped. Send [latitude, longitude]` : what;
}

/** The longitude on the shorter way from the previous corner, across the date line if necessary. */
function unwound([lng, lat]: Corner, before: Corner | undefined): Corner {
  if (!before) return [lng, lat];
  return [lng + 360 * Math.round((before[0] - lng) / 360), lat];
}

/** A hole in the longitudes of its outline. */
function besides(hole: Ring, outline: Ring): Ring {
  const { west, east } = boundsOf([outline]);
  const own = boundsOf([hole]);
  const turns = Math.round(((west + east) / 2 - (own.west + own.east) / 2) / 360);
  return turns === 0 ? hole : hole.map(([lng, lat]): Corner => [lng + 360 * turns, lat]);
}

function faultOfRing(ring: Ring, name: string): PolygonFault | undefined {
  for (let index = 0; index + 1 < ring.length; index += 1) {
    const before = ring[index === 0 ? ring.length - 2 : index - 1]!;
    const [here, after] = [ring[index]!, ring[index + 1]!];
    const [ax, ay, bx, by] = [
      here[0] - before[0],
      here[1] - before[1],
      after[0] - here[0],
      after[1] - here[1],
    ];
    const lengths = Math.hypot(ax, ay) * Math.hypot(bx, by);
    if (Math.abs(ax * by - ay * bx) <= STRAIGHT * lengths && ax * bx + ay * by < 0) {
      return {
        ring: name,
        point: index,
        message: `${name} turns back on itself at point ${index} (${shown(here)}).`,
      };
    }
  }
  const [crossing] = crossingsOf([ring]);
  if (!crossing) return undefined;
  const point = nearestPoint(ring, crossing);
  return {
    ring: name,
    point,
    message: `${name} crosses or touches itself at ${shown(crossing)}, near point ${point}. Send its points in the order in which they follow each other.`,
  };
}

/** A hole is within the outline and apart from other holes. */
function faultOfHole(rings: readonly Ring[], index: number, name: string): PolygonFault | undefined {
  const [hole, outline] = [rings[index]!, rings[0]!];
  const stray = hole.findIndex((corner) => !isInside(corner, [outline]));
  if (stray >= 0) {
    return {
      ring: name,
      point: stray,
      message: `${name} is a hole, but its point ${stray} (${shown(hole[stray]!)}) is outside the polygon.`,
    };
  }
  for (const other of rings.slice(0, index)) {
    const [crossing] = crossingsOf([other, hole]);
    const isWithin = other !== outline && hole.some((corner) => isInside(corner, [other]));
    if (!crossing && !isWithin) continue;
    const at = crossing ?? hole[0]!;
    const point = nearestPoint(hole, at);
    return {
      ring: name,
      point,
      message: `${name} is a hole that touches another ring at ${shown(at)}, near point ${point}.`,
    };
  }
  return undefined;
}

function crossingsOf(rings: readonly Ring[]): readonly Corner[] {
  const coordinates = rings.map((ring) => ring.map(([lng, lat]) => [lng, lat]));
  return kinks({ type: 'Polygon', coordinates }).features.map(({ geometry }): Corner => {
    const [lng = 0, lat = 0] = geometry.coordinates;
    return [lng, lat];
  });
}

function nearestPoint(ring: Ring, [lng, lat]: Corner): number {
  const distances = ring.slice(0, -1).map(([x, y]) => Math.hypot(x - lng, y - lat));
  return distances.indexOf(Math.min(...distances));
}

function isSame(a: Corner, b: Corner): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

/** A corner as callers write it. */
function shown([lng, lat]: Corner): string {
  return JSON.stringify([lat, withinTurn(lng)]);
}

/** A longitude between -180 and 180. */
export function withinTurn(lng: number): number {
  if (lng >= -180 && lng <= 180) return lng;
  return Math.round((lng - 360 * Math.round(lng / 360)) * 1e6) / 1e6;
}
