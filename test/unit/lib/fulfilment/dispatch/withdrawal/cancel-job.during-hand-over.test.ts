import { describe, expect, it } from 'vitest';
import {
  autodispatchOrder,
  cancelJob,
  type DispatchDeps,
  superviseTask,
} from '../../../../../../lib/fulfilment/dispatch/index.ts';
import type { JobAggregate } from '../../../../../../lib/fulfilment/jobs/index.ts';
import { providerRegistry } from '../../../../../../lib/fulfilment/providers/index.ts';
import { orderEntity } from '../../../../../../lib/ordering/orders/index.ts';
import { isRefusal, type Refusal } from '../../../../../../lib/platform/core/refusal.ts';
import { create } from '../../../../../../lib/platform/table/index.ts';
import { anyOrder } from '../../../../../support/builders/any-order.ts';
import { faultyProvider } from '../../../../../support/faulty-provider.ts';
import { gated, startWork } from '../../../../../support/stepper.ts';
import { startTestTable } from '../../../../../support/test-table.ts';

const ACTOR = { organizationId: 'org_a', storeLocationIds: null, listShards: 1 };

describe('3.3 cancel while a task is handed over', () => {
  it('goes through although the hand-over writes before each of its own writes', async () => {
    const db = await startTestTable();
    try {
      const fleet = (['refuse', 'refuse', 'accept'] as const).map((fault, index) =>
        faultyProvider({ id: `prv_${index}`, name: `P${index}`, priceCents: 500 + index, creates: [fault] }),
      );
      const deps: DispatchDeps = {
        ...db.deps,
        providers: providerRegistry(fleet.map(({ provider }) => provider)),
      };
      const order = anyOrder();
      await db.deps.table.write([create(orderEntity, order)]);
      const made = await autodispatchOrder(deps, ACTOR, order.id);
      if (isRefusal(made)) throw new Error(made.message);
      const id = made.job.value.id;

      let outcome: JobAggregate | Refusal | undefined;
      const cancel = await startWork('cancel', async (gate) => {
        outcome = await cancelJob({ ...deps, table: gated(deps.table, ['write'], gate) }, ACTOR, { id });
      });
      // Each time the cancellation is about to write, the hand-over may write once before it.
      const told = new Set<string>();
      const handOver = async () => {
        for (const event of await db.events('task.created')) {
          if (told.has(event.id)) continue;
          told.add(event.id);
          return startWork(event.name, (gate) =>
            superviseTask({ ...deps, table: gated(deps.table, ['write'], gate) }, event),
          );
        }
        return undefined;
      };
      let work = await handOver();
      while (!cancel.outcome()) {
        if (work?.outcome()) work = await handOver();
        await work?.release();
        await cancel.release();
      }
      while (work && !work.outcome()) await work.release();
      expect(outcome && isRefusal(outcome) ? outcome.message : 'cancelled').toBe('cancelled');
      for (const event of await db.events('task.canceled_by_customer')) await superviseTask(deps, event);
      expect(fleet.flatMap((one) => one.held())).toEqual([]);
    } finally {
      await db.stop();
    }
  });
});
