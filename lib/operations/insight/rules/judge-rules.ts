import { toInstant } from '../../../platform/core/clock.ts';
import { digest } from '../../../platform/core/ids.ts';
import { mapConcurrently } from '../../../platform/core/map-concurrently.ts';
import { retryLostRace } from '../../../platform/core/retry-lost-race.ts';
import { preferencesOf } from '../../../platform/organization/index.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { save, type Table } from '../../../platform/table/index.ts';
import { type MeasureRule, settingsForEvent } from '../../../reactions/notifications/index.ts';
import { computeValue, type Value } from '../compute-value.ts';
import type { Cell } from '../counts.ts';
import { startOf } from '../fact.ts';
import { cellsOfHours } from '../hour-counts.ts';
import { isWithin, limitsOf, neededBy } from '../limits.ts';
import { fieldsOf } from '../measure.ts';
import { minutesOfHour } from '../minute-counts.ts';
import { describeRule } from './describe-rule.ts';
import { askerOfRules, questionOf, type RuleQuestion, ruleOf } from './measure-rule.ts';
import { measureBreached, measureRecovered, type RuleEventData } from './rule-events.ts';
import { ruleStateEntity } from './rule-state.ts';

const HOUR_MS = 3_600_000;

/** Hours that are read at the same time. */
const HOURS_AT_A_TIME = 8;

/** A rule with the trigger that it belongs to. */
interface Rule {
  readonly triggerId: string;
  readonly rule: MeasureRule;
}

/** The rules of an organization that count. 1 call of 1 read unit, as long as nobody changes triggers. */
async function rulesOf(table: Table, organizationId: string): Promise<readonly Rule[]> {
  const { triggers } = await settingsForEvent({ table }, organizationId);
  return triggers.flatMap(({ value: trigger }) => {
    const rule = trigger.enabled ? ruleOf(trigger) : undefined;
    return rule ? [{ triggerId: trigger.id, rule }] : [];
  });
}

/** Whether an organization has rules. */
export async function hasRules(table: Table, organizationId: string): Promise<boolean> {
  return (await rulesOf(table, organizationId)).length > 0;
}

/**
 * Compares every measure for which an organization has a rule with its threshold, and writes an event when one crosses it or
 * comes back. Without rules 1 call, with some 3, 1 for each rule, and 1 for each past hour that is not counted as a whole.
 */
export async function judgeRules(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  organizationId: string,
): Promise<void> {
  const { table, clock } = deps;
  const rules = await rulesOf(table, organizationId);
  if (rules.length === 0) return;
  const nowMs = clock.now();
  const { currency } = await preferencesOf({ table, organizationId });
  const cellsSince = reader(table, organizationId, nowMs);
  for (const { triggerId, rule } of rules) {
    const question = questionOf(rule);
    const cells = await cellsSince(nowMs - rule.hours * HOUR_MS, question);
    const ownCurrency = question.measure.isMoney ? currency : null;
    const value = valueIn(organizationId, question, cells, ownCurrency);
    const isBeyond = judge(rule, question, value);
    // Too little happened to say anything: it stays as it was.
    if (isBeyond === undefined) continue;
    const happened = { ...value, value: value.value ?? 0, currency: ownCurrency };
    await keep(deps, organizationId, { triggerId, rule, question, happened, isBeyond });
  }
}

/**
 * Reads what was counted since a time: the hours in between from what is kept of them as wholes, the others from their
 * minutes, each of which is read once for all rules.
 */
function reader(table: Table, organizationId: string, nowMs: number) {
  const read = new Map<string, ReturnType<typeof minutesOfHour>>();
  const minutesOf = (hour: string) => {
    const minutes = read.get(hour) ?? minutesOfHour(table, organizationId, hour);
    read.set(hour, minutes);
    return minutes;
  };
  return async (fromMs: number, { filters }: RuleQuestion): Promise<readonly Cell[]> => {
    const hours = hoursBetween(fromMs, nowMs);
    const needed = neededBy(askerOfRules(organizationId), { groupBy: [], filters });
    const between = await cellsOfHours(table, organizationId, hours.slice(1, -1), needed);
    const cells = await mapConcurrently(hours, HOURS_AT_A_TIME, async (hour, index) => {
      const whole = between[index - 1];
      if (whole) return whole;
      const minutes = await minutesOf(hour);
      return minutes.filter(({ minute }) => startOf(minute) >= fromMs).flatMap((minute) => minute.cells);
    });
    return cells.flat();
  };
}

/** The hours in UTC that a time touches. */
function hoursBetween(fromMs: number, toMs: number): readonly string[] {
  const hours: string[] = [];
  for (let hour = Math.floor(fromMs / HOUR_MS); hour * HOUR_MS <= toMs; hour += 1)
    hours.push(new Date(hour * HOUR_MS).toISOString().slice(0, 'YYYY-MM-DDTHH'.length));
  return hours;
}

function valueIn(
  organizationId: string,
  { measure, filters }: RuleQuestion,
  cells: readonly Cell[],
  currency: string | null,
): Value {
  const limits = limitsOf(askerOfRules(organizationId), { filters }, currency);
  const sums: Record<string, number> = {};
  for (const cell of cells) {
    if (!isWithin(cell.places, limits)) continue;
    for (const field of fieldsOf(measure)) sums[field] = (sums[field] ?? 0) + (cell.sums[field] ?? 0);
  }
  return computeValue(measure, sums);
}

/** Whether a value is beyond the threshold; undefined when too little happened to say so. */
function judge(
  { comparison, threshold, minimumCases }: MeasureRule,
  { measure }: RuleQuestion,
  { value, n }: Value,
): boolean | undefined {
  if (value === null) return undefined;
  if (measure.formula.kind === 'ratio' && n < minimumCases) return undefined;
  return comparison === 'below' ? value < threshold : value > threshold;
}

interface Judged extends Rule {
  readonly question: RuleQuestion;
  readonly happened: Pick<RuleEventData, 'value' | 'n' | 'currency'>;
  readonly isBeyond: boolean;
}

/** Writes the state of a rule that has changed, with its event. */
async function keep(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  organizationId: string,
  { triggerId, rule, question, happened, isBeyond }: Judged,
): Promise<void> {
  const fingerprint = digest(JSON.stringify(rule));
  const isKept = await retryLostRace(clock, async () => {
    const stored = await table.get(ruleStateEntity, { organizationId, triggerId });
    const breachedAt = stored?.value.rule === fingerprint ? stored.value.breachedAt : null;
    if ((breachedAt !== null) === isBeyond) return true;
    const changedAt = toInstant(clock.now());
    const since = breachedAt ?? changedAt;
    const { name: measure, label, unit } = question.measure;
    const { comparison, threshold, hours } = rule;
    const told = { triggerId, measure, label, unit, ...happened, comparison, threshold, hours, since };
    const kind = isBeyond ? measureBreached : measureRecovered;
    const state = { organizationId, triggerId, rule: fingerprint, changedAt };
    const outcome = await table.write([
      save(ruleStateEntity, stored, { ...state, breachedAt: isBeyond ? changedAt : null }),
      kind.record({
        aggregate: { organizationId, type: 'insightRules', id: 'all' },
        cause: `${triggerId}@${changedAt}`,
        occurredAt: changedAt,
        data: { ...told, text: describeRule({ ...told, isOver: !isBeyond }) },
      }),
    ]);
    return outcome.ok;
  });
  if (!isKept) throw new Error(`The state of the rule ${triggerId} changed too often; it is judged again.`);
}
