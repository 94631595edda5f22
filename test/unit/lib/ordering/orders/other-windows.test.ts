import { describe, expect, it } from 'vitest';
import { agreedWindow, otherWindowsOf } from '../../../../../lib/ordering/orders/index.ts';
import { orderRules } from '../../../../../lib/ordering/orders/rules/index.ts';
import { anyOrder } from '../../../../support/builders/any-order.ts';

const TODAY = { dropoffStartTime: '2026-03-05T10:00:00.000Z', dropoffEndTime: '2026-03-05T12:00:00.000Z' };
const TOMORROW = '2026-03-06T09:00:00.000Z/2026-03-06T11:00:00.000Z';

describe('42 5 several windows of an order', () => {
  const order = anyOrder({ ...TODAY, dropoffOtherWindows: [TOMORROW] });

  it('the window in which it is reached becomes its window, and the other one stays among the others', () => {
    expect(agreedWindow(order, 'dropoff', '2026-03-05T11:00:00.000Z')).toEqual({});
    const moved = { ...order, ...agreedWindow(order, 'dropoff', '2026-03-06T08:50:00.000Z') };
    expect(moved).toMatchObject({
      dropoffStartTime: '2026-03-06T09:00:00.000Z',
      dropoffEndTime: '2026-03-06T11:00:00.000Z',
      dropoffOtherWindows: ['2026-03-05T10:00:00.000Z/2026-03-05T12:00:00.000Z'],
    });
    expect({ ...moved, ...agreedWindow(moved, 'dropoff', '2026-03-05T09:00:00.000Z') }).toEqual(order);
    // Later than all of them: it stays, and is late.
    expect(agreedWindow(order, 'dropoff', '2026-03-07T00:00:00.000Z')).toEqual({});
  });

  it('are read in any order, without what is no interval', () => {
    const dropoffOtherWindows = [TOMORROW, 'soon', '2026-03-05T14:00Z/2026-03-05T15:00Z'];
    expect(otherWindowsOf({ dropoffOtherWindows }, 'dropoff').map(({ from }) => from)).toEqual([
      '2026-03-05T14:00:00.000Z',
      '2026-03-06T09:00:00.000Z',
    ]);
  });

  it.each([
    [['soon'], TODAY, 'send an interval'],
    [['2026-03-05T12:00:00Z/2026-03-05T10:00:00Z'], TODAY, 'send an interval'],
    [Array<string>(11).fill(TOMORROW), TODAY, 'send at most 10'],
    [[TOMORROW], {}, 'send dropoffStartTime and dropoffEndTime'],
  ])('what cannot be used needs attention: %j', (dropoffOtherWindows, first, message) => {
    const rule = orderRules.find(({ name }) => name === 'other-windows-can-be-read')!;
    const context = { nowMs: 0 } as Parameters<typeof rule.check>[1];
    const [error] = [...rule.check({ dropoffOtherWindows, ...first }, context)];
    expect(error).toMatchObject({ field: 'dropoffOtherWindows', message: expect.stringContaining(message) });
  });
});
