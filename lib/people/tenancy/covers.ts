import type { Caller } from '../../platform/access/index.ts';

type Limit = readonly string[] | null;

/** Whether everything inside `inner` is inside `outer`; null = no limit. */
export function isWithin(inner: Limit, outer: Limit): boolean {
  if (outer === null) return true;
  return inner?.every((id) => outer.includes(id)) ?? false;
}

/**
 * Whether a caller may see a key: a caller limited to store locations or driver groups sees only keys within its own
 * limits.
 */
export function isVisibleTo(
  caller: Pick<Caller, 'storeLocationIds' | 'driverGroupIds'>,
  key: { readonly storeLocationIds: Limit; readonly driverGroupIds: Limit },
): boolean {
  return (
    isWithin(key.storeLocationIds, caller.storeLocationIds) &&
    isWithin(key.driverGroupIds, caller.driverGroupIds)
  );
}
