import { expect, test } from 'vitest';
import { repetitions, shiftLater } from '../../../../../functions/console/screens/shift-plan.ts';

const ZONE = 'America/New_York';
/** Wednesday, 9 to 17. */
const SHIFT = {
  plannedStart: '2026-10-28T13:00:00.000Z',
  plannedEnd: '2026-10-28T21:00:00.000Z',
  name: 'Day',
};

test('44 6 a shift that is copied keeps its time of day when the clocks change', () => {
  expect(shiftLater(ZONE, SHIFT, 7)).toMatchObject({
    name: 'Day',
    plannedStart: expect.stringMatching(/^2026-11-04T14:00/),
    plannedEnd: expect.stringMatching(/^2026-11-04T22:00/),
  });
});

test('44 6 a shift repeats on its weekday, or on those that are chosen, from its start on', () => {
  expect(repetitions(ZONE, SHIFT.plannedStart, [], 3)).toEqual([0, 7, 14]);
  expect(repetitions(ZONE, SHIFT.plannedStart, [4, 0], 2)).toEqual([2, 5, 9]);
  // Shortly before midnight in the zone it is the next day elsewhere.
  expect(repetitions(ZONE, '2026-10-29T03:30:00.000Z', [2], 1)).toEqual([0]);
});
