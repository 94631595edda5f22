import { expect, test } from 'vitest';
import { shapeWindow, type WindowInput } from '../../../../../lib/ordering/windows/shape-window.ts';
import {
  occurrencesBetween,
  readWindowId,
  windowIdOf,
} from '../../../../../lib/ordering/windows/window-times.ts';
import { isRefusal } from '../../../../../lib/platform/core/refusal.ts';

const KEY = { organizationId: 'org_a', id: 'dw_a' };
const NOW = '2026-03-02T09:00:00.000Z';
const UTC = { timeZone: 'UTC' };

function shape(input: WindowInput, at = NOW) {
  const window = shapeWindow(undefined, input, {}, KEY, at, UTC);
  if (isRefusal(window)) throw new Error(window.message);
  return window;
}

const berlin: WindowInput = {
  timezoneId: 'Europe/Berlin',
  startTimeLocal: '2026-03-23T09:00:00',
  endTimeLocal: '2026-03-23T11:00:00',
  rrule: 'FREQ=WEEKLY;BYDAY=MO',
};
const spring = { startTime: '2026-03-20T00:00:00.000Z', endTime: '2026-04-10T00:00:00.000Z' };

test('13 a recurring window keeps its local time across the change to summer time', () => {
  const starts = occurrencesBetween(shape(berlin), spring).map(({ startTime }) => startTime);
  expect(starts).toEqual([
    '2026-03-23T08:00:00.000Z',
    '2026-03-30T07:00:00.000Z',
    '2026-04-06T07:00:00.000Z',
  ]);
});

test('13 it does not take place on exception dates of its time zone', () => {
  const window = shape({ ...berlin, exceptionDates: ['2026-03-30', '2026-04-05T22:30:00Z'] });
  expect(occurrencesBetween(window, spring).map(({ date }) => date)).toEqual(['2026-03-23']);
});

test('a time that clocks skip is an hour later on that day', () => {
  const window = shape({
    timezoneId: 'Europe/Berlin',
    startTimeLocal: '2026-03-28T02:30:00',
    endTimeLocal: '2026-03-28T05:00:00',
    rrule: 'FREQ=DAILY;COUNT=3',
  });
  expect(occurrencesBetween(window, spring).map(({ startTime }) => startTime)).toEqual([
    '2026-03-28T01:30:00.000Z',
    '2026-03-29T01:30:00.000Z',
    '2026-03-30T00:30:00.000Z',
  ]);
});

test('a window whose whole time clocks skip lasts as long as on other days', () => {
  const window = shape({
    timezoneId: 'Europe/Berlin',
    startTimeLocal: '2026-03-28T02:30:00',
    endTimeLocal: '2026-03-28T03:30:00',
    rrule: 'FREQ=DAILY;COUNT=2',
  });
  expect(occurrencesBetween(window, spring)[1]).toMatchObject({
    startTime: '2026-03-29T01:30:00.000Z',
    endTime: '2026-03-29T02:30:00.000Z',
  });
});

test('UNTIL counts in the time zone of the window, as a day to its end', () => {
  const until = (value: string) =>
    occurrencesBetween(shape({ ...berlin, rrule: `FREQ=WEEKLY;BYDAY=MO;UNTIL=${value}` }), spring).length;
  expect(until('20260330')).toBe(2);
  expect(until('20260330T070000Z')).toBe(2);
  expect(until('20260330T065900Z')).toBe(1);
});

test('cutoff and end move with each occurrence; its id says when it is', () => {
  const window = shape({ ...berlin, cutoffTimeLocal: '2026-03-22T18:00:00' });
  const [, second] = occurrencesBetween(window, spring);
  expect(second).toMatchObject({
    cutoffTime: '2026-03-29T16:00:00.000Z',
    endTime: '2026-03-30T09:00:00.000Z',
  });
  const id = windowIdOf(window, second?.date ?? null);
  expect(id).toBe('dw_a|09:00|11:00|2026-03-30');
  expect(readWindowId(id)).toEqual({ windowId: 'dw_a', date: '2026-03-30' });
  expect(readWindowId('dw_a|soon')).toEqual({ windowId: 'dw_a|soon', date: null });
});

test('without a cutoff bookings close as long before the start as the lead time is', () => {
  const [first] = occurrencesBetween(shape({ ...berlin, leadTimeMinutes: 90 }), spring);
  expect(first?.cutoffTime).toBe('2026-03-23T06:30:00.000Z');
});

test('a cutoff that is not sent moves with the start', () => {
  const window = shape({ ...berlin, cutoffTimeLocal: '2026-03-22T18:00:00' });
  const moved = shapeWindow(
    window,
    { startTimeLocal: '2026-03-24T09:30:00', endTimeLocal: '2026-03-24T11:00:00' },
    {},
    KEY,
    NOW,
    UTC,
  );
  expect(moved).toMatchObject({ cutoffLocal: '2026-03-23T18:30:00' });
});

test.each([
  [{ rrule: 'FREQ=HOURLY' }, 'rrule'],
  [{ rrule: 'FREQ=DAILY;BYHOUR=9,17' }, 'rrule'],
  [{ rrule: 'FREQ=DAILY;INTERVAL=0' }, 'rrule'],
  [{ rrule: 'nonsense' }, 'rrule'],
  [{ rrule: 'FREQ=DAILY;COUNT=0' }, 'rrule'],
  [{ rrule: 'FREQ=DAILY;COUNT=many' }, 'rrule'],
  [{ rrule: 'FREQ=DAILY;FREQ=WEEKLY' }, 'rrule'],
  [{ rrule: 'FREQ=WEEKLY;BYDAY=' }, 'rrule'],
  [{ rrule: 'FREQ=MONTHLY;BYMONTHDAY=0' }, 'rrule'],
  [{ rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, 'rrule'],
  [{ rrule: 'FREQ=DAILY;UNTIL=20260301' }, 'rrule'],
  [{ startTimeLocal: null, startTime: '2026-10-25T01:30:00.000Z' }, 'startTime'],
  [{ timezoneId: 'Mars/Olympus' }, 'timezoneId'],
  [{ endTimeLocal: '2026-03-23T08:00:00' }, 'endTime'],
  [{ startTime: '2026-03-23T09:00:00.000Z' }, 'startTimeLocal'],
  [{ exceptionDates: ['2026-02-31'] }, 'exceptionDates'],
  [{ cutoffTimeLocal: '2026-03-24T09:00:00' }, 'cutoffTime'],
])('%o is refused', (fields, field) => {
  const refused = shapeWindow(undefined, { ...berlin, ...fields }, {}, KEY, NOW, UTC);
  expect(isRefusal(refused) && Object.keys(refused.details.fields as object)).toEqual([field]);
});
