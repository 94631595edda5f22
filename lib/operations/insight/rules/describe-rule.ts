import { inUnit } from '../in-unit.ts';
import type { Unit } from '../measure.ts';
import type { RuleEventData } from './rule-events.ts';

/** What happened to the measure of a rule, in one sentence. */
export function describeRule(
  happened: Omit<RuleEventData, 'text'> & { readonly unit: Unit; readonly isOver: boolean },
): string {
  const { label, unit, currency, value, n, comparison, threshold, hours, isOver } = happened;
  const shown = (number: number) => inUnit(unit, number, currency);
  const basis = unit === 'count' || unit === 'cents' ? '' : ` (of ${inUnit('count', n, null)})`;
  const past = hours === 1 ? 'the last hour' : `the last ${hours} hours`;
  const end = isOver
    ? `, no longer ${comparison} ${shown(threshold)}`
    : `, ${comparison} ${shown(threshold)}`;
  return `${label}: ${shown(value)}${basis} in ${past}${end}.`;
}
