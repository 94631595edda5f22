import { greatCircleMeters, type Point } from '../core/geography.ts';
import { wayAround } from './avoid-areas.ts';
import { encodePolyline } from './encode-polyline.ts';
import type { Travel, TravelConditions, TravelLeg, TravelProfile } from './travel.ts';
import { UNREACHABLE_SECONDS } from './travel.ts';

/** Kilometres per hour, as the optimization's own estimate has them. */
const SPEEDS: Readonly<Record<TravelProfile, number>> = { car: 40, truck: 32, bike: 15, 'straight-line': 40 };

/** Streets are longer than the straight line: the usual ratio in towns. */
const DETOUR_FACTOR = 1.3;

/**
 * Travel by great circle, detour factor and average speed: no map, no traffic. Areas to avoid are driven around by their
 * corners. The default of a laptop, and honest about being an estimate.
 */
export function estimatedTravel(): Travel {
  return Object.freeze({
    name: 'estimate',
    isEstimate: true,
    async route(points: readonly Point[], conditions: TravelConditions) {
      const ways = points.slice(1).map((to, index) => wayBetween(points[index]!, to, conditions));
      const path = ways.flatMap((way, index) => (index === 0 ? way : way.slice(1)));
      return {
        legs: ways.map((way) => legOf(way, conditions.profile)),
        polyline: encodePolyline(path),
      };
    },
    async matrix(points: readonly Point[], conditions: TravelConditions) {
      const seconds: number[] = [];
      const meters: number[] = [];
      for (const from of points) {
        for (const to of points) {
          const leg =
            from === to
              ? { seconds: 0, meters: 0 }
              : legOf(wayBetween(from, to, conditions), conditions.profile);
          seconds.push(leg.seconds);
          meters.push(leg.meters);
        }
      }
      return { seconds, meters };
    },
  });
}

/** The straight line, or around what is to be avoided; a point inside such an area cannot be reached. */
function wayBetween(from: Point, to: Point, { avoid = [] }: TravelConditions): readonly Point[] {
  return avoid.length === 0 ? [from, to] : wayAround(from, to, avoid);
}

function legOf(way: readonly Point[], profile: TravelProfile): TravelLeg {
  if (way.length === 0) return { seconds: UNREACHABLE_SECONDS, meters: UNREACHABLE_SECONDS };
  const straight = way.slice(1).reduce((sum, to, index) => sum + greatCircleMeters(way[index]!, to), 0);
  const meters = straight * (profile === 'straight-line' ? 1 : DETOUR_FACTOR);
  const seconds = meters / (SPEEDS[profile] / 3.6);
  return { meters: Math.round(meters), seconds: meters === 0 ? 0 : Math.max(1, Math.round(seconds)) };
}
