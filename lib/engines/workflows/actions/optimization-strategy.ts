import * as z from 'zod';
import { own } from '../json.ts';
import { type ActionContext, defineAction, type Failed, type Outcome } from './define-action.ts';
import { mustExist, onFailure, reference, timeoutSeconds } from './shared/config-parts.ts';
import { entityOf, failed } from './shared/outcomes.ts';
import { seconds, text } from './shared/payload-parts.ts';

const config = z.strictObject({ optimizationStrategyId: reference, timeoutSeconds, onFailure });

type Config = z.infer<typeof config>;

const payload = z.strictObject({
  optimizationStrategyId: text,
  /** Its day is the day of the orders. */
  pickupStartTime: text,
  timeoutSeconds: seconds,
});

/**
 * Applies an optimization strategy to the order (specification 4.6.6): requests an optimization of the orders
 * that are picked up on the same day as this one, with that strategy. It continues when the optimization has
 * started; its activity has the result, and `optimization.completed` starts workflows.
 */
export const optimizationStrategy = defineAction({
  key: 'optimization_strategy',
  title: 'Apply an optimization strategy',
  config,
  payload,
  effect: 'work',
  needs: ['order'],
  synchronous: false,
  outputs: { activity_id: 'text', status: 'text' },
  references: ({ optimizationStrategyId: id }, { optimizationStrategies }) =>
    mustExist('optimizationStrategyId', 'optimization strategy', id, optimizationStrategies),
  uses: ({ optimizationStrategyId: id }) => [{ kind: 'optimization_strategy', id }],
  timeoutSeconds: (settings) => settings.timeoutSeconds,
  plan,
  failure,
  settle: (_context, settings, result) => {
    const id = own(result.value, 'activityId');
    return result.outcome === 'succeeded' && typeof id === 'string'
      ? { kind: 'completed', outputs: { activity_id: id, status: 'completed' } }
      : failure(settings, result.reason ?? 'There was no result.');
  },
});

function plan(context: ActionContext, settings: Config): Outcome<z.infer<typeof payload>> {
  const found = entityOf(context, 'order');
  if ('kind' in found) return found;
  const pickupStartTime = own(found.entity, 'pickupStartTime') ?? null;
  if (typeof pickupStartTime !== 'string') return failed('The order has no pickup time for planning.');
  const { optimizationStrategyId } = settings;
  return {
    kind: 'effect',
    target: found.target,
    payload: { optimizationStrategyId, pickupStartTime, timeoutSeconds: settings.timeoutSeconds },
  };
}

function failure(settings: Config, reason: string): Failed {
  const outputs = { activity_id: null, status: 'error' };
  return { kind: 'failed', reason, outputs, goOn: settings.onFailure === 'continue' };
}
