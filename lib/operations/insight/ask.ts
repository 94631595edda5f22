import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { dateIn } from '../../platform/core/zoned-time.ts';
import { preferencesOf } from '../../platform/organization/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { addDays, datesBetween, readCalendar, weekdayOf } from './calendar.ts';
import { computeValue, type Value } from './compute-value.ts';
import { type Cell, MAX_CELLS, type Sums } from './counts.ts';
import { cubeFor } from './cubes.ts';
import { cellsOfDay, cellsOfDays } from './day-counts.ts';
import type { Places } from './dimensions.ts';
import { isTime, isWithin, type Limits, limitsOf, neededBy } from './limits.ts';
import { fieldsOf } from './measure.ts';
import type { Asker, GroupName, Question } from './question.ts';
import { insightNotKept } from './refusals.ts';
import { refuseGroups } from './refuse-groups.ts';

/** A value, the one of the period before, and the difference. */
export interface ComparedValue extends Value {
  readonly previous: Value | null;
  readonly change: number | null;
}

/** The values of a group; a dimension in which it has no value is null. */
export interface Row extends ComparedValue {
  readonly key: Readonly<Partial<Record<GroupName, string | null>>>;
}

export interface Answer {
  readonly timeZone: string;
  readonly currency: string | null;
  readonly previousPeriod: { readonly from: string; readonly to: string } | null;
  readonly total: ComparedValue;
  /** By time where a group is a time, otherwise the largest first; at most `MAX_ROWS`. */
  readonly rows: readonly Row[];
  readonly rowsLeftOut: number;
}

/** Maximum number of groups in an answer. */
export const MAX_ROWS = 1_000;

/** Maximum number of cells that one question reads; beyond, it is one for the files. */
const MAX_CELLS_READ = 300_000;

/** Maximum number of days that are read minute by minute. */
const MAX_OPEN_DAYS = 10;

/** Days whose counts are read together. */
const DAYS_AT_A_TIME = 50;

const DAY_MS = 86_400_000;

/** Answers a question from the counts: 1 to 3 calls for each 100 days, and 24 for a day that is not over. */
export async function ask(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  asker: Asker,
  question: Question,
): Promise<Answer | Refusal> {
  const { measure, from, to, groupBy, isCompared } = question;
  const impossible = refuseGroups(asker, question);
  if (impossible) return impossible;
  const { organizationId } = asker;
  const calendar = await readCalendar(deps, organizationId);
  const { timeZone } = calendar;
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  const before = { from: addDays(from, -days), to: addDays(from, -1) };
  const currency = measure.isMoney
    ? (question.currency ?? (await preferencesOf({ table: deps.table, organizationId })).currency)
    : null;
  const wanted: Wanted = { asker, question, currency, timeZone, closedThrough: calendar.closedThrough };
  const present = await groupsOf(deps, wanted, { from, to }, 0);
  if (isRefusal(present)) return present;
  const previous = isCompared ? await groupsOf(deps, wanted, before, days) : undefined;
  if (isRefusal(previous)) return previous;
  const compared = (now: Sums | undefined, then: Sums | undefined): ComparedValue => {
    const value = computeValue(measure, now ?? {});
    if (!previous) return { ...value, previous: null, change: null };
    const old = computeValue(measure, then ?? {});
    const change =
      value.value === null || old.value === null ? null : Math.round(1e4 * (value.value - old.value)) / 1e4;
    return { ...value, previous: old, change };
  };
  const keys = [...new Set([...present.groups.keys(), ...(previous?.groups.keys() ?? [])])];
  const rows = keys.map((key): Row => {
    const names = JSON.parse(key) as (string | null)[];
    return {
      key: Object.fromEntries(groupBy.map((name, index) => [name, names[index] ?? null])),
      ...compared(present.groups.get(key), previous?.groups.get(key)),
    };
  });
  const sorted = groupBy.length === 0 ? [] : rows.sort(orderOf(groupBy));
  return {
    timeZone,
    currency,
    previousPeriod: isCompared ? before : null,
    total: compared(present.total, previous?.total),
    rows: sorted.slice(0, MAX_ROWS),
    rowsLeftOut: Math.max(0, sorted.length - MAX_ROWS),
  };
}

interface Wanted {
  readonly asker: Asker;
  readonly question: Question;
  readonly currency: string | null;
  readonly timeZone: string;
  readonly closedThrough: string;
}

interface Groups {
  readonly total: Sums;
  readonly groups: ReadonlyMap<string, Sums>;
}

/** The sums of a period by group. `shift` is the number of days by which its dates are moved to lie beside the present period. */
async function groupsOf(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  wanted: Wanted,
  period: { readonly from: string; readonly to: string },
  shift: number,
): Promise<Groups | Refusal> {
  const { asker, question, currency } = wanted;
  const { groupBy, measure } = question;
  const fields = fieldsOf(measure);
  const limits = limitsOf(asker, question, currency);
  const total: Record<string, number> = {};
  const groups = new Map<string, Record<string, number>>();
  let read = 0;
  for await (const days of readDays(deps, wanted, period)) {
    if (isRefusal(days)) return days;
    read += days.cells.length;
    if (read > MAX_CELLS_READ) return tooMuch(days.date);
    const { date, cells } = days;
    for (const { places, sums } of cells) {
      if (fields.every((field) => sums[field] === undefined) || !isWithin(places, limits)) continue;
      addTo(total, sums, fields);
      if (groupBy.length === 0) continue;
      const names = groupBy.map((name) => namesOf(name, { places, date, shift }, limits));
      for (const key of combinations(names)) {
        const group = groups.get(key) ?? {};
        groups.set(key, group);
        addTo(group, sums, fields);
      }
    }
  }
  return { total, groups };
}

function tooMuch(date: string): Refusal {
  return insightNotKept(
    `There are too many combinations on ${date} for one answer. Ask for a shorter period, with one group, or with fewer filters.`,
    { date },
  );
}

/** Days of a period with their cells: closed days from the cube that the question needs, others from their minutes. */
async function* readDays(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  { asker, question, timeZone, closedThrough }: Wanted,
  { from, to }: { readonly from: string; readonly to: string },
): AsyncGenerator<{ readonly date: string; readonly cells: readonly Cell[] } | Refusal, void> {
  const { organizationId } = asker;
  const today = dateIn(clock.now(), timeZone);
  const all = datesBetween(from, to > today ? today : to);
  const closed = all.filter((date) => date <= closedThrough);
  const open = all.filter((date) => date > closedThrough);
  if (open.length > MAX_OPEN_DAYS) return yield stillCounting(closedThrough);
  const needed = neededBy(asker, question);
  const cube = cubeFor(needed);
  let mostParts = Math.ceil(MAX_CELLS_READ / MAX_CELLS);
  for (let start = 0; start < closed.length; start += DAYS_AT_A_TIME) {
    const dates = closed.slice(start, start + DAYS_AT_A_TIME);
    const read = await cellsOfDays(table, cube, {
      ...{ organizationId, dates, mostParts },
      fields: fieldsOf(question.measure),
    });
    if (!read) return yield tooMuch(dates[0] ?? from);
    mostParts -= read.parts;
    for (const [index, cells] of read.days.entries()) yield { date: dates[index] ?? '', cells };
  }
  for (const date of open)
    for await (const cells of cellsOfDay(table, { organizationId, date, timeZone }, needed))
      yield { date, cells };
}

function stillCounting(date: string): Refusal {
  return insightNotKept(`Days after ${date} are still being counted. Ask for a period up to that day.`, {
    date,
  });
}

/** The groups of one kind that a cell belongs to. Of its stores, a caller sees those that the limits name. */
function namesOf(
  name: GroupName,
  { places, date, shift }: { readonly places: Places; readonly date: string; readonly shift: number },
  limits: Limits,
): readonly (string | null)[] {
  switch (name) {
    case 'day':
      return [addDays(date, shift)];
    case 'week':
      return [mondayOf(addDays(date, shift))];
    case 'month':
      return [addDays(date, shift).slice(0, 'YYYY-MM'.length)];
    case 'weekday':
      return [String(weekdayOf(date))];
    default: {
      const own = places[name] ?? [];
      if (own.length === 0) return [null];
      const sets = limits.get(name) ?? [];
      return own.filter((value) => sets.every((set) => set.has(value)));
    }
  }
}

function mondayOf(date: string): string {
  return addDays(date, 1 - weekdayOf(date));
}

function combinations(names: readonly (readonly (string | null)[])[]): readonly string[] {
  let lists: (string | null)[][] = [[]];
  for (const of of names) lists = lists.flatMap((list) => of.map((name) => [...list, name]));
  return lists.map((list) => JSON.stringify(list));
}

function addTo(group: Record<string, number>, sums: Sums, fields: readonly string[]): void {
  for (const field of fields) {
    const value = sums[field];
    if (value !== undefined) group[field] = (group[field] ?? 0) + value;
  }
}

/** Times in their order; everything else by its weight, the largest first. */
function orderOf(groupBy: readonly GroupName[]): (one: Row, other: Row) => number {
  return (one, other) => {
    for (const name of groupBy.filter(isTime)) {
      const [a, b] = [one.key[name] ?? '', other.key[name] ?? ''];
      if (a !== b) return a < b ? -1 : 1;
    }
    if (one.n !== other.n) return other.n - one.n;
    return JSON.stringify(one.key) < JSON.stringify(other.key) ? -1 : 1;
  };
}
