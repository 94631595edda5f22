import { defineRefusal } from '../../platform/core/refusal.ts';

export const exceptionNotFound = defineRefusal<{ id: string }>({
  code: 'NOT_FOUND',
  summary: 'No exception of a route that is visible to the caller has this id.',
});

export const exceptionIsResolved = defineRefusal<{ id: string; status: string }>({
  code: 'INVALID_STATE_TRANSITION',
  summary: 'The exception is resolved and can only be read or removed.',
});

export const tooManyExceptions = defineRefusal<{ routeId: string }>({
  code: 'CONFLICT',
  summary: 'The route has as many exceptions as it can have; remove some first.',
});

export const viewDisabled = defineRefusal<{ useInstead: string; view: string }>({
  code: 'DISALLOWED_OPERATION',
  blame: 'setup',
  summary: 'This view of Execute is turned off for the organization; `details.view` names it.',
});

export const notOwnFleet = defineRefusal<{ id: string; providerId: string | null }>({
  code: 'DISALLOWED_OPERATION',
  summary: 'Driver and vehicle can be chosen only on routes of the own fleet.',
});

export const vehicleNeedsNoLimit = defineRefusal<{ field: string }>({
  code: 'FORBIDDEN',
  summary: 'Only users who are not limited to stores or driver groups can assign vehicles.',
});
