import { toInstant } from '../core/clock.ts';
import { madeAt } from '../core/ids.ts';

/**
 * The instant in an id, by which lists of the fleet are ordered: a page can go on behind an id without a cursor.
 */
export function instantOfId(id: string): string {
  return toInstant(madeAt(id) ?? 0);
}
