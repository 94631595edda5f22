import { type Order, orderPartition } from '../../../ordering/orders/index.ts';
import { eventEntity } from '../../../platform/events/index.ts';
import type { Table } from '../../../platform/table/index.ts';
import { orderDispatchHeld, orderDispatchReleased } from '../events.ts';
import type { Decision } from './decisions-of-job.ts';

/** Events of an order that are looked through: the latest ones. */
const MAX_EVENTS = 200;

const by = { type: 'strategy', id: null, name: 'Automatic dispatch' };

/** When automatic dispatch of an order waited for workflows, for which, and how the wait ended. Oldest first. 1 call. */
export async function waitsOfOrder(table: Table, order: Order): Promise<readonly Decision[]> {
  const log = await table.readLog(eventEntity, orderPartition(order), {
    limit: MAX_EVENTS,
    newestFirst: true,
  });
  return log.toReversed().flatMap(({ value: event }): Decision[] => {
    const at = event.occurredAt;
    if (event.name === orderDispatchHeld.name) {
      const { workflows, until } = orderDispatchHeld.parse(event).data;
      const text = 'The dispatch strategy waits for the workflows that the events of the order start.';
      return [
        {
          at,
          by,
          what: 'Dispatch waits for workflows',
          code: 'DISPATCH_WAITS',
          values: {},
          because: [{ code: 'WAITS_FOR_WORKFLOWS', text, values: { workflows, until } }],
        },
      ];
    }
    if (event.name !== orderDispatchReleased.name) return [];
    const { unanswered } = orderDispatchReleased.parse(event).data;
    const hasEnded = unanswered.length === 0;
    const code = hasEnded ? 'WORKFLOWS_ENDED' : 'WAIT_EXPIRED';
    const text = hasEnded ? 'The workflows have ended.' : 'The wait for the workflows is over.';
    return [
      {
        at,
        by,
        what: 'Dispatch no longer waits',
        code: 'DISPATCH_GOES_ON',
        values: {},
        because: [{ code, text, values: { unanswered } }],
      },
    ];
  });
}
