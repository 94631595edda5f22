import { expect, it } from 'vitest';
import { formOf, inWords, ruleOf } from '../../../../../functions/console/screens/recurring-rule.ts';

it.each([
  ['FREQ=DAILY', 'Every day'],
  ['FREQ=DAILY;INTERVAL=3', 'Every 3 days'],
  ['FREQ=WEEKLY;BYDAY=MO,FR', 'Every week on Mon, Fri'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;UNTIL=20261224', 'Every 2 weeks on Tue until 2026-12-24'],
  ['FREQ=MONTHLY', 'Every month'],
])('43 3 the form shows %s, says "%s", and gives the same rule', (rrule, words) => {
  expect(ruleOf(formOf(rrule))).toBe(rrule);
  expect([formOf(rrule).repeats === 'custom', inWords(rrule)]).toEqual([false, words]);
});

it.each(['FREQ=DAILY;COUNT=3', 'FREQ=MONTHLY;BYDAY=-1FR', 'BYDAY=MO;FREQ=WEEKLY', 'FREQ=YEARLY', 'nonsense'])(
  '43 3 %s stays text, and is not changed by the form',
  (rrule) => {
    expect(formOf(rrule).repeats).toBe('custom');
    expect([ruleOf(formOf(rrule)), inWords(rrule)]).toEqual([rrule, rrule]);
  },
);
