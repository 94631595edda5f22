export {
  DEFAULT_STRATEGY,
  optionsGroupSchema,
  renderStrategy,
  type Strategy,
  type StrategySettings,
  strategyEntity,
  strategySettingsSchema,
} from './strategy.ts';
