import * as z from 'zod';
import { defineAction } from './define-action.ts';
import { mustExist, reference } from './shared/config-parts.ts';
import { effectOn } from './shared/outcomes.ts';
import { text } from './shared/payload-parts.ts';

/** Applies a dispatch strategy to the order (specification 4.6.6). */
export const dispatchStrategy = defineAction({
  key: 'dispatch_strategy',
  title: 'Apply a dispatch strategy',
  config: z.strictObject({ dispatchStrategyId: reference }),
  payload: z.strictObject({ dispatchStrategyId: text }),
  effect: 'change',
  needs: ['order'],
  synchronous: true,
  references: (config, environment) =>
    mustExist(
      'dispatchStrategyId',
      'dispatch strategy',
      config.dispatchStrategyId,
      environment.dispatchStrategies,
    ),
  uses: ({ dispatchStrategyId: id }) => [{ kind: 'dispatch_strategy', id }],
  plan: (context, { dispatchStrategyId }) =>
    effectOn(context, 'order', { dispatchStrategyId }, { dispatchStrategyId }),
});
