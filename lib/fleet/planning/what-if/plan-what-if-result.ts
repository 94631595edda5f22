import type { BuiltProblem, DayAsItWas } from '../build-problem.ts';
import { comparePlans, type PlanComparison } from '../compare-plans.ts';
import type { SolvedRun } from '../plan-result.ts';
import type { PlanWhatIf } from '../request-optimization.ts';
import { wordReasons } from '../word-reasons.ts';

/** Maximum number of orders that a result lists; further ones are counted. */
const MAX_LISTED = 2_000;

/** Counts of a day of which less is better; of `inTimeOrders` more is. */
const LESS_IS_BETTER = [
  'routes',
  'costCents',
  'distance',
  'duration',
  'lateOrders',
  'leftOutOrders',
] as const;

type Day = Readonly<Record<(typeof LESS_IS_BETTER)[number] | 'inTimeOrders' | 'orders', number>>;

/** The result of a planning what-if: the day as it was, and as the optimizer would have planned it. */
export function planWhatIfResult(
  run: BuiltProblem,
  { routes, measured }: DayAsItWas,
  solved: SolvedRun,
  { name, date, vehicles, shiftStart, shiftEnd, windowMinutes }: PlanWhatIf,
  isEstimate: boolean,
) {
  const { moved, leftOut, ...compared } = comparePlans({ existing: routes }, measured, solved.routes);
  const before = dayOf(compared.before, 0);
  const after = dayOf(compared.after, leftOut.length);
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
    before,
    after,
    ...verdict(before, after),
    movedCount: moved.length,
    leftOut: solved.unassigned.slice(0, MAX_LISTED).map(({ job, reasons }) => ({
      orderId: job,
      reasons: wordReasons(run, used, job, reasons).map(({ target: _, edits: __, ...reason }) => reason),
    })),
    isEstimate,
  };
}

function dayOf(figures: PlanComparison['before'], leftOutOrders: number): Day {
  return { ...figures, leftOutOrders, inTimeOrders: figures.orders - figures.lateOrders };
}

/** The counts that are better afterwards, and those that are worse: fewer kilometres alone say nothing about a late day. */
function verdict(
  before: Day,
  after: Day,
): { readonly better: readonly string[]; readonly worse: readonly string[] } {
  const gains = [
    ['inTimeOrders', after.inTimeOrders - before.inTimeOrders] as const,
    ...LESS_IS_BETTER.map((name) => [name, before[name] - after[name]] as const),
  ];
  const named = (isSo: (gain: number) => boolean) =>
    gains.filter(([, gain]) => isSo(gain)).map(([name]) => name);
  return { better: named((gain) => gain > 0), worse: named((gain) => gain < 0) };
}
