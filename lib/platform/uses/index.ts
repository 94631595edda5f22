export { MAX_USES, planRelease, planUnused, planUses } from './plan-uses.ts';
export { inUse } from './refusals.ts';
export type { Used, User } from './use.ts';
