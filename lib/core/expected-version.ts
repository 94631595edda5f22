import { defineRefusal, type Refusal } from './refusal.ts';

/** The caller's `If-Match` names a version that is no longer the present one (decision C49). */
export const versionConflict = defineRefusal({
  code: 'CONFLICT',
  status: 409,
  summary: 'The present state does not allow the request.',
});

/**
 * Refuses when the caller expects another version than the stored one. `expected` is `ctx.expectedVersion`, which is
 * undefined for a caller without `If-Match`. Judge it after reading the item and before deciding anything else.
 */
export function refuseOtherVersion(
  expected: number | undefined,
  stored: { readonly version: number },
): Refusal | undefined {
  if (expected === undefined || expected === stored.version) return undefined;
  return versionConflict(
    `If-Match is ${expected}, but the present version is ${stored.version}. Read it again and repeat the change.`,
    { version: stored.version },
  );
}
