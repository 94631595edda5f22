import { conflict } from './common-refusals.ts';
import type { Refusal } from './refusal.ts';

/**
 * Refuses when the caller expects another version than the stored one. `expected` is `ctx.expectedVersion`, which is
 * undefined for a caller without `If-Match`. Judge it after reading the item and before deciding anything else.
 */
export function refuseOtherVersion(
  expected: number | undefined,
  stored: { readonly version: number },
): Refusal | undefined {
  if (expected === undefined || expected === stored.version) return undefined;
  return conflict(
    `If-Match is ${expected}, but the present version is ${stored.version}. Read it again and repeat the change.`,
    { version: stored.version },
  );
}
