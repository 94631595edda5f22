import type { BuiltProblem, DayAsItWas } from '../build-problem.ts';
import { comparePlans } from '../compare-plans.ts';
import type { SolvedRun } from '../plan-result.ts';
import type { PlanWhatIf } from '../request-optimization.ts';
import { wordReasons } from '../word-reasons.ts';

/** Maximum number of orders that a result lists; further ones are counted. */
const MAX_LISTED = 2_000;

/** The result of a planning what-if: the day as it was, and as the optimizer would have planned it. */
export function planWhatIfResult(
  run: BuiltProblem,
  { routes, measured }: DayAsItWas,
  solved: SolvedRun,
  { name, date, vehicles, shiftStart, shiftEnd, windowMinutes }: PlanWhatIf,
  isEstimate: boolean,
) {
  const { before, after, moved, leftOut } = comparePlans({ existing: routes }, measured, solved.routes);
  const used = new Set(solved.routes.map(({ vehicle }) => vehicle));
  return {
    name,
    date,
    changes: {
      vehicles: vehicles ?? null,
      shiftStart: shiftStart ?? null,
      shiftEnd: shiftEnd ?? null,
      windowMinutes: windowMinutes ?? null,
    },
    before: { ...before, leftOutOrders: 0 },
    after: { ...after, leftOutOrders: leftOut.length },
    movedCount: moved.length,
    leftOut: solved.unassigned.slice(0, MAX_LISTED).map(({ job, reasons }) => ({
      orderId: job,
      reasons: wordReasons(run, used, job, reasons).map(({ code, message, remedy }) => ({
        code,
        message,
        remedy,
      })),
    })),
    isEstimate,
  };
}
