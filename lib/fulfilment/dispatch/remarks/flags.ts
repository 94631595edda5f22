import { readOrder, storesOfOrder } from '../../../ordering/orders/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { type Flag, plannedFlag } from '../../flags/index.ts';
import { jobIdOf, storesOfJob } from '../../jobs/index.ts';
import { findJob, type JobActor } from '../find-job.ts';
import { missingArgument } from '../refusals.ts';

/** A flag as its creator provides it. */
export interface RaisedFlag {
  readonly id: string;
  readonly jobId: string | null;
  readonly taskId: string | null;
  readonly deliveryId: string | null;
  readonly orderId: string | null;
  readonly status: Flag['status'];
  readonly notes: string;
  readonly createdAt: string;
}

/** The flagged object: exactly one of these. */
export interface FlagInput {
  readonly jobId?: string | undefined;
  readonly taskId?: string | undefined;
  readonly deliveryId?: string | undefined;
  readonly orderId?: string | undefined;
  readonly status?: Flag['status'] | undefined;
  readonly notes: string;
}

/** Flags a job, task, delivery or order that the caller may see. */
export async function createFlag(
  deps: Pick<CoreDeps, 'table' | 'clock' | 'ids'>,
  actor: JobActor & { readonly keyId: string },
  input: FlagInput,
): Promise<RaisedFlag | Refusal> {
  const { jobId, taskId, deliveryId, orderId, status = 'NEEDS_ATTENTION', notes } = input;
  const named = [jobId, taskId, deliveryId, orderId].filter((id) => id !== undefined);
  const [id] = named;
  if (id === undefined || named.length > 1) {
    return missingArgument(
      `${named.length} of jobId, taskId, deliveryId and orderId were sent. Send exactly one.`,
      { sent: named.length },
    );
  }
  const part = taskId ?? deliveryId;
  const found =
    orderId !== undefined
      ? await readOrder(deps.table, actor, orderId)
      : await findJob(deps.table, actor, jobId ?? jobIdOf(part ?? '') ?? id);
  if (isRefusal(found)) return found;
  const at = toInstant(deps.clock.now());
  const isOrder = 'stored' in found;
  const order = isOrder ? found.stored.value : undefined;
  const target = taskId ? 'task' : deliveryId ? 'delivery' : order ? 'order' : 'job';
  const foundId = isOrder ? found.stored.value.id : found.job.value.id;
  const { flag, operations } = plannedFlag(
    {
      organizationId: actor.organizationId,
      jobId: isOrder ? null : found.job.value.id,
      orderId: order?.id ?? null,
      target,
      targetId: part ?? foundId,
      message: notes,
      status,
      isAutoResolved: false,
      storeLocationIds: isOrder ? storesOfOrder(found.stored.value) : storesOfJob(found),
      raisedBy: actor.keyId,
      cause: deps.ids.next('flg'),
    },
    at,
  );
  await deps.table.write(operations);
  return {
    id: flag.id,
    jobId: flag.jobId,
    taskId: taskId ?? null,
    deliveryId: deliveryId ?? null,
    orderId: flag.orderId,
    status,
    notes,
    createdAt: at,
  };
}
