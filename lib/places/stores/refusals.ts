import type { Referrer } from '../../platform/core/reference-refusals.ts';
import { defineRefusal } from '../../platform/core/refusal.ts';

export const storeLocationNotFound = defineRefusal<{
  id?: string;
  city?: string;
  cityZipcode?: string;
  country?: string;
  externalId?: string;
  latitude?: number;
  longitude?: number;
  state?: string;
  zipcode?: string;
}>({
  code: 'STORE_LOCATION_NOT_FOUND',
  summary: 'No store location visible to this API key has this id or external id.',
});

export const storeLocationExists = defineRefusal<{ externalId: string; id?: string }>({
  code: 'ALREADY_EXISTS',
  summary: 'Another store location of the organization has this external id; `details.id` names it.',
});

export const storeLocationInUse = defineRefusal<{ usedBy: readonly Referrer[] }>({
  code: 'CONFLICT',
  summary:
    'Something else refers to it (`details.usedBy`), or it was changed since it was read (`details.version`).',
});

export const invalidStoreAddress = defineRefusal<{ field: string; value?: string }>({
  code: 'INVALID_ADDRESS',
  summary: 'The address of the store location is missing, given twice or not found on the map.',
});

export const invalidStorePhone = defineRefusal<{ field: string; value?: string }>({
  code: 'INVALID_PHONE_NUMBER',
  summary: 'The phone number of the store location is not valid.',
});

export const invalidStoreValue = defineRefusal<{ field: string; value?: string }>({
  code: 'INVALID_VALUE',
  summary: 'A field of the store location has a value that is not allowed; `details.field` names it.',
});

export const storeOutOfScope = defineRefusal<{ storeLocationIds: readonly string[] }>({
  code: 'FORBIDDEN',
  summary: 'The API key is limited to store locations, so it cannot create one.',
});
