import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExpression } from '../../../../../../cdk/local/scheduler/expression/parse-expression.ts';

const firings = (text: string, zone: string, after: string, count: number) => {
  const expression = parseExpression(text, zone);
  if (expression === undefined) throw new Error(`${text} was not understood`);
  const found: string[] = [];
  let afterMs = Date.parse(after);
  while (found.length < count) {
    const next = expression.nextAfter(afterMs, Date.parse(after));
    if (next === undefined) break;
    found.push(new Date(next).toISOString().replace(':00.000Z', 'Z'));
    afterMs = next;
  }
  return found;
};

describe('cron expressions', () => {
  it.each<[string, string, string, string[]]>([
    ['every day', 'cron(30 2 * * ? *)', '2026-01-01T03:00:00Z', ['2026-01-02T02:30Z', '2026-01-03T02:30Z']],
    [
      'a list and a step',
      'cron(0/20 8,17 ? * * *)',
      '2026-01-01T08:10:00Z',
      ['2026-01-01T08:20Z', '2026-01-01T08:40Z', '2026-01-01T17:00Z'],
    ],
    [
      'weekdays by name',
      'cron(0 10 ? * MON-FRI *)',
      '2026-01-02T10:00:00Z',
      ['2026-01-05T10:00Z', '2026-01-06T10:00Z'],
    ],
    [
      'weekdays by number, 1 is Sunday',
      'cron(0 10 ? * 2 *)',
      '2026-01-01T00:00:00Z',
      ['2026-01-05T10:00Z', '2026-01-12T10:00Z'],
    ],
    [
      'a range over the week end',
      'cron(0 10 ? * SAT-SUN *)',
      '2026-01-01T00:00:00Z',
      ['2026-01-03T10:00Z', '2026-01-04T10:00Z', '2026-01-10T10:00Z'],
    ],
    [
      'a range over midnight',
      'cron(0 22-1 * * ? *)',
      '2026-01-01T21:00:00Z',
      [
        '2026-01-01T22:00Z',
        '2026-01-01T23:00Z',
        '2026-01-02T00:00Z',
        '2026-01-02T01:00Z',
        '2026-01-02T22:00Z',
      ],
    ],
    [
      'the third Friday',
      'cron(0 10 ? * 6#3 *)',
      '2026-01-01T00:00:00Z',
      ['2026-01-16T10:00Z', '2026-02-20T10:00Z'],
    ],
    [
      'the last Friday',
      'cron(0 10 ? * FRIL *)',
      '2026-01-01T00:00:00Z',
      ['2026-01-30T10:00Z', '2026-02-27T10:00Z'],
    ],
    [
      'L alone as a weekday, Saturday',
      'cron(0 10 ? * L *)',
      '2026-01-01T00:00:00Z',
      ['2026-01-03T10:00Z', '2026-01-10T10:00Z'],
    ],
    [
      'the last day of the month',
      'cron(0 10 L * ? *)',
      '2026-01-01T00:00:00Z',
      ['2026-01-31T10:00Z', '2026-02-28T10:00Z'],
    ],
    [
      'the weekday nearest to the 1st',
      'cron(0 10 1W * ? *)',
      '2026-01-01T10:00:00Z',
      ['2026-02-02T10:00Z', '2026-03-02T10:00Z', '2026-04-01T10:00Z'],
    ],
    [
      'the weekday nearest to the 15th',
      'cron(0 10 15W * ? *)',
      '2026-02-01T00:00:00Z',
      ['2026-02-16T10:00Z', '2026-03-16T10:00Z'],
    ],
    [
      'months and years',
      'cron(0 0 1 JAN,JUL ? 2027-2028)',
      '2026-01-01T00:00:00Z',
      ['2027-01-01T00:00Z', '2027-07-01T00:00Z', '2028-01-01T00:00Z', '2028-07-01T00:00Z'],
    ],
    ['29 February', 'cron(0 0 29 2 ? *)', '2026-01-01T00:00:00Z', ['2028-02-29T00:00Z', '2032-02-29T00:00Z']],
    ['a day that never comes', 'cron(0 0 30 2 ? *)', '2026-01-01T00:00:00Z', []],
    ['years gone by', 'cron(0 0 1 1 ? 2020)', '2026-01-01T00:00:00Z', []],
  ])('%s: %s', (_, text, after, expected) => {
    expect(firings(text, 'UTC', after, expected.length || 1)).toEqual(expected);
  });

  it('fires by the clocks of its zone, through both changes', () => {
    const text = 'cron(0 9 * * ? *)';
    expect(firings(text, 'Europe/Berlin', '2026-03-28T00:00:00Z', 2)).toEqual([
      '2026-03-28T08:00Z',
      '2026-03-29T07:00Z',
    ]);
    expect(firings(text, 'Europe/Berlin', '2026-10-24T00:00:00Z', 2)).toEqual([
      '2026-10-24T07:00Z',
      '2026-10-25T08:00Z',
    ]);
    expect(firings(text, 'America/New_York', '2026-03-07T00:00:00Z', 2)).toEqual([
      '2026-03-07T14:00Z',
      '2026-03-08T13:00Z',
    ]);
  });

  it('leaves out a time that the clocks skip in spring', () => {
    expect(firings('cron(30 2 * * ? *)', 'Europe/Berlin', '2026-03-27T12:00:00Z', 2)).toEqual([
      '2026-03-28T01:30Z',
      '2026-03-30T00:30Z',
    ]);
  });

  it('fires once for a time that the clocks show twice in autumn', () => {
    expect(firings('cron(30 2 * * ? *)', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30Z',
      '2026-10-26T01:30Z',
    ]);
    expect(firings('cron(0/30 * * * ? *)', 'Europe/Berlin', '2026-10-24T23:50:00Z', 3)).toEqual([
      '2026-10-25T00:00Z',
      '2026-10-25T00:30Z',
      '2026-10-25T02:00Z',
    ]);
  });

  it.each([
    'cron(0 10 * * * *)',
    'cron(0 10 ? * ? *)',
    'cron(0 10 * * ?)',
    'cron(60 10 * * ? *)',
    'cron(0 24 * * ? *)',
    'cron(0 10 0 * ? *)',
    'cron(0 10 ? * 8 *)',
    'cron(0 10 ? * 6#6 *)',
    'cron(0 10 * 13 ? *)',
    'cron(0 10 * * ? 1969)',
    'cron(0/0 10 * * ? *)',
    'cron(0/1/2 10 * * ? *)',
    'cron(1-2-3 10 * * ? *)',
    'cron(x 10 * * ? *)',
    'cron(0 10 32W * ? *)',
  ])('refuses %s', (text) => {
    expect(parseExpression(text, 'UTC')).toBeUndefined();
  });
});

describe('cron expressions against the clocks themselves', () => {
  const minutes = fc.constantFrom('*', '0', '30', '0/15', '5,50', '10-12');
  const hours = fc.constantFrom('*', '2', '1-3', '0/6', '22-1');
  const days = fc.constantFrom('* * ?', '? * MON-FRI', 'L * ?', '? * 1', '29 * ?', '25W * ?', '? 3,10 7L');
  const zones = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
  );
  const starts = fc.constantFrom(
    '2026-03-07T20:00:00Z',
    '2026-03-28T21:07:00Z',
    '2026-10-03T12:00:00Z',
    '2026-10-24T20:00:00Z',
  );

  it('fires at just the minutes that a look at the clocks every minute finds, each reading once', () => {
    fc.assert(
      fc.property(minutes, hours, days, zones, starts, (minute, hour, day, zone, start) => {
        const [dayOfMonth, month, dayOfWeek] = day.split(' ');
        const expression = parseExpression(
          `cron(${minute} ${hour} ${dayOfMonth} ${month} ${dayOfWeek} *)`,
          zone,
        )!;
        // Which local times match follows from the same expression in UTC, evaluated on what the clocks show.
        const onClocks = parseExpression(
          `cron(${minute} ${hour} ${dayOfMonth} ${month} ${dayOfWeek} *)`,
          'UTC',
        )!;
        const startMs = Date.parse(start);
        const endMs = startMs + 36 * 3_600_000;
        const expected: number[] = [];
        const seen = new Set<number>();
        // Local times from before the start count as shown, too.
        for (let ms = startMs - 7_200_000; ms <= endMs; ms += 60_000) {
          const reading = readingOf(ms, zone);
          const matches = onClocks.nextAfter(reading - 1, 0) === reading;
          if (matches && !seen.has(reading) && ms > startMs) expected.push(ms);
          seen.add(reading);
        }
        const found: number[] = [];
        for (let next = expression.nextAfter(startMs, 0); next !== undefined && next <= endMs; ) {
          found.push(next);
          next = expression.nextAfter(next, 0);
        }
        expect(found).toEqual(expected);
      }),
      { numRuns: 30, seed: 20_260_329 },
    );
  }, 60_000);
});

/** What the clocks of a zone show, read as if it were UTC. */
function readingOf(ms: number, zone: string): number {
  const parts = formatOf(zone).formatToParts(ms);
  const part = (type: string) => Number(parts.find((found) => found.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
}

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  formats.set(timeZone, made);
  return made;
}

describe('rate expressions', () => {
  it('fires at its start and each period after it', () => {
    const rate = parseExpression('rate(5 minutes)', 'UTC')!;
    expect(rate.nextAfter(999, 1_000)).toBe(1_000);
    expect(rate.nextAfter(1_000, 1_000)).toBe(301_000);
    expect(rate.nextAfter(900_000, 1_000)).toBe(901_000);
  });

  it('knows minutes, hours and days', () => {
    const periodOf = (text: string) => parseExpression(text, 'UTC')?.nextAfter(0, 0);
    expect(['rate(1 minute)', 'rate(2 hours)', 'rate(1 day)'].map(periodOf)).toEqual([
      60_000, 7_200_000, 86_400_000,
    ]);
  });

  it.each([
    'rate(0 minutes)',
    'rate(5)',
    'rate(1 week)',
    'rate(1.5 hours)',
    'rate(-1 days)',
    'every(1 day)',
    '',
  ])('refuses %s', (text) => {
    expect(parseExpression(text, 'UTC')).toBeUndefined();
  });
});

describe('at expressions', () => {
  it('fires once, at the time that the clocks of its zone show', () => {
    const at = parseExpression('at(2026-07-01T09:30:15)', 'America/New_York')!;
    const ms = Date.parse('2026-07-01T13:30:15Z');
    expect(at.nextAfter(0, 0)).toBe(ms);
    expect(at.nextAfter(ms, 0)).toBeUndefined();
  });

  it.each([
    'at(2026-02-30T00:00:00)',
    'at(2026-01-01)',
    'at(2026-01-01T25:00:00)',
    'at(2026-01-01T00:00:00Z)',
  ])('refuses %s', (text) => {
    expect(parseExpression(text, 'UTC')).toBeUndefined();
  });
});
