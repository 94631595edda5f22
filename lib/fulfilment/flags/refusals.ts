import { defineRefusal } from '../../platform/core/refusal.ts';

export const flagNotFound = defineRefusal<{ id: string }>({
  code: 'NOT_FOUND',
  summary: 'No flag that is visible to the caller has this id.',
});
