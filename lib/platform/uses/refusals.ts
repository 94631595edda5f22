import { defineRefusal } from '../core/refusal.ts';

export const inUse = defineRefusal({
  code: 'CONFLICT',
  summary: 'Something else refers to it; `details.usedBy` names the users.',
});
