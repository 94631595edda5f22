import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getInsight } from '../../../../../functions/api/insights/get-insight.ts';
import { insightsArea } from '../../../../../functions/api/insights/index.ts';
import type { KeyGrant } from '../../../../../lib/platform/access/index.ts';
import { serveArea } from '../../../../../lib/platform/http/index.ts';
import { readJson } from '../../../../support/api-call.ts';
import { anyGrant, httpEvent } from '../../../../support/http-event.ts';
import {
  type InsightWorld,
  ORGANIZATION,
  recordAll,
  startInsight,
} from '../../../../support/insight-world.ts';

let world: InsightWorld;
let number = 0;
beforeEach(async () => {
  number = 0;
  world = await startInsight('2026-03-30T12:00:00.000Z');
});
afterEach(() => world.stop());

/** A delivered package of a store and a provider. */
async function delivered(at: string, store: string, provider: string, cents = 500, currency = 'GBP') {
  number += 1;
  const events = await world.end(
    {
      id: `job_${String(number).padStart(26, '0')}`,
      job: { createdAt: at },
      package: { pickupStoreLocationId: store },
      task: { providerId: provider },
      delivery: { providerId: provider, totalPriceCents: cents, currency, dropoffDeadline: at },
    },
    { status: 'dropoff_complete', at },
  );
  await recordAll(world, events);
}

async function get(query: Record<string, string>, measure = 'deliveries', grant: Partial<KeyGrant> = {}) {
  const handler = serveArea(insightsArea, () => world.deps);
  const verdict = {
    grant: anyGrant({ organizations: [{ id: ORGANIZATION, listShards: 1 }], ...grant }),
  };
  const reply = await handler(httpEvent(getInsight.routeKey, { params: { measure }, query, verdict }));
  const type = reply.headers['content-type'];
  return { status: reply.statusCode, json: readJson(reply.body, type), text: reply.body, type };
}

const DAY = { from: '2026-03-30', to: '2026-03-30' };

describe('46 3: GET /v1/insights/{measure}', () => {
  it('compares a period with the one before, as a whole and by group', async () => {
    await delivered('2026-03-29T10:00:00.000Z', 'store_x', 'prv_one');
    await delivered('2026-03-30T10:00:00.000Z', 'store_x', 'prv_one');
    await delivered('2026-03-30T10:00:00.000Z', 'store_y', 'prv_two');
    await world.settle();
    const { status, json } = await get({ ...DAY, groupBy: 'provider' });
    expect(status).toBe(200);
    expect(json.previousPeriod).toEqual({ from: '2026-03-29', to: '2026-03-29' });
    expect(json.total).toEqual({ value: 2, n: 2, previous: { value: 1, n: 1 }, change: 1 });
    expect(json.rows).toEqual([
      { key: { provider: 'prv_one' }, value: 1, n: 1, previous: { value: 1, n: 1 }, change: 0 },
      { key: { provider: 'prv_two' }, value: 1, n: 1, previous: { value: 0, n: 0 }, change: 1 },
    ]);
  });

  it('lays days beside those of the period before', async () => {
    await delivered('2026-03-28T10:00:00.000Z', 'store_x', 'prv_one');
    await delivered('2026-03-30T10:00:00.000Z', 'store_x', 'prv_one');
    await world.settle();
    const { json } = await get({ from: '2026-03-29', to: '2026-03-30', groupBy: 'day' });
    expect(json.rows).toMatchObject([{ key: { day: '2026-03-30' }, value: 1, previous: { value: 1 } }]);
  });

  it('is seven days up to today by default', async () => {
    const { json } = await get({});
    expect(json.period).toEqual({ from: '2026-03-24', to: '2026-03-30', timeZone: 'UTC' });
    expect(json.total).toMatchObject({ value: 0, n: 0 });
  });

  it('is null where there is nothing to divide by', async () => {
    const { json } = await get(DAY, 'on-time');
    expect(json.total).toEqual({ value: null, n: 0, previous: { value: null, n: 0 }, change: null });
  });

  it('adds up amounts of one currency', async () => {
    await delivered('2026-03-30T10:00:00.000Z', 'store_x', 'prv_one', 500);
    await delivered('2026-03-30T10:00:00.000Z', 'store_x', 'prv_one', 900, 'JPY');
    await world.settle();
    expect((await get(DAY, 'cost')).json).toMatchObject({ currency: 'GBP', total: { value: 500 } });
    expect((await get({ ...DAY, currency: 'jpy' }, 'cost')).json).toMatchObject({
      currency: 'JPY',
      total: { value: 900 },
    });
  });

  it('names the parts of a breakdown', async () => {
    await delivered('2026-03-30T10:00:00.000Z', 'store_x', 'prv_one');
    await world.settle();
    const { json } = await get(DAY, 'punctuality');
    expect(json.total).toMatchObject({ value: 1, parts: { on_time: 1, late_up_to_15: 0 } });
  });

  it('is a table with a line for each group as CSV', async () => {
    await delivered('2026-03-30T10:00:00.000Z', '=store', 'prv_one');
    await world.settle();
    const { type, text } = await get({ ...DAY, groupBy: 'store', format: 'csv', comparedWith: 'none' });
    expect(type).toBe('text/csv; charset=utf-8');
    expect(text).toBe("\uFEFFstore,value,n,previousValue,previousN,change\n'=store,1,1,,,\n");
  });

  it('shows a caller limited to stores the numbers of these, whatever it asks for', async () => {
    await delivered('2026-03-30T10:00:00.000Z', 'store_x', 'prv_one');
    await delivered('2026-03-30T10:00:00.000Z', 'store_y', 'prv_two');
    await world.settle();
    const limit = { storeLocationIds: ['store_x'] };
    const seen = async (query: Record<string, string>) =>
      (await get({ ...DAY, ...query }, 'deliveries', limit)).json;
    expect((await seen({})).total.value).toBe(1);
    expect((await seen({ store: 'store_y' })).total.value).toBe(0);
    expect((await seen({ groupBy: 'provider' })).rows.map((row: { key: object }) => row.key)).toEqual([
      { provider: 'prv_one' },
    ]);
  });

  it('shows a caller limited to driver groups nothing that is not known by group', async () => {
    await delivered('2026-03-30T10:00:00.000Z', 'store_x', 'prv_one');
    await world.settle();
    const limit = { driverGroupIds: ['cntr_a'] };
    expect((await get(DAY, 'deliveries', limit)).json.total.value).toBe(0);
    const refused = await get(DAY, 'orders', limit);
    expect(refused.status).toBe(400);
    expect(refused.json.error.message).toContain('not kept by driver group');
  });

  it.each([
    [{ from: '2026-03-30', to: '2026-03-29' }, 'deliveries', 422, 'swap them'],
    [{ from: '2024-01-01', to: '2026-03-29' }, 'deliveries', 422, 'send 400 at most'],
    [{ from: '0000-01-01' }, 'deliveries', 422, 'is not between 1970-01-01 and 2999-12-31'],
    // Seven days up to it begin before the first year: their dates never come to an end.
    [{ to: '0000-01-03' }, 'deliveries', 422, 'is not between 1970-01-01 and 2999-12-31'],
    [{ from: '9999-12-01', to: '9999-12-31' }, 'deliveries', 422, 'is not between'],
    [{ groupBy: '__proto__' }, 'deliveries', 422, 'groupBy'],
    [{ currency: 'dollars' }, 'cost', 422, 'is not an ISO 4217 code'],
    [{}, '__proto__', 422, 'measure'],
    [{ groupBy: 'day,store,tag' }, 'deliveries', 422, 'at most 2'],
    [{ groupBy: 'day,day' }, 'deliveries', 422, 'names one twice'],
    [{ groupBy: 'colour' }, 'deliveries', 422, 'groupBy'],
    [{ groupBy: 'provider' }, 'orders', 400, 'is not kept by "provider". Use "store"'],
    [{}, 'happiness', 422, 'measure'],
  ])('refuses %o of %s, and says what to ask instead', async (query, measure, status, message) => {
    const reply = await get(query, measure);
    expect(reply.status).toBe(status);
    expect(JSON.stringify(reply.json.error)).toContain(message.replaceAll('"', '\\"'));
  });

  it.each([
    ['Asia/Kathmandu', '2026-03-30', '2026-03-29T18:15:00.000Z', 24],
    ['America/St_Johns', '2026-03-30', '2026-03-30T02:30:00.000Z', 24],
    ['America/St_Johns', '2026-03-08', '2026-03-08T03:30:00.000Z', 23],
    ['America/St_Johns', '2025-11-02', '2025-11-02T02:30:00.000Z', 25],
  ])(
    'counts in %s the day %s from its first minute to its last, open and closed',
    async (timeZone, date, from, hours) => {
      await world.stop();
      const at = (hour: number) => new Date(Date.parse(from) + hour * 3_600_000).toISOString();
      world = await startInsight(at(36), timeZone, at(-48));
      const minute = 1 / 60;
      for (const hour of [-minute, 0, 8, hours - minute, hours])
        await delivered(at(hour), 'store_x', 'prv_one');
      await world.settle();
      for (const round of ['open', 'closed']) {
        if (round === 'closed') {
          world.db.deps.clock.advance(48 * 3_600_000);
          await world.close();
        }
        const { rows, total } = await world.ask('deliveries', { from: date, to: date, groupBy: ['hour'] });
        expect(total.n).toBe(3);
        const eighth = { 23: '09', 24: '08', 25: '07' }[hours];
        expect(rows.map(({ key }) => key.hour)).toEqual(['00', eighth, '23']);
      }
    },
  );
});
