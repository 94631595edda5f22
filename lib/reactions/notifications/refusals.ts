import { defineRefusal } from '../../platform/core/refusal.ts';

export const invalidContact = defineRefusal({
  code: 'INVALID_VALUE',
  summary: 'The type of the contact is unknown, or its value is not an address or number of that type.',
});

export const deniedContactNotFound = defineRefusal({
  code: 'MISSING_RESOURCE',
  summary: 'The contact is not on the deny list.',
});

export const notificationNotFound = defineRefusal({
  code: 'NOT_FOUND',
  summary: 'No trigger, destination or notification that is visible to the caller has this id.',
});

export const invalidNotificationTrigger = defineRefusal({
  code: 'INVALID_VALUE',
  summary: 'A field of the trigger, destination or message is not valid; `details.field` names it.',
});

export const notificationInUse = defineRefusal({
  code: 'CONFLICT',
  summary: 'Something else refers to it (`details.usedBy`), or it is being sent.',
});
