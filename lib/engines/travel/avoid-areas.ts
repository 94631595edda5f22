import { greatCircleMeters, type Point } from '../../platform/core/geography.ts';
import type { AvoidedArea } from './travel.ts';

/**
 * How far outside the area its corners are passed, so that the way does not touch it. Share of the distance to its
 * middle.
 */
const CLEARANCE = 0.02;

/** Maximum number of corners: ways are searched among all pairs of them. */
const MAX_CORNERS = 200;

/**
 * The shortest way between two points over corners of areas that crosses no area. Empty when there is none,
 * for example from inside an area.
 */
export function wayAround(from: Point, to: Point, areas: readonly AvoidedArea[]): readonly Point[] {
  const isFree = (a: Point, b: Point) => !areas.some((area) => crosses(a, b, area));
  if (isFree(from, to)) return [from, to];
  if (areas.some((area) => isInside(from, area) || isInside(to, area))) return [];
  const corners = areas.flatMap((area) => outset(area)).slice(0, MAX_CORNERS);
  const nodes = [from, ...corners, to];
  const best = nodes.map(() => Number.POSITIVE_INFINITY);
  const before = nodes.map(() => -1);
  const done = nodes.map(() => false);
  best[0] = 0;
  for (;;) {
    let at = -1;
    for (const [index, length] of best.entries())
      if (!done[index] && (at < 0 || length < best[at]!)) at = index;
    if (at < 0 || best[at] === Number.POSITIVE_INFINITY) return [];
    if (at === nodes.length - 1) break;
    done[at] = true;
    for (const [index, node] of nodes.entries()) {
      if (done[index] || !isFree(nodes[at]!, node)) continue;
      const length = best[at]! + greatCircleMeters(nodes[at]!, node);
      if (length < best[index]!) {
        best[index] = length;
        before[index] = at;
      }
    }
  }
  const way: Point[] = [];
  for (let at = nodes.length - 1; at >= 0; at = before[at]!) way.unshift(nodes[at]!);
  return way;
}

/** Whether a point lies inside an area. */
export function isInside({ lat, lng }: Point, area: AvoidedArea): boolean {
  let inside = false;
  for (const [index, a] of area.entries()) {
    const b = area[(index + 1) % area.length]!;
    if (a.lat > lat !== b.lat > lat && lng < ((b.lng - a.lng) * (lat - a.lat)) / (b.lat - a.lat) + a.lng)
      inside = !inside;
  }
  return inside;
}

function crosses(from: Point, to: Point, area: AvoidedArea): boolean {
  if (isInside({ lat: (from.lat + to.lat) / 2, lng: (from.lng + to.lng) / 2 }, area)) return true;
  return area.some((a, index) => segmentsCross(from, to, a, area[(index + 1) % area.length]!));
}

function segmentsCross(a: Point, b: Point, c: Point, d: Point): boolean {
  const side = (p: Point, q: Point, r: Point) =>
    Math.sign((q.lng - p.lng) * (r.lat - p.lat) - (q.lat - p.lat) * (r.lng - p.lng));
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

function outset(area: AvoidedArea): readonly Point[] {
  const middle = {
    lat: area.reduce((sum, { lat }) => sum + lat, 0) / area.length,
    lng: area.reduce((sum, { lng }) => sum + lng, 0) / area.length,
  };
  return area.map(({ lat, lng }) => ({
    lat: lat + (lat - middle.lat) * CLEARANCE,
    lng: lng + (lng - middle.lng) * CLEARANCE,
  }));
}
