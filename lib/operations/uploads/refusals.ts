import { defineRefusal } from '../../platform/core/refusal.ts';

export const uploadNotFound = defineRefusal<{ id: string }>({
  code: 'NOT_FOUND',
  summary: 'No upload that is visible to the caller has this id.',
});

export const fileMissing = defineRefusal<{ id: string }>({
  code: 'INVALID_STATE_TRANSITION',
  summary: 'The file has not been uploaded yet. Send it to the upload link with PUT first.',
});

export const fileUnfit = defineRefusal<{ sizeBytes?: number }>({
  code: 'INVALID_VALUE',
  summary: 'The file cannot be read as a table, or is too large; `details` says why.',
});

export const mappingInvalid = defineRefusal<{ fields: Readonly<Record<string, string>> }>({
  code: 'VALIDATION_ERRORS',
  summary: 'The mapping is empty, or names a column or field that does not exist.',
});

export const importRunning = defineRefusal<{ id: string; activityId?: string; status?: string }>({
  code: 'INVALID_STATE_TRANSITION',
  summary: 'The import has not been started or has not ended; its activity shows its progress.',
});

export const datesAmbiguous = defineRefusal<{
  columns: readonly string[];
  fields: Readonly<Record<string, string>>;
}>({
  code: 'VALIDATION_ERRORS',
  summary: 'Dates can be read with the day or the month first, and nothing in the file tells which.',
});

export const importTemplateNotFound = defineRefusal<{ id: string }>({
  code: 'NOT_FOUND',
  summary: 'No import template that is visible to the caller has this id.',
});

export const tooManyTemplates = defineRefusal({
  code: 'CONFLICT',
  summary: 'The organization has as many import templates as it can have; delete one first.',
});
