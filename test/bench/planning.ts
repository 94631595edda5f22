/**
 * `npm run bench:planning`: 100, 1,000 and 5,000 orders planned and saved over HTTP by a local cloud. Exit code 1 when all but the
 * solver takes a tenth of the time of 1,000 orders or more.
 */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MeteredCall } from '../../cdk/local/meter.ts';
import { synthesizeLocally } from '../../cdk/local/synthesize-locally.ts';
import { Random } from '../simulation/world/random.ts';
import { runCloud } from '../support/running-cloud.ts';
import { tableOf } from './print-table.ts';

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [100, 1_000, 5_000];
if (sizes.some((size) => !(Number.isInteger(size) && size >= 2 && size <= 5_000))) {
  console.error('usage: bench:planning -- [ORDERS...], each 2 to 5000');
  process.exit(2);
}

/** Orders from here on are planned in parts, so that the solver's time is not that of one search. */
const MAX_TOGETHER = 1_200;
const BOUND = 0.1;
const BOUND_AT = 1_000;
const PER_REQUEST = 100;
const HOUR_MS = 3_600_000;

using directory = mkdtempDisposableSync(join(tmpdir(), 'bench-planning-'));
await synthesizeLocally(directory.path, { requestsPerSecond: 0 });
const rows: (string | number)[][] = [];
for (const size of sizes) rows.push(await bench(size));
console.log(
  tableOf(
    [
      'orders',
      'seconds',
      'of these searching',
      'all but searching',
      'calls an order',
      'read units',
      'write units',
      'cost',
      'left out',
    ],
    rows,
  ),
);

interface Activity {
  readonly status: string;
  readonly createdAt: string;
  readonly completedAt: string;
  readonly result: { readonly costCents: number; readonly unassignedOrders: readonly unknown[] } | null;
  readonly error: { readonly message: string } | null;
}

async function bench(size: number): Promise<(string | number)[]> {
  const calls: MeteredCall[] = [];
  const local = await runCloud({ assemblyDirectory: directory.path, meter: (call) => calls.push(call) });
  try {
    const { apiKey: key } = await local.tenant();
    const orders = ordersOf(size);
    const ids: string[] = [];
    for (let from = 0; from < size; from += PER_REQUEST) {
      const { status, body } = await local.request<readonly { id: string }[]>('POST', '/v1/orders', {
        key,
        body: { orders: orders.slice(from, from + PER_REQUEST) },
      });
      if (status !== 200) throw new Error(`Orders were refused: ${JSON.stringify(body)}`);
      ids.push(...body.map(({ id }) => id));
    }
    await local.untilIdle();
    calls.length = 0;
    const begun = performance.now();
    const { body } = await local.request<{ id: string }>('POST', '/v1/activities/optimization', {
      key,
      body: { orderIds: ids, save: true },
    });
    let activity: Activity;
    do {
      await sleep(100);
      activity = (await local.request<Activity>('GET', `/v1/activities/${body.id}`, { key })).body;
    } while (activity.status === 'QUEUED' || activity.status === 'IN_PROGRESS');
    const seconds = (performance.now() - begun) / 1_000;
    if (activity.status !== 'SUCCESS') throw new Error(activity.error?.message ?? activity.status);
    await local.untilIdle();
    const own = calls.filter(({ service }) => service === 'dynamodb');
    const sum = (name: 'readUnits' | 'writeUnits') => own.reduce((units, call) => units + call[name], 0);
    // A search ends at its limit: 50 ms for each order and level, at level 2, and at least 3 s.
    const searching = size > MAX_TOGETHER ? undefined : Math.max(3, size * 0.1);
    const rest = searching === undefined ? undefined : (seconds - searching) / seconds;
    if (size === BOUND_AT && rest !== undefined && rest >= BOUND) {
      console.log(`BROKEN: all but searching takes ${(100 * rest).toFixed(1)} % at ${size} orders.`);
      process.exitCode = 1;
    }
    const each = (amount: number) => (amount / size).toFixed(2);
    return [
      size,
      seconds.toFixed(1),
      searching?.toFixed(1) ?? 'in parts',
      rest === undefined ? '' : `${(100 * rest).toFixed(1)} %`,
      each(own.length),
      each(sum('readUnits')),
      each(sum('writeUnits')),
      (activity.result!.costCents / 100).toFixed(2),
      activity.result!.unassignedOrders.length,
    ];
  } finally {
    await local.stop();
  }
}

/** Orders of some depots, 250 each, whose customers live around them. */
function ordersOf(size: number): readonly object[] {
  const random = new Random(`planning over http ${size}`);
  const depots = Math.max(1, Math.round(size / 250));
  const start = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 24 * HOUR_MS;
  const at = (hours: number) => new Date(start + hours * HOUR_MS).toISOString();
  const place = (side: 'pickup' | 'dropoff', lat: number, lng: number) => ({
    [`${side}AddressFormattedStreet`]: '1 Way',
    [`${side}AddressCity`]: 'Town',
    [`${side}AddressZip`]: '10115',
    [`${side}AddressCountry`]: 'DE',
    [`${side}Lat`]: lat,
    [`${side}Lng`]: lng,
  });
  return Array.from({ length: size }, (_, index) => {
    const depot = index % depots;
    const [lat, lng] = [52 + (depot % 5) * 0.2, 13 + Math.floor(depot / 5) * 0.3];
    const opens = Math.floor(random.next() * 6);
    return {
      externalId: `bench-${index}`,
      deliveryMode: 'scheduled',
      valueCents: 2_500,
      weight: 1 + Math.floor(random.next() * 20),
      pickupBusinessName: 'Depot',
      pickupPhoneNumber: '+493012345678',
      dropoffFirstName: 'Ada',
      dropoffPhoneNumber: '+493012345679',
      ...place('pickup', lat, lng),
      ...place('dropoff', lat + (random.next() - 0.5) * 0.15, lng + (random.next() - 0.5) * 0.25),
      pickupStartTime: at(0),
      pickupEndTime: at(1),
      dropoffStartTime: at(opens),
      dropoffEndTime: at(opens + 3),
    };
  });
}
