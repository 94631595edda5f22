import { defineRefusal } from '../core/refusal.ts';

export const messageNotAccepted = defineRefusal({
  code: 'UNAUTHORIZED',
  status: 401,
  summary: 'The message is not signed by a provider that this organization has an account with.',
});

export const newsIsBusy = defineRefusal({
  code: 'SERVICE_UNAVAILABLE',
  status: 503,
  blame: 'us',
  summary: 'A delivery of the message was being changed by others; the carrier sends the message again.',
});
