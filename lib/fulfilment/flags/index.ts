export { FLAG_TARGETS, type Flag } from './flag.ts';
export { FLAG_STATUSES } from './flag-lifecycle.ts';
export {
  changeFlag,
  listFlags,
  readFlag,
  resolveRecovered,
} from './manage-flags.ts';
export { type FlagRequest, planFlag, plannedFlag } from './plan-flag.ts';
export { flagNotFound } from './refusals.ts';
