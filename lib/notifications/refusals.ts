import { defineRefusal } from '../core/refusal.ts';

export const invalidContact = defineRefusal({
  code: 'INVALID_VALUE',
  status: 400,
  summary: 'The contact is of an unknown type, or not an address or number of that type.',
});

export const deniedContactNotFound = defineRefusal({
  code: 'MISSING_RESOURCE',
  status: 404,
  summary: 'The contact is not on the deny list.',
});

export const notificationNotFound = defineRefusal({
  code: 'NOT_FOUND',
  status: 404,
  summary: 'No trigger, destination or notification that is visible to the caller has this id.',
});

export const invalidNotificationTrigger = defineRefusal({
  code: 'INVALID_VALUE',
  status: 400,
  summary: 'A field of the trigger, destination or message is not accepted; `details.field` names it.',
});

export const notificationInUse = defineRefusal({
  code: 'CONFLICT',
  status: 409,
  summary: 'It is in use, or was changed by someone else; `details.usedBy` or `details.version` says more.',
});
