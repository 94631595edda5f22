import { type SentItem, unpackItem } from '../../../lib/platform/table/index.ts';
import type { Attributes } from '../../support/memory-dynamodb/values.ts';

/** Items in the table are replaced and never altered, so each needs to be unpacked only once. */
const known = new WeakMap<object, Attributes>();

/** An item as the table has it, with its packed parts readable. */
export function readable(item: Readonly<Attributes>): Attributes {
  let found = known.get(item);
  if (!found) {
    found =
      item.data === undefined ? item : (unpackItem(item as unknown as SentItem) as unknown as Attributes);
    known.set(item, found);
  }
  return found;
}
