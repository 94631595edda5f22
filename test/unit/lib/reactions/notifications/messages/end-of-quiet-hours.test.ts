import { expect, it } from 'vitest';
import { endOfQuietHours } from '../../../../../../lib/reactions/notifications/messages/end-of-quiet-hours.ts';

const end = (quiet: { from: string; to: string; timeZone: string }, due: string) =>
  new Date(endOfQuietHours(quiet, Date.parse(due))).toISOString();
const night = { from: '22:00', to: '07:00', timeZone: 'America/New_York' };

it.each([
  ['a minute before they start', '2026-03-03T02:59:00.000Z', '2026-03-03T02:59:00.000Z'],
  ['at their first minute', '2026-03-03T03:00:00.000Z', '2026-03-03T12:00:00.000Z'],
  ['after midnight', '2026-03-03T09:00:00.000Z', '2026-03-03T12:00:00.000Z'],
  ['at their last minute', '2026-03-03T11:59:00.000Z', '2026-03-03T12:00:00.000Z'],
  ['at their end', '2026-03-03T12:00:00.000Z', '2026-03-03T12:00:00.000Z'],
  ['in the night in which clocks go forward', '2026-03-08T04:00:00.000Z', '2026-03-08T11:00:00.000Z'],
  ['in the night in which clocks go back', '2026-11-01T03:00:00.000Z', '2026-11-01T12:00:00.000Z'],
])('2 quiet hours: what is due %s', (_, due, expected) => {
  expect(end(night, due)).toBe(expected);
});

it('2 quiet hours that end at a local time that does not exist end when the clock has passed it', () => {
  const quiet = { ...night, to: '02:30' };
  expect(end(quiet, '2026-03-08T06:00:00.000Z')).toBe('2026-03-08T07:30:00.000Z');
});

it('2 quiet hours that end at a local time that comes twice hold what is due between the two to the second', () => {
  const quiet = { ...night, to: '01:30' };
  // 01:30 is 05:30 UTC in summer time and 06:30 UTC an hour later in winter time.
  expect(end(quiet, '2026-11-01T05:10:00.000Z')).toBe('2026-11-01T05:30:00.000Z');
  expect(end(quiet, '2026-11-01T06:10:00.000Z')).toBe('2026-11-01T06:30:00.000Z');
});

it.each([
  ['Asia/Kathmandu', '2026-03-02T17:00:00.000Z', '2026-03-03T01:15:00.000Z'],
  ['Pacific/Kiritimati', '2026-03-02T09:00:00.000Z', '2026-03-02T17:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-03-02T09:00:00.000Z', '2026-03-02T18:00:00.000Z'],
])('2 quiet hours are those of their time zone: %s', (timeZone, due, expected) => {
  expect(end({ ...night, timeZone }, due)).toBe(expected);
});

it('2 quiet hours within one day end on that day', () => {
  const noon = { from: '12:00', to: '13:00', timeZone: 'UTC' };
  expect(end(noon, '2026-03-02T12:30:00.000Z')).toBe('2026-03-02T13:00:00.000Z');
  expect(end(noon, '2026-03-02T13:30:00.000Z')).toBe('2026-03-02T13:30:00.000Z');
});
