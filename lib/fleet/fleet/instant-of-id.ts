import { toInstant } from '../../platform/core/clock.ts';
import { createdAtOf } from '../../platform/core/ids.ts';

/** The time in an id, by which lists of the fleet are sorted: a page can continue after an id without a cursor. */
export function instantOfId(id: string): string {
  return toInstant(createdAtOf(id) ?? 0);
}
