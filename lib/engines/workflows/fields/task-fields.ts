import { defineFields } from './define-field.ts';

/** Fields of a task, which is one delivery attempt (specification 2.5). */
export const taskFields = defineFields('task', {
  text: ['id', 'status', 'providerId', 'providerName', 'failureReason', 'winnerQuote.id'],
  number: ['attempt', 'tipAmountCents', 'tipAmountUsd', 'winnerQuote.price_cents'],
  boolean: ['providerIsInternal'],
  date_time: ['createdAt', 'pickupStartTime', 'pickupEndTime', 'dropoffStartTime', 'dropoffEndTime'],
  list: ['taskNotes', 'failedQuotes'],
  event: ['custom_event'],
});
