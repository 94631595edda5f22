/**
 * `npm run bench:day`: a day of a million orders with its morning peak through the queues of production, by the messages that
 * orders lead to here and the concurrency of the templates. Exit code 1 when a message waits longer than the bound.
 */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesizeLocally } from '../../cdk/local/synthesize-locally.ts';
import { PRODUCTION } from '../support/deployed-stages.ts';
import { synthesizeQuickly } from '../support/synthesize-quickly.ts';
import { ORDERS_A_DAY } from './bill-of.ts';
import { ACCOUNT, dayOfOrders, LONGEST_WAIT } from './day-of-orders.ts';
import { measureOrders } from './measure-orders.ts';
import { tableOf } from './print-table.ts';

using directory = mkdtempDisposableSync(join(tmpdir(), 'bench-day-'));
await synthesizeLocally(directory.path, { requestsPerSecond: 0, logLevel: 'INFO' });
const measured = await measureOrders(directory.path);
const production = synthesizeQuickly(join(directory.path, 'production'), PRODUCTION);
const { queues, mostAtOnce, peakPerSecond } = dayOfOrders(measured, production);
console.log(
  tableOf(
    ['queue', 'messages an order', 'a second at the peak', 'can take', 'used', 'most waiting', 'oldest, s'],
    queues
      .filter(({ mostPerSecond }) => mostPerSecond > 0)
      .map((queue) => [
        queue.name,
        Number((queue.mostPerSecond / peakPerSecond).toFixed(2)),
        Math.round(queue.mostPerSecond),
        Math.round(queue.capacityPerSecond),
        `${(100 * queue.usedShare).toFixed(0)} %`,
        Math.round(queue.mostWaiting),
        queue.oldestSeconds,
      ]),
  ),
);
const first = queues[0]!;
console.log(
  `\n${ORDERS_A_DAY.toLocaleString('en')} orders, ${peakPerSecond.toFixed(0)} a second in the hour from nine. At most ${mostAtOnce.toFixed(0)} of ${ACCOUNT} invocations at once. First to fall behind: ${first.name}, at ${(peakPerSecond / first.usedShare).toFixed(0)} orders a second.`,
);
const late = queues.filter(({ oldestSeconds }) => oldestSeconds > LONGEST_WAIT);
for (const { name, oldestSeconds } of late)
  console.log(`BROKEN: a message of ${name} waits ${oldestSeconds} s (bound ${LONGEST_WAIT} s).`);
process.exitCode = late.length > 0 ? 1 : 0;
