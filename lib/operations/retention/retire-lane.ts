import { toInstant } from '../../platform/core/clock.ts';
import { save } from '../../platform/table/index.ts';
import { type Lane, laneLeaseEntity } from './lane.ts';
import { retireJobs } from './retire-jobs.ts';
import { retireMessages } from './retire-messages.ts';
import { retireOrders } from './retire-orders.ts';
import type { RetiredKind } from './retired-part.ts';
import type { RetentionDeps } from './write-parts.ts';

/** How many records of a lane left after each page. */
type Leave = (deps: RetentionDeps, lane: Lane) => AsyncGenerator<number, void>;

const LEAVES: Readonly<Record<RetiredKind, Leave>> = {
  order: retireOrders,
  job: retireJobs,
  message: retireMessages,
};

/** What a turn did. `hasMore` when its time ended before the lane did. */
export interface Turn {
  readonly left: number;
  readonly hasMore: boolean;
}

/**
 * Moves the records of a lane from the table to the bucket, page by page, until none is left to move or `untilMs` has
 * passed. Undefined while somebody else does so.
 */
export async function retireLane(
  deps: RetentionDeps,
  lane: Lane,
  { untilMs, leaseMs }: { readonly untilMs: number; readonly leaseMs: number },
): Promise<Turn | undefined> {
  const { table, clock } = deps;
  const stored = await table.get(laneLeaseEntity, lane);
  if (stored && Date.parse(stored.value.leaseUntil) > clock.now()) return undefined;
  const lease = { ...lane, leaseUntil: toInstant(clock.now() + leaseMs) };
  if (!(await table.write([save(laneLeaseEntity, stored, lease, clock.now())])).ok) return undefined;
  const held = { value: lease, version: (stored?.version ?? 0) + 1 };
  try {
    let left = 0;
    for await (const number of LEAVES[lane.kind](deps, lane)) {
      left += number;
      if (clock.now() >= untilMs) return { left, hasMore: true };
    }
    return { left, hasMore: false };
  } finally {
    // Who took the lane over, because this one was late, keeps it.
    await table.write([save(laneLeaseEntity, held, { ...lane, leaseUntil: toInstant(clock.now()) })]);
  }
}
