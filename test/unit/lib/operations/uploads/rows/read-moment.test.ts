import { describe, expect, it } from 'vitest';
import {
  dateOrderOf,
  readMoment,
  readWindow,
} from '../../../../../../lib/operations/uploads/rows/read-moment.ts';

describe('43 1.5 dates as people write them', () => {
  it.each([
    ['2026-03-05', { day: '2026-03-05' }],
    ['2026/3/5', { day: '2026-03-05' }],
    ['05.03.2026', { day: '2026-03-05' }],
    ['5.3.26 14:30', { day: '2026-03-05', clock: '14:30:00' }],
    ['5 March 2026', { day: '2026-03-05' }],
    ['Thu, 5 Mar 2026 14:30', { day: '2026-03-05', clock: '14:30:00' }],
    ['March 5, 2026 at 2:30 pm', { day: '2026-03-05', clock: '14:30:00' }],
    ['5. März 2026', { day: '2026-03-05' }],
    ['20260305', { day: '2026-03-05' }],
    ['2026-03-05 14:30 -0800', { day: '2026-03-05', clock: '14:30:00', offsetMinutes: -480 }],
    ['2026-03-05 14:30:00 +05:30', { day: '2026-03-05', clock: '14:30:00', offsetMinutes: 330 }],
    ['2026-03-05 14:30 UTC', { day: '2026-03-05', clock: '14:30:00', offsetMinutes: 0 }],
    ['14:30', { clock: '14:30:00' }],
    ['2pm', { clock: '14:00:00' }],
    ['12:15 a.m.', { clock: '00:15:00' }],
    ['14 Uhr', { clock: '14:00:00' }],
    ['14h30', { clock: '14:30:00' }],
    ['Do., 5. März 2026 14:30', { day: '2026-03-05', clock: '14:30:00' }],
    ['jueves, 5/3/2026', { day: '2026-03-05' }],
    ['2026-03-05 10:00-05:00', { day: '2026-03-05', clock: '10:00:00', offsetMinutes: -300 }],
    ['2026-03-05T04:00-05:00', { day: '2026-03-05', clock: '04:00:00', offsetMinutes: -300 }],
  ])('%j is %j', (text, moment) => {
    expect(readMoment(text)).toMatchObject(moment);
  });

  it('the last digit of an instant is kept', () => {
    expect(readMoment('2026-03-05T14:30:00.123Z')?.instant).toBe('2026-03-05T14:30:00.123Z');
  });

  it.each([
    '',
    'tomorrow',
    '31.02.2026',
    '25:00',
    '13pm',
    '2026-03-05x',
    '5 Foo 2026',
    '12',
    '2026-03-05 10:00-12:00',
    'Foo, 14:30',
  ])('%j is none', (text) => {
    expect(readMoment(text)).toBeUndefined();
  });

  it.each([
    ['10:00-12:00', undefined, '10:00:00', undefined, '12:00:00'],
    ['10 - 12', undefined, '10:00:00', undefined, '12:00:00'],
    ['9-11am', undefined, '09:00:00', undefined, '11:00:00'],
    ['10-12pm', undefined, '10:00:00', undefined, '12:00:00'],
    ['1-3pm', undefined, '13:00:00', undefined, '15:00:00'],
    ['11-2 a.m.', undefined, '23:00:00', undefined, '02:00:00'],
    ['zwischen 10 und 12 Uhr', undefined, '10:00:00', undefined, '12:00:00'],
    ['de 10:00 a 12:00', undefined, '10:00:00', undefined, '12:00:00'],
    ['entre 10h et 12h', undefined, '10:00:00', undefined, '12:00:00'],
    ['10h à 12h', undefined, '10:00:00', undefined, '12:00:00'],
    ['between 10:00 and 12:00', undefined, '10:00:00', undefined, '12:00:00'],
    ['2026-03-05 10:00 – 12:00', '2026-03-05', '10:00:00', undefined, '12:00:00'],
    ['2026-03-05 22:00 - 2026-03-06 02:00', '2026-03-05', '22:00:00', '2026-03-06', '02:00:00'],
    ['05.03.2026 10:00 bis 12:00', '2026-03-05', '10:00:00', undefined, '12:00:00'],
  ])('the window %j', (text, fromDay, from, untilDay, until) => {
    const window = readWindow(text);
    expect([window?.from.day, window?.from.clock, window?.until.day, window?.until.clock]).toEqual([
      fromDay,
      from,
      untilDay,
      until,
    ]);
  });

  it.each(['morning', '10:00', '2026-03-05', 'a-b'])('%j is no window', (text) => {
    expect(readWindow(text)).toBeUndefined();
  });

  it('a column tells whether the day comes first, or has to be asked about', () => {
    expect([...dateOrderOf(['03/05/2026', '13/05/2026']).orders]).toEqual(['day-first']);
    expect([...dateOrderOf(['03/05/2026', '05/13/2026']).orders]).toEqual(['month-first']);
    expect(dateOrderOf(['03/05/2026', '04/04/2026'])).toMatchObject({ isAsked: true });
    expect(dateOrderOf(['04/04/2026', '2026-03-05', ''])).toMatchObject({ isAsked: false });
  });
});
