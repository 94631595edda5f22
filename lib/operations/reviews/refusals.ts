import { defineRefusal } from '../../platform/core/refusal.ts';

/** A provider that the organization does not have. */
export const unknownProvider = defineRefusal<{ readonly providerId: string }>({
  code: 'INVALID_VALUE',
  summary: 'A provider is named that the organization does not have.',
});
