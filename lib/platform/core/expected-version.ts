import { conflict } from './common-refusals.ts';
import type { Refusal } from './refusal.ts';

/**
 * Refuses when the caller expects another version than the stored one. `expected` is `ctx.expectedVersion`,
 * or the `version` of a row; undefined = any. Check it after reading the item and before deciding anything
 * else.
 */
export function refuseOtherVersion(
  expected: number | undefined,
  stored: { readonly version: number },
): Refusal | undefined {
  if (expected === undefined || expected === stored.version) return undefined;
  return conflict(
    `The change is based on version ${expected}, but the current version is ${stored.version}. Read it again and repeat the change.`,
    { version: stored.version },
  );
}
