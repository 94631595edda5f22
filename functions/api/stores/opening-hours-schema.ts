import * as z from 'zod';
import {
  isDate,
  MAX_STRETCHES,
  type OpeningWeek,
  type Stretch,
  WEEKDAYS,
} from '../../../lib/places/stores/index.ts';

const CLOCK = /^([01]?\d|2[0-4]):([0-5]\d)(:[0-5]\d)?$/;

/** A time of day; stored as `09:30`. */
export const clock = z
  .string()
  .transform((text, context) => {
    const [, hour = '', minute = ''] = CLOCK.exec(text.trim()) ?? [];
    const time = `${hour.padStart(2, '0')}:${minute}`;
    if (hour !== '' && time <= '24:00') return time;
    context.issues.push({ code: 'custom', message: 'is not a time of day such as 09:30', input: text });
    return z.NEVER;
  })
  .meta({ override: { type: 'string' }, example: '09:30' });

const stretch = z
  .object({ start: clock, end: clock })
  .transform(({ start, end }): Stretch => ({ start, end }))
  .meta({ override: { type: 'object', properties: { start: { type: 'string' }, end: { type: 'string' } } } });

/** A day's hours: whether it is open, and its shifts as pairs of times. */
const shifts = z
  .object({
    active: z.boolean().optional(),
    shifts: z.array(z.tuple([clock, clock])).max(MAX_STRETCHES),
  })
  .transform(({ active = true, shifts }): Stretch[] =>
    active ? shifts.map(([start, end]) => ({ start, end })) : [],
  );

/** The shifts of a day; null or none = closed. They may also come as `{start, end}`, one or several. */
const day = z
  .union([shifts, z.array(stretch).max(MAX_STRETCHES), stretch.transform((one) => [one])])
  .nullable()
  .transform((stretches) => stretches ?? []);

/** A day's hours in replies. */
export const dayReply = z.object({
  active: z.boolean(),
  /** Pairs of times. */
  shifts: z.array(z.array(z.string()).length(2)),
});

/** Stored hours, by weekday or by date, in their wire form. */
export function renderDays(
  days: Readonly<Partial<Record<string, readonly Stretch[]>>>,
): Record<string, z.input<typeof dayReply>> {
  return Object.fromEntries(
    Object.entries(days).map(([name, stretches = []]) => [
      name,
      { active: stretches.length > 0, shifts: stretches.map(({ start, end }) => [start, end]) },
    ]),
  );
}

const WEEK_DESCRIPTION =
  'Opening hours by weekday, in the store\'s local time: `{"monday": {"active": true, "shifts": [["09:00", "17:30"]]}}`. ' +
  'A missing day is closed; an end that is not after its start is on the next day. Without any hours the store is always open.';

/** Opening hours of a week; the case of weekdays does not matter. */
export const openingWeekInput = z
  .record(z.string(), day)
  .transform((days, context): OpeningWeek => {
    const week: OpeningWeek = {};
    for (const [name, stretches] of Object.entries(days)) {
      const weekday = WEEKDAYS.find((known) => known === name.trim().toLowerCase());
      if (weekday) week[weekday] = stretches;
      else {
        context.issues.push({
          code: 'custom',
          message: 'is not a day of the week such as monday',
          path: [name],
          input: name,
        });
      }
    }
    return week;
  })
  .meta({ override: { type: 'object' }, description: WEEK_DESCRIPTION });

/** A date, also accepted as the date-time of its start. */
export const dateInput = z
  .string()
  .transform((text, context) => {
    const date = text.trim().slice(0, 10);
    if (isDate(date) && /^(T.*)?$/.test(text.trim().slice(10))) return date;
    context.issues.push({ code: 'custom', message: 'is not a date such as 2026-12-24', input: text });
    return z.NEVER;
  })
  .meta({ override: { type: 'string', format: 'date' }, example: '2026-12-24' });

/** Single dates with other hours, up to a maximum number. */
const MAX_DATES = 400;

/** Hours of single dates. */
export const holidayHoursInput = z
  .record(z.string(), day)
  .transform((days, context): Record<string, Stretch[]> => {
    const wrong = Object.keys(days).filter((date) => !isDate(date));
    for (const date of wrong) {
      context.issues.push({
        code: 'custom',
        message: 'is not a date such as 2026-12-24',
        path: [date],
        input: date,
      });
    }
    if (Object.keys(days).length > MAX_DATES) {
      context.issues.push({ code: 'custom', message: `has more than ${MAX_DATES} dates`, input: days });
    }
    return days;
  })
  .meta({
    override: { type: 'object' },
    description: 'Opening hours of single dates, instead of those of the weekday, in the same form.',
  });

/** Dates on which the store is closed. */
export const blackoutDatesInput = z
  .array(dateInput)
  .max(MAX_DATES)
  .meta({ description: "Dates on which the store is closed, in the store's local time." });
