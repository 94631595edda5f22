export type { Flag } from './flag.ts';
export { listFlags, resolveFlag, resolveRecovered } from './manage-flags.ts';
export { planFlag } from './plan-flag.ts';
export { flagNotFound } from './refusals.ts';
