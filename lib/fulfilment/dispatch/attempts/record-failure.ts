import { type Order, orderPartition } from '../../../ordering/orders/index.ts';
import type { Refusal } from '../../../platform/core/refusal.ts';
import type { Operation } from '../../../platform/table/index.ts';
import { jobPartition } from '../../jobs/index.ts';
import { autodispatchFailed } from '../events.ts';

/** The event of an order for which no provider could be found; `cause` distinguishes occurrences. */
export function recordFailure(order: Order, cause: string, refusal: Refusal, at: string): Operation {
  return autodispatchFailed.record({
    aggregate: orderPartition(order),
    cause,
    occurredAt: at,
    data: { orderId: order.id, jobId: null, code: refusal.kind.code, reason: refusal.message },
  });
}

/** The event of a job, created without an order, for which no provider could be found. */
export function recordJobFailure(
  job: { readonly organizationId: string; readonly id: string },
  cause: string,
  refusal: Refusal,
  at: string,
): Operation {
  return autodispatchFailed.record({
    aggregate: jobPartition(job.organizationId, job.id),
    cause,
    occurredAt: at,
    data: { orderId: null, jobId: job.id, code: refusal.kind.code, reason: refusal.message },
  });
}
