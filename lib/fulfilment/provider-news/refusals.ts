import { defineRefusal } from '../../platform/core/refusal.ts';

export const messageNotAccepted = defineRefusal({
  code: 'UNAUTHORIZED',
  summary: 'The message is not signed by a provider with which this organization has an account.',
});

export const updateIsBusy = defineRefusal({
  code: 'SERVICE_UNAVAILABLE',
  blame: 'us',
  summary: 'Someone else was changing a delivery of the message; the carrier sends the message again.',
});
