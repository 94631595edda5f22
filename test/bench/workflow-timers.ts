/**
 * The third part of `npm run bench:workflows`: 10,000 timers of a window-time workflow on the local DynamoDB, from its
 * activation to their firing, and the cost of a million of them at list prices. Units and bytes do not depend on the
 * machine; exit code 1 when waiting timers cost anything by their number.
 */

import { orderEntity } from '../../lib/ordering/orders/index.ts';
import { toInstant } from '../../lib/platform/core/clock.ts';
import { defaultPreferences, organizationEntity } from '../../lib/platform/organization/index.ts';
import { create } from '../../lib/platform/table/index.ts';
import { fireTimer, promoteTimers, sweepTimers } from '../../lib/platform/timers/index.ts';
import {
  sweepDue,
  sweepOrders,
  TIME_EVENT,
  workflowListenerEntity,
} from '../../lib/reactions/automations/index.ts';
import { anyOrder } from '../support/builders/any-order.ts';
import { startServedTable } from '../support/test-table.ts';
import { countUnits } from './count-units.ts';
import { PRICES } from './prices.ts';
import { tableOf } from './print-table.ts';

const TIMERS = Number(process.env.TIMERS ?? 10_000);
const FIRED = Math.min(500, TIMERS);
const IN_A_WRITE = 25;
const DAY_MS = 24 * 3_600_000;
const MILLION = 1_000_000;
/** The sweeper looks for timers every five minutes. */
const SWEEPS_A_MONTH = 30 * 24 * 12;

const organizationId = 'org_a';
const workflowId = 'wf_a';
const db = await startServedTable();
const { deps } = db;
const units = countUnits(db.client);
const round = (value: number, digits = 1) => Number(value.toFixed(digits));

try {
  const orders = Array.from({ length: TIMERS }, (_, index) => {
    const pickupAtMs = deps.clock.now() + 3 * DAY_MS + index * 1_000;
    return anyOrder({
      id: `ord_${String(index).padStart(8, '0')}`,
      deliveryMode: 'scheduled',
      pickupStartTime: toInstant(pickupAtMs),
      pickupEndTime: toInstant(pickupAtMs + 3_600_000),
    });
  });
  const createdAt = toInstant(deps.clock.now());
  await deps.table.write([
    create(organizationEntity, {
      ...{ id: organizationId, name: 'A', parentId: null, listShards: 1, preferences: defaultPreferences() },
      ...{ createdAt, updatedAt: createdAt },
    }),
    create(workflowListenerEntity, {
      ...{ organizationId, event: TIME_EVENT, workflowId, version: 1, name: 'Remind', since: createdAt },
      trigger: {
        ...{ triggerType: 'event', eventName: 'order_pickup_start_time' },
        ...{ direction: 'before', offset_minutes: 30 },
      },
      sweep: { orders: 0, after: null, completedAt: null },
    }),
  ]);
  for (let from = 0; from < orders.length; from += IN_A_WRITE)
    await deps.table.write(orders.slice(from, from + IN_A_WRITE).map((order) => create(orderEntity, order)));

  units();
  const began = performance.now();
  const steps = await sweepAll({ ...deps, cutoffs: undefined });
  const seconds = (performance.now() - began) / 1_000;
  const arming = units();
  const items = await db.items();
  const timers = items.filter(({ type }) => type === 'timer');
  if (timers.length !== TIMERS) throw new Error(`${timers.length} of ${TIMERS} timers were set.`);
  const bytes = (rows: readonly unknown[]) => JSON.stringify(rows).length / TIMERS;

  units();
  await sweepTimers(deps, deps.clock.now() + DAY_MS);
  await promoteTimers({ ...deps, wait: async () => undefined }, deps.clock.now() + DAY_MS);
  const idle = units();

  deps.clock.advance(4 * DAY_MS);
  units();
  for (const { data } of timers.slice(0, FIRED)) {
    await fireTimer(deps, { organizationId, timerId: String(data.id), generation: Number(data.generation) });
  }
  const firing = units();

  const dollars = (counted: { readUnits: number; writeUnits: number }, by: number) =>
    (MILLION * (counted.readUnits * PRICES.readUnit + counted.writeUnits * PRICES.writeUnit)) / by;
  // An item takes a hundred bytes more than its content.
  const gigabytes = (MILLION * (bytes(timers) + 100)) / 1e9;
  const row = (
    name: string,
    counted: { calls: number; readUnits: number; writeUnits: number },
    by: number,
    cost: string,
  ) => [
    name,
    round(counted.calls / by, 2),
    round(counted.readUnits / by, 2),
    round(counted.writeUnits / by, 2),
    cost,
  ];
  console.log(
    `\n${TIMERS} timers were set in ${steps} steps, ${round(TIMERS / seconds, 0)} a second; ` +
      `one takes ${round(bytes(timers), 0)} bytes.\n`,
  );
  console.log(
    tableOf(
      ['timers', 'calls', 'read units', 'write units', '$ a million'],
      [
        row('set by an activation, each', arming, TIMERS, `$${round(dollars(arming, TIMERS), 2)}`),
        row(
          `a look of the sweeper while ${TIMERS} wait`,
          idle,
          1,
          `$${round((dollars(idle, 1) / MILLION) * SWEEPS_A_MONTH, 2)} a month, however many wait`,
        ),
        row('fired, each', firing, FIRED, `$${round(dollars(firing, FIRED), 2)}`),
        ['stored, a month', 0, 0, 0, `$${round(gigabytes * PRICES.tableGigabyteMonth, 2)}`],
        [
          'waited for, within a quarter of an hour of being set',
          ...[0, 0, 0],
          `$${round(3 * MILLION * PRICES.queueRequest, 2)}`,
        ],
        [
          'waited for, beyond that: 3 transitions',
          ...[0, 0, 0],
          `$${round(3 * MILLION * PRICES.transition, 0)}`,
        ],
      ],
    ),
  );
  const isFree = idle.calls < 50;
  if (!isFree)
    console.error(`A look of the sweeper takes ${idle.calls} calls: timers that wait cost something.`);
  process.exitCode = isFree ? 0 : 1;
} finally {
  await db.stop();
}

/** Runs the sweep of the activation to its end. Returns the number of its steps. */
async function sweepAll(own: Parameters<typeof sweepOrders>[0]): Promise<number> {
  let data: ReturnType<typeof sweepDue.parse>['data'] = { workflowId, version: 1, after: null };
  for (let step = 1; ; step += 1) {
    await sweepOrders(own, {
      ...{ id: `evt_${step}`, name: sweepDue.name, organizationId, occurredAt: toInstant(own.clock.now()) },
      ...{ aggregateType: 'workflow', aggregateId: workflowId, data },
    });
    const listener = await own.table.get(workflowListenerEntity, {
      organizationId,
      event: TIME_EVENT,
      workflowId,
    });
    const sweep = listener?.value.sweep;
    if (!sweep || sweep.completedAt !== null) return step;
    data = { ...data, after: sweep.after };
  }
}
