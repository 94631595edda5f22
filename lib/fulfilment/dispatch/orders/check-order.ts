import { type Order, type OrderCaller, type OrderTrial, tryOrder } from '../../../ordering/orders/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { refuseWithoutWindows } from '../choice/refuse-without-windows.ts';
import type { JobDeps } from '../intake/job-request.ts';
import { strategyOfOrder } from './strategy-of-order.ts';

/** One thing that an order lacks to be dispatched. */
export interface OrderProblem {
  /** The field to send; the key of a workflow's objection, where a workflow objects. */
  readonly field: string;
  /** Name of the broken rule; null where a workflow objects. */
  readonly rule: string | null;
  readonly message: string;
}

/**
 * What keeps the order that a create or an update would write from being dispatched, by field; empty when a dispatch can
 * ask the providers. No provider is asked and nothing is written.
 */
export async function checkOrder(
  deps: JobDeps,
  caller: OrderCaller,
  trial: OrderTrial,
): Promise<readonly OrderProblem[] | Refusal> {
  const tried = await tryOrder(deps, caller, trial);
  if (isRefusal(tried)) return tried;
  const { order, rules } = tried;
  const found = [
    ...Object.entries(order.validationErrors).map(([field, message]) => ({
      field,
      rule: rules.get(field) ?? (field === 'deliveryWindowId' ? 'window-can-be-booked' : null),
      message,
    })),
    ...timeProblems(order, toInstant(deps.clock.now())),
    ...(await strategyProblems(deps, order)),
  ];
  // The first problem of a field is the one to mend first.
  return [...new Map(found.toReversed().map((problem) => [problem.field, problem])).values()].toReversed();
}

function timeProblems(order: Order, now: string): readonly OrderProblem[] {
  const refusal = refuseWithoutWindows({ ...order, id: 'The order' }, now);
  if (!refusal) return [];
  const { message, details } = refusal;
  const { field, missing = [] } = details as {
    readonly field?: string;
    readonly missing?: readonly string[];
  };
  return field === undefined
    ? missing.map((one) => ({ field: one, rule: 'windows-are-given', message }))
    : [{ field, rule: 'windows-have-not-passed', message }];
}

async function strategyProblems(deps: JobDeps, order: Order): Promise<readonly OrderProblem[]> {
  const chosen = await strategyOfOrder(deps, order);
  return isRefusal(chosen)
    ? [{ field: 'dispatchStrategyId', rule: 'strategy-exists', message: chosen.message }]
    : [];
}
