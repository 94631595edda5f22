import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OccurrenceChange } from '../../../../../lib/ordering/recurring/occurrence-change.ts';
import {
  dayAfter,
  type PlannedOccurrence,
  planOccurrences,
  type Rhythm,
} from '../../../../../lib/ordering/recurring/plan-occurrences.ts';
import { WEEKDAYS } from '../../../../../lib/ordering/recurring/recurring-order.ts';
import { daysBetween, localTimeOf } from '../../../../../lib/platform/core/zoned-time.ts';
import { propertyRuns } from '../../../../support/property-runs.ts';

const NO_TIMES = { pickupStart: null, pickupEnd: null, dropoffStart: null, dropoffEnd: null };

const daily: Rhythm = {
  startDate: '2026-03-23',
  rrule: 'FREQ=DAILY',
  timezoneId: 'Europe/Berlin',
  times: { ...NO_TIMES, dropoffStart: '09:00', dropoffEnd: '10:00' },
  holidays: [],
  onHoliday: 'skip',
  workingDays: ['MO', 'TU', 'WE', 'TH', 'FR'],
  daysAhead: 7,
};

const change = (date: string, fields: Partial<OccurrenceChange>): [string, OccurrenceChange] => [
  date,
  {
    ...{ organizationId: 'org_a', recurringOrderId: 'rec_a', date, isSkipped: false, onDate: null },
    ...{ times: {}, order: {}, note: null, by: 'Rosa', askedAt: '2026-03-01T00:00:00.000Z' },
    ...fields,
  },
];

const plan = (rhythm: Partial<Rhythm>, from: string, to: string, ...changes: [string, OccurrenceChange][]) =>
  planOccurrences({ ...daily, ...rhythm }, new Map(changes), from, to);

const days = (planned: readonly PlannedOccurrence[]) =>
  planned.map(({ onDate, state }) => (state === 'due' ? onDate : state));

describe('43 3: the days of a recurring order', () => {
  it('keep their local times across the change to summer time', () => {
    const starts = plan({}, '2026-03-28', '2026-03-30').map(({ times }) => times.dropoffStartTime);
    expect(starts).toEqual([
      '2026-03-28T08:00:00.000Z',
      '2026-03-29T07:00:00.000Z',
      '2026-03-30T07:00:00.000Z',
    ]);
  });

  it('have an order also at an hour that clocks skip, an hour later', () => {
    const times = { ...NO_TIMES, dropoffStart: '02:30', dropoffEnd: '03:30' };
    const [skipped] = plan({ times }, '2026-03-29', '2026-03-29');
    expect(skipped?.times).toEqual({
      dropoffStartTime: '2026-03-29T01:30:00.000Z',
      dropoffEndTime: '2026-03-29T02:30:00.000Z',
    });
  });

  it('go on after midnight: a pickup in the evening and a dropoff in the morning', () => {
    const times = { pickupStart: '22:00', pickupEnd: '00:30', dropoffStart: '06:00', dropoffEnd: '07:00' };
    const [one] = plan({ times, timezoneId: 'UTC' }, '2026-04-01', '2026-04-01');
    expect(one?.times).toEqual({
      pickupStartTime: '2026-04-01T22:00:00.000Z',
      pickupEndTime: '2026-04-02T00:30:00.000Z',
      dropoffStartTime: '2026-04-02T06:00:00.000Z',
      dropoffEndTime: '2026-04-02T07:00:00.000Z',
    });
  });

  it('are created at midnight of their own zone, the horizon before', () => {
    expect(plan({}, '2026-04-01', '2026-04-01')[0]?.makeAt).toBe('2026-03-24T23:00:00.000Z');
  });

  // April 3 is a Friday, April 6 a Monday.
  it.each([
    ['skip', ['holiday', '2026-04-07']],
    ['next_working_day', ['2026-04-06', '2026-04-07']],
    ['previous_working_day', ['2026-04-02', '2026-04-07']],
  ] as const)('on a holiday with %s', (onHoliday, expected) => {
    const rrule = 'FREQ=WEEKLY;BYDAY=TU,FR';
    const planned = plan({ onHoliday, rrule, holidays: ['2026-04-03'] }, '2026-04-03', '2026-04-07');
    expect(days(planned)).toEqual(expected);
  });

  it('take no second order from a holiday', () => {
    const moved = { onHoliday: 'next_working_day' as const, holidays: ['2026-04-02', '2026-04-03'] };
    expect(days(plan(moved, '2026-04-02', '2026-04-06'))).toEqual([
      'holiday',
      'holiday',
      '2026-04-04',
      '2026-04-05',
      '2026-04-06',
    ]);
    const weekly = { ...moved, rrule: 'FREQ=WEEKLY;BYDAY=TH,FR' };
    const planned = plan(weekly, '2026-04-02', '2026-04-06');
    expect(days(planned)).toEqual(['2026-04-06', 'holiday']);
    expect(planned[1]?.reason).toContain('is a day of this recurring order already');
  });

  it('are moved or skipped by people, holiday or not', () => {
    const planned = plan(
      { holidays: ['2026-04-02'] },
      '2026-04-01',
      '2026-04-03',
      change('2026-04-01', { isSkipped: true, note: 'Closed' }),
      change('2026-04-02', { onDate: '2026-04-04', times: { dropoffEnd: '12:00' } }),
    );
    expect(planned.map(({ onDate, state, reason }) => [onDate, state, reason])).toEqual([
      ['2026-04-01', 'skipped', 'Closed'],
      ['2026-04-04', 'due', 'Moved from 2026-04-02 by Rosa.'],
      ['2026-04-03', 'due', null],
    ]);
    expect(planned[1]?.times.dropoffEndTime).toBe('2026-04-04T10:00:00.000Z');
  });

  it('whatever the rule, the zone and the holidays: each once, at the local time, never on a holiday, whatever is asked', () => {
    const day = fc.integer({ min: 0, max: 500 }).map((offset) => dayAfter('2026-01-01', offset));
    const rhythm = fc.record({
      startDate: day,
      rrule: fc.constantFrom(
        'FREQ=DAILY',
        'FREQ=DAILY;INTERVAL=3',
        'FREQ=WEEKLY;BYDAY=MO,SU',
        'FREQ=MONTHLY;BYMONTHDAY=-1',
        'FREQ=DAILY;COUNT=40',
      ),
      timezoneId: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'),
      holidays: fc.uniqueArray(day, { maxLength: 60 }),
      onHoliday: fc.constantFrom(
        'skip' as const,
        'next_working_day' as const,
        'previous_working_day' as const,
      ),
      workingDays: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }),
      daysAhead: fc.integer({ min: 0, max: 60 }),
      times: fc.constant({ ...NO_TIMES, dropoffStart: '09:00' }),
    });
    fc.assert(
      fc.property(rhythm, day, fc.integer({ min: 0, max: 60 }), (asked, from, length) => {
        const to = dayAfter(from, length);
        const planned = planOccurrences(asked, new Map(), from, to);
        const due = planned.filter(({ state }) => state === 'due');
        expect(new Set(planned.map(({ date }) => date)).size).toBe(planned.length);
        expect(new Set(due.map(({ onDate }) => onDate)).size).toBe(due.length);
        for (const { date, onDate, startsAt, makeAt } of due) {
          expect(localTimeOf(startsAt, asked.timezoneId)).toBe(`${onDate}T09:00:00`);
          expect(localTimeOf(makeAt, asked.timezoneId).slice(0, 10)).toBe(dayAfter(onDate, -asked.daysAhead));
          expect(asked.holidays).not.toContain(onDate);
          expect(Math.abs(daysBetween(date, onDate))).toBeLessThanOrEqual(31);
        }
      }),
      { numRuns: propertyRuns(60, 3_000) },
    );
  });
});
