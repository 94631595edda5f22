import { defineRefusal } from '../core/refusal.ts';

export const storeLocationNotFound = defineRefusal({
  code: 'STORE_LOCATION_NOT_FOUND',
  status: 404,
  summary: 'No store location visible to this API key has this id or external id.',
});

export const storeLocationExists = defineRefusal({
  code: 'ALREADY_EXISTS',
  status: 409,
  summary: 'Another one of the organization has this external id; `details.id` names it.',
});

export const storeLocationInUse = defineRefusal({
  code: 'CONFLICT',
  status: 409,
  summary: 'Others refer to it (`details.usedBy`), or it was changed since it was read (`details.version`).',
});

export const storeContention = defineRefusal({
  code: 'LOCK_ACQUISITION_FAILURE',
  status: 409,
  summary: 'Someone else was changing the same store location at that moment; send the request again.',
});

export const invalidStoreAddress = defineRefusal({
  code: 'INVALID_ADDRESS',
  status: 400,
  summary: 'The address of the store location is missing, given twice or not found on the map.',
});

export const invalidStorePhone = defineRefusal({
  code: 'INVALID_PHONE_NUMBER',
  status: 400,
  summary: 'The phone number of the store location cannot be read.',
});

export const invalidStoreValue = defineRefusal({
  code: 'INVALID_VALUE',
  status: 400,
  summary: 'A field of the store location has a value that is not allowed; `details.field` names it.',
});

export const storeOutOfScope = defineRefusal({
  code: 'FORBIDDEN',
  status: 403,
  summary: 'The API key is limited to store locations, so it cannot create one.',
});
