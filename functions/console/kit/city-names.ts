import cityUrl from '../base-map/san-francisco.json?url';
import type { CityMap } from './city-map.ts';
import type { FoundPlace } from './map-shapes.ts';
import { decodePolyline } from './polyline.ts';

let read: Promise<CityMap> | undefined;

/** The city's file, read once; a failed attempt is forgotten. */
export function readCity(): Promise<CityMap> {
  read ??= fetch(cityUrl)
    .then((reply) => reply.json() as Promise<CityMap>)
    .catch((error) => {
      read = undefined;
      throw error;
    });
  return read;
}

/** Streets and places of the city, each with a point of it; none while the file cannot be read. */
export async function cityNames(): Promise<readonly FoundPlace[]> {
  const city = await readCity().catch(() => undefined);
  if (!city) return [];
  const streets = new Map<string, FoundPlace>();
  for (const [, name, [line = '']] of city.streets) {
    const points = decodePolyline(line);
    const at = points[Math.floor(points.length / 2)];
    if (name !== '' && at && !streets.has(name)) streets.set(name, { name, at });
  }
  return [
    ...city.places.map(([, name, lng, lat]) => ({ name, at: [lng, lat] as const })),
    ...streets.values(),
  ];
}
