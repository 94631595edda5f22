import { orderLeftOut, orderPartition } from '../../../ordering/orders/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import type { OptimizationResult } from '../plan-result.ts';
import type { RunOf } from './run-files.ts';

/** Orders per transaction, which has 100 members. */
const TOGETHER = 90;

/** Reasons of an order that are kept. */
const MAX_REASONS = 10;

/**
 * Writes into the log of each order that found no place why, so that the order's explanation shows it. Repeating it writes
 * nothing twice: the ids of these events follow from the optimization.
 */
export async function recordLeftOut(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  { organizationId, activityId }: RunOf,
  { unassignedOrders }: Pick<OptimizationResult, 'unassignedOrders'>,
): Promise<void> {
  const occurredAt = toInstant(clock.now());
  for (let from = 0; from < unassignedOrders.length; from += TOGETHER) {
    await table.write(
      unassignedOrders.slice(from, from + TOGETHER).map(({ orderId, reasons }) =>
        orderLeftOut.record({
          aggregate: orderPartition({ organizationId, id: orderId }),
          cause: activityId,
          occurredAt,
          data: { orderId, activityId, reasons: reasons.slice(0, MAX_REASONS) },
        }),
      ),
    );
  }
}
