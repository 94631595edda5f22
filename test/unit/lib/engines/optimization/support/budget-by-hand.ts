import { type Budget, createBudget } from '../../../../../../lib/engines/optimization/search/budget.ts';

/** A budget with a clock that the test sets, and a signal that it aborts. */
export function budgetByHand(
  timeLimitMs?: number,
  iterations?: number,
): { budget: Budget; clock: { ms: number }; controller: AbortController } {
  const clock = { ms: 0 };
  const controller = new AbortController();
  const budget = createBudget({
    timeLimitMs,
    iterations,
    now: () => clock.ms,
    startedAt: 0,
    signal: controller.signal,
    stride: 7,
    report: undefined,
  });
  return { budget, clock, controller };
}
