import { greatCircleMeters, type Point } from '../../platform/core/geography.ts';
import { wayAround } from './avoid-areas.ts';
import { encodePolyline } from './encode-polyline.ts';
import type { Travel, TravelConditions, TravelLeg, TravelProfile } from './travel.ts';
import { UNREACHABLE_SECONDS } from './travel.ts';

/** Kilometres per hour, as the optimization's own estimate has them. */
const SPEEDS: Readonly<Record<TravelProfile, number>> = { car: 40, truck: 32, bike: 15, 'straight-line': 40 };

/** Ratio of streets to the straight line that is usual in towns. */
const DETOUR_FACTOR = 1.3;

/**
 * Travel by great circle, detour factor and average speed, without a map and without traffic. Areas to avoid
 * are passed at their corners. The default on a laptop, marked as an estimate.
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
    async matrix(points: readonly Point[], conditions: TravelConditions, ends: readonly Point[] = points) {
      const seconds = new Int32Array(points.length * ends.length);
      const meters = new Int32Array(points.length * ends.length);
      const { profile, avoid = [] } = conditions;
      let at = 0;
      for (const from of points) {
        for (const to of ends) {
          const leg =
            from === to
              ? NO_LEG
              : avoid.length === 0
                ? estimatedLeg(from, to, profile)
                : legOf(wayAround(from, to, avoid), profile);
          seconds[at] = leg.seconds;
          meters[at] = leg.meters;
          at += 1;
        }
      }
      return { seconds, meters };
    },
  });
}

/** The way between two places without areas to avoid, as `estimatedTravel` knows it. */
export function estimatedLeg(from: Point, to: Point, profile: TravelProfile): TravelLeg {
  return straightLeg(greatCircleMeters(from, to), profile);
}

const NO_LEG: TravelLeg = Object.freeze({ seconds: 0, meters: 0 });

/** The straight line, or a way around areas to avoid; points inside these areas cannot be reached. */
function wayBetween(from: Point, to: Point, { avoid = [] }: TravelConditions): readonly Point[] {
  return avoid.length === 0 ? [from, to] : wayAround(from, to, avoid);
}

function legOf(way: readonly Point[], profile: TravelProfile): TravelLeg {
  if (way.length === 0) return { seconds: UNREACHABLE_SECONDS, meters: UNREACHABLE_SECONDS };
  return straightLeg(
    way.slice(1).reduce((sum, to, index) => sum + greatCircleMeters(way[index]!, to), 0),
    profile,
  );
}

function straightLeg(straight: number, profile: TravelProfile): TravelLeg {
  const meters = straight * (profile === 'straight-line' ? 1 : DETOUR_FACTOR);
  const seconds = meters / (SPEEDS[profile] / 3.6);
  return { meters: Math.round(meters), seconds: meters === 0 ? 0 : Math.max(1, Math.round(seconds)) };
}
