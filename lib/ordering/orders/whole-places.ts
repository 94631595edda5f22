import { SIDES } from './order-fields.ts';
import { ADDRESS_PARTS } from './rules/address-parts.ts';

/** What places a side, besides the parts of its address. */
const PLACES = ['Address', 'Lat', 'Lng', 'PlaceId', 'StoreLocationId', 'ExternalStoreLocationId'] as const;

/**
 * The new values of fields that changed, null for those that are gone. An address counts as one field: if a part of it
 * changed, all of it is sent.
 */
export function changesWithWholePlaces(
  changedNames: readonly string[],
  after: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const changed = new Set(changedNames);
  for (const side of SIDES) {
    const place = [...PLACES, ...ADDRESS_PARTS].map((part) => `${side}${part}`);
    if (!place.some((name) => changed.has(name))) continue;
    for (const name of place) if (after[name] !== undefined) changed.add(name);
  }
  return Object.fromEntries([...changed].map((name) => [name, after[name] ?? null]));
}
