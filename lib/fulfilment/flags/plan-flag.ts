import type { Operation } from '../../platform/table/index.ts';
import { type Flag, flagIdOf, flagStore } from './flag.ts';
import { flagAttention } from './flag-lifecycle.ts';

/** A flag to raise. */
export interface FlagRequest
  extends Pick<Flag, 'organizationId' | 'jobId' | 'target' | 'targetId' | 'message'>,
    Partial<Pick<Flag, 'orderId' | 'status' | 'recoversWith' | 'storeLocationIds'>> {
  readonly isAutoResolved: boolean;
  readonly raisedBy: string;
  /** The same when the same cause is handled again. */
  readonly cause: string;
}

/** The flag of a request, and its writes: 2 members. */
export function plannedFlag(
  { cause, status, ...request }: FlagRequest,
  at: string,
): { readonly flag: Flag; readonly operations: readonly Operation[] } {
  const { jobId, orderId = null, storeLocationIds = [], recoversWith = null, raisedBy } = request;
  const fresh: Flag = {
    ...request,
    ...{ orderId, storeLocationIds, recoversWith },
    id: flagIdOf({ jobId, orderId }, cause),
    ...flagAttention.raised(at),
  };
  const flag = flagAttention.turned(fresh, status ?? fresh.status, raisedBy, at);
  return { flag, operations: flagStore.plan(undefined, flag, undefined) };
}

/** The writes that flag something: 2 members. */
export function planFlag(request: FlagRequest, at: string): readonly Operation[] {
  return plannedFlag(request, at).operations;
}
