import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { type Advanced, advance } from './advance.ts';
import { failClosedEffect } from './fail-closed.ts';
import type { Plan } from './plan.ts';
import { type StartRequest, startRun } from './start-run.ts';
import type { AdvanceInput } from './work.ts';

/**
 * Starts a run and advances it once: a whole synchronous run. A workflow on `order.validating` that cannot run is not
 * refused: its effects then contain the error that keeps the order from passing (specification 4.6.10).
 */
export function runToEnd(
  plan: Plan,
  request: StartRequest,
  input: Omit<AdvanceInput, 'now' | 'results' | 'maxNodes'> = {},
): Advanced | Refusal | { readonly effects: Advanced['effects']; readonly refusal: Refusal } {
  const run = startRun(plan, request);
  if (!isRefusal(run)) return advance(plan, run, { ...input, now: request.now });
  const failsClosed = plan.trigger.key === 'order.validating' && request.manual === undefined;
  return failsClosed
    ? { effects: [failClosedEffect(request.id, plan.workflowName, request.chainDepth)], refusal: run }
    : run;
}
