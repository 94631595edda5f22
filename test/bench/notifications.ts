/**
 * `npm run bench:notifications`: how fast notifications are created and handed over, what they cost, and what positions
 * of couriers cost with 50 triggers; exit code 1 when a bound is exceeded.
 */
import { deliveryEntity, readJob } from '../../lib/fulfilment/jobs/index.ts';
import { replace } from '../../lib/platform/table/index.ts';
import {
  type ChannelAdapter,
  notificationEntity,
  notify,
  sendNotification,
} from '../../lib/reactions/notifications/index.ts';
import { anyJob } from '../support/builders/any-job.ts';
import { startNotifications } from '../support/notifications-at-work.ts';
import { startServedTable } from '../support/test-table.ts';
import { percentile } from './percentile.ts';
import { PRICES } from './prices.ts';
import { tableOf } from './print-table.ts';

/** Maximum cost of a million messages in dollars, without the carriers' own fees. */
const MAX_DOLLARS = 30;

/** Memory of the functions in gigabytes, and how long an invocation works on a message, in seconds. */
const GIGABYTES = 0.5;
const SECONDS_OF_WORK = 0.03;

/** Messages that a worker gets at a time at such a load. */
const MESSAGES_A_BATCH = 5;

const MESSAGES = 400;
const POSITIONS = 10_000;

const channel: ChannelAdapter = {
  channel: 'sms',
  send: async () => ({ outcome: 'sent', receipt: 'r' }),
};

interface Meter {
  reads: number;
  writes: number;
  readUnits: number;
  writeUnits: number;
}

const work = await startNotifications(await startServedTable());
const meter: Meter = { reads: 0, writes: 0, readUnits: 0, writeUnits: 0 };
work.db.client.middlewareStack.add(
  (next, context) => async (call) => {
    Object.assign(call.input, { ReturnConsumedCapacity: 'TOTAL' });
    const reply = await next(call);
    const isRead = /Query|Get/.test(String(context.commandName));
    meter[isRead ? 'reads' : 'writes'] += 1;
    const consumed = [(reply.output as { ConsumedCapacity?: unknown }).ConsumedCapacity].flat();
    const units = consumed.reduce(
      (sum: number, one) => sum + ((one as { CapacityUnits?: number } | undefined)?.CapacityUnits ?? 0),
      0,
    );
    meter[isRead ? 'readUnits' : 'writeUnits'] += units;
    return reply;
  },
  { step: 'initialize' },
);

const since = (before: Meter): Meter => ({
  reads: meter.reads - before.reads,
  writes: meter.writes - before.writes,
  readUnits: meter.readUnits - before.readUnits,
  writeUnits: meter.writeUnits - before.writeUnits,
});

const { db, organizationId } = work;

/** A delivery that was created, and its data as events contain it. */
async function delivered() {
  const made = anyJob({
    organizationId,
    id: db.deps.ids.next('job'),
    delivery: { status: 'dropoff_enroute' },
  });
  await db.deps.table.write(made.operations);
  const { id: deliveryId, taskId, jobId } = made.next.deliveries[0]!.value;
  return { jobId, taskId, deliveryId, status: 'dropoff_complete', historyLength: 1 };
}

const to = await work.destination({ recipients: ['{{customer.phone_number}}'] });
await work.trigger({
  notificationGroupIds: [to],
  message: 'Hi {{customer.first_name}}, your order has arrived.',
});
const deliveries = [];
for (let index = 0; index < MESSAGES; index += 1) deliveries.push(await delivered());

const before = { ...meter };
const times: number[] = [];
const startedAt = performance.now();
for (let from = 0; from < MESSAGES; from += 10) {
  const batch = deliveries.slice(from, from + 10);
  await Promise.all(
    batch.map(async (data) => {
      const at = performance.now();
      const event = work.event('delivery.dropoff_complete', data);
      await notify(db.deps, event);
      const rows = await due(data.jobId);
      for (const notificationId of rows) {
        await sendNotification({ ...db.deps, channel }, { organizationId, notificationId, attempt: 1 });
      }
      times.push(performance.now() - at);
    }),
  );
}
const seconds = (performance.now() - startedAt) / 1000;
const used = since(before);
// The look-up of the message's id replaces the event that the queue brings; the service does not make it.
used.reads -= MESSAGES;
used.readUnits -= MESSAGES * 0.5;

/** Ids of the messages of a job. */
async function due(jobId: string): Promise<string[]> {
  const found = await db.deps.table.lookup(notificationEntity, organizationId, jobId);
  return found.map(({ value }) => value.id);
}

const per = (value: number) => value / MESSAGES;
const invocations = 3 / MESSAGES_A_BATCH;
const dollars =
  1_000_000 *
  (per(used.writeUnits) * PRICES.writeUnit +
    per(used.readUnits) * PRICES.readUnit +
    // For the maker's queue and the channel's queue: sent, received and deleted, in batches.
    (2 * 3 * PRICES.queueRequest) / MESSAGES_A_BATCH +
    invocations * PRICES.invocation +
    3 * SECONDS_OF_WORK * GIGABYTES * PRICES.gigabyteSecond);

const watched = await delivered();
for (let index = 0; index < 50; index += 1) {
  await work.trigger({
    type: 'driver_geolocation',
    name: `Near ${index}`,
    notificationGroupIds: [to],
    parameters: {
      deliveryStatus: 'dropoff_enroute',
      condition: 'within',
      metricValue: 0.0001 * (index + 1),
      metricName: 'miles',
      location: 'dropoff_location',
    },
  });
}
const drive = performance.now();
let reads = 0;
let writes = 0;
for (let index = 0; index < POSITIONS; index += 1) {
  db.deps.clock.advance(1_000);
  const stored = (await readJob(db.deps.table, organizationId, watched.jobId))!.deliveries[0]!;
  const courierLocation = {
    lat: 51.6 - (index % 100) * 0.0008,
    lng: -0.3,
    updatedAt: new Date(db.deps.clock.now()).toISOString(),
  };
  await db.deps.table.write([replace(deliveryEntity, stored, { ...stored.value, courierLocation })]);
  const at = { ...meter };
  await work.position(work.event('courier_location.updated', { ...watched, ...courierLocation }));
  const cost = since(at);
  reads += cost.reads;
  writes += cost.writes;
}
const driven = (performance.now() - drive) / 1000;

console.log(
  tableOf(
    ['figure', 'value'],
    [
      ['event to handed over, p50', `${percentile(times, 50).toFixed(1)} ms`],
      ['event to handed over, p99', `${percentile(times, 99).toFixed(1)} ms`],
      ['messages a second', (MESSAGES / seconds).toFixed(0)],
      ['reads a message', `${per(used.reads).toFixed(2)} calls, ${per(used.readUnits).toFixed(2)} units`],
      ['writes a message', `${per(used.writes).toFixed(2)} calls, ${per(used.writeUnits).toFixed(2)} units`],
      ['a million messages', `$${dollars.toFixed(2)} (at most $${MAX_DOLLARS})`],
      [
        `${POSITIONS} positions against 50 triggers`,
        `${(reads / POSITIONS).toFixed(3)} reads, ${(writes / POSITIONS).toFixed(3)} writes each, ${(POSITIONS / driven).toFixed(0)} a second`,
      ],
    ],
  ),
);
await work.stop();
// Settings are read again every 15 seconds, so some positions read them as well.
const isWithin = dollars <= MAX_DOLLARS && reads / POSITIONS <= 1.1 && writes / POSITIONS <= 1;
console.log(isWithin ? '\nEvery bound holds.' : '\nA bound is broken.');
process.exitCode = isWithin ? 0 : 1;
