import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insightsArea } from '../../../../../functions/api/insights/index.ts';
import { listInsightFacts } from '../../../../../functions/api/insights/list-insight-facts.ts';
import type { KeyGrant } from '../../../../../lib/platform/access/index.ts';
import { serveArea } from '../../../../../lib/platform/http/index.ts';
import { readJson } from '../../../../support/api-call.ts';
import { anyGrant, httpEvent } from '../../../../support/http-event.ts';
import {
  type End,
  type InsightWorld,
  ORGANIZATION,
  recordAll,
  startInsight,
} from '../../../../support/insight-world.ts';

let world: InsightWorld;
let number = 0;
beforeEach(async () => {
  number = 0;
  world = await startInsight('2026-03-30T12:00:00.000Z', 'Europe/Berlin');
});
afterEach(() => world.stop());

/** The end of an attempt of a store and a provider, a number of minutes after its window. */
async function ended(
  at: string,
  { store = 'store_x', provider = 'prv_one', status = 'dropoff_complete' as End['status'], late = 0 } = {},
) {
  number += 1;
  const id = `job_${String(number).padStart(26, '0')}`;
  const deadline = new Date(Date.parse(at) - 60_000 * late).toISOString();
  const events = await world.end(
    {
      id,
      job: { createdAt: at },
      package: { pickupStoreLocationId: store },
      task: { providerId: provider },
      delivery: { providerId: provider, dropoffDeadline: deadline, totalPriceCents: 700 },
    },
    { status, at },
  );
  await recordAll(world, events);
  return id;
}

interface Page {
  readonly results: readonly { readonly jobId: string; readonly value: number; readonly at: string }[];
  readonly next: string | null;
  readonly keptSince: string;
}

async function get(query: Record<string, string>, measure = 'on-time', grant: Partial<KeyGrant> = {}) {
  const handler = serveArea(insightsArea, () => world.deps);
  const verdict = { grant: anyGrant({ organizations: [{ id: ORGANIZATION, listShards: 1 }], ...grant }) };
  const reply = await handler(httpEvent(listInsightFacts.routeKey, { params: { measure }, query, verdict }));
  const json = readJson(reply.body, reply.headers['content-type']) as unknown as Page & {
    error?: { message: string };
  };
  return { status: reply.statusCode, json, jobs: json.results?.map(({ jobId }) => jobId) };
}

const DAYS = { from: '2026-03-29', to: '2026-03-30' };

describe('46 4: GET /v1/insights/{measure}/facts', () => {
  it('lists what a number is made of, newest first, each with what it counts', async () => {
    const early = await ended('2026-03-29T08:00:00.000Z', { late: 20 });
    const later = await ended('2026-03-30T09:00:30.000Z');
    await ended('2026-03-30T09:10:00.000Z', { status: 'failed' });
    await world.settle();
    const { status, json, jobs } = await get(DAYS);
    expect(status).toBe(200);
    expect(jobs).toEqual([later, early]);
    expect(json.results).toMatchObject([
      { at: '2026-03-30T09:00:00.000Z', value: 1, providerId: 'prv_one' },
      { at: '2026-03-29T08:00:00.000Z', value: 0 },
    ]);
    expect(json.next).toBeNull();
    expect((await get(DAYS, 'punctuality')).jobs).toEqual([later, early]);
    expect((await get({ ...DAYS, part: 'late_up_to_30' }, 'punctuality')).jobs).toEqual([early]);
  });

  it('is complete page by page, whether its days are closed or not', async () => {
    const all: string[] = [];
    for (const minute of [0, 0, 0, 1, 1, 30, 59])
      all.push(await ended(`2026-03-30T09:${String(minute).padStart(2, '0')}:00.000Z`));
    for (const hour of ['05', '23']) all.push(await ended(`2026-03-28T${hour}:30:00.000Z`));
    await world.settle();
    for (const round of ['open', 'closed']) {
      if (round === 'closed') {
        world.db.deps.clock.advance(24 * 3_600_000);
        await world.close();
      }
      const read: string[] = [];
      let after: string | null = null;
      do {
        const query = { from: '2026-03-27', to: '2026-03-30', limit: '2', ...(after ? { after } : {}) };
        const { json, jobs } = await get(query, 'deliveries');
        read.push(...jobs);
        after = json.next;
      } while (after !== null);
      expect(read.toSorted()).toEqual(all.toSorted());
      expect(read.slice(0, 1)).toEqual([all[6]]);
    }
  });

  it('goes on where it stopped when many days have something', async () => {
    await world.stop();
    world = await startInsight('2026-04-20T12:00:00.000Z');
    for (let day = 0; day < 20; day += 1)
      await ended(new Date(Date.parse('2026-03-26T10:00:00.000Z') + day * 86_400_000).toISOString());
    await world.settle();
    const april = { from: '2026-03-26', to: '2026-04-20', limit: '100' };
    const first = await get(april, 'deliveries');
    expect(first.jobs.length).toBeLessThan(20);
    let after = first.json.next;
    let read = first.jobs.length;
    while (after !== null) {
      const next = await get({ ...april, after }, 'deliveries');
      read += next.jobs.length;
      after = next.json.next;
    }
    expect(read).toBe(20);
  });

  it('narrows by dimensions, local hours and weekdays', async () => {
    // 07:30 and 15:30 in Berlin, on a Sunday (clocks changed that night) and a Monday.
    const sunday = await ended('2026-03-29T05:30:00.000Z', { provider: 'prv_two' });
    const monday = await ended('2026-03-30T05:30:00.000Z');
    const afternoon = await ended('2026-03-30T13:30:00.000Z');
    await world.settle();
    expect((await get({ ...DAYS, hour: '07' })).jobs).toEqual([monday, sunday]);
    expect((await get({ ...DAYS, weekday: '1' })).jobs).toEqual([afternoon, monday]);
    expect((await get({ ...DAYS, provider: 'prv_two' })).jobs).toEqual([sunday]);
  });

  it('shows a user of a store what happened at that store', async () => {
    await ended('2026-03-30T09:00:00.000Z', { store: 'store_y' });
    const own = await ended('2026-03-30T09:00:00.000Z');
    await world.settle();
    expect((await get(DAYS, 'on-time', { storeLocationIds: ['store_x'] })).jobs).toEqual([own]);
  });

  it.each([
    [{ part: 'tardy' }, 'punctuality', /"tardy" is not a part of "punctuality"\. Use early_more_than_15/],
    [{ part: 'tardy' }, 'on-time', /"tardy" is not a part of "on-time"\. It has none; leave "part" out/],
    [{ after: 'yesterday' }, 'on-time', /after/],
    [{ hour: '24' }, 'on-time', /hour/],
    [{ from: '2026-03-31' }, 'on-time', /is after to/],
    [{ zone: 'zone_1' }, 'orders', /not kept by "zone"/],
  ])('refuses %o of %s', async (query, measure, message) => {
    const { status, json } = await get({ to: '2026-03-30', ...query }, measure);
    expect([400, 422]).toContain(status);
    expect(json.error?.message).toMatch(message);
  });
});
