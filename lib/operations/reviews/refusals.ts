import { defineRefusal } from '../../platform/core/refusal.ts';

/** A provider that the organization does not have. */
export const unknownProvider = defineRefusal<{ readonly providerId: string }>({
  code: 'INVALID_VALUE',
  summary: 'A provider is named that the organization does not have.',
});

/** An invoice that cannot be read; the message says what to send instead. */
export const invoiceUnfit = defineRefusal<{ readonly row?: number }>({
  code: 'INVALID_VALUE',
  summary: 'The invoice is not a table with a column of references and one of amounts.',
});
