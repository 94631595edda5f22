import { defineRefusal } from '../../platform/core/refusal.ts';

export const invalidTemplate = defineRefusal<{ fields: Readonly<Record<string, string>> }>({
  code: 'VALIDATION_ERRORS',
  summary: 'A field of a template is not valid; `details.fields` says which. Nothing was written.',
});
