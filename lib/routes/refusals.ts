import { defineRefusal } from '../core/refusal.ts';

export const routeNotFound = defineRefusal({
  code: 'ROUTE_NOT_FOUND',
  status: 404,
  summary: 'No route of the organization has this id or external id.',
});

export const routeNotInScope = defineRefusal({
  code: 'FORBIDDEN',
  status: 403,
  summary:
    'The route touches no store location or driver group that the caller is limited to; or the caller is limited to some, and only callers without a limit plan routes.',
});

export const routesNotEnabled = defineRefusal({
  code: 'FORBIDDEN',
  status: 403,
  blame: 'setup',
  summary: 'Routes are not enabled for the organization.',
});

export const routeStopNotFound = defineRefusal({
  code: 'ROUTE_STOP_NOT_FOUND',
  status: 404,
  summary: 'The route has no stop with this id.',
});

export const routeAlreadyDispatched = defineRefusal({
  code: 'ROUTE_ALREADY_DISPATCHED',
  status: 400,
  summary: 'The route is dispatched: it can be renamed, but no longer planned.',
});

export const routeArchived = defineRefusal({
  code: 'ROUTE_ARCHIVED',
  status: 400,
  summary: 'The route is archived. Unarchive it first.',
});

export const routeHasNoStops = defineRefusal({
  code: 'ROUTE_HAS_NO_STOPS',
  status: 400,
  summary: 'The route has no orders, so there is nothing to do with its stops.',
});

export const routeActionInvalidStatus = defineRefusal({
  code: 'ROUTE_ACTION_INVALID_STATUS',
  status: 400,
  summary: 'The present status of the route or stop does not allow this; `details.status` names it.',
});

export const routeHasNoPackages = defineRefusal({
  code: 'ROUTE_HAS_NO_PACKAGES',
  status: 400,
  summary: 'The route has no orders to make packages of.',
});

export const routeChanged = defineRefusal({
  code: 'CONFLICT',
  status: 409,
  summary:
    'The stops changed since they were selected, an order is on another route, or a large change of the route is still being made.',
});

export const routeMoveDisallowed = defineRefusal({
  code: 'DISALLOWED_OPERATION',
  status: 400,
  summary:
    'The destination has no place to load at, or does not load where the stops do; or the stops cannot be moved.',
});

export const routeLockContention = defineRefusal({
  code: 'LOCK_ACQUISITION_FAILURE',
  status: 409,
  summary: 'Someone else was changing the same route or its orders at that moment; send the request again.',
});

export const routeInvalid = defineRefusal({
  code: 'VALIDATION_ERRORS',
  status: 422,
  summary: 'A field does not fit to the route or its orders; `details` says which.',
});

export const violationNotFound = defineRefusal({
  code: 'NOT_FOUND',
  status: 404,
  summary: 'The route has no violation with this id; it may have been resolved.',
});

export const travelUnavailable = defineRefusal({
  code: 'NO_ELIGIBLE_ROUTES',
  status: 422,
  summary: 'No way by road leads through the stops, or the roads could not be looked up.',
});
