import { defineRefusal } from '../core/refusal.ts';

export const inUse = defineRefusal<{
  usedBy: readonly { type: string; id: string; name?: string }[];
  id?: string;
}>({
  code: 'CONFLICT',
  summary: 'Something else refers to it; `details.usedBy` names the users.',
});
