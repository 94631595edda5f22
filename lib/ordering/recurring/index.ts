export {
  type ChangedOccurrence,
  changeOccurrence,
  type OccurrenceInput,
} from './change-occurrence.ts';
export {
  listRecurringOrders,
  type RecurringRow,
  readRecurringOrder,
} from './find-recurring-orders.ts';
export { followRecurringOrder } from './follow-recurring-order.ts';
export { OCCURRENCE_STATUSES, type Occurrence, occurrencesFrom } from './occurrences.ts';
export { dayOf } from './plan-occurrences.ts';
export type { RecurringDeps, RecurringEditor } from './recurring-deps.ts';
export { recurringTimer } from './recurring-events.ts';
export {
  FIELDS_OF_OCCURRENCES,
  ON_HOLIDAY,
  type RecurringOrder,
  recurringOrderEntity,
  WEEKDAYS,
} from './recurring-order.ts';
export {
  invalidRecurringOrder,
  occurrenceNotFound,
  occurrenceUnderWay,
  recurringOrderNotFound,
  recurringOrderOver,
} from './refusals.ts';
export { createRecurringOrder, endRecurringOrder, updateRecurringOrder } from './save-recurring-order.ts';
export type { RecurringInput } from './shape-recurring-order.ts';
