import { defineRefusal } from '../../platform/core/refusal.ts';

export const messageNotAccepted = defineRefusal({
  code: 'UNAUTHORIZED',
  summary: 'The message is not signed by a provider with which this organization has an account.',
});

export const updateIsBusy = defineRefusal({
  code: 'SERVICE_UNAVAILABLE',
  blame: 'us',
  summary: 'A delivery of the message was being changed by others; the carrier sends the message again.',
});
