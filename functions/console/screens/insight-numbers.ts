import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Query } from '../kit/api.ts';
import { type DayRange, daysOf } from '../kit/dates.ts';
import { distanceUnit, money, pricePerDistance, words } from '../kit/format.ts';
import { language } from '../kit/language.ts';
import { lateWords } from '../kit/late.tsx';
import { type Live, useLive } from '../kit/live.ts';
import { usePlace } from '../kit/router.ts';
import { m } from '../messages.ts';
import { withLateTexts } from '../texts/late-texts.ts';
import { insightsTexts } from '../texts/texts.ts';

/** How often numbers are read again: they are up to a minute old anyway. Milliseconds. */
const EVERY_MS = 60_000;

/** A measure as the API describes it. */
export interface Measure {
  readonly name: string;
  readonly label: string;
  readonly definition: string;
  readonly unit: string;
  readonly dimensions: readonly string[];
}

/** A value with what it is based on. */
export interface Value {
  readonly value: number | null;
  readonly n: number;
  readonly parts?: Readonly<Record<string, number>>;
}

/** A value beside that of the period before. */
export interface Compared extends Value {
  readonly previous: Value | null;
  readonly change: number | null;
}

/** A group of numbers. */
export interface Row extends Compared {
  readonly key: Readonly<Record<string, string | null>>;
}

/** What the API answers to a question. */
export interface Insight {
  readonly measure: Measure;
  readonly currency: string | null;
  readonly total: Compared;
  readonly rows: readonly Row[];
  readonly rowsLeftOut: number;
}

/** What is chosen above the pictures; it stands in the address. */
export interface Chosen {
  readonly days: DayRange;
  readonly isCompared: boolean;
  readonly filters: Readonly<Record<string, string>>;
}

/** Filters of the screens, by the names that the API gives them. */
export const FILTERS: readonly string[] = [
  'store',
  'zone',
  'provider',
  'driverGroup',
  'strategy',
  'workflow',
];

/** Days that are looked at when none are chosen. */
export const FALLBACK_DAYS = 'last_7_days';

/** What is chosen, from the address. */
export function useChosen(): Chosen {
  const { query } = usePlace();
  const given = FILTERS.flatMap((name) => {
    const value = query.get(name);
    return value ? [[name, value] as const] : [];
  });
  return {
    days: daysOf(query.get('days') ?? FALLBACK_DAYS),
    isCompared: query.get('compare') !== 'none',
    filters: Object.fromEntries(given),
  };
}

const names = lateWords(withLateTexts('measures', () => import('./insight-names.ts')));

/** Loads what measures are called and count in the user's language, and draws again with it. Whether it is there. */
export const useNames = names.use;

/** The name of a measure in the user's language; that of the API until it is loaded. */
export function labelOf({ name, label }: Pick<Measure, 'name' | 'label'>): string {
  return names.current()?.names[name] ?? label;
}

/** What a measure counts, in the user's language; in the words of the API until it is loaded. */
export function definitionOf({ name, definition }: Measure): string {
  return names.current()?.definitions[name] ?? definition;
}

/** The name of a part of a measure in the user's language. */
export function partOf(part: string): string {
  return names.current()?.names[part] ?? words(part);
}

/** Every measure; undefined until they are read. */
export const Measures = createContext<readonly Measure[] | undefined>(undefined);

/** An answer that is kept up to date, or the filter that the measure does not have. */
export interface LiveInsight extends Live<Insight> {
  readonly notKeptBy: string | undefined;
}

/** Reads a measure, split by some names. It is not asked for by what it is not kept by. */
export function useInsight(
  measure: string,
  { days, filters, isCompared }: Chosen,
  groupBy = '',
): LiveInsight {
  const measures = useContext(Measures);
  const of = measures?.find(({ name }) => name === measure);
  const names = Object.keys(filters);
  const notKeptBy = of && names.find((name) => !of.dimensions.includes(name));
  const isAsked = names.length === 0 || (of !== undefined && notKeptBy === undefined);
  const live = useLive<Insight>(
    isAsked ? `/v1/insights/${measure}` : null,
    {
      ...days,
      ...filters,
      ...(groupBy === '' ? {} : { groupBy }),
      comparedWith: isCompared ? 'previous_period' : 'none',
    },
    EVERY_MS,
  );
  return { ...live, notKeptBy };
}

/** Filters that the address can carry to the list of facts, besides those of the screens. */
const OF_FACTS: readonly string[] = [...FILTERS, 'driver', 'tag', 'part', 'hour', 'weekday'];

/** Where the orders behind a number are, as an address of the console. */
export function behind(measure: string, { days, filters }: Chosen, group: Query = {}): string {
  const query = new URLSearchParams({ days: `${days.from}..${days.to}`, ...filters });
  for (const [name, value] of Object.entries(group)) {
    if (typeof value !== 'string') continue;
    if (name === 'day') query.set('days', value);
    else if (name === 'week') query.set('days', `${value}..${plusDays(value, 6)}`);
    else if (name === 'month') query.set('days', monthOf(value));
    else if (OF_FACTS.includes(name)) query.set(name, value);
  }
  return `/insights/facts/${measure}?${query}`;
}

function plusDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

function monthOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return `${month}-01..${new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)}`;
}

/** Days after which a picture by day becomes one by week, and by month. */
const MOST_DAYS = 45;
const MOST_WEEKS_IN_DAYS = 250;

/** The split by time that suits a period. */
export function stepOf({ from, to }: DayRange): 'hour' | 'day' | 'week' | 'month' {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  if (days <= 1) return 'hour';
  if (days <= MOST_DAYS) return 'day';
  return days <= MOST_WEEKS_IN_DAYS ? 'week' : 'month';
}

/** The groups of a split by time in their order, so that a picture has a place for those without numbers. */
export function stepsOf(step: string, { from, to }: DayRange): readonly string[] | undefined {
  if (step === 'hour') return Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  if (step === 'weekday') return ['1', '2', '3', '4', '5', '6', '7'];
  if (step !== 'day') return undefined;
  const days: string[] = [];
  for (let day = from; day <= to; day = plusDays(day, 1)) days.push(day);
  return days;
}

const decimal = new Intl.NumberFormat(language(), { maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat(language(), { maximumFractionDigits: 0 });
const days = new Intl.DateTimeFormat(language(), { month: 'short', day: 'numeric', timeZone: 'UTC' });
const months = new Intl.DateTimeFormat(language(), { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** The name of a group of time. */
export function nameOfTime(step: string, value: string): string {
  switch (step) {
    case 'hour':
      return `${value}:00`;
    case 'weekday':
      return insightsTexts.weekdays[Number(value) - 1] ?? value;
    case 'month':
      return months.format(new Date(`${value}-01T00:00:00Z`));
    default:
      return days.format(new Date(`${value}T00:00:00Z`));
  }
}

/** A value in its unit. */
export function inUnit(unit: string, value: number | null | undefined, currency: string | null): string {
  if (value === null || value === undefined) return m.none;
  switch (unit) {
    case 'share':
      return `${decimal.format(value * 100)}\u00a0%`;
    case 'minutes':
      return `${decimal.format(value)}\u00a0min`;
    case 'kilometres':
      return `${decimal.format(value / distanceUnit().kilometers)}\u00a0${distanceUnit().sign}`;
    case 'stops_per_hour':
    case 'points':
      return decimal.format(value);
    case 'cents_per_km':
      return pricePerDistance(value, currency);
    case 'cents':
    case 'cents_per_delivery':
      return money(value, currency);
    default:
      return whole.format(value);
  }
}

/** A difference in its unit, with its sign. Of shares it is in points. */
export function difference(unit: string, change: number | null, currency: string | null): string {
  if (change === null) return m.none;
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±';
  const size = Math.abs(change);
  const text =
    unit === 'share' ? insightsTexts.points(decimal.format(size * 100)) : inUnit(unit, size, currency);
  return `${sign}${text}`;
}

/** Whether a value rests on a number of cases that is worth showing: not a count itself, and not a ratio of amounts. */
export function isOfCases({ unit }: Measure, currency: string | null): boolean {
  return !['count', 'cents', 'cents_per_km'].includes(unit) && !(unit === 'share' && currency !== null);
}

/** Measures of which less is better. */
const LESS_IS_BETTER = new Set([
  'lateness',
  'earliness',
  'time-to-assignment',
  'time-to-pickup',
  'time-to-delivery',
  'cost-per-delivery',
  'cost-per-km',
  'cost-against-quote',
  'failovers',
  'cancellations',
  'incidents',
  'incident-rate',
  'stops-skipped',
  'dwell',
  'driven-against-planned',
  'distance-against-planned',
  'window-refusals',
  'low-ratings',
]);

/** Measures of which more is better; the others are neither. */
const MORE_IS_BETTER = new Set([
  'deliveries',
  'on-time',
  'first-attempt-success',
  'acceptance',
  'refund-success',
  'rating',
  'notifications-delivered',
  'stops-per-hour',
  'stops-on-time',
  'stops-in-order',
  'proof-rate',
  'routes-tracked',
]);

/** Whether a change is one for the better. */
export function toneOf(measure: string, change: number | null): 'good' | 'bad' | undefined {
  if (!change) return undefined;
  if (LESS_IS_BETTER.has(measure)) return change < 0 ? 'good' : 'bad';
  if (MORE_IS_BETTER.has(measure)) return change > 0 ? 'good' : 'bad';
  return undefined;
}
