import type { Delivery } from './delivery.ts';
import { historyOf } from './delivery-history.ts';
import { isTerminal } from './delivery-statuses.ts';
import type { ReturnedDelivery } from './returned-delivery.ts';

/** A delivery in its wire form. */
export function renderDelivery(delivery: Delivery): ReturnedDelivery {
  const {
    organizationId: _organization,
    jobId: _job,
    taskId: _task,
    configurationId: _configuration,
    isOnRoute: _route,
    isFromShop: _shop,
    position: _position,
    attempt: _attempt,
    providerIsInternal: _internal,
    courierExternalId: _courier,
    toldAt: _told,
    toldEtas: _etas,
    pincodeFailures: _failures,
    lateStatuses: _late,
    health,
    ...shown
  } = delivery;
  return {
    ...shown,
    statusHistory: historyOf(delivery),
    health: health && { status: health.status, reason: health.reason, since: health.since },
    isActive: !isTerminal(delivery.status),
    price: delivery.priceCents / 100,
  };
}
