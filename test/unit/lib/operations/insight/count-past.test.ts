import { afterEach, beforeEach, expect, it } from 'vitest';
import { countPast } from '../../../../../lib/operations/insight/index.ts';
import { orderCreated, orderEntity } from '../../../../../lib/ordering/orders/index.ts';
import { windowClosing } from '../../../../../lib/ordering/windows/index.ts';
import { create } from '../../../../../lib/platform/table/index.ts';
import { anyOrder } from '../../../../support/builders/any-order.ts';
import {
  type InsightWorld,
  ORGANIZATION,
  recordAll,
  startInsight,
} from '../../../../support/insight-world.ts';

const DAY = { from: '2026-03-30', to: '2026-03-30' };
const AT = '2026-03-30T10:00:00.000Z';
const PAST = {
  organizationId: ORGANIZATION,
  from: '2026-03-30T00:00:00.000Z',
  to: '2026-03-30T23:59:59.999Z',
};

let world: InsightWorld;
beforeEach(async () => {
  world = await startInsight('2026-03-30T12:00:00.000Z');
});
afterEach(() => world.stop());

/** A delivered package; its events lie in the table. */
const delivered = () =>
  world.end(
    { job: { createdAt: AT }, package: { pickupStoreLocationId: 'store_x' } },
    { status: 'dropoff_complete', at: AT },
  );

it('46 2: counts the past from its events, as often as it is run, and nothing of what was counted again', async () => {
  const counted = await delivered();
  await recordAll(world, counted);
  await world.end(
    { id: 'job_01KBBBBBBBBBBBBBBBBBBBBBBB', job: { createdAt: AT } },
    { status: 'failed', at: AT, isLast: true },
  );
  for (let run = 0; run < 2; run += 1) {
    expect(await countPast(world.deps, PAST)).toMatchObject({ jobs: 2, minutes: 1 });
    expect((await world.ask('deliveries', DAY)).total.n).toBe(1);
    expect((await world.ask('first-attempt-success', DAY)).total).toMatchObject({ value: 0.5, n: 2 });
    expect((await world.ask('attempts-by-end', DAY)).total.parts).toMatchObject({ delivered: 1, failed: 1 });
  }
});

it('46 2: gives events of earlier versions the stores and tags that their order has', async () => {
  const order = anyOrder({
    organizationId: ORGANIZATION,
    createdAt: AT,
    pickupStoreLocationId: 'store_x',
    tags: ['cold'],
  });
  const event = orderCreated.record({
    aggregate: { organizationId: ORGANIZATION, type: 'order', id: order.id },
    cause: 'v1',
    occurredAt: AT,
    data: {
      ...{ orderId: order.id, externalId: null, status: 'valid', version: 1, jobId: null },
      ...{ deliveryMode: null, dispatchStrategyId: null, pickupStartTime: null, pickupEndTime: null },
      ...{ dropoffStartTime: null, dropoffEndTime: null },
    },
  });
  await world.db.deps.table.write([create(orderEntity, order), event]);
  expect(await countPast(world.deps, PAST)).toMatchObject({ orders: 1, events: 1 });
  const { rows } = await world.ask('orders', { ...DAY, groupBy: ['store', 'tag'] });
  expect(rows).toMatchObject([{ key: { store: 'store_x', tag: 'cold' }, value: 1 }]);
});

it('46 2: counts days again that were counted as wholes', async () => {
  await delivered();
  world.db.deps.clock.advance(24 * 3_600_000);
  await world.close();
  expect((await world.ask('deliveries', DAY)).total.n).toBe(0);
  expect(await countPast(world.deps, PAST)).toMatchObject({ days: 1 });
  expect((await world.ask('deliveries', DAY)).total.n).toBe(1);
});

it('46 2: counts what no list leads to, such as windows, of this organization alone', async () => {
  const closed = (organizationId: string, key: string) =>
    windowClosing.record({
      aggregate: { organizationId, type: 'window-occurrence', id: key },
      cause: 'begin',
      occurredAt: AT,
      data: { key, after: null, use: { places: 10, taken: 4, storeLocationId: 'store_x' } },
    });
  await world.deps.table.write([closed(ORGANIZATION, 'dw_1'), closed('org_other', 'dw_2')]);
  for (let run = 0; run < 2; run += 1) {
    await countPast(world.deps, PAST);
    expect((await world.ask('window-use', DAY)).total).toMatchObject({ value: 0.4, n: 10 });
  }
  const before = { ...PAST, from: '2026-03-29T00:00:00.000Z', to: '2026-03-29T23:59:59.999Z' };
  expect(await countPast(world.deps, before)).toMatchObject({ events: 0 });
});
