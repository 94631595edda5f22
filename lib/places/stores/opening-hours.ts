import * as z from 'zod';

/** Days of the week as opening hours and capacities name them; the index is that of `Date.getUTCDay`. */
export const WEEKDAYS = Object.freeze([
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const);

export type Weekday = (typeof WEEKDAYS)[number];

/** Maximum number of intervals of a day. */
export const MAX_STRETCHES = 10;

/** A time of day such as `09:30`. */
export const clockSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/);

/** From `start` to `end` in the store's local time. An end that is not after its start is on the next day. */
export const stretchSchema = z.object({ start: clockSchema, end: clockSchema });
export type Stretch = z.infer<typeof stretchSchema>;

/** Opening hours of a day: none = closed. */
export const daySchema = z.array(stretchSchema).max(MAX_STRETCHES);

/** Opening hours of a week; a missing day is closed. */
export const weekSchema = z.partialRecord(z.enum(WEEKDAYS), daySchema);
export type OpeningWeek = z.infer<typeof weekSchema>;

/** The weekday of a date such as `2026-03-05`. */
export function weekdayOf(date: string): Weekday {
  return WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? 'sunday';
}

/** The date a number of days later. */
export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Whether the text is a date of the calendar: 31 February is not. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && daysAfter(text, 0) === text;
}
