import { expect, test } from 'vitest';
import { chooseSlots, remainingCapacity, slotsFor } from '../../../../../lib/ordering/windows/capacity.ts';

const first = () => 0;

test('a slot per unit up to 40, so that few bookings meet', () => {
  expect([0, 3, 40, 1_000, null].map(slotsFor)).toEqual([1, 3, 40, 40, 16]);
});

test('one slot with room is taken; several together when none has enough', () => {
  expect(chooseSlots(6, [0, 2, 1], 2, first)).toEqual({
    taken: [{ slot: 0, units: 2 }],
    needsAllUnchanged: false,
  });
  expect(chooseSlots(6, [1, 2, 1], 2, first)?.taken).toEqual([
    { slot: 0, units: 1 },
    { slot: 2, units: 1 },
  ]);
  expect(chooseSlots(6, [2, 2, 1], 2)).toBeUndefined();
});

test('after the capacity was lowered every slot is looked at', () => {
  // 4 places over 2 slots: one has 3 although its share is 2; the other may take the remaining one when nothing else
  // changes.
  expect(chooseSlots(4, [3, 0], 1)).toEqual({ taken: [{ slot: 1, units: 1 }], needsAllUnchanged: true });
  expect(remainingCapacity(4, [3, 0])).toBe(1);
  expect(chooseSlots(4, [3, 0], 2)).toBeUndefined();
});

test('no limit takes anything', () => {
  expect(chooseSlots(null, [7, 9], 1_000, first)?.taken).toEqual([{ slot: 0, units: 1_000 }]);
  expect(remainingCapacity(null, [7, 9])).toBeNull();
});
