import type { WholeRecurringOrder } from './find-recurring-orders.ts';
import type { OccurrenceChange } from './occurrence-change.ts';
import type { OccurrenceOutcome } from './occurrence-outcome.ts';
import { dayAfter, LONGEST_RANGE_DAYS, type PlannedOccurrence, planOccurrences } from './plan-occurrences.ts';
import { CLOCK_TIMES, type RecurringOrder } from './recurring-order.ts';

/** What becomes of an occurrence. */
export const OCCURRENCE_STATUSES = [
  'to_come',
  'made',
  'skipped',
  'holiday',
  'failed',
  'missed',
  'withdrawn',
] as const;

/** An occurrence as people see it. */
export interface Occurrence extends Partial<PlannedOccurrence['times']> {
  readonly date: string;
  readonly onDate: string;
  readonly status: (typeof OCCURRENCE_STATUSES)[number];
  /** Why. */
  readonly message: string | null;
  readonly orderId: string | null;
  /** When its order will be created; null when it was, or will not be. */
  readonly makeAt: string | null;
  /** What a person changed of it; null = nothing. */
  readonly change: OccurrenceChange | null;
}

/** Occurrences from a day on, for a year ahead, by the days on which they take place. */
export function occurrencesFrom(
  whole: WholeRecurringOrder,
  from: string,
  nowMs: number,
): readonly Occurrence[] {
  const { stored, changes, outcomes } = whole;
  const planned = planOccurrences(stored.value, changes, from, dayAfter(from, LONGEST_RANGE_DAYS));
  const byDate = new Map(planned.map((one) => [one.date, one]));
  const dates = new Set([...byDate.keys(), ...outcomes.keys()]);
  return [...dates]
    .flatMap((date) => occurrenceAt(stored.value, byDate.get(date), outcomes.get(date)?.value, nowMs) ?? [])
    .filter(({ onDate }) => onDate >= from)
    .toSorted((a, b) => (`${a.onDate} ${a.date}` < `${b.onDate} ${b.date}` ? -1 : 1));
}

/** One occurrence; undefined when there is nothing to say about it. */
export function occurrenceAt(
  recurring: RecurringOrder,
  planned: PlannedOccurrence | undefined,
  outcome: OccurrenceOutcome | undefined,
  nowMs: number,
): Occurrence | undefined {
  const status = statusOf(recurring, planned, outcome, nowMs);
  if (status === undefined) return undefined;
  const change = planned?.change;
  return {
    ...planned?.times,
    date: planned?.date ?? outcome?.date ?? '',
    onDate: planned?.onDate ?? outcome?.onDate ?? '',
    status,
    message: outcome?.message ?? planned?.reason ?? null,
    orderId: outcome?.orderId ?? null,
    makeAt: status === 'to_come' ? (planned?.makeAt ?? null) : null,
    change: change && !isNeutral(change) ? change : null,
  };
}

/** Whether an occurrence is as usual again. */
export function isNeutral({ isSkipped, onDate, times, order, note }: OccurrenceChange): boolean {
  const differs = CLOCK_TIMES.some((name) => times[name] !== undefined) || Object.keys(order).length > 0;
  return !isSkipped && onDate === null && note === null && !differs;
}

function statusOf(
  { ended, ruleSince }: RecurringOrder,
  planned: PlannedOccurrence | undefined,
  outcome: OccurrenceOutcome | undefined,
  nowMs: number,
): Occurrence['status'] | undefined {
  if (outcome?.outcome === 'made' || !planned) return outcome?.outcome;
  if (planned.state !== 'due') return planned.state;
  if (outcome && (outcome.outcome !== 'withdrawn' || ended !== null)) return outcome.outcome;
  if (Date.parse(planned.startsAt) <= nowMs) return planned.startsAt > ruleSince ? 'missed' : undefined;
  return ended === null ? 'to_come' : undefined;
}
