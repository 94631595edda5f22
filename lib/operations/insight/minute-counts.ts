import * as z from 'zod';
import { toInstant } from '../../platform/core/clock.ts';
import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { defineEntity, type Partition, type Table } from '../../platform/table/index.ts';
import { type Cell, fromStored, Sum, storedCellsSchema } from './counts.ts';
import { DIMENSIONS, type Places } from './dimensions.ts';
import { FACT_LIFE_MS, isOpen, type Minute, startOf } from './fact.ts';
import { replaceCounts } from './kept-counts.ts';
import { occurrencesOf } from './occurrences.ts';

/** Every dimension of facts; the hour follows from the minute. */
export const FACT_DIMENSIONS = DIMENSIONS.filter((dimension) => dimension !== 'hour');

const minuteCountsSchema = z.object({
  organizationId: z.string(),
  minute: z.string(),
  /** Number of this item among those of the minute, from 0. */
  part: z.int(),
  /** How many there are; further ones that an earlier count left do not count. */
  parts: z.int(),
  /** All facts that were written before this time are in it. */
  readAt: z.string(),
  cells: storedCellsSchema,
});

type MinuteCounts = z.infer<typeof minuteCountsSchema>;

/** What the facts of a minute add up to, by all dimensions. Minutes of an hour lie together. */
export const minuteCountsEntity = defineEntity<
  MinuteCounts,
  Pick<MinuteCounts, 'organizationId' | 'minute' | 'part'>
>({
  name: 'insightMinute',
  schema: minuteCountsSchema,
  partition: ({ organizationId, minute }) => hourPartition(organizationId, minute),
  sort: ({ minute, part }) => ({ kind: 'state', parts: [minute, String(part).padStart(3, '0')] }),
  expiresAtSeconds: ({ minute }) => Math.floor((startOf(minute) + FACT_LIFE_MS) / 1000),
});

/** `minute` is one of the hour, or the hour itself: `2026-03-05T14`. */
function hourPartition(organizationId: string, minute: string): Partition {
  return { organizationId, type: 'insightMinutes', id: minute.slice(0, 'YYYY-MM-DDTHH'.length) };
}

/**
 * Counts a minute again from all of its facts and replaces its counts, unless they already contain whatever was written
 * until `untilMs`. Returns how many cells it has. Pure in effect: however often and in whatever order it runs, the counts are those of the facts.
 */
export async function countMinute(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  of: Minute,
  untilMs: number,
): Promise<{ readonly outcome: 'counted' | 'known'; readonly cells: number }> {
  // Some of its facts may have expired: what was counted while all were there stays.
  if (!isOpen(of.minute, clock.now())) return { outcome: 'known', cells: 0 };
  const outcome = await retryLostRace(clock, async () => {
    const stored = await table.get(minuteCountsEntity, { ...of, part: 0 });
    if (stored && Date.parse(stored.value.readAt) >= untilMs)
      return { outcome: 'known' as const, cells: stored.value.cells.rows.length };
    const readAt = toInstant(clock.now());
    const sum = new Sum(FACT_DIMENSIONS);
    for await (const facts of occurrencesOf(table, of))
      for (const { places, sums } of facts) sum.add({ places: places as Places, sums });
    const isWritten = await replaceCounts(table, minuteCountsEntity, {
      keyOf: (part) => ({ ...of, part }),
      facts: { readAt },
      sum,
      first: stored,
    });
    return isWritten ? { outcome: 'counted' as const, cells: sum.size } : undefined;
  });
  if (!outcome) throw new Error(`The counts of ${of.minute} changed too often; they will be made later.`);
  return outcome;
}

/** The counts of the minutes of an hour in UTC, `2026-03-05T14`, each with its minute. 1 call. */
export async function minutesOfHour(
  table: Table,
  organizationId: string,
  hour: string,
): Promise<readonly { readonly minute: string; readonly cells: readonly Cell[] }[]> {
  const items = (await table.readAggregate(hourPartition(organizationId, hour))).all(minuteCountsEntity);
  return items
    .filter(({ value: { part, parts } }) => part < parts)
    .map(({ value: { minute, cells } }) => ({ minute, cells: fromStored(cells) }));
}
