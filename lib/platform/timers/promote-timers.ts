import * as z from 'zod';
import { toInstant } from '../core/clock.ts';
import type { EventRecord } from '../events/index.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { defineEntity, save } from '../table/index.ts';
import { TIMER_SHARDS, timerArmed, timerEntity, timerPartition } from './timer.ts';
import { PROMOTION_MS } from './wait-by.ts';

/** Progress of the sweeper: the waits of all timers due up to this time have been started. */
const horizonSchema = z.object({ organizationId: z.string(), until: z.string() });

/** One for the installation, outside of organizations. */
const EVERYBODY = { organizationId: '-' };

export const timerHorizonEntity = defineEntity<
  z.infer<typeof horizonSchema>,
  Pick<z.infer<typeof horizonSchema>, 'organizationId'>
>({
  name: 'timerHorizon',
  schema: horizonSchema,
  partition: ({ organizationId }) => ({ organizationId, type: 'timerHorizon', id: 'all' }),
  sort: () => ({ kind: 'state', parts: [] }),
});

/** Timers that are read and started at a time. */
const PAGE = 500;

/** What promotion needs besides the core dependencies. */
export interface PromotionDeps extends CoreDeps {
  /** Hands events to the worker that starts waits, each at least once. */
  readonly wait: (events: readonly EventRecord[]) => Promise<void>;
}

/**
 * Starts the waits of timers that are now due within a day, until all are started or `untilMs` has passed;
 * the next run continues where this one ended. A timer that is started twice waits once. Returns their
 * number.
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
  // When another run was faster, its position stays: timers that both started wait once.
  await table.write([save(timerHorizonEntity, stored, { ...EVERYBODY, until: from })]);
  return promoted;
}

/** The event that was written when the timer was set. */
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
