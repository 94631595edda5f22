import { defineRefusal } from '../../platform/core/refusal.ts';

export const trackingLinkUnknown = defineRefusal({
  code: 'NOT_FOUND',
  summary: 'The tracking link does not exist.',
});

export const trackingLinkExpired = defineRefusal({
  code: 'GONE',
  summary: 'The delivery ended more than two weeks ago, or did not end within three months.',
});
