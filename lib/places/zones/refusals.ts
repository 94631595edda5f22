import type { Referrer } from '../../platform/core/reference-refusals.ts';
import { defineRefusal } from '../../platform/core/refusal.ts';

export const zoneNotFound = defineRefusal<{ id?: string; externalIdentifier?: string }>({
  code: 'NOT_FOUND',
  summary: 'No zone of the organization has this id or external id.',
});

export const zoneExists = defineRefusal<{ id: string; externalId?: string | null }>({
  code: 'ALREADY_EXISTS',
  summary: 'Another zone of the organization has this external id; `details.id` names it.',
});

export const invalidZone = defineRefusal<{ field?: string; point?: number | null; ring?: string }>({
  code: 'INVALID_VALUE',
  summary:
    'The area of the zone is not valid: `details.field` names the field, `details.ring` and `details.point` the place in a polygon.',
});

export const zoneAreaIsCrowded = defineRefusal<{ key: string }>({
  code: 'DISALLOWED_OPERATION',
  summary: 'Too many zones cover the same place.',
});

export const unknownZoneReferences = defineRefusal<{ unknownIds: readonly string[] }>({
  code: 'VALIDATION_ERRORS',
  summary: 'Something that the zone names does not exist; `details.unknownIds` lists it.',
});

export const zoneInUse = defineRefusal<{ usedBy: readonly Referrer[] }>({
  code: 'CONFLICT',
  summary:
    'Something else refers to it (`details.usedBy`), or it was changed since it was read (`details.version`).',
});
