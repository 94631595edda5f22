import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { WINDOW_TIMES } from '../../../../../../lib/engines/vocabulary/window-times.ts';
import { rescheduleOrder } from '../../../../../../lib/engines/workflows/actions/reschedule-order.ts';
import {
  delayWindows,
  moveWindowsToDate,
  readWindows,
  type Windows,
} from '../../../../../../lib/engines/workflows/actions/shared/move-windows.ts';
import type { JsonObject } from '../../../../../../lib/engines/workflows/index.ts';
import {
  action,
  anyOrder,
  anyWorkflow,
  codesOf,
  effectOf,
  NOW,
  runOnce,
  single,
  stepOf,
} from '../builders.ts';

const delay = (delayMinutes: unknown) => ({ method: 'delay', delayMinutes });
const toDate = (date: unknown) => ({ method: 'move_to_date', date });

function reschedule(config: Record<string, unknown>, order: JsonObject = {}, parts = {}) {
  const advanced = runOnce(single(action('r', 'reschedule_order', config)), {
    context: { order: anyOrder(order) },
    ...parts,
  });
  const step = stepOf(advanced, 'r');
  const effect = advanced.effects[0];
  return { step, windows: effect?.payload.windows, payload: effect?.payload, advanced };
}

describe('4.6.13 reschedule: delay', () => {
  test('every bound moves by the same amount and quotes are invalidated', () => {
    const { payload } = reschedule(delay(90));
    expect(payload).toEqual({
      windows: {
        pickupStartTime: '2026-11-22T16:30:00.000Z',
        pickupEndTime: '2026-11-22T17:30:00.000Z',
        dropoffStartTime: '2026-11-22T18:30:00.000Z',
        dropoffEndTime: '2026-11-22T19:30:00.000Z',
      },
      from: {
        pickupStartTime: '2026-11-22T15:00:00.000Z',
        pickupEndTime: '2026-11-22T16:00:00.000Z',
        dropoffStartTime: '2026-11-22T17:00:00.000Z',
        dropoffEndTime: '2026-11-22T18:00:00.000Z',
      },
      invalidateQuotes: true,
      requireValid: true,
    });
  });

  test('a bound that never existed stays empty', () => {
    const { windows } = reschedule(delay(60), {
      pickupEndTime: null,
      dropoffStartTime: null,
      dropoffEndTime: null,
    });
    expect(windows).toEqual({ pickupStartTime: '2026-11-22T16:00:00.000Z' });
  });

  test('later nodes of the run see the new times', () => {
    const { advanced } = reschedule(delay(60));
    expect(advanced.run.context.order?.pickupStartTime).toBe('2026-11-22T16:00:00.000Z');
  });

  test('the default is 24 hours', () => {
    expect(reschedule({ method: 'delay' }).windows).toMatchObject({
      pickupStartTime: '2026-11-23T15:00:00.000Z',
    });
  });

  test.each([1, 525_600])('%i minutes are taken', (minutes) => {
    expect(reschedule(delay(minutes)).step.status).toBe('completed');
  });

  test.each([0, -5, 1.5, 525_601, '60', 'tomorrow', null])('%j minutes are refused at save', (minutes) => {
    expect(codesOf(single(action('r', 'reschedule_order', delay(minutes))))).toContain('action.config');
  });

  test.each([
    [60, 'completed'],
    ['60', 'completed'],
    [1, 'completed'],
    [525_600, 'completed'],
    [0, 'failed'],
    [525_601, 'failed'],
    [1.5, 'failed'],
    ['1.5', 'failed'],
    ['-60', 'failed'],
    ['60 minutes', 'failed'],
    ['12345678', 'failed'],
    [null, 'failed'],
    [true, 'failed'],
  ])('a variable with the value %j: %s', (wait, status) => {
    const { step } = reschedule(delay('{{order.orderMetadata.wait}}'), { orderMetadata: { wait } });
    expect(step.status).toBe(status);
    if (status === 'failed') expect(step.reason).toContain('from 1 minute to 365 days');
  });
});

describe('4.6.13 reschedule: move to date', () => {
  test('every bound keeps its local clock time', () => {
    expect(reschedule(toDate('2026-12-01')).windows).toEqual({
      pickupStartTime: '2026-12-01T15:00:00.000Z',
      pickupEndTime: '2026-12-01T16:00:00.000Z',
      dropoffStartTime: '2026-12-01T17:00:00.000Z',
      dropoffEndTime: '2026-12-01T18:00:00.000Z',
    });
  });

  test('across a daylight-saving change local clock time is kept, so the instant shifts by an hour', () => {
    // 10:00 in New York is 15:00 UTC in winter and 14:00 UTC in summer.
    expect(reschedule(toDate('2027-03-20')).windows).toMatchObject({
      pickupStartTime: '2027-03-20T14:00:00.000Z',
      dropoffEndTime: '2027-03-20T17:00:00.000Z',
    });
  });

  test('a window that spans midnight goes on the day after', () => {
    const { windows } = reschedule(toDate('2026-12-01'), { dropoffEndTime: '2026-11-23T06:00:00.000Z' });
    expect(windows).toMatchObject({ dropoffEndTime: '2026-12-02T06:00:00.000Z' });
  });

  test('the day counts in the local time of the pickup, else of the dropoff, else of the organization', () => {
    const late = {
      pickupStartTime: '2026-11-23T03:00:00.000Z',
      pickupEndTime: null,
      dropoffStartTime: null,
      dropoffEndTime: null,
    };
    // 03:00 UTC is still the 22nd in New York and already 12:00 of the 23rd in Tokyo.
    expect(reschedule(toDate('2026-11-24'), late).windows).toEqual({
      pickupStartTime: '2026-11-25T03:00:00.000Z',
    });
    const dropoff = { ...late, pickupTimezoneId: null, dropoffTimezoneId: 'Asia/Tokyo' };
    expect(reschedule(toDate('2026-11-24'), dropoff).windows).toEqual({
      pickupStartTime: '2026-11-24T03:00:00.000Z',
    });
    const none = { ...late, pickupTimezoneId: 'Mars/Base' };
    expect(reschedule(toDate('2026-11-24'), none).windows).toEqual({
      pickupStartTime: '2026-11-24T03:00:00.000Z',
    });
    const workflow = single(action('r', 'reschedule_order', toDate('2026-11-24')));
    const advanced = runOnce(
      workflow,
      { context: { order: anyOrder(none) } },
      { environment: { timeZone: 'America/New_York' } },
    );
    expect(effectOf(advanced, 'r').payload.windows).toEqual({ pickupStartTime: '2026-11-25T03:00:00.000Z' });
  });

  test('without a pickup start the next bound there is anchors the day', () => {
    const order = {
      pickupStartTime: null,
      pickupEndTime: null,
      dropoffStartTime: null,
      dropoffEndTime: '2026-11-22T18:00:00.000Z',
    };
    expect(reschedule(toDate('2026-11-25'), order).windows).toEqual({
      dropoffEndTime: '2026-11-25T18:00:00.000Z',
    });
  });

  test.each([
    ['2026-12-01', 'completed'],
    ['2026-12-01T09:00:00Z', 'completed'],
    ['1 December', 'failed'],
    ['2026-02-30', 'failed'],
    [5, 'failed'],
    [null, 'failed'],
  ])('a variable with the value %j: %s', (day, status) => {
    const { step } = reschedule(toDate('{{order.orderMetadata.day}}'), { orderMetadata: { day } });
    expect(step.status).toBe(status);
    if (status === 'failed') expect(step.reason).toContain('YYYY-MM-DD');
  });

  test.each(['2026-02-30', '01.12.2026', 'tomorrow'])('%s is refused at save', (date) => {
    expect(codesOf(single(action('r', 'reschedule_order', toDate(date))))).toContain('action.config');
  });
});

describe('4.6.13 reschedule: conditions', () => {
  test.each([
    ['status', { status: 'dispatched' }, 'status "dispatched"'],
    ['no status', { status: null }, 'status "none"'],
    ['archived', { status: 'archived' }, 'archived'],
    ['on a route', { routeId: 'rte_1' }, 'on a route'],
    ['booked by id', { deliveryWindowId: 'dw_1' }, 'booked delivery window'],
    ['booked by status', { deliveryWindowStatus: 'booked' }, 'booked delivery window'],
    ['delivery mode now', { deliveryMode: 'now' }, 'not scheduled'],
    [
      'no times',
      { pickupStartTime: null, pickupEndTime: null, dropoffStartTime: null, dropoffEndTime: null },
      'not scheduled',
    ],
    ['a time that is none', { pickupEndTime: 'soon' }, 'pickupEndTime is not a date-time'],
  ])('%s: the step fails with the reason and no time changes', (_name, order, reason) => {
    const { step, advanced } = reschedule(delay(60), order);
    expect(step).toMatchObject({ status: 'failed' });
    expect(step.reason).toContain(reason);
    expect(advanced.effects).toEqual([]);
    expect(advanced.run.context.order?.pickupStartTime).toBe(anyOrder(order).pickupStartTime);
    expect(advanced.verdict).toBe('failed');
  });

  test.each(['valid', 'confirmed', 'needs_attention'])('status %s may move', (status) => {
    expect(reschedule(delay(60), { status }).step.status).toBe('completed');
  });

  test('every resulting time must be in the future', () => {
    const now = Date.parse('2026-11-22T16:00:00.000Z');
    expect(reschedule(delay(60), {}, { now }).step).toMatchObject({
      status: 'failed',
      reason: 'The new pickupStartTime would be in the past.',
    });
    expect(reschedule(delay(61), {}, { now }).step.status).toBe('completed');
    expect(reschedule(toDate('2026-11-20')).step.reason).toContain('in the past');
  });

  test('the order must still be valid', () => {
    const workflow = single(action('r', 'reschedule_order', delay(60)));
    const seen: JsonObject[] = [];
    const input = {
      validateOrder: (order: JsonObject) => {
        seen.push(order);
        return ['the store is closed'];
      },
    };
    const advanced = runOnce(workflow, {}, input);
    expect(stepOf(advanced, 'r')).toMatchObject({
      status: 'failed',
      reason: 'The order would not be valid: the store is closed',
    });
    expect(seen[0]).toMatchObject({ id: 'ord_1', pickupStartTime: '2026-11-22T16:00:00.000Z' });
    expect(runOnce(workflow, {}, { validateOrder: () => [] }).effects).toHaveLength(1);
  });

  test('there must be an order', () => {
    expect(
      stepOf(runOnce(single(action('r', 'reschedule_order', delay(60))), { context: {} }), 'r').reason,
    ).toContain('no order');
  });

  test.each(['order.creating', 'order.validating'])('on %s it is refused at save', (on) => {
    expect(codesOf(single(action('r', 'reschedule_order', delay(60)), on))).toContain('action.trigger');
  });

  test.each(['order.created', 'order_pickup_start_time', 'delivery.status_updated'])(
    'on %s it may stand',
    (on) => {
      expect(codesOf(single(action('r', 'reschedule_order', delay(60)), on))).not.toContain('action.trigger');
    },
  );

  test('a retried run has the same effect under the same key, with times and not with an amount', () => {
    const first = reschedule(delay(60)).advanced;
    expect(reschedule(delay(60)).advanced.effects).toEqual(first.effects);
    expect(first.effects[0]?.key).toBe('wfx_1:r');
  });

  test('two nodes move twice, as each is a step of its own', () => {
    const workflow = anyWorkflow({
      nodes: [action('a', 'reschedule_order', delay(60)), action('b', 'reschedule_order', delay(30))],
      edges: ['start>a', 'a>b'],
    });
    const advanced = runOnce(workflow);
    expect(advanced.run.context.order?.pickupStartTime).toBe('2026-11-22T16:30:00.000Z');
  });
});

test('4.6.13 reschedule: its place in the schema', () => {
  expect(rescheduleOrder).toMatchObject({
    key: 'reschedule_order',
    needs: ['order'],
    synchronous: false,
    effect: 'change',
  });
});

describe('4.6.13 reschedule: arithmetic by properties', () => {
  const zone = fc.constantFrom(
    'America/New_York',
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'Asia/Tokyo',
    'America/Sao_Paulo',
    'UTC',
  );
  const instant = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2028-12-31') });
  const windows: fc.Arbitrary<Windows> = fc
    .record(Object.fromEntries(WINDOW_TIMES.map((bound) => [bound, instant])), { requiredKeys: [] })
    .map((record) => record as Windows);
  const date = fc
    .integer({ min: 0, max: 1_500 })
    .map((days) => Temporal.PlainDate.from('2026-01-01').add({ days }).toString());
  const local = (at: number, name: string) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(name);

  test('a delay moves what is there, by just that, and can be undone', () => {
    fc.assert(
      fc.property(windows, fc.integer({ min: 1, max: 525_600 }), (given, minutes) => {
        const moved = delayWindows(given, minutes);
        expect(Object.keys(moved).sort()).toEqual(Object.keys(given).sort());
        expect(delayWindows(moved, -minutes)).toEqual(given);
        for (const bound of WINDOW_TIMES) {
          const from = given[bound];
          if (from !== undefined) expect(moved[bound]).toBe(from + minutes * 60_000);
        }
      }),
      { seed: 20_261_122 },
    );
  });

  test('moving to a date keeps clock times and day distances, wherever the clock time exists', () => {
    fc.assert(
      fc.property(windows, date, zone, (given, day, name) => {
        const moved = moveWindowsToDate(given, day, name);
        const anchor = WINDOW_TIMES.find((bound) => given[bound] !== undefined);
        if (anchor === undefined) {
          expect(moved).toBeUndefined();
          return;
        }
        expect(Object.keys(moved ?? {}).sort()).toEqual(Object.keys(given).sort());
        const anchorDay = local(given[anchor] ?? 0, name).toPlainDate();
        for (const bound of WINDOW_TIMES) {
          const from = given[bound];
          const to = moved?.[bound];
          if (from === undefined || to === undefined) continue;
          const before = local(from, name);
          const distance = anchorDay.until(before.toPlainDate()).days;
          const wanted = Temporal.PlainDate.from(day)
            .add({ days: distance })
            .toPlainDateTime(before.toPlainTime());
          const after = local(to, name).toPlainDateTime();
          // A clock time that the change to summer time skips comes out later, never earlier.
          const gap = after.since(wanted).total('minutes');
          expect(gap === 0 || gap === 60 || gap === 30).toBe(true);
          if (gap !== 0)
            expect(
              wanted.toZonedDateTime(name, { disambiguation: 'earlier' }).toPlainDateTime().equals(wanted),
            ).toBe(false);
        }
      }),
      { numRuns: 300, seed: 20_261_122 },
    );
  });

  test('moving to the day it is on changes nothing but the second of a doubled hour', () => {
    fc.assert(
      fc.property(instant, zone, (at, name) => {
        const same = moveWindowsToDate(
          { dropoffEndTime: at },
          local(at, name).toPlainDate().toString(),
          name,
        );
        const moved = same?.dropoffEndTime ?? Number.NaN;
        expect(moved === at || at - moved === 3_600_000 || at - moved === 1_800_000).toBe(true);
      }),
      { seed: 20_261_122 },
    );
  });

  test('skipped and doubled clock times', () => {
    const at = (text: string) => Date.parse(text);
    // 02:30 does not exist in New York on 8 March 2026; 01:30 occurs twice on 1 November.
    const half = { pickupStartTime: at('2026-03-07T07:30:00Z') };
    expect(moveWindowsToDate(half, '2026-03-08', 'America/New_York')).toEqual({
      pickupStartTime: at('2026-03-08T07:30:00Z'),
    });
    const one = { pickupStartTime: at('2026-10-31T05:30:00Z') };
    expect(moveWindowsToDate(one, '2026-11-01', 'America/New_York')).toEqual({
      pickupStartTime: at('2026-11-01T05:30:00Z'),
    });
  });

  test('nonsense moves nowhere', () => {
    const given = { pickupStartTime: NOW };
    expect(moveWindowsToDate(given, '2026-02-30', 'UTC')).toBeUndefined();
    expect(moveWindowsToDate(given, 'x2026-02-20', 'UTC')).toBeUndefined();
    expect(moveWindowsToDate(given, '2026-02-20x', 'UTC')).toBeUndefined();
    expect(moveWindowsToDate(given, '2026-02-20', 'Mars/Base')).toBeUndefined();
    expect(moveWindowsToDate({ pickupStartTime: 8.64e15 }, '9999-12-31', 'UTC')).toEqual({
      pickupStartTime: Date.parse('9999-12-31T00:00:00Z'),
    });
    expect(
      moveWindowsToDate({ pickupStartTime: NOW, dropoffEndTime: 8.64e15 }, '9999-12-31', 'UTC'),
    ).toBeUndefined();
    expect(moveWindowsToDate({}, '2026-12-01', 'UTC')).toBeUndefined();
    expect(readWindows({ dropoffEndTime: 'x', pickupStartTime: null })).toEqual({
      unreadable: 'dropoffEndTime',
    });
    expect(readWindows({ pickupStartTime: '2026-11-21T12:00:00Z', other: 'x' })).toEqual({
      pickupStartTime: NOW,
    });
  });
});
