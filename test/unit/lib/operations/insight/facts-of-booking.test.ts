import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordFacts } from '../../../../../lib/operations/insight/index.ts';
import { type Order, orderEntity } from '../../../../../lib/ordering/orders/index.ts';
import { windowBooked, windowConfirmed, windowReleased } from '../../../../../lib/ordering/windows/index.ts';
import { create } from '../../../../../lib/platform/table/index.ts';
import { anyOrder } from '../../../../support/builders/any-order.ts';
import { type InsightWorld, ORGANIZATION, startInsight } from '../../../../support/insight-world.ts';

let world: InsightWorld;
beforeEach(async () => {
  world = await startInsight('2026-03-30T12:00:00.000Z');
});
afterEach(() => world.stop());

const PERIOD = { from: '2026-03-30', to: '2026-03-30' };

describe('46 1: bookings of windows', () => {
  it('count once each, however often they are told, by the stores of their order', async () => {
    const order: Order = anyOrder({
      ...{ organizationId: ORGANIZATION, id: 'ord_1', pickupStoreLocationId: 'store_x', tags: ['cold'] },
    });
    await world.deps.table.write([create(orderEntity, order)]);
    const told = [windowBooked, windowConfirmed, windowReleased, windowBooked].map((kind, index) =>
      kind.event({
        aggregate: { organizationId: ORGANIZATION, type: 'windowOccurrence', id: 'dw_1' },
        cause: `ord_1@${index}`,
        occurredAt: `2026-03-30T11:0${index}:00.000Z`,
        data: {
          ...{ orderId: 'ord_1', deliveryWindowId: 'dw_1', key: 'dw_1', status: null, capacity: 1 },
          ...{ expiresAt: null, startTime: '', endTime: '', cutoffTime: '' },
        },
      }),
    );
    for (const event of [...told, ...told]) await recordFacts(world.deps, event);
    await world.settle();
    const answer = await world.ask('window-bookings', { ...PERIOD, groupBy: ['store'] });
    expect(answer.rows).toMatchObject([
      { key: { store: 'store_x' }, value: 4, parts: { booked: 2, confirmed: 1, released: 1 } },
    ]);
  });
});
