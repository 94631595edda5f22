import { m } from '../messages.ts';
import { language } from './language.ts';
import { organizationOf, timeZone } from './me.ts';
import type { Side } from './types.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function format(kind: string, options: Intl.DateTimeFormatOptions, zone = timeZone()): Intl.DateTimeFormat {
  const key = `${kind} ${zone}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(language(), { ...options, timeZone: zone });
  formats.set(key, known);
  return known;
}

/** `Nov 24, 14:05` in the organization's time zone, or in another. */
export function dateTime(instant: string | null | undefined, zone?: string): string {
  if (!instant) return m.none;
  const options = { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
  return format('dateTime', { ...options, hourCycle: 'h23' }, zone).format(new Date(instant));
}

/** `14:05` in the organization's time zone, or in another. */
export function time(instant: string | null | undefined, zone?: string): string {
  if (!instant) return m.none;
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return format('time', options, zone).format(new Date(instant));
}

/**
 * `14:00–16:00`, with the day when it is not today; `until 16:00` where only one end is known. In the organization's time
 * zone, or in another.
 */
export function window(
  start: string | null | undefined,
  end: string | null | undefined,
  zone?: string,
): string {
  if (!start) return end ? m.until(timeOnDay(end, zone)) : m.none;
  if (!end) return m.from(timeOnDay(start, zone));
  return `${timeOnDay(start, zone)}–${day(start, zone) === day(end, zone) ? time(end, zone) : dateTime(end, zone)}`;
}

/** `14:00` today, `Nov 24, 14:00` on another day. */
function timeOnDay(instant: string, zone?: string): string {
  const isToday = day(instant, zone) === day(new Date().toISOString(), zone);
  return isToday ? time(instant, zone) : dateTime(instant, zone);
}

/** `Nov 24, 2026` for `2026-11-24`, a day without a time. */
export function dayName(date: string): string {
  const options = { month: 'short', day: 'numeric', year: 'numeric' } as const;
  return format('dayName', options, 'UTC').format(new Date(`${date}T00:00:00Z`));
}

/** `2026-11-24`, the day in the organization's time zone, or in another. */
export function day(instant: string, zone?: string): string {
  const parts = format('day', { year: 'numeric', month: '2-digit', day: '2-digit' }, zone).formatToParts(
    new Date(instant),
  );
  const part = (type: string) => parts.find((found) => found.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** `$12.50` */
export function money(cents: number | null | undefined, currency: string | null | undefined = 'USD'): string {
  if (cents === null || cents === undefined) return m.none;
  return new Intl.NumberFormat(language(), { style: 'currency', currency: currency || 'USD' }).format(
    cents / 100,
  );
}

/** Kilometers of a mile. */
export const KILOMETERS_OF_MILE = 1.609344;

const UNITS = {
  kilometers: { sign: 'km', kilometers: 1 },
  miles: { sign: 'mi', kilometers: KILOMETERS_OF_MILE },
} as const;

/** The organization's unit of distance: its sign, and how many kilometers it is. */
export function distanceUnit(): { readonly sign: 'km' | 'mi'; readonly kilometers: number } {
  return UNITS[organizationOf()?.preferences.distanceUnit ?? 'kilometers'];
}

/** `3.2 km`, or miles if the organization has those; nothing while no distance is known. */
export function distance(meters: number | null | undefined): string {
  if (!meters) return m.none;
  const { sign, kilometers } = distanceUnit();
  const inLanguage = new Intl.NumberFormat(language(), { maximumFractionDigits: 1 });
  return `${inLanguage.format(meters / kilometers / 1_000)} ${sign}`;
}

/** A sentence of the API with its kilometers in the organization's unit. */
export function withDistances(text: string): string {
  return text.replaceAll(/(\d+(?:\.\d+)?) km\b/g, (_, kilometers) => distance(Number(kilometers) * 1_000));
}

/** `$0.60/km`, or for a mile if the organization has those. */
export function pricePerDistance(centsPerKilometer: number, currency: string | null | undefined): string {
  const { sign, kilometers } = distanceUnit();
  return `${money(centsPerKilometer * kilometers, currency)}/${sign}`;
}

/** `85 min`, from two hours on `2 h 5 min`; nothing while no duration is known. */
export function minutes(seconds: number | null | undefined): string {
  if (!seconds) return m.none;
  const whole = Math.round(seconds / 60);
  return whole < 120 ? `${whole} min` : `${Math.floor(whole / 60)} h ${whole % 60} min`;
}

/** Seconds from one instant to another; undefined while either is unknown. */
export function secondsBetween(from: string | null, to: string | null): number | undefined {
  return from && to ? (Date.parse(to) - Date.parse(from)) / 1_000 : undefined;
}

/** `pickup_enroute` as `Pickup enroute`, `timeZone` as `Time zone`. */
export function words(name: string | null | undefined): string {
  if (!name) return m.none;
  const spaced = spacedOut(name);
  return m.words[spaced] ?? spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** The same where the language of the console has a word for it; undefined otherwise. */
export function wordFor(name: string): string | undefined {
  return m.words[spacedOut(name)];
}

const spacedOut = (name: string) =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_.-]+/g, ' ')
    .toLowerCase();

/** What was decided: a sentence stays as it is, the name of an event becomes words. */
export function phrase(what: string): string {
  return what.includes(' ') ? what : words(what);
}

/** Business or person at one end of an order. */
export function party(side: Side | null | undefined): string {
  if (!side) return m.none;
  const person = [side.firstName, side.lastName].filter(Boolean).join(' ');
  return side.businessName || person || side.address || m.none;
}

/** A price as the API writes it in sentences. */
const CENTS = /(\d+) ([A-Z]{3}) cents/g;
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*Z/g;
const DAY = /\b\d{4}-\d\d-\d\d\b/g;

/**
 * A sentence of the API with its values filled in, its times in the organization's time zone, and its days and prices in
 * words.
 */
export function sentence({
  text,
  values,
}: {
  text: string;
  values: Readonly<Record<string, unknown>>;
}): string {
  return text
    .replaceAll(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole))
    .replaceAll(CENTS, (_, cents: string, currency: string) => money(Number(cents), currency))
    .replaceAll(INSTANT, (instant) => dateTime(instant))
    .replaceAll(DAY, (date) => dayName(date));
}
