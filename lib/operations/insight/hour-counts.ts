import * as z from 'zod';
import { toInstant } from '../../platform/core/clock.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { defineEntity, type Table } from '../../platform/table/index.ts';
import { type Cell, fromStored, Sum, storedCellsSchema } from './counts.ts';
import { CUBES, type Cube, WHOLE_CUBE } from './cubes.ts';
import type { Dimension } from './dimensions.ts';
import { FACT_LIFE_MS, isOpen, startOf } from './fact.ts';
import { replaceCounts, withFurtherParts } from './kept-counts.ts';
import { minutesOfHour } from './minute-counts.ts';

const hourCountsSchema = z.object({
  organizationId: z.string(),
  /** Name of the cube; its own hour is that of the item. */
  cube: z.string(),
  /** `2026-03-05T14` in UTC. */
  hour: z.string(),
  part: z.int(),
  /** Number of items of the hour; further ones that an earlier count left do not count. */
  parts: z.int(),
  /** The hour has too many cells to be kept by these dimensions. */
  isTooLarge: z.boolean(),
  /** All counts of minutes that were written before this time are in it. */
  readAt: z.string(),
  cells: storedCellsSchema,
});

type HourCounts = z.infer<typeof hourCountsSchema>;
type HourKey = Pick<HourCounts, 'organizationId' | 'cube' | 'hour' | 'part'>;

/** Counts of an hour by the dimensions of a cube, kept for organizations whose minutes have so much in them that an hour of them takes long to read. */
export const hourCountsEntity = defineEntity<HourCounts, HourKey>({
  name: 'insightHour',
  schema: hourCountsSchema,
  partition: ({ organizationId, cube, hour }) => ({
    organizationId,
    type: 'insightHours',
    id: `${cube}.${hour.slice(0, 'YYYY-MM-DD'.length)}`,
  }),
  sort: ({ hour, part }) => ({ kind: 'state', parts: [hour, String(part).padStart(3, '0')] }),
  expiresAtSeconds: ({ hour }) => Math.floor((startOf(`${hour}:00`) + FACT_LIFE_MS) / 1000),
});

/** An hour in UTC. */
export interface Hour {
  readonly organizationId: string;
  readonly hour: string;
}

/** A minute with fewer cells is read fast enough: its hour is not counted as a whole. */
export const MANY_CELLS = 50;

/** Maximum number of cells of a cube that are kept of an hour: 10 items. */
const MAX_CELLS_OF_HOUR = 20_000;

/** Items that are written at the same time. */
const WRITES_AT_A_TIME = 8;

/** The hour of a minute. */
export function hourOf(minute: string): string {
  return minute.slice(0, 'YYYY-MM-DDTHH'.length);
}

/** The cubes of an hour: those of a day that do not split by the hour, and one more for each that does. */
const CUBES_OF_HOUR: readonly Cube[] = Object.freeze(
  CUBES.filter((cube) => cube !== WHOLE_CUBE)
    .map(({ dimensions }) => dimensions.filter((dimension) => dimension !== 'hour'))
    .map((dimensions) => ({ name: dimensions.join('.'), dimensions }))
    .filter(({ name }, index, all) => all.findIndex((one) => one.name === name) === index),
);

/** The smallest cube of an hour that has these dimensions; undefined when only its minutes do. */
function hourCubeFor(needed: ReadonlySet<Dimension>): Cube | undefined {
  return CUBES_OF_HOUR.find(({ dimensions }) =>
    [...needed].every((one) => one === 'hour' || dimensions.includes(one)),
  );
}

/**
 * Counts an hour from its minutes and replaces what was kept of it, unless that already contains whatever was written until
 * `untilMs`. What was there is read before the minutes are, so that a slower run cannot replace newer counts.
 */
export async function countHour(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  { organizationId, hour }: Hour,
  untilMs: number,
): Promise<void> {
  if (!isOpen(`${hour}:00`, clock.now())) return;
  const isCounted = await retryLostRace(clock, async () => {
    const keyOf = ({ name: cube }: Cube, part: number) => ({ organizationId, cube, hour, part });
    const firsts = await table.getMany(
      hourCountsEntity,
      CUBES_OF_HOUR.map((cube) => keyOf(cube, 0)),
    );
    if (firsts.every((first) => first && Date.parse(first.value.readAt) >= untilMs)) return true;
    const readAt = toInstant(clock.now());
    const minutes = await minutesOfHour(table, organizationId, hour);
    const written = await mapConcurrently(CUBES_OF_HOUR, WRITES_AT_A_TIME, async (cube, index) => {
      const sum = new Sum(cube.dimensions);
      for (const { cells } of minutes)
        if (sum.size <= MAX_CELLS_OF_HOUR) for (const cell of cells) sum.add(cell);
      const isTooLarge = sum.size > MAX_CELLS_OF_HOUR;
      return replaceCounts(table, hourCountsEntity, {
        keyOf: (part) => keyOf(cube, part),
        facts: { isTooLarge, readAt },
        sum: isTooLarge ? null : sum,
        first: firsts[index],
      });
    });
    return written.every((isWritten) => isWritten);
  });
  if (!isCounted) throw new Error(`The counts of ${hour} changed too often; they will be made later.`);
}

/** Whether an hour is counted as a whole. 1 call. */
export async function isHourCounted(table: Table, { organizationId, hour }: Hour): Promise<boolean> {
  const cube = CUBES_OF_HOUR[0]!.name;
  return (await table.get(hourCountsEntity, { organizationId, cube, hour, part: 0 })) !== undefined;
}

/**
 * The cells of hours by these dimensions, for those hours that are counted as wholes; undefined for others. 1 call, and 1 for
 * each 100 further items.
 */
export async function cellsOfHours(
  table: Table,
  organizationId: string,
  hours: readonly string[],
  needed: ReadonlySet<Dimension>,
): Promise<readonly (readonly Cell[] | undefined)[]> {
  const cube = hourCubeFor(needed);
  if (!cube) return hours.map(() => undefined);
  const firsts = await table.getMany(
    hourCountsEntity,
    hours.map((hour) => ({ organizationId, cube: cube.name, hour, part: 0 })),
  );
  const all = await withFurtherParts(table, hourCountsEntity, firsts);
  const parts = Map.groupBy(all, ({ hour }) => hour);
  return firsts.map((first) =>
    !first || first.value.isTooLarge
      ? undefined
      : (parts.get(first.value.hour) ?? []).flatMap(({ cells }) => fromStored(cells)),
  );
}
