import * as z from 'zod';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import { clockOf, dayRange } from '../../platform/core/zoned-time.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { defineEntity, type Table } from '../../platform/table/index.ts';
import { type Cell, fromStored, Sum, storedCellsSchema } from './counts.ts';
import { CUBES, type Cube } from './cubes.ts';
import type { Dimension } from './dimensions.ts';
import { startOf } from './fact.ts';
import { cellsOfHours } from './hour-counts.ts';
import { replaceCounts, withFurtherParts } from './kept-counts.ts';
import { minutesOfHour } from './minute-counts.ts';

const dayCountsSchema = z.object({
  organizationId: z.string(),
  /** Name of the cube. */
  cube: z.string(),
  /** `2026-03-05` in `timeZone`. */
  date: z.string(),
  part: z.int(),
  /** Number of items of the day; further ones that an earlier count left do not count. */
  parts: z.int(),
  /** The day has too many cells to be kept by these dimensions. */
  isTooLarge: z.boolean(),
  timeZone: z.string(),
  cells: storedCellsSchema,
});

type DayCounts = z.infer<typeof dayCountsSchema>;
type DayKey = Pick<DayCounts, 'organizationId' | 'cube' | 'date' | 'part'>;

/** Counts of a day by the dimensions of a cube. They stay. */
export const dayCountsEntity = defineEntity<DayCounts, DayKey>({
  name: 'insightDay',
  schema: dayCountsSchema,
  partition: ({ organizationId, cube, date }) => ({
    organizationId,
    type: 'insightDays',
    id: `${cube}.${date.slice(0, 'YYYY'.length)}`,
  }),
  sort: ({ date, part }) => ({ kind: 'state', parts: [date, String(part).padStart(3, '0')] }),
});

/** Hours that are read at the same time. */
const HOURS_AT_A_TIME = 8;

/** Items that are written at the same time. */
const WRITES_AT_A_TIME = 8;

/** Maximum number of cells of a cube that are kept of a day: 20 items, which one transaction writes. */
export const MAX_CELLS_OF_DAY = 40_000;

const HOUR_MS = 3_600_000;

/** A day of an organization, in the time zone in which its days are counted. */
export interface Day {
  readonly organizationId: string;
  readonly date: string;
  readonly timeZone: string;
}

/**
 * The cells of a day, each with its local hour: from its hours where they are counted as wholes and have the dimensions that are
 * needed, otherwise from its minutes, an hour of minutes at a time. 1 call, and 1 for each hour that is read by the minute.
 */
export async function* cellsOfDay(
  table: Table,
  day: Day,
  needed?: ReadonlySet<Dimension>,
): AsyncGenerator<readonly Cell[], void> {
  const { from, to } = dayRange(day.date, day.timeZone);
  const first = Math.floor(Date.parse(from) / HOUR_MS);
  const all = Array.from({ length: Math.floor(Date.parse(to) / HOUR_MS) - first + 1 }, (_, index) =>
    new Date((first + index) * HOUR_MS).toISOString().slice(0, 'YYYY-MM-DDTHH'.length),
  );
  // Where local hours begin within those of UTC, only minutes tell them apart.
  const areWhole = Date.parse(from) % HOUR_MS === 0 && (Date.parse(to) + 1) % HOUR_MS === 0;
  const counted =
    needed && areWhole
      ? await cellsOfHours(table, day.organizationId, all, needed)
      : all.map(() => undefined);
  for (const [index, cells] of counted.entries())
    if (cells) yield withHour(cells, startOf(`${all[index]}:00`), day.timeZone);
  const hours = all.filter((_, index) => counted[index] === undefined);
  for (let start = 0; start < hours.length; start += HOURS_AT_A_TIME) {
    const read = await mapConcurrently(hours.slice(start, start + HOURS_AT_A_TIME), HOURS_AT_A_TIME, (hour) =>
      minutesOfHour(table, day.organizationId, hour),
    );
    for (const { minute, cells } of read.flat()) {
      const at = startOf(minute);
      if (at < Date.parse(from) || at > Date.parse(to)) continue;
      yield withHour(cells, at, day.timeZone);
    }
  }
}

/** Cells of an instant with its local hour. */
function withHour(cells: readonly Cell[], at: number, timeZone: string): readonly Cell[] {
  const hour = [String(new Date(clockOf(at, timeZone)).getUTCHours()).padStart(2, '0')];
  return cells.map(({ places, sums }) => ({ places: { ...places, hour }, sums }));
}

/**
 * Counts a day from its minutes and replaces what was kept of it. What was there is read before the minutes are, so that a
 * slower run cannot replace newer counts with its older ones.
 */
export async function countDay({ table, clock }: Pick<CoreDeps, 'table' | 'clock'>, day: Day): Promise<void> {
  const { organizationId, date, timeZone } = day;
  const isCounted = await retryLostRace(clock, async () => {
    const firsts = await table.getMany(
      dayCountsEntity,
      CUBES.map(({ name: cube }) => ({ organizationId, cube, date, part: 0 })),
    );
    const sums = CUBES.map(({ dimensions }) => new Sum(dimensions));
    for await (const cells of cellsOfDay(table, day))
      for (const sum of sums) if (sum.size <= MAX_CELLS_OF_DAY) for (const cell of cells) sum.add(cell);
    const written = await mapConcurrently(CUBES, WRITES_AT_A_TIME, async ({ name: cube }, index) => {
      const [sum, first] = [sums[index]!, firsts[index]];
      if (sum.size === 0 && !first) return true;
      const isTooLarge = sum.size > MAX_CELLS_OF_DAY;
      return replaceCounts(table, dayCountsEntity, {
        keyOf: (part) => ({ organizationId, cube, date, part }),
        facts: { isTooLarge, timeZone },
        sum: isTooLarge ? null : sum,
        first,
      });
    });
    return written.every((isWritten) => isWritten);
  });
  if (!isCounted) throw new Error(`The counts of ${date} changed too often; they will be made later.`);
}

/**
 * The cells of days by a cube, each day's, and the number of items that were read; undefined when they are more than `mostParts` items, or when a day has too many
 * to be kept. 1 call for 100 days, and for each 100 further items.
 */
export async function cellsOfDays(
  table: Table,
  { name: cube }: Cube,
  { organizationId, dates, fields, mostParts }: DaysOfCube,
): Promise<{ readonly parts: number; readonly days: readonly (readonly Cell[])[] } | undefined> {
  const firsts = await table.getMany(
    dayCountsEntity,
    dates.map((date) => ({ organizationId, cube, date, part: 0 })),
  );
  const parts = firsts.reduce((sum, first) => sum + (first?.value.parts ?? 0), 0);
  if (parts > mostParts || firsts.some((first) => first?.value.isTooLarge)) return undefined;
  const all = await withFurtherParts(table, dayCountsEntity, firsts);
  const byDate = Map.groupBy(all, ({ date }) => date);
  const days = dates.map((date) =>
    (byDate.get(date) ?? []).flatMap(({ cells }) => fromStored(cells, fields)),
  );
  return { parts, days };
}

/** Days of an organization, and the maximum number of items to read of them. */
interface DaysOfCube {
  readonly organizationId: string;
  readonly dates: readonly string[];
  /** Fields that are read; others are left out. */
  readonly fields: readonly string[];
  readonly mostParts: number;
}
