import { defineRefusal } from '../../platform/core/refusal.ts';

export const invalidContact = defineRefusal<{ field: string }>({
  code: 'INVALID_VALUE',
  summary: 'The type of the contact is unknown, or its value is not an address or number of that type.',
});

export const deniedContactNotFound = defineRefusal<{ type: string; value: string }>({
  code: 'MISSING_RESOURCE',
  summary: 'The contact is not on the deny list.',
});

export const notificationNotFound = defineRefusal<{
  id?: string;
  jobId?: string;
  orderId?: string;
  version?: number;
}>({
  code: 'NOT_FOUND',
  summary: 'No trigger, destination or notification that is visible to the caller has this id.',
});

export const invalidNotificationTrigger = defineRefusal<{
  field?: string;
  validTypes?: readonly string[];
  value?: string;
}>({
  code: 'INVALID_VALUE',
  summary: 'A field of the trigger, destination or message is not valid; `details.field` names it.',
});

export const notificationInUse = defineRefusal<{ id?: string; usedBy?: readonly string[] }>({
  code: 'CONFLICT',
  summary: 'Something else refers to it (`details.usedBy`), or it is being sent.',
});
