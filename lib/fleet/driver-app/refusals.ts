import { defineRefusal } from '../../platform/core/refusal.ts';

export const invitationInvalid = defineRefusal({
  code: 'MISSING_RESOURCE',
  summary: 'The code is not that of an invitation, has expired, or was used on another phone.',
});

export const phoneNotFound = defineRefusal<{ id: string }>({
  code: 'MISSING_RESOURCE',
  summary: 'There is no such phone that is visible to the caller.',
});

export const tooManyPhones = defineRefusal<{ limit: number }>({
  code: 'DISALLOWED_OPERATION',
  summary: 'The driver has the maximum number of phones or of open invitations.',
});

export const driverDisabled = defineRefusal<{ courierId: string }>({
  code: 'FORBIDDEN',
  summary: 'The driver is disabled.',
});

export const sequenceFixed = defineRefusal<{ routeId: string }>({
  code: 'DISALLOWED_OPERATION',
  summary: 'The organization does not let its drivers change the order of stops.',
});

export const pushUnusable = defineRefusal<{ fields: Readonly<Record<string, string>> }>({
  code: 'VALIDATION_ERRORS',
  summary: 'The address for push messages cannot be used; `details.fields` says why.',
});

export const callUnknown = defineRefusal<{ from: string; extension: string }>({
  code: 'MISSING_RESOURCE',
  summary: 'No driver with this phone number has a package with this extension.',
});

export const formInvalid = defineRefusal<{ fields: Readonly<Record<string, string>> }>({
  code: 'VALIDATION_ERRORS',
  summary: 'A form, or the answers to one, are not valid; `details.fields` says which field and why.',
});
