/**
 * `npm run bench:day`: a day of a million orders with its morning peak through the queues of production, by the messages that
 * orders lead to here and the concurrency of the templates. Exit code 1 when a message waits longer than the bound.
 */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROUTER } from '../../cdk/fixed-functions.ts';
import { synthesizeLocally } from '../../cdk/local/synthesize-locally.ts';
import { queueWorkers } from '../../functions/workers/index.ts';
import { deployedStages, PRODUCTION } from '../support/deployed-stages.ts';
import { synthesizeQuickly } from '../support/synthesize-quickly.ts';
import { ORDERS_A_DAY } from './bill-of.ts';
import { type MeasuredOrders, measureOrders } from './measure-orders.ts';
import { type DayStage, modelDay } from './model-day.ts';
import { tableOf } from './print-table.ts';
import { batchOf, secondsOfBatch } from './usage-at-load.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** No message may wait longer for its function, in seconds. */
const BOUND = 60;

/** An account's concurrency, and how long a request and the check of its key take, in seconds. */
const ACCOUNT = 1_000;
const SECONDS_OF_REQUEST = 0.15;
const SECONDS_OF_CHECK = 0.03;

/** Share of a day's orders in each hour, in per mille: the hour from nine has five times the mean. */
const HOURS = [5, 4, 3, 3, 5, 10, 20, 45, 90, 208, 100, 70, 60, 50, 45, 45, 50, 60, 50, 30, 20, 12, 8, 7];

/** What an invocation waits for beside its work, in seconds: the slowest receiver of a batch, answers of carriers. */
const WAITS: Readonly<Record<string, number>> = {
  'make-webhook-messages': 0.3,
  'dispatch-orders': 2,
  'attempt-dispatch': 2,
  'poll-providers': 1,
};

/** Only simulated carriers need it. */
const SIMULATED = 'start-simulation';

/** The router sends what it reads in parallel calls: seconds of a batch, and of each event in it. */
const ROUTER_SECONDS = 0.05;
const ROUTER_SECONDS_OF_EVENT = 0.002;
const ROUTER_BATCH = 100;

/** A stream has a shard for each partition of the table, and a partition takes 1,000 write units a second. */
const UNITS_OF_SHARD = 1_000;
const LEAST_SHARDS = 4;

using directory = mkdtempDisposableSync(join(tmpdir(), 'bench-day-'));
await synthesizeLocally(directory.path, { requestsPerSecond: 0, logLevel: 'INFO' });
const measured = await measureOrders(directory.path);
const whole = HOURS.reduce((sum, hour) => sum + hour, 0);
const peak = (ORDERS_A_DAY * Math.max(...HOURS)) / whole / HOUR;
const stages = stagesOf(measured, peak);
const { stages: queues, mostAtOnce } = modelDay({
  ordersOf: (second) => (ORDERS_A_DAY * HOURS[Math.floor(second / HOUR) % HOURS.length]!) / whole / HOUR,
  seconds: DAY,
  stages,
  account: ACCOUNT,
  requestsOfOrder: requestsOf(measured),
});
const used = ({ mostPerSecond, capacityPerSecond }: (typeof queues)[number]) =>
  mostPerSecond / capacityPerSecond;
console.log(
  tableOf(
    ['queue', 'messages an order', 'a second at the peak', 'can take', 'used', 'most waiting', 'oldest, s'],
    queues
      .filter(({ mostPerSecond }) => mostPerSecond > 0)
      .toSorted((a, b) => used(b) - used(a))
      .map((queue) => [
        queue.name,
        Number((queue.mostPerSecond / peak).toFixed(2)),
        Math.round(queue.mostPerSecond),
        Math.round(queue.capacityPerSecond),
        `${(100 * used(queue)).toFixed(0)} %`,
        Math.round(queue.mostWaiting),
        queue.oldestSeconds,
      ]),
  ),
);
const first = queues.toSorted((a, b) => used(b) - used(a))[0]!;
console.log(
  `\n${ORDERS_A_DAY.toLocaleString('en')} orders, ${peak.toFixed(0)} a second in the hour from nine. At most ${mostAtOnce.toFixed(0)} of ${ACCOUNT} invocations at once. First to fall behind: ${first.name}, at ${(peak / used(first)).toFixed(0)} orders a second.`,
);
const late = queues.filter(({ oldestSeconds }) => oldestSeconds > BOUND);
for (const { name, oldestSeconds } of late)
  console.log(`BROKEN: a message of ${name} waits ${oldestSeconds} s (bound ${BOUND} s).`);
process.exitCode = late.length > 0 ? 1 : 0;

/** Every queue that gets messages of orders, and the router, with the bounds of production. */
function stagesOf(
  { orders, events, functions }: MeasuredOrders,
  ordersPerSecond: number,
): readonly DayStage[] {
  const worked = queueWorkers.filter(
    ({ name }) => name !== SIMULATED && (functions.get(name)?.received ?? 0) > 0,
  );
  const deployed = deployedStages(
    synthesizeQuickly(join(directory.path, 'production'), PRODUCTION),
    worked.map(({ name }) => name),
  );
  const writeUnits = [...functions.values()].reduce((sum, { usage }) => sum + usage.writeUnits, 0) / orders;
  const shards = Math.max(LEAST_SHARDS, Math.ceil((ordersPerSecond * writeUnits) / UNITS_OF_SHARD));
  return [
    {
      name: ROUTER.name,
      perOrder: events / orders,
      atOnce: shards * ROUTER.lanes,
      isReserved: false,
      batchSize: ROUTER_BATCH,
      batchOf: (perSecond) => perSecond / (4 * shards * ROUTER.lanes),
      secondsOf: (messages) => ROUTER_SECONDS + messages * ROUTER_SECONDS_OF_EVENT,
    },
    ...deployed.map(({ name, atOnce, reserved, batchSize }, index) => ({
      name,
      perOrder: functions.get(name)!.received / orders,
      atOnce,
      isReserved: reserved > 0,
      batchSize,
      batchOf: (perSecond: number) => batchOf(worked[index]!.batchingSeconds, perSecond),
      secondsOf: (messages: number) => secondsOfBatch(messages) + (WAITS[name] ?? 0),
    })),
  ];
}

/** Concurrency that the requests of one order a second take, each after a check of its key. */
function requestsOf({ orders, functions }: MeasuredOrders): number {
  const requests = [...functions].reduce(
    (sum, [name, { usage }]) => sum + (name.startsWith('api-') ? usage.invocations : 0),
    0,
  );
  return (requests / orders) * (SECONDS_OF_REQUEST + SECONDS_OF_CHECK);
}
