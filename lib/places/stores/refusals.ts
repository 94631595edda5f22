import { defineRefusal } from '../../platform/core/refusal.ts';

export const storeLocationNotFound = defineRefusal({
  code: 'STORE_LOCATION_NOT_FOUND',
  summary: 'No store location visible to this API key has this id or external id.',
});

export const storeLocationExists = defineRefusal({
  code: 'ALREADY_EXISTS',
  summary: 'Another store location of the organization has this external id; `details.id` names it.',
});

export const storeLocationInUse = defineRefusal({
  code: 'CONFLICT',
  summary: 'Others refer to it (`details.usedBy`), or it was changed since it was read (`details.version`).',
});

export const invalidStoreAddress = defineRefusal({
  code: 'INVALID_ADDRESS',
  summary: 'The address of the store location is missing, given twice or not found on the map.',
});

export const invalidStorePhone = defineRefusal({
  code: 'INVALID_PHONE_NUMBER',
  summary: 'The phone number of the store location is not valid.',
});

export const invalidStoreValue = defineRefusal({
  code: 'INVALID_VALUE',
  summary: 'A field of the store location has a value that is not allowed; `details.field` names it.',
});

export const storeOutOfScope = defineRefusal({
  code: 'FORBIDDEN',
  summary: 'The API key is limited to store locations, so it cannot create one.',
});
