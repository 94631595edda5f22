import { expect, it } from 'vitest';
import { formOf, inWords, ruleOf } from '../../../../../functions/console/screens/recurring-rule.ts';
import { texts } from '../../../../../functions/console/texts/incoming.en.ts';
import { incomingTexts } from '../../../../../functions/console/texts/texts.ts';

Object.assign(incomingTexts, texts);

it.each([
  ['FREQ=DAILY', 'Every day'],
  ['FREQ=DAILY;INTERVAL=3', 'Every 3 days'],
  ['FREQ=WEEKLY;BYDAY=MO,FR', 'Every week on Mon, Fri'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;UNTIL=20261224', 'Every 2 weeks on Tue until 2026-12-24'],
  ['FREQ=MONTHLY', 'Every month'],
  ['FREQ=MONTHLY;BYDAY=-1FR', 'Every month on the last Fri'],
  ['FREQ=MONTHLY;INTERVAL=2;BYDAY=1MO,1TH', 'Every 2 months on the first Mon, Thu'],
  ['FREQ=MONTHLY;BYMONTHDAY=1,15', 'Every month on day 1, day 15'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1;UNTIL=20261224', 'Every month on the last day until 2026-12-24'],
  ['FREQ=DAILY;COUNT=3', 'Every day, 3 times'],
  ['FREQ=YEARLY', 'Every year'],
])('43 3 the form shows %s, says "%s", and gives the same rule', (rrule, words) => {
  expect(ruleOf(formOf(rrule))).toBe(rrule);
  expect([formOf(rrule).repeats === 'custom', inWords(rrule)]).toEqual([false, words]);
});

it.each([
  'BYDAY=MO;FREQ=WEEKLY',
  'FREQ=MONTHLY;BYDAY=1MO,-1FR',
  'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=2',
  'FREQ=YEARLY;BYMONTH=3',
  'nonsense',
])('43 3 %s stays text, and is not changed by the form', (rrule) => {
  expect(formOf(rrule).repeats).toBe('custom');
  expect([ruleOf(formOf(rrule)), inWords(rrule)]).toEqual([rrule, rrule]);
});
