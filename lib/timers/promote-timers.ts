import * as z from 'zod';
import { toInstant } from '../core/clock.ts';
import type { EventRecord } from '../events/index.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { defineEntity, save } from '../table/index.ts';
import { TIMER_SHARDS, timerArmed, timerEntity, timerPartition } from './timer.ts';
import { PROMOTION_MS } from './wait-by.ts';

/** How far the sweeper has come: every timer that is due up to this instant has been given to its wait. */
const horizonSchema = z.object({ organizationId: z.string(), until: z.string() });

/** One for the installation, not of any organization. */
const EVERYBODY = { organizationId: '-' };

export const timerHorizonEntity = defineEntity<
  z.infer<typeof horizonSchema>,
  Pick<z.infer<typeof horizonSchema>, 'organizationId'>
>({
  name: 'timer-horizon',
  schema: horizonSchema,
  partition: ({ organizationId }) => ({ organizationId, type: 'timer-horizon', id: 'all' }),
  sort: () => ({ kind: 'state', parts: [] }),
});

/** Timers that are read and given on at a time. */
const PAGE = 500;

/** What promotion needs beside the core dependencies. */
export interface PromotionDeps extends CoreDeps {
  /** Hands events to whoever starts waits, each at least once. */
  readonly wait: (events: readonly EventRecord[]) => Promise<void>;
}

/**
 * Gives the timers that have come within a day of their time to their wait, until all are given or `untilMs` has passed;
 * the next run goes on where this one ended. A timer that is given twice is waited for once. Returns how many.
 */
export async function promoteTimers(deps: PromotionDeps, untilMs: number): Promise<number> {
  const { table, clock, wait } = deps;
  const stored = await table.get(timerHorizonEntity, EVERYBODY);
  const to = toInstant(clock.now() + PROMOTION_MS);
  let from = stored?.value.until ?? toInstant(clock.now());
  let promoted = 0;
  let after: { at: string; id: string } | undefined;
  while (from < to && clock.now() < untilMs) {
    const rows = await table.list(timerEntity, {
      shards: TIMER_SHARDS,
      direction: 'ASC',
      from,
      to,
      limit: PAGE,
      ...(after ? { after } : {}),
    });
    await wait(rows.map(({ at, row }) => armedRow(at, row, clock.now())));
    promoted += rows.length;
    after = rows.at(-1);
    from = rows.length < PAGE ? to : (after?.at ?? to);
  }
  // When another run was faster, its place stands: what it gave away, and this one as well, is waited for once.
  await table.write([save(timerHorizonEntity, stored, { ...EVERYBODY, until: from })]);
  return promoted;
}

/** The event of the arming, as it was written then. */
function armedRow(dueAt: string, row: Readonly<Record<string, unknown>>, nowMs: number): EventRecord {
  const timer = { organizationId: String(row.organizationId), id: String(row.id) };
  const generation = Number(row.generation);
  return timerArmed.event({
    aggregate: timerPartition(timer),
    cause: `g${generation}`,
    occurredAt: toInstant(nowMs),
    data: { timerId: timer.id, generation, dueAt },
  });
}
