import type { StrategySettings } from '../../strategies/index.ts';

/** The fields of a strategy that explain its decisions. */
export type ExplainedStrategy = Pick<
  StrategySettings,
  'id' | 'label' | 'allowedProviders' | 'providerSelectionStrategy' | 'maxAttempts' | 'reassignOnFailure'
>;

/** These fields of a strategy, as a job keeps them when another strategy takes over. */
export function explained(strategy: StrategySettings): ExplainedStrategy {
  const { id, label, allowedProviders, providerSelectionStrategy, maxAttempts, reassignOnFailure } = strategy;
  return { id, label, allowedProviders, providerSelectionStrategy, maxAttempts, reassignOnFailure };
}
