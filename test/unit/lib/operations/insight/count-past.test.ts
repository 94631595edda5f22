import { afterEach, beforeEach, expect, it } from 'vitest';
import { routeCompleted, routePartition, routeStopsEntity } from '../../../../../lib/fleet/routes/index.ts';
import { routeEntity } from '../../../../../lib/fleet/routes/route.ts';
import { routeEventDataOf } from '../../../../../lib/fleet/routes/route-events.ts';
import { routePositionEntity } from '../../../../../lib/fleet/routes/route-position.ts';
import { newStop } from '../../../../../lib/fleet/routes/stop.ts';
import { countPast } from '../../../../../lib/operations/insight/index.ts';
import { orderCreated, orderEntity } from '../../../../../lib/ordering/orders/index.ts';
import { windowClosing } from '../../../../../lib/ordering/windows/index.ts';
import { create } from '../../../../../lib/platform/table/index.ts';
import { type RunRow, runEntity } from '../../../../../lib/reactions/automations/runs/run.ts';
import { endedEvent } from '../../../../../lib/reactions/automations/runs/run-events.ts';
import { NEW_NOTIFICATION, notificationEntity } from '../../../../../lib/reactions/notifications/index.ts';
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

/** A route that was driven in the morning, with its positions and the event of its end; none was counted. */
async function driven(): Promise<void> {
  const at = (time: string) => `2026-03-30T${time}:00.000Z`;
  const route = routeEntity.definition.schema.parse({
    ...{
      organizationId: ORGANIZATION,
      id: 'rte_1',
      listShard: 0,
      createdAt: at('08:00'),
      updatedAt: at('09:03'),
    },
    ...{ externalId: null, name: null, status: 'COMPLETED', statusHistory: [], isDispatched: true },
    ...{
      dispatchedAt: at('08:30'),
      jobId: null,
      archivedAt: null,
      driverGroup: null,
      vehicle: null,
      shift: null,
    },
    courier: { id: 'cou_1', firstName: null, lastName: null, phoneNumber: null },
    ...{
      providerId: null,
      providerName: null,
      routeMetadata: null,
      timesOutOfDate: false,
      validationErrors: {},
    },
    ...{ plannedDeparture: at('09:00'), plannedCompletion: at('09:05'), actualDeparture: at('09:00') },
    ...{ completedAt: at('09:03'), stopCount: 1, stopsCompleted: 1, orderCount: 1, violationCount: 0 },
    ...{ storeLocationIds: ['store_x'], pending: null, madeBy: null },
  });
  const statusHistory = [{ created_at: at('09:03'), status: 'COMPLETED' as const }];
  const stop = newStop({
    id: 'stp_1',
    stopType: 'DROPOFF',
    objectIds: ['ord_1'],
    location: null,
    statusHistory,
  });
  const positions = [0, 1, 2, 3].map((minute) => {
    const own = { organizationId: ORGANIZATION, routeId: route.id, at: at(`09:0${minute}`), accuracy: null };
    return { ...own, slot: Date.parse(own.at) / 20_000, lat: (500 * minute) / 111_195, lng: 0 };
  });
  await world.deps.table.write([
    create(routeEntity, route),
    create(routeStopsEntity, {
      ...{ organizationId: ORGANIZATION, routeId: route.id, index: 0 },
      stops: [{ ...stop, status: 'COMPLETED' }],
    }),
    ...positions.map((position) => create(routePositionEntity, position)),
    routeCompleted.record({
      aggregate: routePartition(route),
      ...{ cause: 'v1', occurredAt: at('09:03') },
      data: routeEventDataOf({ value: route, version: 1 }),
    }),
  ]);
}

it('46 2: counts routes of the past, with what was driven while their positions are kept', async () => {
  await driven();
  for (let run = 0; run < 2; run += 1) {
    await countPast(world.deps, PAST);
    expect((await world.ask('routes', { ...DAY, groupBy: ['driver'] })).rows).toMatchObject([
      { key: { driver: 'cou_1' }, value: 1 },
    ]);
    expect((await world.ask('driven-distance', DAY)).total).toMatchObject({ value: 1.5, n: 1 });
    // The way that is known stays known when its positions are gone.
    world.db.deps.clock.advance(15 * 24 * 3_600_000);
  }
});

it('46 2: counts runs of workflows of the past', async () => {
  const run: RunRow = {
    ...{ organizationId: ORGANIZATION, id: 'wfx_1', workflowId: 'wf_1', workflowName: 'Rescue', version: 1 },
    startedBy: { type: 'event', name: 'order.created', eventId: 'evt_1', by: null },
    ...{ orderIds: [], jobIds: [], deliveryIds: ['dlv_1'], routeIds: [], status: 'completed', problem: null },
    ...{ createdAt: AT, completedAt: AT, mode: 'asynchronous', chainDepth: 0, legs: 1, isHeld: false },
    ...{ state: null, did: { changes: 2, messages: 1, work: 0 } },
  };
  await world.deps.table.write([create(runEntity, run), endedEvent(run)]);
  for (let turn = 0; turn < 2; turn += 1) {
    await countPast(world.deps, PAST);
    expect((await world.ask('workflow-runs', DAY)).total.parts).toMatchObject({ completed: 1, failed: 0 });
    expect((await world.ask('workflow-effects', DAY)).total.parts).toMatchObject({ changes: 2, messages: 1 });
  }
});

it('46 2: counts notifications of the past, also in minutes in which nothing else happened', async () => {
  const message = (number: number, createdAt: string) =>
    create(notificationEntity, {
      ...NEW_NOTIFICATION,
      ...{ organizationId: ORGANIZATION, id: `ntf_${number}`, triggerId: null, destinationId: null },
      ...{
        jobId: null,
        orderId: null,
        channel: 'sms',
        recipient: '+14155550100',
        subject: null,
        body: 'Soon.',
      },
      ...{ createdAt, listShard: 0, status: 'sent', storeLocationIds: [] },
    });
  await world.deps.table.write([
    message(1, '2026-03-30T11:00:30.000Z'),
    message(2, '2026-03-30T11:30:00.000Z'),
    message(3, '2026-03-29T23:59:59.999Z'),
  ]);
  for (let run = 0; run < 2; run += 1) {
    expect(await countPast(world.deps, PAST)).toMatchObject({ notifications: 2, minutes: 2 });
    expect((await world.ask('notifications', DAY)).total.value).toBe(2);
  }
});
