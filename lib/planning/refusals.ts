import { defineRefusal } from '../core/refusal.ts';

export const nothingPlanned = defineRefusal({
  code: 'NO_ELIGIBLE_ROUTES',
  status: 422,
  summary:
    'A stop finds no place whatever is relaxed, or the roads could not be looked up; or an optimization has no routes.',
});

export const optimizationStrategyNotFound = defineRefusal({
  code: 'NOT_FOUND',
  status: 404,
  summary: 'No optimization strategy of the organization has this id.',
});

export const optimizationInvalid = defineRefusal({
  code: 'VALIDATION_ERRORS',
  status: 422,
  summary: 'An order or a driver group is unknown, or an order cannot be optimized; `details` says which.',
});

export const optimizationContention = defineRefusal({
  code: 'CONFLICT',
  status: 409,
  summary: 'The strategy was changed by somebody else.',
});

export const optimizationUnfinished = defineRefusal({
  code: 'INVALID_STATE_TRANSITION',
  status: 409,
  summary:
    'Only the routes of an optimization that succeeded can be saved; `details.status` names the present status.',
});

export const routeRestrictionNotFound = defineRefusal({
  code: 'NOT_FOUND',
  status: 404,
  summary: 'No route restriction of the organization has this id.',
});

export const routeRestrictionInUse = defineRefusal({
  code: 'CONFLICT',
  status: 409,
  summary:
    'Optimization strategies use the restriction, or somebody else was changing it; `details.usedBy` names them.',
});
