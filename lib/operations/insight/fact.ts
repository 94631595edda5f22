import * as z from 'zod';
import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { create, defineEntity, type Partition, save, type Table } from '../../platform/table/index.ts';

const factSchema = z.object({
  organizationId: z.string(),
  /** The minute in which it happened, in UTC, as `2026-03-05T14:30`. */
  minute: z.string(),
  /** Follows from what happened, so that the same occurrence has one fact. */
  id: z.string(),
  /** Of two facts about the same occurrence, the one with the higher revision counts. */
  revision: z.int(),
  /** What it happened to; absent where there is no such thing, and of facts that were recorded before this was kept. */
  about: z
    .object({
      orderId: z.string().optional(),
      jobId: z.string().optional(),
      routeId: z.string().optional(),
    })
    .default({}),
  /** Values by dimension. */
  places: z.record(z.string(), z.array(z.string())),
  /** Numbers by field. */
  sums: z.record(z.string(), z.number()),
});

/** One occurrence that counts: an order that came in, an attempt that ended, a refund that was granted. */
export type Fact = z.infer<typeof factSchema>;

/** Ids of what a fact is about. */
export type About = Fact['about'];

/** The minute of facts. */
export type Minute = Pick<Fact, 'organizationId' | 'minute'>;

/** How long facts are kept, as events are: after that the counts of a minute are final. */
export const FACT_LIFE_MS = 90 * 86_400_000;

/** A fact that comes later than this after its minute is not recorded: others of its minute may be gone. */
const LATEST_MS = FACT_LIFE_MS - 86_400_000;

/** Facts of a minute lie in one partition, from which its counts are made. */
export const factEntity = defineEntity<Fact, Pick<Fact, 'organizationId' | 'minute' | 'id'>>({
  name: 'insightFact',
  schema: factSchema,
  partition: factPartition,
  sort: ({ id }) => ({ kind: 'log', parts: [id] }),
  expiresAtSeconds: ({ minute }) => Math.floor((startOf(minute) + FACT_LIFE_MS) / 1000),
});

function factPartition({ organizationId, minute }: Minute): Partition {
  return { organizationId, type: 'insightFacts', id: minute };
}

/** The minute of an instant. */
export function minuteOf(instant: string): string {
  return instant.slice(0, 'YYYY-MM-DDTHH:MM'.length);
}

/** The first millisecond of a minute. */
export function startOf(minute: string): number {
  return Date.parse(`${minute}:00.000Z`);
}

/** Whether facts of this minute can still be recorded. */
export function isOpen(minute: string, nowMs: number): boolean {
  return nowMs - startOf(minute) < LATEST_MS;
}

/**
 * Records a fact: repetitions and older revisions change nothing, in whatever order they come. 1 call for a new one. The
 * counts of its minute have to be made after that.
 */
export async function recordFact(deps: Pick<CoreDeps, 'table' | 'clock'>, fact: Fact): Promise<void> {
  if ((await deps.table.write([create(factEntity, fact)])).ok) return;
  const isRecorded = await retryLostRace(deps.clock, async () => {
    const stored = await deps.table.get(factEntity, fact);
    if (stored && stored.value.revision >= fact.revision) return true;
    return (await deps.table.write([save(factEntity, stored, fact)])).ok;
  });
  if (!isRecorded) throw new Error(`The fact ${fact.id} changed too often; it will be recorded later.`);
}

/** Facts that are read at a time. */
const PAGE = 5_000;

/** All facts of a minute, page by page. */
export async function* factsOfMinute(table: Table, of: Minute): AsyncGenerator<readonly Fact[], void> {
  let after: Fact | undefined;
  do {
    const page = await table.readLog(factEntity, factPartition(of), {
      limit: PAGE,
      ...(after ? { after } : {}),
    });
    yield page.map(({ value }) => value);
    after = page.length < PAGE ? undefined : page.at(-1)?.value;
  } while (after);
}
