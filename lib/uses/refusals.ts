import { defineRefusal } from '../core/refusal.ts';

export const inUse = defineRefusal({
  code: 'CONFLICT',
  status: 409,
  summary: 'Something else refers to it; `details.usedBy` names what.',
});
