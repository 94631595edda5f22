import { incomingTexts } from '../texts/texts.ts';

/** A rule as the form asks for it. */
export interface RuleForm {
  readonly repeats: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY' | 'custom';
  readonly every: number | null;
  readonly weekdays: readonly string[];
  /** Of a rule by months: the week of the month in which the weekdays are, such as `1` or `-1`; '' = by its days. */
  readonly weekOf: string;
  /** Of a rule by months: days of the month, -1 is the last. */
  readonly monthDays: readonly string[];
  readonly lastDay: string | null;
  readonly count: number | null;
  readonly rrule: string;
}

/** The rule of a form. */
export function ruleOf(form: RuleForm): string {
  const { repeats, every, weekdays, weekOf, monthDays, lastDay, count, rrule } = form;
  if (repeats === 'custom') return rrule;
  const isByMonth = repeats === 'MONTHLY';
  const week = isByMonth ? weekOf : '';
  const hasWeekdays = weekdays.length > 0 && (repeats === 'WEEKLY' || week !== '');
  return [
    `FREQ=${repeats}`,
    ...(every !== null && every > 1 ? [`INTERVAL=${every}`] : []),
    ...(hasWeekdays ? [`BYDAY=${weekdays.map((day) => `${week}${day}`).join(',')}`] : []),
    ...(isByMonth && week === '' && monthDays.length > 0 ? [`BYMONTHDAY=${monthDays.join(',')}`] : []),
    ...(lastDay ? [`UNTIL=${lastDay.replaceAll('-', '')}`] : []),
    ...(count !== null && !lastDay ? [`COUNT=${count}`] : []),
  ].join(';');
}

/** The form of a rule; one that the form cannot show stays text. */
export function formOf(rrule: string): RuleForm {
  const parts = new Map(rrule.split(';').map((part) => part.split('=') as [string, string]));
  const [frequency, every, days, monthDays, until, count] = [
    ...['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'UNTIL', 'COUNT'],
  ].map((name) => parts.get(name));
  const lastDay = /^(\d{4})(\d\d)(\d\d)$/.exec(until ?? '');
  const named = days?.split(',') ?? [];
  const form: RuleForm = {
    repeats: (frequency ?? 'custom') as RuleForm['repeats'],
    every: every === undefined ? null : Number(every),
    weekdays: named.map((day) => day.replace(/^[+-]?\d+/, '')),
    weekOf: frequency === 'MONTHLY' ? (/^[+-]?\d+/.exec(named[0] ?? '')?.[0] ?? '') : '',
    monthDays: monthDays?.split(',') ?? [],
    lastDay: lastDay ? lastDay.slice(1).join('-') : null,
    count: count === undefined ? null : Number(count),
    rrule,
  };
  const isKnown = Object.hasOwn(incomingTexts.recurring.units, form.repeats) && ruleOf(form) === rrule;
  return isKnown ? form : { ...form, repeats: 'custom' };
}

/** A rule as people say it; one that the form cannot show as it is. */
export function inWords(rrule: string): string {
  const { repeats, every, weekdays, weekOf, monthDays, lastDay, count } = formOf(rrule);
  if (repeats === 'custom') return rrule;
  const names = weekdays
    .map((day) => incomingTexts.recurring.weekdays.find(([id]) => id === day)?.[1].slice(0, 3) ?? day)
    .join(', ');
  const week = incomingTexts.recurring.weeks.find(([id]) => id === weekOf)?.[1].toLowerCase();
  const days = week
    ? `${week} ${names}`
    : monthDays.length > 0
      ? incomingTexts.recurring.onDays(monthDays)
      : names;
  return incomingTexts.recurring.rule(incomingTexts.recurring.units[repeats], every ?? 1, days, {
    lastDay,
    count,
  });
}
