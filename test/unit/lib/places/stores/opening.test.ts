import { describe, expect, it } from 'vitest';
import { judgeHandOver, openStretches } from '../../../../../lib/places/stores/index.ts';
import { anyStore } from '../../../../support/builders/any-store.ts';

const at = (instant: string) => Date.parse(instant);
const instants = (store: ReturnType<typeof anyStore>, from: string, to: string) =>
  openStretches(store, at(from), at(to)).map(({ startMs, endMs }) => [
    new Date(startMs).toISOString(),
    new Date(endMs).toISOString(),
  ]);

/** Berlin is an hour ahead of UTC in winter and two in summer; clocks change on 29 March and 25 October 2026. */
const berlin = { timeZoneId: 'Europe/Berlin' };
const NINE_TO_FIVE = [{ start: '09:00', end: '17:00' }];

describe('opening hours', () => {
  it('are told by the clocks of the store, in winter and in summer', () => {
    const store = anyStore({ ...berlin, operatingHours: { monday: NINE_TO_FIVE } });
    expect(instants(store, '2026-03-02T00:00:00Z', '2026-03-02T23:00:00Z')).toEqual([
      ['2026-03-02T08:00:00.000Z', '2026-03-02T16:00:00.000Z'],
    ]);
    expect(instants(store, '2026-03-30T00:00:00Z', '2026-03-30T20:00:00Z')).toEqual([
      ['2026-03-30T07:00:00.000Z', '2026-03-30T15:00:00.000Z'],
    ]);
  });

  it('reach past midnight, and are shorter when clocks go forward', () => {
    const store = anyStore({ ...berlin, operatingHours: { saturday: [{ start: '22:00', end: '04:00' }] } });
    expect(instants(store, '2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z')).toEqual([
      ['2026-03-28T21:00:00.000Z', '2026-03-29T02:00:00.000Z'],
    ]);
    expect(instants(store, '2026-03-29T01:30:00Z', '2026-03-29T01:45:00Z')).toHaveLength(1);
  });

  it('give way to holiday hours, and both to blackout dates', () => {
    const store = anyStore({
      ...berlin,
      operatingHours: { thursday: NINE_TO_FIVE, friday: NINE_TO_FIVE },
      holidayHours: { '2026-12-24': [{ start: '09:00', end: '12:00' }] },
      blackoutDates: ['2026-12-25'],
    });
    expect(instants(store, '2026-12-24T00:00:00Z', '2026-12-25T22:00:00Z')).toEqual([
      ['2026-12-24T08:00:00.000Z', '2026-12-24T11:00:00.000Z'],
    ]);
  });

  it('without any a store is open at all times but on blackout dates', () => {
    const store = anyStore({ timeZoneId: 'Pacific/Auckland', blackoutDates: ['2026-03-03'] });
    // 3 March in Auckland (UTC+13) is 11:00 on 2 March to 11:00 on 3 March in UTC.
    expect(instants(store, '2026-03-02T11:00:00Z', '2026-03-03T10:59:59Z')).toEqual([]);
    expect(instants(store, '2026-03-03T11:00:00Z', '2026-03-03T12:00:00Z')).toHaveLength(1);
  });
});

describe('handing an order over', () => {
  const store = anyStore({ ...berlin, operatingHours: { monday: NINE_TO_FIVE }, prepTimeMinutes: 30 });
  const judge = (now: string, start?: string, end?: string) =>
    judgeHandOver(
      store,
      { startMs: start ? at(start) : undefined, endMs: end ? at(end) : undefined },
      at(now),
    );

  it('takes place when the order is ready', () => {
    expect(judge('2026-03-02T09:00:00Z')).toEqual({
      isOpen: true,
      atMs: at('2026-03-02T09:30:00Z'),
      date: '2026-03-02',
      time: '10:30',
    });
  });

  it('takes place in the part of the window in which the store is open', () => {
    expect(judge('2026-03-01T09:00:00Z', '2026-03-02T06:00:00Z', '2026-03-02T10:00:00Z')).toMatchObject({
      isOpen: true,
      atMs: at('2026-03-02T08:00:00Z'),
    });
  });

  it('cannot be when the store is closed in all of the window; the next opening is told', () => {
    const judged = judge('2026-03-02T09:00:00Z', '2026-03-02T17:00:00Z', '2026-03-02T18:00:00Z');
    expect(judged).toEqual({ isOpen: false, reason: 'is closed then and opens at 2026-03-09T08:00:00.000Z' });
  });

  it('cannot be when the window ends before the order is ready', () => {
    const judged = judge('2026-03-02T09:00:00Z', '2026-03-02T09:00:00Z', '2026-03-02T09:20:00Z');
    expect(judged).toMatchObject({ isOpen: false, reason: expect.stringContaining('needs 30 minutes') });
  });
});
