import { defineRefusal } from '../core/refusal.ts';

export const trackingLinkUnknown = defineRefusal({
  code: 'NOT_FOUND',
  status: 404,
  summary: 'The tracking link is not one that was given out.',
});

export const trackingLinkExpired = defineRefusal({
  code: 'GONE',
  status: 410,
  summary: 'The delivery ended more than two weeks ago, or was never finished in three months.',
});
