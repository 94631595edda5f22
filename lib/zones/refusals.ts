import { defineRefusal } from '../core/refusal.ts';

export const zoneNotFound = defineRefusal({
  code: 'NOT_FOUND',
  status: 404,
  summary: 'No zone of the organization has this id or external id.',
});

export const zoneExists = defineRefusal({
  code: 'ALREADY_EXISTS',
  status: 409,
  summary: 'Another one of the organization has this external id; `details.id` names it.',
});

export const zoneContention = defineRefusal({
  code: 'LOCK_ACQUISITION_FAILURE',
  status: 409,
  summary:
    'Someone else was changing the same zone, or one beside it, at that moment; send the request again.',
});

export const invalidZone = defineRefusal({
  code: 'INVALID_VALUE',
  status: 400,
  summary:
    'The area of the zone cannot be: `details.field` names the field, `details.ring` and `details.point` the place in a polygon.',
});

export const zoneAreaIsCrowded = defineRefusal({
  code: 'DISALLOWED_OPERATION',
  status: 400,
  summary: 'More zones cover the same place than can be kept apart.',
});

export const unknownZoneReferences = defineRefusal({
  code: 'VALIDATION_ERRORS',
  status: 422,
  summary: 'Something that the zone names does not exist; `details.unknownIds` lists it.',
});

export const zoneInUse = defineRefusal({
  code: 'CONFLICT',
  status: 409,
  summary: 'Others refer to it (`details.usedBy`), or it was changed since it was read (`details.version`).',
});
