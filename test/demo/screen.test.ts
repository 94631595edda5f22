import { expect, test } from 'vitest';
import type { Followed } from './follow-orders.ts';
import { screen } from './screen.ts';

/** Orders of which this many are delivered. */
function orders(all: number, delivered: number): readonly Followed[] {
  return Array.from({ length: all }, (_, index) => ({
    orderId: `ord_${index}`,
    story: 'plain',
    createdAt: '2026-03-05T01:11:51.000Z',
    tasks: [],
    status: index < delivered ? 'dropoff_complete' : 'pickup_enroute',
  }));
}

function drawn(isTTY: boolean, steps: readonly number[]): readonly string[] {
  const written: string[] = [];
  const draw = screen({ isTTY, write: (text: string) => written.push(text) > 0 });
  for (const delivered of steps) draw(orders(8, delivered));
  return written;
}

test('48.5 without a terminal there is a line for each quarter of the deliveries', () => {
  const lines = drawn(false, [0, 1, 2, 3, 5, 5, 8, 8]);
  expect(lines.map((line) => line.slice(line.indexOf('  ')).trim())).toEqual([
    '2 of 8 deliveries ended',
    '5 of 8 deliveries ended',
    '8 of 8 deliveries ended',
  ]);
});

test('48.5 on a terminal a line for each order and a bar for all are drawn in place', () => {
  const [first = '', second = ''] = drawn(true, [4, 5]);
  expect(first.split('\n')).toHaveLength(8 + 2 + 1);
  expect(second.startsWith('\u001b[10A')).toBe(true);
  expect(second).toContain('5 of 8 deliveries ended');
});
