import { defineRefusal } from '../../platform/core/refusal.ts';

export const noteNotFound = defineRefusal<{ noteId: string }>({
  code: 'NOT_FOUND',
  summary: 'The order has no internal note with this id.',
});

export const tooManyNotes = defineRefusal<{ orderId: string }>({
  code: 'CONFLICT',
  summary: 'The order has as many internal notes as it can have; remove some first.',
});
