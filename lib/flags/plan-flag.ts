import { digest } from '../core/ids.ts';
import { jobPartition } from '../jobs/index.ts';
import { create, type Operation } from '../table/index.ts';
import { type Flag, flagEntity, flagRaised } from './flag.ts';

/** A flag to be raised. */
export interface FlagRequest
  extends Pick<Flag, 'organizationId' | 'jobId' | 'target' | 'targetId' | 'message'> {
  readonly isAutoResolved: boolean;
  readonly raisedBy: string;
  /** Is the same when the same cause is handled again. */
  readonly cause: string;
}

/** The writes that flag a delivery or task: 2 members. */
export function planFlag({ cause, ...request }: FlagRequest, at: string): readonly Operation[] {
  const { organizationId, jobId, target, targetId } = request;
  const id = `flg_${digest(organizationId, jobId, cause)}`;
  return [
    create(flagEntity, { ...request, id, createdAt: at, resolvedAt: null, resolvedBy: null }),
    flagRaised.record({
      aggregate: jobPartition(organizationId, jobId),
      cause: id,
      occurredAt: at,
      data: { flagId: id, jobId, target, targetId },
    }),
  ];
}
