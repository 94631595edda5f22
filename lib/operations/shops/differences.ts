import { changesWithWholePlaces } from '../../ordering/orders/index.ts';
import { sameValue } from '../../platform/core/same-value.ts';
import type { RowFields } from '../bulk/index.ts';

/**
 * The fields that the shop changed, null for those that it emptied. What people corrected here since stays, unless the
 * shop changes the same. An address counts as one field.
 */
export function differences(before: RowFields, after: RowFields): RowFields {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => !sameValue(before[name], after[name]));
  return changesWithWholePlaces(changed, after);
}
