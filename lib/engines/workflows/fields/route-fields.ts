import { defineFields } from './define-field.ts';

/** Fields of a route, by the names that workflows use (specification 2.7). */
export const routeFields = defineFields('route', {
  text: ['id', 'status', 'provider', 'driver'],
  number: ['stop_sequence', 'stops_completed', 'total_stops'],
  date_time: ['planned_departure', 'actual_departure', 'planned_completion'],
});
