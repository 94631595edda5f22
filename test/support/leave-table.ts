import {
  findLanes,
  finishRetiring,
  type RetentionDeps,
  retireLane,
} from '../../lib/operations/retention/index.ts';

/**
 * What `leave-table` and `leave-lane` do, all at once: everything past its retention leaves. Jobs go before their
 * orders, which stay as long as they do. Returns how many records left.
 */
export async function leaveTable(deps: RetentionDeps): Promise<number> {
  let left = 0;
  await finishRetiring(deps);
  for await (const due of findLanes(deps))
    for (const kind of ['message', 'job', 'order'] as const)
      for (const { lane } of due.filter((one) => one.lane.kind === kind)) {
        const turn = await retireLane(deps, lane, { untilMs: Number.POSITIVE_INFINITY, leaseMs: 300_000 });
        left += turn?.left ?? 0;
      }
  return left;
}
