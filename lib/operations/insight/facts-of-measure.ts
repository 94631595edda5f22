import { toInstant } from '../../platform/core/clock.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { clockOf, dateIn, dayRange } from '../../platform/core/zoned-time.ts';
import { preferencesOf } from '../../platform/organization/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Table } from '../../platform/table/index.ts';
import { datesBetween, readCalendar, weekdayOf } from './calendar.ts';
import { computeValue, type Value } from './compute-value.ts';
import { MAX_CELLS, type Sums } from './counts.ts';
import { cubeFor } from './cubes.ts';
import { cellsOfDays, MAX_CELLS_OF_DAY } from './day-counts.ts';
import type { Places } from './dimensions.ts';
import { FACT_LIFE_MS, type Fact, startOf } from './fact.ts';
import { isWithin, type Limits, limitsOf, neededBy } from './limits.ts';
import { fieldsOf, type Measure } from './measure.ts';
import { minutesOfHour } from './minute-counts.ts';
import { occurrencesOf } from './occurrences.ts';
import type { Asker, Question } from './question.ts';
import { insightNotKept } from './refusals.ts';
import { refuseGroups } from './refuse-groups.ts';

/** Which of the facts behind a number are wanted, newest first. */
export interface FactsQuestion extends Pick<Question, 'measure' | 'from' | 'to' | 'filters' | 'currency'> {
  /** Of a breakdown, the parts that are wanted; empty = all. */
  readonly parts: readonly string[];
  /** Local hours, `08`; empty = all. */
  readonly hours: readonly string[];
  /** Days of the week, `1` to `7`; empty = all. */
  readonly weekdays: readonly string[];
  readonly limit: number;
  /** Place of the last one that was read; absent = from the newest on. */
  readonly after?: string | undefined;
}

/** A fact, and what it counts for the measure. */
export interface FactOfMeasure {
  readonly fact: Fact;
  readonly value: Value;
}

/** Facts of a question. Fewer than the limit may be found although there are more: `next` decides. */
export interface FactsPage {
  readonly facts: readonly FactOfMeasure[];
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
  /** Facts from before are gone; their numbers remain. */
  readonly keptSince: string;
}

/** Maximum number of facts of a page. */
export const MAX_FACTS = 100;

/** Maximum number of days whose minutes one page looks through. */
const MAX_DAYS_READ = 7;

/** Hours that are read at the same time. */
const HOURS_AT_A_TIME = 8;

/** Days whose counts are read together. */
const DAYS_AT_A_TIME = 50;

const HOUR_MS = 3_600_000;

/**
 * The facts that a number is made of, newest first: 1 call for 50 days to find those that have any, 24 for each of these,
 * and 1 for each minute with facts that are shown.
 */
export async function factsOfMeasure(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  asker: Asker,
  question: FactsQuestion,
): Promise<FactsPage | Refusal> {
  const { measure, filters, from, to, limit } = question;
  const impossible = refuseGroups(asker, { measure, groupBy: [], filters });
  if (isRefusal(impossible)) return impossible;
  const unknown = refuseParts(question);
  if (unknown) return unknown;
  const { table, clock } = deps;
  const { organizationId } = asker;
  const [calendar, preferences] = await Promise.all([
    readCalendar(deps, organizationId),
    preferencesOf({ table, organizationId }),
  ]);
  const { timeZone, closedThrough } = calendar;
  const oldestMs = clock.now() - FACT_LIFE_MS;
  const currency = measure.isMoney ? (question.currency ?? preferences.currency) : null;
  const search: Search = {
    ...{ table, organizationId, timeZone, question, oldestMs },
    fields: fieldsOfParts(measure, question.parts),
    limits: limitsOf(asker, question, currency),
    after: placeOf(question.after),
  };
  const [first, last] = [dateIn(oldestMs, timeZone), dateIn(search.after?.atMs ?? clock.now(), timeZone)];
  const dates = datesBetween(from > first ? from : first, to < last ? to : last).toReversed();
  const wanted = question.weekdays.length === 0 ? dates : dates.filter(isOn(question.weekdays));
  const found: FactOfMeasure[] = [];
  let read = 0;
  for await (const date of daysWithFacts(search, asker, wanted, closedThrough)) {
    if (read === MAX_DAYS_READ) return page(search, found, placeBefore(date, timeZone));
    read += 1;
    for await (const facts of factsOfDay(search, date)) {
      found.push(...facts);
      if (found.length > limit) return page(search, found.slice(0, limit), undefined);
    }
  }
  return page(search, found, null);
}

function refuseParts({ measure, parts }: FactsQuestion): Refusal | undefined {
  const { formula, name } = measure;
  const known = formula.kind === 'breakdown' ? Object.keys(formula.parts) : [];
  const wrong = parts.find((part) => !known.includes(part));
  if (wrong === undefined) return undefined;
  const wayOut = known.length === 0 ? 'It has none; leave "part" out.' : `Use ${known.join(', ')}.`;
  return insightNotKept(`"${wrong}" is not a part of "${name}". ${wayOut}`, {});
}

interface Search {
  readonly table: Table;
  readonly organizationId: string;
  readonly timeZone: string;
  readonly question: FactsQuestion;
  readonly fields: readonly string[];
  readonly limits: Limits;
  readonly after: Place | undefined;
  readonly oldestMs: number;
}

/** A page. `next` is given, or follows from the last fact. */
function page(
  { oldestMs }: Search,
  facts: readonly FactOfMeasure[],
  next: string | null | undefined,
): FactsPage {
  const last = facts.at(-1)?.fact;
  const following = next === undefined && last ? `${last.minute}.${last.id}` : (next ?? null);
  return { facts, next: following, keptSince: toInstant(oldestMs) };
}

/** A place in the order of facts: a minute, and the last id that was shown of it. */
interface Place {
  readonly minute: string;
  readonly id: string;
  readonly atMs: number;
}

const PLACE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)\.(.*)$/;

function placeOf(after: string | undefined): Place | undefined {
  const [, minute, id = ''] = PLACE.exec(after ?? '') ?? [];
  return minute === undefined ? undefined : { minute, id, atMs: startOf(minute) };
}

/** Whether a text is a place that a page returned. */
export function isPlace(text: string): boolean {
  return !Number.isNaN(placeOf(text)?.atMs ?? Number.NaN);
}

/** The place at the end of a day, so that its facts are the next ones. */
function placeBefore(date: string, timeZone: string): string {
  return `${dayRange(date, timeZone).to.slice(0, 'YYYY-MM-DDTHH:MM'.length)}.~`;
}

const isOn = (weekdays: readonly string[]) => (date: string) => weekdays.includes(String(weekdayOf(date)));

/** The fields of a measure, or of some parts of a breakdown. */
function fieldsOfParts(measure: Measure, parts: readonly string[]): readonly string[] {
  if (measure.formula.kind !== 'breakdown' || parts.length === 0) return fieldsOf(measure);
  return Object.entries(measure.formula.parts).flatMap(([name, field]) =>
    parts.includes(name) ? [field] : [],
  );
}

/** The days, in their order, of which the counts say that they have facts; a day without kept counts may have some. */
async function* daysWithFacts(
  { table, organizationId, question, limits, fields }: Search,
  asker: Asker,
  dates: readonly string[],
  closedThrough: string,
): AsyncGenerator<string, void> {
  const cube = cubeFor(neededBy(asker, { groupBy: [], filters: question.filters }));
  const mostParts = (DAYS_AT_A_TIME * MAX_CELLS_OF_DAY) / MAX_CELLS;
  for (let start = 0; start < dates.length; start += DAYS_AT_A_TIME) {
    const some = dates.slice(start, start + DAYS_AT_A_TIME);
    const closed = some.filter((date) => date <= closedThrough);
    const counts = await cellsOfDays(table, cube, { organizationId, dates: closed, fields, mostParts });
    for (const date of some) {
      const cells = counts?.days[closed.indexOf(date)];
      if (!cells || cells.some(({ places, sums }) => isCounted(places, sums, { fields, limits }))) yield date;
    }
  }
}

/** Whether something has one of the fields and lies within the limits. */
function isCounted(
  places: Places,
  sums: Sums,
  { fields, limits }: Pick<Search, 'fields' | 'limits'>,
): boolean {
  return fields.some((field) => sums[field] !== undefined) && isWithin(places, limits);
}

/** The facts of a day, newest first, a minute at a time. */
async function* factsOfDay(search: Search, date: string): AsyncGenerator<readonly FactOfMeasure[], void> {
  const { table, organizationId, timeZone, question, after } = search;
  const { from, to } = dayRange(date, timeZone);
  const [firstMs, lastMs] = [Date.parse(from), Math.min(Date.parse(to), after?.atMs ?? Date.parse(to))];
  const hours: string[] = [];
  for (let hour = Math.floor(lastMs / HOUR_MS); hour >= Math.floor(firstMs / HOUR_MS); hour -= 1)
    hours.push(new Date(hour * HOUR_MS).toISOString().slice(0, 'YYYY-MM-DDTHH'.length));
  for (let start = 0; start < hours.length; start += HOURS_AT_A_TIME) {
    const read = await mapConcurrently(hours.slice(start, start + HOURS_AT_A_TIME), HOURS_AT_A_TIME, (hour) =>
      minutesOfHour(table, organizationId, hour),
    );
    const minutes = read
      .flat()
      .filter(({ minute, cells }) => {
        const atMs = startOf(minute);
        if (atMs < firstMs || atMs > lastMs) return false;
        const hour = String(new Date(clockOf(atMs, timeZone)).getUTCHours()).padStart(2, '0');
        if (question.hours.length > 0 && !question.hours.includes(hour)) return false;
        return cells.some(({ places, sums }) => isCounted(places, sums, search));
      })
      .map(({ minute }) => minute);
    for (const minute of [...new Set(minutes)].sort().toReversed()) yield factsOf(search, minute);
  }
}

/** The facts of a minute that are wanted, by their ids, the last first. */
async function factsOf(search: Search, minute: string): Promise<readonly FactOfMeasure[]> {
  const { table, organizationId, question, after } = search;
  const found: FactOfMeasure[] = [];
  for await (const facts of occurrencesOf(table, { organizationId, minute }))
    for (const fact of facts) {
      if (after?.minute === minute && fact.id >= after.id) continue;
      if (!isCounted(fact.places as Places, fact.sums, search)) continue;
      found.push({ fact, value: computeValue(question.measure, fact.sums) });
    }
  return found.sort((one, other) => (one.fact.id < other.fact.id ? 1 : -1));
}
