import { defineRefusal } from '../core/refusal.ts';

export const nothingPlanned = defineRefusal({
  code: 'NO_ELIGIBLE_ROUTES',
  status: 422,
  summary:
    'A stop finds no place whatever is relaxed, or the roads could not be looked up; the route is unchanged.',
});
