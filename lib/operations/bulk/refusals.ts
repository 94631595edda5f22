import { defineRefusal } from '../../platform/core/refusal.ts';

export const bulkNotFound = defineRefusal<{ id: string }>({
  code: 'NOT_FOUND',
  summary: 'No bulk operation visible to the caller has this id.',
});

export const archiveReasonMissing = defineRefusal<{ fields: Readonly<Record<string, string>> }>({
  code: 'VALIDATION_ERRORS',
  summary: 'Archiving in bulk needs a reason, which is kept with each order.',
});

export const unknownOrders = defineRefusal<{ unknownIds: readonly string[] }>({
  code: 'VALIDATION_ERRORS',
  summary:
    'Some ids match no order that the caller may see; `details.unknownIds` lists them. Nothing was changed.',
});
