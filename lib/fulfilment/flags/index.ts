export { FLAG_STATUSES, FLAG_TARGETS, type Flag } from './flag.ts';
export {
  changeFlag,
  type FlagActor,
  listFlags,
  readFlag,
  resolveRecovered,
} from './manage-flags.ts';
export { type FlagRequest, planFlag, plannedFlag } from './plan-flag.ts';
export { flagContention, flagNotFound } from './refusals.ts';
