import { autodispatchOrder, type JobDeps } from '../../lib/fulfilment/dispatch/index.ts';
import { readOrder } from '../../lib/ordering/orders/index.ts';
import { CLOSING_EVENTS, type ClosingDeps, closeWindow } from '../../lib/ordering/windows/index.ts';
import { isLostRace } from '../../lib/platform/core/commit.ts';
import { isRefusal } from '../../lib/platform/core/refusal.ts';
import { defineQueueWorker, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { lapseBooking } from '../compose/booking-steps.ts';
import { jobDeps } from '../compose/dispatch-deps.ts';

/** How orders change when windows close. */
export function closingDeps(jobs: JobDeps): ClosingDeps {
  return {
    ...jobs,
    async dispatch(table, organizationId, orderId) {
      const deps = { ...jobs, table };
      const actor = { organizationId, storeLocationIds: null };
      const found = await readOrder(deps.table, actor, orderId);
      if (isRefusal(found)) return { error: found.message };
      const { status, jobId } = found.stored.value;
      if (status === 'dispatched' && jobId !== undefined) return { jobId };
      const job = await autodispatchOrder(deps, actor, orderId);
      if (!isRefusal(job)) return { jobId: job.job.value.id };
      if (isLostRace(job)) throw new Error(job.message);
      return { error: job.message };
    },
    lapse: (table, organizationId, orderId, key) =>
      lapseBooking({ ...jobs, table }, organizationId, orderId, key),
  };
}

/** Closes delivery windows at their cutoff and dispatches the orders that are confirmed. */
export const worker = defineQueueWorker<ClosingDeps>({
  name: 'close-windows',
  consumes: CLOSING_EVENTS,
  maxConcurrency: 2,
  timeoutSeconds: 120,
  uses: { table: 'readWrite', credentials: 'read', geocodes: true },
  failureImpact: 'Orders that are booked into delivery windows are not dispatched after the cutoff.',
  handle: closeWindow,
});

export const handler = serveQueueWorker(worker, () => closingDeps(jobDeps()));
