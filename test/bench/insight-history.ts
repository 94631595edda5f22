import {
  closeThrough,
  countDay,
  countHour,
  FACT_DIMENSIONS,
  minuteCountsEntity,
  type Places,
  Sum,
  storedParts,
} from '../../lib/operations/insight/index.ts';
import { mapConcurrently } from '../../lib/platform/core/map-concurrently.ts';
import type { CoreDeps } from '../../lib/platform/runtime/index.ts';
import { create } from '../../lib/platform/table/index.ts';

/** The 90 days of the history, and the present after them. */
export const HISTORY = Object.freeze({
  from: '2026-01-01',
  to: '2026-03-31',
  days: 90,
  now: '2026-04-01T12:00:00.000Z',
});

const MINUTES_A_DAY = 1_440;
const WIDTH = 20;

/** A number below `most`, the same in every run. */
function draw(seed: number, most: number): number {
  const mixed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) >>> 0;
  return ((mixed ^ (mixed >>> 12)) >>> 0) % most;
}

/** Writes the counts of a history with this number of orders, minute by minute, and counts the days as the service does. */
export async function writeHistory(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  organizationId: string,
  orders: number,
): Promise<void> {
  const perDay = orders / HISTORY.days;
  const first = Date.parse(`${HISTORY.from}T00:00:00.000Z`);
  let number = 0;
  for (let day = 0; day < HISTORY.days; day += 1) {
    const startMs = first + day * 86_400_000;
    const minutes = Array.from({ length: MINUTES_A_DAY }, (_, index) => index);
    await mapConcurrently(minutes, WIDTH, async (index) => {
      const sum = new Sum(FACT_DIMENSIONS);
      const until = day * perDay + ((index + 1) * perDay) / MINUTES_A_DAY;
      for (; number < until; number += 1) addOrder(sum, number);
      if (sum.size === 0) return;
      const minute = new Date(startMs + index * 60_000).toISOString().slice(0, 16);
      const [cells] = storedParts(sum.cells());
      const counts = { organizationId, minute, part: 0, parts: 1, readAt: HISTORY.now, cells: cells! };
      await deps.table.write([create(minuteCountsEntity, counts)]);
    });
    const date = new Date(startMs).toISOString().slice(0, 10);
    await countDay(deps, { organizationId, date, timeZone: 'UTC' });
  }
  await closeThrough(deps, { organizationId, timeZone: 'UTC', closedThrough: HISTORY.to });
}

/** A day that is not over, after the history. */
export const OPEN_DAY = Object.freeze({ date: '2026-04-01', now: '2026-04-01T22:59:00.000Z' });

/** Writes the counts of a day with this number of orders up to the present, and counts the hours that have ended. */
export async function writeOpenDay(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  organizationId: string,
  orders: number,
): Promise<void> {
  const first = Date.parse(`${OPEN_DAY.date}T00:00:00.000Z`);
  const minutes = (Date.parse(OPEN_DAY.now) - first) / 60_000;
  let number = 0;
  for (let index = 0; index < minutes; index += 1) {
    const sum = new Sum(FACT_DIMENSIONS);
    for (; number < ((index + 1) * orders) / MINUTES_A_DAY; number += 1) addOrder(sum, number);
    const minute = new Date(first + index * 60_000).toISOString().slice(0, 16);
    const cells = storedParts(sum.cells());
    await deps.table.write(
      cells.map((one, part) =>
        create(minuteCountsEntity, {
          ...{ organizationId, minute, part, parts: cells.length, readAt: OPEN_DAY.now, cells: one },
        }),
      ),
    );
    if ((index + 1) % 60 === 0)
      await countHour(
        deps,
        { organizationId, hour: minute.slice(0, 'YYYY-MM-DDTHH'.length) },
        Date.parse(OPEN_DAY.now),
      );
  }
  await closeThrough(deps, { organizationId, timeZone: 'UTC', closedThrough: HISTORY.to });
}

/** An order, and the attempt that delivered it: 200 stores, 40 zones, 6 providers, 300 drivers in 20 groups. */
function addOrder(sum: Sum, number: number): void {
  const store = [`store_${draw(number, 200)}`];
  const strategy = [`ds_${draw(number + 7, 8)}`];
  const tag = draw(number + 3, 4) === 0 ? [`tag_${draw(number + 5, 12)}`] : [];
  sum.add({ places: { store, strategy, tag }, sums: { ordersCreated: 1 } });
  const provider = draw(number + 11, 6);
  const driver = draw(number + 13, 300);
  const own: Places =
    provider === 0 ? { driver: [`cou_${driver}`], driverGroup: [`cntr_${driver % 20}`] } : {};
  const isLate = draw(number + 17, 10) === 0;
  sum.add({
    places: {
      ...{ store, strategy, tag, ...own },
      ...{ zone: [`zone_${draw(number + 19, 40)}`], provider: [`prv_${provider}`], currency: ['USD'] },
    },
    sums: {
      ...{ attempts: 1, asked: 1, accepted: 1, delivered: 1, packages: 1, packagesAtFirst: 1, timed: 1 },
      ...(isLate ? { late: 1, late15: 1, lateSeconds: 300 } : { onTime: 1 }),
      ...{ assigned: 1, secondsToAssignment: 200, pickedUp: 1, secondsToPickup: 900 },
      ...{ arrived: 1, secondsToDelivery: 2_000, costCents: 500 + draw(number, 500) },
    },
  });
}
