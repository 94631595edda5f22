import { autodispatchOrder, type DispatchDeps } from '../../fulfilment/dispatch/index.ts';
import { isLostRace } from '../../platform/core/commit.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import { isRefusal } from '../../platform/core/refusal.ts';
import type { EventRecord } from '../../platform/events/index.ts';
import { ordersLeftOut } from './request-optimization.ts';

/** Orders dispatched at the same time. */
const WIDTH = 5;

/**
 * Dispatches orders that an optimization left out. An order that cannot be dispatched, or already was, does not block
 * the others.
 */
export async function dispatchLeftOut(deps: DispatchDeps, event: EventRecord): Promise<void> {
  const { organizationId } = event;
  const { activityId, orderIds, optionsGroupId } = ordersLeftOut.parse(event).data;
  const actor = { organizationId, storeLocationIds: null };
  await mapConcurrently(orderIds, WIDTH, async (orderId) => {
    const job = await autodispatchOrder(deps, actor, orderId, optionsGroupId);
    if (!isRefusal(job)) return;
    if (isLostRace(job)) throw new Error(job.message);
    deps.log.info('planning.left-out-refused', 'An order that an optimization left out was not dispatched.', {
      organizationId,
      activityId,
      orderId,
      refusal: job.kind.code,
    });
  });
}
