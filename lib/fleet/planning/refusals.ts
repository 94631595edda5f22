import { defineRefusal } from '../../platform/core/refusal.ts';

export const nothingPlanned = defineRefusal<{ id?: string; orderIds?: readonly string[] }>({
  code: 'NO_ELIGIBLE_ROUTES',
  summary:
    'A stop does not fit however the constraints are relaxed, the roads could not be looked up, or an optimization has no routes.',
});

export const optimizationStrategyNotFound = defineRefusal<{ id: string }>({
  code: 'NOT_FOUND',
  summary: 'No optimization strategy of the organization has this id.',
});

export const optimizationInvalid = defineRefusal<{
  fields?: Readonly<Record<string, string>>;
  orderId?: string;
  unknownIds?: readonly string[];
}>({
  code: 'VALIDATION_ERRORS',
  summary: 'An order or a driver group is unknown, or an order cannot be optimized; `details` says which.',
});

export const optimizationUnfinished = defineRefusal<{ id: string; status: string }>({
  code: 'INVALID_STATE_TRANSITION',
  summary:
    'Only the routes of a successful optimization can be saved; `details.status` names the current status.',
});

export const routeRestrictionNotFound = defineRefusal<{ id: string }>({
  code: 'NOT_FOUND',
  summary: 'No route restriction of the organization has this id.',
});

export const routeRestrictionInUse = defineRefusal<{ usedBy: readonly string[] }>({
  code: 'CONFLICT',
  summary: 'Optimization strategies use the restriction; `details.usedBy` names them.',
});
