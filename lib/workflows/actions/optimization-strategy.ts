import * as z from 'zod';
import { defineAction } from './define-action.ts';
import { mustExist, reference } from './shared/config-parts.ts';
import { effectOn } from './shared/outcomes.ts';

/** Applies an optimization strategy to the order (specification 4.6.6). */
export const optimizationStrategy = defineAction({
  key: 'optimization_strategy',
  title: 'Apply an optimization strategy',
  config: z.strictObject({ optimizationStrategyId: reference }),
  needs: ['order'],
  synchronous: true,
  background: false,
  references: (config, environment) =>
    mustExist(
      'optimizationStrategyId',
      'optimization strategy',
      config.optimizationStrategyId,
      environment.optimizationStrategies,
    ),
  uses: ({ optimizationStrategyId: id }) => [{ kind: 'optimization_strategy', id }],
  plan: ({ optimizationStrategyId }, context) => effectOn(context, 'order', { optimizationStrategyId }),
});
