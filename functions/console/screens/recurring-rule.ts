import { m } from '../messages.ts';

/** A rule as the form asks for it. */
export interface RuleForm {
  readonly repeats: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'custom';
  readonly every: number | null;
  readonly weekdays: readonly string[];
  readonly lastDay: string | null;
  readonly rrule: string;
}

/** The rule of a form. */
export function ruleOf({ repeats, every, weekdays, lastDay, rrule }: RuleForm): string {
  if (repeats === 'custom') return rrule;
  return [
    `FREQ=${repeats}`,
    ...(every !== null && every > 1 ? [`INTERVAL=${every}`] : []),
    ...(repeats === 'WEEKLY' && weekdays.length > 0 ? [`BYDAY=${weekdays.join(',')}`] : []),
    ...(lastDay ? [`UNTIL=${lastDay.replaceAll('-', '')}`] : []),
  ].join(';');
}

/** The form of a rule; one that the form cannot show stays text. */
export function formOf(rrule: string): RuleForm {
  const parts = new Map(rrule.split(';').map((part) => part.split('=') as [string, string]));
  const [frequency, every, days, until] = ['FREQ', 'INTERVAL', 'BYDAY', 'UNTIL'].map((name) =>
    parts.get(name),
  );
  const lastDay = /^(\d{4})(\d\d)(\d\d)$/.exec(until ?? '');
  const form: RuleForm = {
    repeats: (frequency ?? 'custom') as RuleForm['repeats'],
    every: every === undefined ? null : Number(every),
    weekdays: days === undefined ? [] : days.split(','),
    lastDay: lastDay ? lastDay.slice(1).join('-') : null,
    rrule,
  };
  const isKnown = Object.hasOwn(m.recurring.units, form.repeats) && ruleOf(form) === rrule;
  return isKnown ? form : { ...form, repeats: 'custom' };
}

/** A rule as people say it; one that the form cannot show as it is. */
export function inWords(rrule: string): string {
  const { repeats, every, weekdays, lastDay } = formOf(rrule);
  if (repeats === 'custom') return rrule;
  const names = weekdays.map(
    (day) => m.recurring.weekdays.find(([id]) => id === day)?.[1].slice(0, 3) ?? day,
  );
  return m.recurring.rule(m.recurring.units[repeats], every ?? 1, names.join(', '), lastDay);
}
