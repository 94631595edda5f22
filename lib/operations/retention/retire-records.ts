import { toInstant } from '../../platform/core/clock.ts';
import { organizationEntity } from '../../platform/organization/index.ts';
import type { ListPlace } from '../../platform/table/index.ts';
import { finishRetiring } from './remove-all.ts';
import { retireJobs } from './retire-jobs.ts';
import { retireMessages } from './retire-messages.ts';
import { retireOrders } from './retire-orders.ts';
import type { RetentionDeps } from './write-parts.ts';

/** Organizations that are read at a time. */
const PAGE = 200;

/** A step for one organization: how many records left the table, and whether there may be more. */
type Leave = (
  deps: RetentionDeps,
  owner: { readonly organizationId: string; readonly listShards: number },
) => AsyncGenerator<number, void>;

/** In this order, because an order stays as long as its job. */
const LEAVES: readonly Leave[] = [retireMessages, retireJobs, retireOrders];

/**
 * Moves old records from the table to the bucket, page by page and organization by organization, until nothing is left
 * to move or `untilMs` has passed. A failure in one organization does not hold up the others; it is thrown at the end,
 * so that somebody notices.
 */
export async function retireRecords(deps: RetentionDeps, untilMs: number): Promise<{ left: number }> {
  const failures: unknown[] = [];
  let left = 0;
  await finishRetiring(deps);
  for await (const owner of organizations(deps)) {
    try {
      for (const leave of LEAVES) {
        for await (const number of leave(deps, owner)) {
          left += number;
          if (deps.clock.now() >= untilMs) return { left };
        }
      }
    } catch (error) {
      const { organizationId } = owner;
      deps.log.error(
        'retention.failed',
        'Expired data could not be moved out of the table.',
        { organizationId },
        error,
      );
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, 'Some organizations keep more data than they should.');
  return { left };
}

async function* organizations({ table, clock }: RetentionDeps) {
  let after: ListPlace | undefined;
  do {
    const page = await table.list(organizationEntity, {
      shards: 1,
      direction: 'ASC',
      to: toInstant(clock.now()),
      limit: PAGE,
      ...(after ? { after } : {}),
    });
    for (const { row } of page) {
      yield { organizationId: String(row.id), listShards: Number(row.listShards) };
    }
    after = page.length < PAGE ? undefined : page.at(-1);
  } while (after);
}
