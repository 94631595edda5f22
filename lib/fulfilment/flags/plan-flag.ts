import { UNSEEN } from '../../engines/vocabulary/index.ts';
import { create, type Operation } from '../../platform/table/index.ts';
import { type Flag, flagDataOf, flagEntity, flagIdOf, flagPartition, flagRaised } from './flag.ts';
import { turnedTo } from './flag-lifecycle.ts';

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
  { cause, ...request }: FlagRequest,
  at: string,
): { readonly flag: Flag; readonly operations: readonly Operation[] } {
  const { organizationId, raisedBy, status = 'NEEDS_ATTENTION', orderId = null } = request;
  const id = flagIdOf({ jobId: request.jobId, orderId }, cause);
  const flag: Flag = {
    storeLocationIds: [],
    recoversWith: null,
    ...request,
    orderId,
    status,
    id,
    createdAt: at,
    ...UNSEEN,
    ...turnedTo(status, raisedBy, at),
  };
  const raised = flagRaised.record({
    aggregate: flagPartition(organizationId, id),
    cause: id,
    occurredAt: at,
    data: flagDataOf(flag),
  });
  return { flag, operations: [create(flagEntity, flag), raised] };
}

/** The writes that flag something: 2 members. */
export function planFlag(request: FlagRequest, at: string): readonly Operation[] {
  return plannedFlag(request, at).operations;
}
