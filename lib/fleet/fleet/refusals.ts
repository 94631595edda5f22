import { defineRefusal } from '../../platform/core/refusal.ts';

export const fleetNotFound = defineRefusal<{ id?: string; externalIdentifier?: string }>({
  code: 'NOT_FOUND',
  summary: 'No driver group, driver, vehicle or shift that is visible to the caller has this id.',
});

export const fleetIdTaken = defineRefusal<{ externalIdentifier?: string }>({
  code: 'RESOURCE_ALREADY_EXISTS',
  summary: 'Another object of the organization has this external identifier; `details.id` names it.',
});

export const invalidFleetInput = defineRefusal<{
  fields: Readonly<Record<string, string>>;
  unknownIds?: readonly string[];
}>({
  code: 'VALIDATION_ERRORS',
  summary:
    'A field contradicts another one or names something unknown; `details.unknownIds` lists unknown ids. Nothing was written.',
});

/** The specification requires 400 for a driver that cannot be created (section 7). */
export const invalidCourier = defineRefusal<{ fields: Readonly<Record<string, string>> }>({
  code: 'VALIDATION_ERRORS',
  status: 400,
  summary: 'The driver is not valid; `details.fields` says which field and why.',
});
