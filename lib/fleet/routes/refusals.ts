import { defineRefusal } from '../../platform/core/refusal.ts';

export const routeNotFound = defineRefusal<{ id: string }>({
  code: 'ROUTE_NOT_FOUND',
  summary: 'No route of the organization has this id or external id.',
});

export const routeNotInScope = defineRefusal<{ id?: string; limit?: string }>({
  code: 'FORBIDDEN',
  summary:
    'The route touches no store location or driver group to which the caller is limited, or the caller has a limit and only callers without one can plan routes.',
});

export const routesNotEnabled = defineRefusal<{ preference: string }>({
  code: 'FORBIDDEN',
  blame: 'setup',
  summary: 'Routes are not enabled for the organization.',
});

export const routeStopNotFound = defineRefusal<{ stopId: string }>({
  code: 'ROUTE_STOP_NOT_FOUND',
  summary: 'The route has no stop with this id.',
});

export const routeAlreadyDispatched = defineRefusal<{ id: string; jobId: string | null }>({
  code: 'ROUTE_ALREADY_DISPATCHED',
  summary: 'The route is dispatched: it can be renamed, but no longer planned.',
});

export const routeArchived = defineRefusal<{ id: string; archivedAt?: string }>({
  code: 'ROUTE_ARCHIVED',
  summary: 'The route is archived. Unarchive it first.',
});

export const routeHasNoStops = defineRefusal<{ id: string }>({
  code: 'ROUTE_HAS_NO_STOPS',
  summary: 'The route has no orders, so there is nothing to do with its stops.',
});

export const routeActionInvalidStatus = defineRefusal<{
  id: string;
  status: string;
  stopId?: string;
  validationErrors?: Readonly<Record<string, string>>;
}>({
  code: 'ROUTE_ACTION_INVALID_STATUS',
  summary: 'The current status of the route or stop does not allow this; `details.status` names it.',
});

export const routeHasNoPackages = defineRefusal<{ id: string }>({
  code: 'ROUTE_HAS_NO_PACKAGES',
  summary: 'The route has no orders for packages.',
});

export const routeChanged = defineRefusal<{
  id?: string;
  jobId?: string | null;
  orderId?: string;
  orderIds?: readonly string[];
  retryAfterSeconds?: number;
  routeId?: string;
  stopId?: string;
  unknownIds?: readonly string[];
  version?: number;
}>({
  code: 'CONFLICT',
  summary:
    'The stops have changed since they were selected, an order is on another route, or a large change of the route is still in progress.',
});

export const routeMoveDisallowed = defineRefusal<{
  orderId?: string;
  stopId?: string;
  stopType?: string;
  toRouteId?: string;
}>({
  code: 'DISALLOWED_OPERATION',
  summary:
    'The destination has no place at which to load, or loads at another place; or the stops cannot be moved.',
});

export const routeInvalid = defineRefusal<{
  fields?: Readonly<Record<string, string>>;
  orderId?: string;
  unknownIds?: readonly string[];
}>({
  code: 'VALIDATION_ERRORS',
  summary: 'A field contradicts the route or its orders; `details` says which.',
});

export const violationNotFound = defineRefusal<{ violationId: string }>({
  code: 'NOT_FOUND',
  summary: 'The route has no violation with this id; it may have been resolved.',
});

export const travelUnavailable = defineRefusal({
  code: 'NO_ELIGIBLE_ROUTES',
  summary: 'There is no road through the stops, or the roads could not be looked up.',
});
