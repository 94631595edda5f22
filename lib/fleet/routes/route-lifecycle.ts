import * as z from 'zod';
import { LIVE_ROUTE_STATUSES, ROUTE_STATUSES } from '../../engines/vocabulary/index.ts';
import { defineLifecycle } from '../../platform/core/define-lifecycle.ts';

/** Lifecycle of a route (contract-facts 3.4, decision B5), in upper case as statuses are sent. */
export const routeLifecycle = defineLifecycle({
  title: 'Route',
  statuses: ROUTE_STATUSES,
  initial: ['CREATED'],
  transitions: [
    { trigger: 'assign', from: ['CREATED'], to: 'ASSIGNED' },
    { trigger: 'unassign', from: ['ASSIGNED'], to: 'CREATED' },
    { trigger: 'start', from: ['CREATED', 'ASSIGNED'], to: 'STARTED' },
    { trigger: 'progress', from: ['STARTED'], to: 'IN_PROGRESS' },
    { trigger: 'complete', from: LIVE_ROUTE_STATUSES, to: 'COMPLETED' },
    { trigger: 'fail', from: LIVE_ROUTE_STATUSES, to: 'FAILED' },
    { trigger: 'cancel', from: LIVE_ROUTE_STATUSES, to: 'CANCELED' },
    { trigger: 'undispatch', from: ['CREATED', 'ASSIGNED'], to: 'CREATED' },
  ],
});

export const routeStatus = z.enum(routeLifecycle.statuses);

/** What happens to a route. */
export type RouteTrigger = (typeof routeLifecycle)['transitions'][number]['trigger'];

export const { next: nextRouteStatus, isOver: isRouteOver } = routeLifecycle;
