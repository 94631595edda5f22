import * as z from 'zod';

/** Statuses of a route (contract-facts 3.4), in upper case as they are sent. */
export const routeStatus = z.enum([
  'CREATED',
  'ASSIGNED',
  'STARTED',
  'IN_PROGRESS',
  'COMPLETED',
  'FAILED',
  'CANCELED',
]);
export type RouteStatus = z.infer<typeof routeStatus>;

/** What happens to a route. */
export type RouteTrigger =
  | 'assign'
  | 'unassign'
  | 'start'
  | 'progress'
  | 'complete'
  | 'fail'
  | 'cancel'
  | 'undispatch';

/** Every allowed transition of a route (decision B5). */
export const ROUTE_TRANSITIONS: readonly {
  readonly trigger: RouteTrigger;
  readonly from: readonly RouteStatus[];
  readonly to: RouteStatus;
}[] = Object.freeze([
  { trigger: 'assign', from: ['CREATED'], to: 'ASSIGNED' },
  { trigger: 'unassign', from: ['ASSIGNED'], to: 'CREATED' },
  { trigger: 'start', from: ['CREATED', 'ASSIGNED'], to: 'STARTED' },
  { trigger: 'progress', from: ['STARTED'], to: 'IN_PROGRESS' },
  { trigger: 'complete', from: ['CREATED', 'ASSIGNED', 'STARTED', 'IN_PROGRESS'], to: 'COMPLETED' },
  { trigger: 'fail', from: ['CREATED', 'ASSIGNED', 'STARTED', 'IN_PROGRESS'], to: 'FAILED' },
  { trigger: 'cancel', from: ['CREATED', 'ASSIGNED', 'STARTED', 'IN_PROGRESS'], to: 'CANCELED' },
  { trigger: 'undispatch', from: ['CREATED', 'ASSIGNED'], to: 'CREATED' },
]);

/** Status after the trigger; undefined when the current status does not allow it. */
export function nextRouteStatus(status: RouteStatus, trigger: RouteTrigger): RouteStatus | undefined {
  return ROUTE_TRANSITIONS.find((step) => step.trigger === trigger && step.from.includes(status))?.to;
}

/** Whether the status of the route is final. */
export function isRouteOver(status: RouteStatus): boolean {
  return !ROUTE_TRANSITIONS.some(({ from }) => from.includes(status));
}
