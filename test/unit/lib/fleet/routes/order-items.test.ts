import { describe, expect, it } from 'vitest';
import { renderItems } from '../../../../../lib/fleet/routes/order-items.ts';
import type { RoutedDelivery } from '../../../../../lib/fleet/routes/routed-delivery.ts';

const delivery = (more: Partial<RoutedDelivery> = {}): RoutedDelivery => ({
  attempt: 1,
  version: 1,
  followed: [],
  providerId: 'prv_one',
  providerName: 'One',
  pickedAt: null,
  deliveredAt: null,
  failedAt: null,
  returnedAt: null,
  failureReason: null,
  failureLocation: null,
  notFound: [],
  isOver: false,
  ...more,
});
const [PICKED, FAILED, RETURNED] = ['10', '11', '12'].map((hour) => `2026-03-02T${hour}:00:00.000Z`) as [
  string,
  string,
  string,
];
const milk = {
  id: 'milk',
  description: 'Milk',
  count: 2,
  valueCents: 199,
  barcode: '4001',
  category: 'dairy',
};

describe('7.1 items of an order at a stop', () => {
  it('are pending before their delivery has them, with their own fields', () => {
    const [item] = renderItems([{ ...milk, subItems: [{ id: 'cap', sku: 'C-1' }] }], null);
    expect(item).toMatchObject({ ...milk, sku: null, status: 'pending', statusHistory: [] });
    expect(item?.subItems).toMatchObject([{ id: 'cap', sku: 'C-1', status: 'pending' }]);
  });

  it('go with their delivery: picked, failed, returned, each with its time', () => {
    const failure = { failureReason: 'customer_unavailable', failureLocation: 'DROPOFF' as const };
    const times = { pickedAt: PICKED, failedAt: FAILED, returnedAt: RETURNED };
    const [item] = renderItems([milk], delivery({ ...times, ...failure }));
    expect(item?.status).toBe('returned');
    expect(item?.statusMetadata).toEqual({ ...times, deliveredAt: null, ...failure });
    expect(item?.statusHistory).toEqual([
      { status: 'picked', createdAt: PICKED },
      { status: 'failed', createdAt: FAILED },
      { status: 'returned', createdAt: RETURNED },
    ]);
  });

  it('that the courier did not find have failed at the pickup, whatever became of the others', () => {
    const done = delivery({ pickedAt: PICKED, deliveredAt: FAILED, notFound: ['milk'] });
    const [missing, carried] = renderItems([milk, { id: 'bread' }], done);
    expect(carried).toMatchObject({ status: 'delivered' });
    expect(missing).toMatchObject({
      status: 'failed',
      statusMetadata: {
        pickedAt: null,
        deliveredAt: null,
        failedAt: PICKED,
        failureReason: 'not_found',
        failureLocation: 'PICKUP',
      },
    });
  });
});
