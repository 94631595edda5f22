import {
  type FoundOrder,
  invalidStateTransition,
  type OrderActor,
  readOrder,
} from '../../../ordering/orders/index.ts';
import { commit } from '../../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { isConfigurationOver, readJob } from '../../jobs/index.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { disallowedOperation } from '../refusals.ts';
import { planCancellation } from '../withdrawal/cancel-rest.ts';

/**
 * Takes one order of a route out of dispatch (specification 4.3): its package is cancelled, the order is
 * `valid` again and off its route, all in one transaction; an event lets the route drop its stops. The other
 * packages continue.
 */
export async function undispatchOrder(
  deps: Pick<DispatchDeps, 'table' | 'clock'>,
  actor: OrderActor,
  id: string,
): Promise<FoundOrder | Refusal> {
  return commit(deps, { what: 'order', id }, async () => {
    const found = await readOrder(deps.table, actor, id);
    if (isRefusal(found)) return found;
    const order = found.stored.value;
    const { organizationId, id: orderId, status, jobId, routeId } = order;
    if (status !== 'dispatched' || jobId === undefined) {
      return invalidStateTransition(
        `Order ${orderId} is ${status}; only a dispatched order can be taken out of dispatch.`,
        { orderId, status },
      );
    }
    const job = await readJob(deps.table, organizationId, jobId);
    const onRoute = job?.job.value.routeId ?? routeId ?? null;
    const configuration = job?.configurations.find(({ value }) => value.orderId === orderId)?.value;
    if (onRoute === null || !job || !configuration) {
      return disallowedOperation(
        `Order ${orderId} is not on a route. Cancel its job instead: POST /v1/jobs/${jobId}/cancel.`,
        { orderId, jobId },
      );
    }
    if (isConfigurationOver(job, configuration)) {
      return invalidStateTransition(
        `The delivery of order ${orderId} has ended, so there is nothing to take out of dispatch.`,
        { orderId, jobId },
      );
    }
    const planned = await planCancellation(deps, job, [configuration], {
      offRouteId: onRoute,
      isUndispatched: true,
    });
    if ((await deps.table.write(planned.operations)).ok) {
      return readOrder(deps.table, actor, orderId);
    }
  });
}
