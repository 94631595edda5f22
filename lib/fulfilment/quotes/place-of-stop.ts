import type { Place } from '../../places/zones/index.ts';
import type { ShipmentStop } from '../providers/index.ts';

/** A stop in the terms of zones. */
export function placeOfStop({ lat, lng, zip, city, state, country }: ShipmentStop): Place {
  const parts = { lat, lng, zip, city, state, country, cityZip: city && zip ? `${city} ${zip}` : null };
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== null));
}
