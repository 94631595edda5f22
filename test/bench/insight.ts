/**
 * `npm run bench:insight`: events a second from the queue to the counts, with their calls and units; then the history of a
 * million orders in 90 days, and the time in which each page of it is answered. Exit code 1 when a page takes longer than a
 * second. Then the same of a day of a million orders that is not over. `ORDERS` and `ORDERS_OF_DAY` set other numbers.
 */
import { performance } from 'node:perf_hooks';
import {
  type Asker,
  ask,
  count,
  type GroupName,
  MEASURES,
  newInsightMemory,
  recordFacts,
} from '../../lib/operations/insight/index.ts';
import { orderCreated } from '../../lib/ordering/orders/index.ts';
import { toInstant } from '../../lib/platform/core/clock.ts';
import { mapConcurrently } from '../../lib/platform/core/map-concurrently.ts';
import { isRefusal } from '../../lib/platform/core/refusal.ts';
import type { EventRecord } from '../../lib/platform/events/index.ts';
import { startServedTable } from '../support/test-table.ts';
import { countUnits } from './count-units.ts';
import { HISTORY, OPEN_DAY, writeHistory, writeOpenDay } from './insight-history.ts';
import { tableOf } from './print-table.ts';

const ORDERS = Number(process.env.ORDERS ?? 1_000_000);
const ORDERS_OF_DAY = Number(process.env.ORDERS_OF_DAY ?? 1_000_000);
const EVENTS = 2_000;

/** Bound of a page. */
const MAX_MILLISECONDS = 1_000;

const db = await startServedTable(HISTORY.now);
const units = countUnits(db.client);
const ORGANIZATION = 'org_bench';

const messages: EventRecord[] = [];
const deps = {
  ...db.deps,
  memory: newInsightMemory(),
  later: async (events: readonly EventRecord[]) => void messages.push(...events),
};
const start = performance.now();
const events = Array.from({ length: EVENTS }, (_, index) => {
  const id = `ord_${String(index).padStart(26, '0')}`;
  return orderCreated.event({
    aggregate: { organizationId: ORGANIZATION, type: 'order', id },
    cause: 'v1',
    // Ten a second, as at the load of a million a day.
    occurredAt: toInstant(Date.parse(HISTORY.now) - 100 * index),
    data: {
      ...{ orderId: id, externalId: null, status: 'valid', version: 1, jobId: null, deliveryMode: null },
      ...{ dispatchStrategyId: 'ds_1', pickupStartTime: null, pickupEndTime: null },
      ...{ dropoffStartTime: null, dropoffEndTime: null, storeLocationIds: [`store_${index % 200}`] },
    },
  });
});
await mapConcurrently(events, 10, (event) => recordFacts(deps, event));
const recorded = { ms: performance.now() - start, ...units() };
db.deps.clock.advance(60_000);
const before = performance.now();
await mapConcurrently(messages.splice(0), 10, (message) => count(deps, message));
const counted = { ms: performance.now() - before, ...units() };
const perThousand = (value: number) => Number(((1_000 * value) / EVENTS).toFixed(1));
console.log(
  tableOf(
    ['1,000 events', 'ms', 'calls', 'read units', 'write units'],
    [
      [
        'recorded',
        ...[recorded.ms, recorded.calls, recorded.readUnits, recorded.writeUnits].map(perThousand),
      ],
      ['counted', ...[counted.ms, counted.calls, counted.readUnits, counted.writeUnits].map(perThousand)],
    ],
  ),
);

const history = performance.now();
await writeHistory(db.deps, ORGANIZATION, ORDERS);
console.log(
  `\n${ORDERS.toLocaleString('en')} orders in ${HISTORY.days} days took ${Math.round((performance.now() - history) / 1000)} s to generate.\n`,
);
units();

const everybody: Asker = { organizationId: ORGANIZATION, storeLocationIds: null, driverGroupIds: null };
const ofStores: Asker = { ...everybody, storeLocationIds: ['store_1', 'store_2', 'store_3'] };
const PAGES: readonly (readonly [string, string, readonly GroupName[], Asker])[] = [
  ['on time by day', 'on-time', ['day'], everybody],
  ['on time by weekday and hour', 'on-time', ['weekday', 'hour'], everybody],
  ['on time by store', 'on-time', ['store'], everybody],
  ['acceptance by provider and zone', 'acceptance', ['provider', 'zone'], everybody],
  ['cost by provider and week', 'cost-per-delivery', ['provider', 'week'], everybody],
  ['deliveries by driver', 'deliveries', ['driver'], everybody],
  ['punctuality by store and day', 'punctuality', ['store', 'day'], everybody],
  ['on time by provider, for a user of three stores', 'on-time', ['provider'], ofStores],
  ['deliveries by driver, for a user of three stores', 'deliveries', ['driver'], ofStores],
];
const OPEN_PAGES: typeof PAGES = [
  ['on time by hour', 'on-time', ['hour'], everybody],
  ['on time by store', 'on-time', ['store'], everybody],
  ['acceptance by provider and zone', 'acceptance', ['provider', 'zone'], everybody],
  ['deliveries by driver', 'deliveries', ['driver'], everybody],
  ['on time by provider, for a user of three stores', 'on-time', ['provider'], ofStores],
];
/** The last minute of an hour: as much as there ever is has to be read by the minute. */
const openDeps = {
  ...db.deps,
  clock: { ...db.deps.clock, now: () => Date.parse(OPEN_DAY.now), pause: async () => undefined },
};
let isBroken = false;
const rows: (string | number)[][] = [];
for (const [title, name, groupBy, asker] of PAGES) {
  const measure = MEASURES.find((one) => one.name === name)!;
  const question = { measure, from: HISTORY.from, to: HISTORY.to, groupBy, filters: {}, isCompared: false };
  const times: number[] = [];
  let said = '';
  for (let turn = 0; turn < 3; turn += 1) {
    const began = performance.now();
    const answer = await ask(db.deps, asker, question);
    times.push(performance.now() - began);
    said = isRefusal(answer) ? `refused: ${answer.message}` : `${answer.rows.length} rows`;
  }
  const { calls, readUnits } = units();
  const median = times.sort((a, b) => a - b)[1]!;
  isBroken ||= median > MAX_MILLISECONDS;
  rows.push([title, said, Math.round(median), Math.round(calls / 3), Math.round(readUnits / 3)]);
}
console.log(tableOf(['90 days', 'answer', 'ms', 'calls', 'read units'], rows));

const OF_OPEN_DAY = 'org_open';
const begun = performance.now();
await writeOpenDay(db.deps, OF_OPEN_DAY, ORDERS_OF_DAY);
const [written, took] = [ORDERS_OF_DAY.toLocaleString('en'), Math.round((performance.now() - begun) / 1000)];
console.log(`\nAn open day of ${written} orders up to 22:59 took ${took} s to generate.\n`);
units();
const open: (string | number)[][] = [];
for (const [title, name, groupBy, asker] of OPEN_PAGES) {
  const measure = MEASURES.find((one) => one.name === name)!;
  const period = { from: OPEN_DAY.date, to: OPEN_DAY.date };
  const question = { measure, ...period, groupBy, filters: {}, isCompared: false };
  const times: number[] = [];
  let said = '';
  for (let turn = 0; turn < 3; turn += 1) {
    const began = performance.now();
    const answer = await ask(openDeps, { ...asker, organizationId: OF_OPEN_DAY }, question);
    times.push(performance.now() - began);
    said = isRefusal(answer) ? `refused: ${answer.message}` : `${answer.rows.length} rows`;
    isBroken ||= isRefusal(answer);
  }
  const { calls, readUnits } = units();
  const median = times.sort((a, b) => a - b)[1]!;
  isBroken ||= median > MAX_MILLISECONDS;
  open.push([title, said, Math.round(median), Math.round(calls / 3), Math.round(readUnits / 3)]);
}
console.log(tableOf(['an open day', 'answer', 'ms', 'calls', 'read units'], open));
await db.stop();
process.exitCode = isBroken ? 1 : 0;
