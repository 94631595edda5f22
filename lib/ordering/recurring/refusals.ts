import { defineRefusal } from '../../platform/core/refusal.ts';

export const recurringOrderNotFound = defineRefusal<{ id: string }>({
  code: 'NOT_FOUND',
  summary: 'No recurring order that is visible to the caller has this id.',
});

export const invalidRecurringOrder = defineRefusal<{ fields: Readonly<Record<string, string>> }>({
  code: 'VALIDATION_ERRORS',
  summary: 'A field of a recurring order is not valid; `details.fields` says which. Nothing was written.',
});

export const recurringOrderOver = defineRefusal<{ id: string; endedAt: string }>({
  code: 'DISALLOWED_OPERATION',
  summary: 'The recurring order has ended and can no longer be changed.',
});

export const occurrenceNotFound = defineRefusal<{ date: string; next: readonly string[] }>({
  code: 'NOT_FOUND',
  summary: 'The recurring order has no occurrence on this day; `details.next` names the next ones.',
});

export const occurrenceUnderWay = defineRefusal<{ date: string; orderId?: string; status?: string }>({
  code: 'DISALLOWED_OPERATION',
  summary: 'The occurrence has passed, or its order is dispatched: change or cancel the order itself.',
});
