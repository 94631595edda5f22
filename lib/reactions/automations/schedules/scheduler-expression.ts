import { CRON_WEEKDAYS } from '../../../platform/core/cron-weekdays.ts';

/**
 * Converts a checked cron expression to the form of EventBridge Scheduler: six fields, one of the two days
 * `?`, Sunday first. In five fields, days of the week count from 0 (Sunday), and 7 is Sunday again; they
 * become names.
 */
export function schedulerExpression(expression: string): string {
  const fields = expression.trim().split(/\s+/);
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = '', year = '*'] = fields;
  const isAnyDay = (text: string) => text === '*' || text === '?';
  const weekdays = isAnyDay(dayOfWeek)
    ? '?'
    : fields.length === 5
      ? named(dayOfWeek)
      : dayOfWeek.toUpperCase();
  const days = weekdays === '?' ? (isAnyDay(dayOfMonth) ? '*' : stepped(dayOfMonth, 1)) : '?';
  const times = [stepped(minute, 0), stepped(hour, 0), days, stepped(month, 1).toUpperCase(), weekdays];
  return `cron(${[...times, stepped(year, 1970)].join(' ')})`;
}

/** A step needs a start there: `*` with a step begins at the first value. */
function stepped(field: string, first: number): string {
  return field.replace(/\*\//g, `${first}/`);
}

function named(field: string): string {
  const [, base, kind] = /^(\w+)(#[1-5]|L)$/.exec(field) ?? [];
  if (field === 'L') return 'L';
  if (base !== undefined && kind !== undefined) return `${CRON_WEEKDAYS[numberOf(base) % 7]}${kind}`;
  const days = new Set(field.split(',').flatMap(daysOf));
  return CRON_WEEKDAYS.filter((_, day) => days.has(day)).join(',');
}

function daysOf(part: string): number[] {
  const [range = '', step] = part.split('/');
  const [fromText = '', toText] = range.split('-');
  const isAll = range === '*';
  const from = isAll ? 0 : numberOf(fromText);
  const end = toText === undefined ? (step === undefined ? from : 7) : numberOf(toText);
  // Sunday is at both ends of the week: after a later day it is the last one.
  const to = isAll ? 6 : end < from ? end + 7 : end;
  const by = step === undefined ? 1 : Number(step);
  const found: number[] = [];
  for (let day = from; day <= to; day += by) found.push(day % 7);
  return found;
}

function numberOf(text: string): number {
  const index = CRON_WEEKDAYS.indexOf(text.toUpperCase());
  return index >= 0 ? index : Number(text);
}
