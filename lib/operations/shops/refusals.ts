import { defineRefusal } from '../../platform/core/refusal.ts';

export const shopNotFound = defineRefusal<{ id: string }>({
  code: 'NOT_FOUND',
  summary: 'There is no shop with this id.',
});

export const invalidShop = defineRefusal<{ field: string }>({
  code: 'INVALID_VALUE',
  summary: 'A field of the shop cannot be used; `details.field` names it.',
});

export const tooManyShops = defineRefusal({
  code: 'DISALLOWED_OPERATION',
  summary: 'The organization has as many shops as it can have.',
});

export const shopMessageNotFound = defineRefusal<{ id: string }>({
  code: 'NOT_FOUND',
  summary: 'The shop has no message with this id; messages are kept for 30 days.',
});

export const shopMessageNotAccepted = defineRefusal({
  code: 'UNAUTHORIZED',
  summary: 'The message does not carry, or is not signed with, the secret of this shop.',
});
