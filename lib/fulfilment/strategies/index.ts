export type { SettingsInput } from './check-settings.ts';
export {
  createStrategy,
  deleteStrategy,
  findEscalatingTo,
  findStrategiesOfZone,
  listStrategies,
  missingStrategies,
  saveStrategy,
  strategyOf,
  updateStrategy,
} from './manage-strategies.ts';
export { invalidOptionsGroup, invalidOptionsGroupSetting, optionsGroupNotFound } from './refusals.ts';
export {
  type Cards,
  countsOf,
  EVERYWHERE,
  expectationOf,
  type Outcomes,
  PRIOR,
  readCards,
  type Scorecard,
  scorecardEntity,
} from './scorecard.ts';
export {
  AFTER_WORKFLOW_WAIT,
  DEFAULT_STRATEGY,
  optionsGroupSchema,
  type ProviderRule,
  renderStrategy,
  type Strategy,
  type StrategySettings,
  strategySettingsSchema,
} from './strategy.ts';
