export type { SettingsInput } from './check-settings.ts';
export {
  createStrategy,
  deleteStrategy,
  findStrategiesOfZone,
  listStrategies,
  saveStrategy,
  strategyOf,
  updateStrategy,
} from './manage-strategies.ts';
export {
  type ProviderRecord,
  providerRecordEntity,
  RECORD_SHARDS,
  reliabilityOf,
} from './provider-record.ts';
export { invalidOptionsGroup, invalidOptionsGroupSetting, optionsGroupNotFound } from './refusals.ts';
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
