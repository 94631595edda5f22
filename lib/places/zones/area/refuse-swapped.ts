import { greatCircleMeters } from '../../../platform/core/geography.ts';
import type { Refusal } from '../../../platform/core/refusal.ts';
import { invalidZone } from '../refusals.ts';
import type { ZoneInput } from '../zone-input.ts';

interface Point {
  readonly lat: number;
  readonly lng: number;
}

/**
 * A zone is probably wrong if it is farther than this from every store but near one with its coordinates swapped.
 * Metres.
 */
const FAR = 1_000_000;
const NEAR = 300_000;

/**
 * Refuses a polygon with swapped latitudes and longitudes although both readings are places on earth: it is far from
 * every store of the organization, and near one with its coordinates swapped. `stores` is called only when it matters.
 */
export async function refuseSwapped(
  { polygon, polygons }: ZoneInput,
  stores: () => Promise<readonly Point[]>,
): Promise<Refusal | undefined> {
  const named = [
    ...(polygon ? [{ name: 'polygon', rings: polygon }] : []),
    ...(polygons ?? []).map((rings, index) => ({ name: `polygons[${index}]`, rings })),
  ];
  for (const { name, rings } of named) {
    const [lat, lng] = rings[0]?.[0] ?? [];
    if (lat === undefined || lng === undefined || Math.abs(lng) > 90 || Math.abs(lat) > 90) continue;
    const known = await stores();
    const nearest = (point: Point) => Math.min(...known.map((store) => greatCircleMeters(store, point)));
    if (known.length === 0 || nearest({ lat, lng }) < FAR) continue;
    if (nearest({ lat: lng, lng: lat }) > NEAR) continue;
    const ring = rings.length === 1 ? name : `${name}[0]`;
    return invalidZone(
      `${ring}, point 0: [${lat},${lng}] is far from every store location, and [${lng},${lat}] is near one: longitude and latitude are swapped. Send [latitude, longitude].`,
      { field: name.split('[')[0], ring, point: 0 },
    );
  }
  return undefined;
}
