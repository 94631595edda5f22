import { ADDRESS_PARTS, SIDES } from '../../ordering/orders/index.ts';
import { sameValue } from '../../platform/core/same-value.ts';
import type { RowFields } from '../bulk/index.ts';

/** What places a side, besides the parts of its address. */
const PLACES = ['Address', 'Lat', 'Lng', 'PlaceId', 'StoreLocationId', 'ExternalStoreLocationId'] as const;

/**
 * The fields that the shop changed, null for those that it emptied. What people corrected here since stays, unless the
 * shop changes the same. An address counts as one field.
 */
export function differences(before: RowFields, after: RowFields): RowFields {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = new Set(names.filter((name) => !sameValue(before[name], after[name])));
  for (const side of SIDES) {
    const place = [...PLACES, ...ADDRESS_PARTS].map((part) => `${side}${part}`);
    if (!place.some((name) => changed.has(name))) continue;
    for (const name of place) if (after[name] !== undefined) changed.add(name);
  }
  return Object.fromEntries([...changed].map((name) => [name, after[name] ?? null]));
}
