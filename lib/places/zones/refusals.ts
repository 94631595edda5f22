import { defineRefusal } from '../../platform/core/refusal.ts';

export const zoneNotFound = defineRefusal({
  code: 'NOT_FOUND',
  summary: 'No zone of the organization has this id or external id.',
});

export const zoneExists = defineRefusal({
  code: 'ALREADY_EXISTS',
  summary: 'Another zone of the organization has this external id; `details.id` names it.',
});

export const invalidZone = defineRefusal({
  code: 'INVALID_VALUE',
  summary:
    'The area of the zone is not valid: `details.field` names the field, `details.ring` and `details.point` the place in a polygon.',
});

export const zoneAreaIsCrowded = defineRefusal({
  code: 'DISALLOWED_OPERATION',
  summary: 'Too many zones cover the same place.',
});

export const unknownZoneReferences = defineRefusal({
  code: 'VALIDATION_ERRORS',
  summary: 'Something that the zone names does not exist; `details.unknownIds` lists it.',
});

export const zoneInUse = defineRefusal({
  code: 'CONFLICT',
  summary: 'Others refer to it (`details.usedBy`), or it was changed since it was read (`details.version`).',
});
