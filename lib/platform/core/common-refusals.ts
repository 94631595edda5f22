import { defineRefusal } from './refusal.ts';

/** A field, parameter or header that is missing or not valid. `details.fields` names each one. */
export const validationErrors = defineRefusal<{
  fields?: Readonly<Record<string, string>>;
  unknownIds?: readonly string[];
}>({
  code: 'VALIDATION_ERRORS',
  summary: 'A parameter or field is missing or not valid; `details.fields` says which and why.',
});

/** The current state does not allow the request. Areas declare their own more exact codes. */
export const conflict = defineRefusal<{
  id?: string;
  auth0Id?: string;
  email?: string;
  name?: string;
  roleId?: string;
  roleIds?: readonly string[];
  usedBy?: readonly { type: string; id: string }[];
  version?: number;
}>({
  code: 'CONFLICT',
  summary: 'The current state does not allow the request.',
});

/** A valid key without the necessary permission. */
export const forbidden = defineRefusal<{
  driverGroupIds?: readonly string[];
  expiresAt?: string;
  header?: string;
  lacking?: readonly string[];
  limit?: string;
  organizationIds?: readonly string[];
  permission?: string;
  permissions?: readonly string[];
  preference?: string;
  roleId?: string;
  storeLocationIds?: readonly string[];
}>({
  code: 'FORBIDDEN',
  summary: 'The caller does not have the permission, or may not access the requested resource.',
});

/** Nothing of this kind is visible to the caller. Areas declare their own more exact codes. */
export const notFound = defineRefusal<{ id?: string; file?: string; path?: string }>({
  code: 'NOT_FOUND',
  summary: 'Nothing visible to the caller has this id, or the path does not exist.',
});
