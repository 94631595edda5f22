import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recurringOrdersArea } from '../../../../../functions/api/recurring-orders/index.ts';
import { storesArea } from '../../../../../functions/api/stores/index.ts';
import { worker as followRecurringOrders } from '../../../../../functions/workers/follow-recurring-orders.ts';
import { tellingTimers } from '../../../../../lib/platform/timers/index.ts';
import { type Automations, startAutomations } from '../../../../support/automations.ts';
import { validOrder } from '../../../../support/orders-api.ts';

type Json = ReturnType<typeof JSON.parse>;

const DAY = 86_400_000;
const LIST = '/v1/recurring/orders';
const ONE = `${LIST}/{id}`;
const OCCURRENCE = `${ONE}/occurrences/{date}`;

const { deliveryMode: _, ...content } = validOrder;

/** Monday, Wednesday and Friday from Monday, March 9, in San Francisco; summer time began on March 8. */
const BREAD = {
  name: 'Bread for Luna',
  startDate: '2026-03-09',
  rrule: 'FREQ=WEEKLY;BYDAY=MO,WE,FR',
  timezoneId: 'America/Los_Angeles',
  times: { dropoffStart: '09:00', dropoffEnd: '10:00' },
  order: content,
  daysAhead: 10,
};

let api: Automations;

beforeEach(async () => {
  api = await startAutomations([], {
    areas: [recurringOrdersArea, storesArea],
    workers: [followRecurringOrders],
  });
});
afterEach(() => api.stop());

/** Fires what is due, as many times as needed. */
const settle = (milliseconds = 0) => api.pass(milliseconds);

async function make(fields: object = {}): Promise<Json> {
  const made = await api.must(`POST ${LIST}`, { body: { ...BREAD, ...fields } });
  await settle();
  return made;
}

const read = ({ id }: Json, query: Record<string, string> = {}) =>
  api.must(`GET ${ONE}`, { params: { id }, query }) as Promise<Json>;

/** Days and what became of them. */
const days = async (recurring: Json, limit = '4') =>
  (await read(recurring, { limit })).occurrences.map((one: Json) => [one.onDate, one.status]);

const orderOf = async (recurring: Json, date: string) => {
  const { occurrences } = await read(recurring, { limit: '100' });
  const { orderId } = occurrences.find((one: Json) => one.date === date);
  return api.must('GET /v1/order/{id}', { params: { id: orderId } }) as Promise<Json>;
};

const orders = async () =>
  (await api.rows('order')).toSorted((a, b) => (a.dropoffStartTime < b.dropoffStartTime ? -1 : 1));

describe('43 3: a recurring order', () => {
  it('gives an order for each of its days within the horizon, once, at the same local time', async () => {
    const made = await make();
    expect(made).toMatchObject({ problems: {}, status: 'active', version: 1, onHoliday: 'skip' });
    // The clock stands at 2026-03-02, so that March 9 and 11 are within ten days.
    expect(await days(made)).toEqual([
      ['2026-03-09', 'made'],
      ['2026-03-11', 'made'],
      ['2026-03-13', 'to_come'],
      ['2026-03-16', 'to_come'],
    ]);
    const order = await orderOf(made, '2026-03-09');
    expect(order).toMatchObject({
      status: 'valid',
      deliveryMode: 'scheduled',
      dropoffStartTime: '2026-03-09T16:00:00.000Z',
      dropoffEndTime: '2026-03-09T17:00:00.000Z',
    });
    expect(await orders()).toContainEqual(
      expect.objectContaining({
        id: order.id,
        creationSource: 'recurring_order',
        recurring: { id: made.id, date: '2026-03-09' },
      }),
    );
    await settle(DAY);
    expect(await days(made, '3')).toContainEqual(['2026-03-13', 'made']);
    expect(await orders()).toHaveLength(3);
  });

  it('sends nothing twice, however often and in parallel its timer fires', async () => {
    const made = await make();
    const [timer] = (await api.rows('timer')).filter(({ kind }) => kind === 'recurring-order');
    const event = tellingTimers.eventOf({ ...timer, state: 'fired' })!;
    await Promise.all([1, 2, 3].map(() => followRecurringOrders.handle(api.deps as never, event)));
    expect(await orders()).toHaveLength(2);
    expect(new Set((await orders()).map(({ id }) => id)).size).toBe(2);
    expect(await days(made, '2')).toEqual([
      ['2026-03-09', 'made'],
      ['2026-03-11', 'made'],
    ]);
  });

  it('catches up after an outage without creating orders for times that have passed', async () => {
    const made = await make({ daysAhead: 0 });
    expect(await orders()).toHaveLength(0);
    // Nothing ran from the 2nd to the 14th.
    await settle(12 * DAY);
    expect(await orders()).toHaveLength(0);
    const past = await read(made, { from: '2026-03-09' });
    expect(past.occurrences.slice(0, 3).map((one: Json) => one.status)).toEqual([
      'missed',
      'missed',
      'missed',
    ]);
    expect(past.occurrences[0].message).toContain('passed before its order could be created');
    await settle(2 * DAY);
    expect(await orders()).toHaveLength(1);
  });

  it('adds the day to the external id, and ends when its rule has no further day', async () => {
    const made = await make({ rrule: 'FREQ=DAILY;COUNT=2', order: { ...content, externalId: 'luna' } });
    expect((await orders()).map(({ externalId }) => externalId)).toEqual([
      'luna-2026-03-09',
      'luna-2026-03-10',
    ]);
    await settle(9 * DAY);
    expect(await read(made)).toMatchObject({
      status: 'ended',
      ended: { by: 'the rule', reason: 'The rule has no further day.' },
    });
  });
});

describe('43 3: one occurrence', () => {
  it('is skipped before and after its order exists, and comes back', async () => {
    const made = await make();
    const skip = (date: string) =>
      api.must(`PUT ${OCCURRENCE}`, {
        params: { id: made.id, date },
        body: { isSkipped: true, note: 'Closed.' },
      });
    expect(await skip('2026-03-09')).toMatchObject({ change: { isSkipped: true, note: 'Closed.' } });
    expect(await skip('2026-03-13')).toMatchObject({ status: 'skipped', message: 'Closed.', problems: {} });
    const first = await orderOf(made, '2026-03-09');
    await settle();
    expect(await days(made)).toEqual([
      ['2026-03-09', 'skipped'],
      ['2026-03-11', 'made'],
      ['2026-03-13', 'skipped'],
      ['2026-03-16', 'to_come'],
    ]);
    expect(await orderOf(made, '2026-03-09')).toMatchObject({ id: first.id, status: 'archived' });
    await api.must(`DELETE ${OCCURRENCE}`, { params: { id: made.id, date: '2026-03-09' } });
    await settle();
    expect(await orderOf(made, '2026-03-09')).toMatchObject({ id: first.id, status: 'valid' });
    expect((await days(made))[0]).toEqual(['2026-03-09', 'made']);
    await settle(5 * DAY);
    expect((await days(made, '3'))[2]).toEqual(['2026-03-13', 'skipped']);
    // 9, 11, 16: the 13th never gets one.
    expect(await orders()).toHaveLength(3);
  });

  it('has its own day, time and fields, which its order takes even when somebody changed it before', async () => {
    const made = await make();
    const { id } = await orderOf(made, '2026-03-09');
    await api.must('PATCH /v1/order/{id}', { params: { id }, body: { dropoffInstructions: 'Ring twice' } });
    await api.must(`PUT ${OCCURRENCE}`, {
      params: { id: made.id, date: '2026-03-09' },
      body: { onDate: '2026-03-10', times: { dropoffEnd: '11:30' }, order: { valueCents: 9_900 } },
    });
    await settle();
    expect(await orderOf(made, '2026-03-09')).toMatchObject({
      id,
      dropoffStartTime: '2026-03-10T16:00:00.000Z',
      dropoffEndTime: '2026-03-10T18:30:00.000Z',
      valueCents: 9_900,
      dropoffInstructions: 'Ring twice',
    });
    expect((await read(made)).occurrences[0]).toMatchObject({
      date: '2026-03-09',
      onDate: '2026-03-10',
      status: 'made',
      change: { onDate: '2026-03-10', times: { dropoffEnd: '11:30' }, order: { valueCents: 9_900 } },
    });
  });

  it.each([
    ['2026-03-10', { isSkipped: true }, 404, 'The next ones are 2026-03-09, 2026-03-11'],
    ['2026-03-09', { isSkipped: true, onDate: '2026-03-10' }, 422, 'Send one of both'],
    ['2026-03-09', { onDate: '2026-05-09' }, 422, 'more than 31 days'],
    ['2026-03-09', { onDate: '2026-02-28' }, 422, 'which has passed'],
    ['2026-03-09', { onDate: '2026-02-30' }, 422, 'not a day of the calendar'],
    ['2026-03-09', { times: { dropoffStart: '25:00' } }, 422, 'time of day'],
    ['2026-03-09', { times: { dropoffStart: null, dropoffEnd: null } }, 422, 'has no time'],
  ])('%s with %o is refused with %i', async (date, body, status, message) => {
    const made = await make();
    const refused = await api.call(`PUT ${OCCURRENCE}`, { params: { id: made.id, date }, body });
    expect(refused).toMatchObject({ status, json: { error: { message: expect.stringContaining(message) } } });
  });
});

describe('43 3: a change of a recurring order', () => {
  it('is followed by orders that exist; those that somebody changed stay', async () => {
    const made = await make();
    const touched = await orderOf(made, '2026-03-09');
    await api.must('PATCH /v1/order/{id}', {
      params: { id: touched.id },
      body: { dropoffInstructions: 'Bell' },
    });
    await api.must(`PATCH ${ONE}`, {
      params: { id: made.id },
      body: { times: { dropoffStart: '08:00' }, order: { valueCents: 5_000, dropoffFirstName: null } },
    });
    await settle();
    expect(await orderOf(made, '2026-03-09')).toMatchObject({
      dropoffStartTime: '2026-03-09T16:00:00.000Z',
      valueCents: 2_500,
    });
    expect((await read(made)).occurrences[0].message).toContain('was changed by');
    expect(await orderOf(made, '2026-03-11')).toMatchObject({
      dropoffStartTime: '2026-03-11T15:00:00.000Z',
      valueCents: 5_000,
      dropoffFirstName: null,
    });
  });

  it('withdraws orders of days that the rule no longer has, and brings them back', async () => {
    const made = await make();
    const { id } = await orderOf(made, '2026-03-11');
    const follow = async (rrule: string) => {
      await api.must(`PATCH ${ONE}`, { params: { id: made.id }, body: { rrule } });
      await settle();
    };
    await follow('FREQ=WEEKLY;BYDAY=MO');
    expect(await api.must('GET /v1/order/{id}', { params: { id } })).toMatchObject({ status: 'archived' });
    expect(await days(made, '3')).toEqual([
      ['2026-03-09', 'made'],
      ['2026-03-11', 'withdrawn'],
      ['2026-03-16', 'to_come'],
    ]);
    await follow(BREAD.rrule);
    expect(await orderOf(made, '2026-03-11')).toMatchObject({ id, status: 'valid' });
    expect(await orders()).toHaveLength(2);
  });

  it('keeps what workflows and people added when nothing of it changed', async () => {
    const made = await make();
    const { id } = await orderOf(made, '2026-03-09');
    await api.must('PATCH /v1/order/{id}', { params: { id }, body: { tags: ['vip'] } });
    await api.must(`PATCH ${ONE}`, { params: { id: made.id }, body: { name: 'Renamed' } });
    await settle();
    expect(await orderOf(made, '2026-03-09')).toMatchObject({ tags: ['vip'] });
    expect((await read(made)).occurrences[0].message).toBeNull();
  });

  it('ends it: orders to come are withdrawn, and nothing more can be changed', async () => {
    const made = await make();
    await api.must(`POST ${ONE}/end`, { params: { id: made.id }, body: { reason: 'Closed for good.' } });
    await settle();
    await settle(20 * DAY);
    expect((await orders()).map(({ status }) => status)).toEqual(['archived', 'archived']);
    const refused = await api.call(`PATCH ${ONE}`, { params: { id: made.id }, body: { name: 'Again' } });
    expect(refused).toMatchObject({ status: 400, json: { error: { code: 'DISALLOWED_OPERATION' } } });
  });

  it('is refused when it is based on an earlier version', async () => {
    const made = await make();
    const stale = await api.call(`PATCH ${ONE}`, {
      params: { id: made.id },
      headers: { 'if-match': '7' },
      body: { name: 'Mine' },
    });
    expect(stale).toMatchObject({ status: 409, json: { error: { details: { version: 1 } } } });
  });
});

describe('43 3: what a recurring order is made of', () => {
  it.each([
    [{ rrule: 'FREQ=HOURLY' }, 'has the frequency HOURLY'],
    [{ rrule: 'FREQ=DAILY;UNTIL=20200101' }, 'no day within a year'],
    [{ startDate: '2026-02-30' }, 'not a day of the calendar'],
    [{ startDate: '2031-01-01' }, 'is not between'],
    [{ timezoneId: 'Mars/Olympus' }, 'time zone'],
    [{ times: {} }, 'has no time'],
    [{ times: { dropoffStart: '09:00', dropoffEnd: '09:00' } }, 'Send a later time'],
    [{ daysAhead: 61 }, 'daysAhead'],
    [{ onHoliday: 'next_working_day', workingDays: [] }, 'workingDays'],
    [{ order: { ...content, deliveryWindowId: 'dw_none' } }, 'has dropoff times'],
    [{ times: {}, order: { ...content, deliveryWindowId: 'dw_none' } }, 'no delivery window'],
    [{ times: {}, order: { ...content, deliveryWindowId: 'dw_x|2026-03-09' } }, 'names one day'],
  ])('%o is refused', async (fields, message) => {
    const refused = await api.call(`POST ${LIST}`, { body: { ...BREAD, ...fields } });
    expect(refused).toMatchObject({
      status: 422,
      json: { error: { message: expect.stringContaining(message) } },
    });
  });

  it('says what would be wrong with its orders, which are created all the same', async () => {
    const made = await make({ order: { ...content, dropoffPhoneNumber: '12' } });
    expect(made.problems).toMatchObject({ dropoffPhoneNumber: expect.any(String) });
    expect((await orders()).map(({ status }) => status)).toEqual(['needs_attention', 'needs_attention']);
  });

  it('books each order into a recurring delivery window on its own day, and says that one needs attention when it is full', async () => {
    const window = await api.must('POST /v1/delivery-window', {
      body: {
        startTimeLocal: '2026-03-09T09:00:00',
        endTimeLocal: '2026-03-09T11:00:00',
        timezoneId: BREAD.timezoneId,
        rrule: 'FREQ=DAILY',
        maximumCapacity: 1,
      },
    });
    const fields = { times: {}, order: { ...content, deliveryWindowId: window.id } };
    const made = await make(fields);
    expect(made.problems).toEqual({});
    expect(await orderOf(made, '2026-03-11')).toMatchObject({ dropoffStartTime: '2026-03-11T16:00:00.000Z' });
    const second = await make(fields);
    const [late] = (await read(second)).occurrences;
    expect(late).toMatchObject({
      status: 'made',
      orderStatus: 'needs_attention',
    });
  });

  it('is seen and changed by callers of its stores only', async () => {
    const stores = await Promise.all(
      ['one', 'two'].map((externalId) =>
        api.must('POST /v1/store_locations/upsert', {
          body: {
            externalId,
            name: externalId,
            phoneNumber: '+14155550100',
            addressComponents: {
              ...{ number: '2900', street: '24th Street', city: 'San Francisco', state: 'CA' },
              ...{ postalCode: '94110', country: 'US', latitude: 37.7527, longitude: -122.4103 },
            },
          },
        }),
      ),
    );
    const from = (index: number) => {
      const side = Object.entries(content).filter(([name]) => !name.startsWith('pickup'));
      return { ...Object.fromEntries(side), pickupStoreLocationId: stores[index].id };
    };
    const own = await make({ order: from(0) });
    const other = await make({ order: from(1) });
    const grant = { storeLocationIds: [stores[0].id] };
    const list = await api.call(`GET ${LIST}`, { grant });
    expect(list.json.results.map(({ id }: Json) => id)).toEqual([own.id]);
    expect((await api.call(`GET ${ONE}`, { params: { id: other.id }, grant })).status).toBe(404);
    const skipped = { params: { id: other.id, date: '2026-03-09' }, body: { isSkipped: true }, grant };
    expect((await api.call(`PUT ${OCCURRENCE}`, skipped)).status).toBe(404);
    const moved = { params: { id: own.id }, body: { order: { pickupStoreLocationId: stores[1].id } }, grant };
    expect((await api.call(`PATCH ${ONE}`, moved)).status).toBe(400);
    expect((await api.call(`POST ${LIST}`, { body: { ...BREAD, order: from(1) }, grant })).status).toBe(400);
  });

  it('is listed newest first, by its status and a part of its name', async () => {
    const one = await make();
    await api.must(`POST ${ONE}/end`, { params: { id: one.id }, body: {} });
    const two = await make({ name: 'Cakes' });
    const found = async (query: Record<string, string>) =>
      (await api.must(`GET ${LIST}`, { query })).results.map(({ id }: Json) => id);
    expect(await found({})).toEqual([two.id, one.id]);
    expect(await found({ status: 'ended' })).toEqual([one.id]);
    expect(await found({ search: 'cake' })).toEqual([two.id]);
    expect((await api.must(`GET ${LIST}`, {})).results[0]).toMatchObject({ recipient: 'Ada', version: 1 });
  });
});
