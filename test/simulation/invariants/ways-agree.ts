import { dataOf, defineInvariant } from './define-invariant.ts';

const MINUTE = 60_000;
const METERS_PER_DEGREE = (Math.PI / 180) * 6_371_000;

interface Place {
  readonly routeId: string;
  readonly lat: number;
  readonly lng: number;
  readonly at: string;
  readonly accuracy: number | null;
  /** When it was written. */
  readonly writtenAt: number;
}

interface RouteFact {
  readonly about: { readonly routeId?: string };
  readonly sums: Readonly<Record<string, number>>;
}

export const waysAgree = defineInvariant({
  name: 'ways-agree',
  number: 9,
  sentence:
    'What a route counts as driven is the length of the way through the positions that were kept of it.',
  watch({ world }, report) {
    const places: Place[] = [];
    const stops = new Map<string, readonly Stop[]>();
    const departures = new Map<string, string | null>();
    world.listen(({ after }) => {
      if (!after) return;
      const data = dataOf(after)! as never;
      const { type } = after as { readonly type?: string };
      if (type === 'routePosition') places.push({ ...(data as Place), writtenAt: world.now() });
      if (type === 'routeStops') stops.set((data as StopsItem).routeId, (data as StopsItem).stops);
      if (type === 'route') departures.set((data as RouteItem).id, (data as RouteItem).actualDeparture);
      if (type !== 'insightFact') return;
      const { about, sums } = data as RouteFact;
      if (!sums.routes || about.routeId === undefined) return;
      const of = {
        from: departures.get(about.routeId) ?? null,
        to: lastVisit(stops.get(about.routeId) ?? []),
      };
      const own = places.filter(({ routeId }) => routeId === about.routeId);
      if (own.length === 0) return;
      // The positions were read a little earlier than the fact was written.
      const surely = own.filter(({ writtenAt }) => writtenAt < world.now() - MINUTE).length;
      const possible = own.slice(surely).map((_, index) => lengthOf(own.slice(0, surely + index + 1), of));
      const lengths = [lengthOf(own.slice(0, surely), of), ...possible];
      const fits = lengths.some((meters) =>
        meters === null ? !sums.routesTracked : Math.abs(meters - (sums.drivenMeters ?? 0)) <= 2,
      );
      if (!fits)
        report(
          `${about.routeId} counts ${sums.drivenMeters} m, and its positions say ${lengths.join(' or ')}.`,
        );
    });
  },
});

interface Stop {
  readonly status: string;
  readonly statusHistory: readonly { readonly created_at: string; readonly status: string }[];
}

interface StopsItem {
  readonly routeId: string;
  readonly stops: readonly Stop[];
}

interface RouteItem {
  readonly id: string;
  readonly actualDeparture: string | null;
}

function lastVisit(stops: readonly Stop[]): string | null {
  let last: string | null = null;
  for (const { status, statusHistory } of stops) {
    const wasThere = statusHistory.some((entry) => entry.status === 'IN_PROGRESS');
    if (status !== 'COMPLETED' && !(status === 'FAILED' && wasThere) && !(status === 'CANCELED' && wasThere))
      continue;
    const end = statusHistory.at(-1)!.created_at;
    if (last === null || end > last) last = end;
  }
  return last;
}

/** The length of a way by the rules of its measure, in a plane instead of on a sphere; null = not known. */
function lengthOf(
  all: readonly Place[],
  { from, to }: { readonly from: string | null; readonly to: string | null },
): number | null {
  if (from === null || to === null) return null;
  // A way is short, so that a degree is as wide everywhere as at its first place.
  const degree = METERS_PER_DEGREE * Math.cos(((all[0]?.lat ?? 0) * Math.PI) / 180);
  const way = all
    .filter(({ at, accuracy }) => at >= from && at <= to && !(accuracy !== null && accuracy > 100))
    .map(({ lat, lng, at }) => ({
      north: lat * METERS_PER_DEGREE,
      east: lng * degree,
      ms: Date.parse(at),
    }))
    .sort((one, other) => one.ms - other.ms);
  if (way.length === 0) return null;
  let [total, seen, [here]] = [0, Date.parse(from), way];
  for (const place of way) {
    const step = Math.hypot(place.north - here!.north, place.east - here!.east);
    const seconds = (place.ms - here!.ms) / 1_000;
    if (step > 25 && step > 60 * seconds) continue;
    if (place.ms - seen > 5 * MINUTE && (step > 300 || place === way[0])) return null;
    seen = place.ms;
    if (step > 25) {
      total += step;
      here = place;
    }
  }
  return Date.parse(to) - seen > 5 * MINUTE ? null : total;
}
