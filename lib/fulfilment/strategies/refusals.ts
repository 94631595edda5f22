import { defineRefusal } from '../../platform/core/refusal.ts';

export const invalidOptionsGroup = defineRefusal<{ optionsGroupId: string }>({
  code: 'INVALID_OPTIONS_GROUP',
  summary: 'The named options group (dispatch strategy) does not exist.',
});

export const invalidOptionsGroupSetting = defineRefusal<{
  field: string;
  unknownIds?: readonly string[];
  value?: unknown;
}>({
  code: 'INVALID_OPTIONS_GROUP_SETTING',
  summary: 'A setting of the options group has a value that is not allowed; `details.field` names it.',
});

export const optionsGroupNotFound = defineRefusal<{ id: string }>({
  code: 'MISSING_RESOURCE',
  summary: 'No options group of the organization has this id.',
});
