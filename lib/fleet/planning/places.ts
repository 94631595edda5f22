import type { Profile, TravelTable, VehicleInput } from '../../engines/optimization/index.ts';
import { type Travel, type TravelConditions, UNREACHABLE_SECONDS } from '../../engines/travel/index.ts';
import type { Point } from '../../platform/core/geography.ts';

/** Places of a problem, each once: the solver's locations. */
export interface Places {
  readonly points: readonly Point[];
  indexOf(point: Point): number;
}

/** Collects places; equal coordinates are one location. */
export function collectPlaces(): Places {
  const points: Point[] = [];
  const known = new Map<string, number>();
  return {
    points,
    indexOf(point) {
      const key = `${point.lat},${point.lng}`;
      const index = known.get(key) ?? points.push({ lat: point.lat, lng: point.lng }) - 1;
      known.set(key, index);
      return index;
    },
  };
}

/** Travel between the places for every profile that the vehicles use. */
export async function travelTables(
  travel: Travel,
  points: readonly Point[],
  vehicles: readonly Pick<VehicleInput, 'profile'>[],
  { truck, ...others }: Omit<TravelConditions, 'profile'>,
): Promise<Readonly<Partial<Record<Profile, TravelTable>>>> {
  const tables: Partial<Record<Profile, TravelTable>> = {};
  for (const profile of new Set(vehicles.map(({ profile: of = 'car' }) => of)))
    tables[profile] = await travelTable(travel, points, {
      ...others,
      profile,
      ...(profile === 'truck' && truck ? { truck } : {}),
    });
  return tables;
}

/** Travel between the places as the solver takes it. */
export async function travelTable(
  travel: Travel,
  points: readonly Point[],
  conditions: TravelConditions,
): Promise<TravelTable> {
  const { seconds, meters } = await travel.matrix(points, conditions);
  return {
    durations: seconds.map((value) => Math.min(value, UNREACHABLE_SECONDS)),
    distances: meters.map((value) => Math.min(value, UNREACHABLE_SECONDS)),
  };
}
