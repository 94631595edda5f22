/**
 * What an operation is for a caller who is limited to store locations or driver groups. `narrowed`: it shows and
 * changes only what lies within the limit. `shared`: it is the same for every caller, because it shows nothing of
 * a single store or group. `refused`: it cannot be narrowed, so limited callers cannot use it.
 */
export type LimitedUse = 'narrowed' | 'shared' | 'refused';

/** What an operation is for callers with each kind of limit. */
export interface ForLimited {
  readonly stores: LimitedUse;
  readonly groups: LimitedUse;
}
