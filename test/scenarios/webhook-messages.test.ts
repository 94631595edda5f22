import { describe, expect } from 'vitest';
import type { TestCloud } from '../support/running-cloud.ts';
import { scenario } from '../support/scenario.ts';
import { storeWebhookMessages } from '../support/store-webhook-messages.ts';

interface Message {
  readonly id: string;
  readonly eventType: string;
  readonly timestamp: string;
  readonly tags: readonly string[];
  readonly payload: { readonly type: string } | null;
}

interface Page {
  readonly results: readonly Message[];
  readonly iterator: string | null;
  readonly prevIterator: string | null;
  readonly done: boolean;
}

const MESSAGES = 230;

const keep = ({ cloud }: TestCloud, organizationId: string, options: { first?: number; count: number }) =>
  storeWebhookMessages(
    { awsEndpoint: cloud.awsEndpoint, tableName: cloud.tableName(), now: cloud.clock.now() },
    organizationId,
    options,
  );

/** Reads pages with this key, which must succeed. */
const pagesFor = (local: TestCloud, key: string) => async (query: Readonly<Record<string, string>>) => {
  const path = `/v1/webhooks/messages?${new URLSearchParams(query)}`;
  const { status, body } = await local.request<Page>('GET', path, { key });
  expect(status).toBe(200);
  return body;
};

/** All messages that pages of this query have, in their order. */
const walk = async (page: ReturnType<typeof pagesFor>, query: Readonly<Record<string, string>>) => {
  const seen: Message[] = [];
  for (let next = await page(query); ; next = await page({ ...query, iterator: next.iterator ?? '' })) {
    seen.push(...next.results);
    if (next.done) return seen;
  }
};

describe('GET /v1/webhooks/messages', () => {
  scenario('shows every message once, newest first, while others are made', async ({ local }) => {
    const { organizationId, apiKey } = await local.tenant();
    const page = pagesFor(local, apiKey);
    await keep(local, organizationId, { count: MESSAGES });
    let isReading = true;
    let made = MESSAGES;
    const write = async () => {
      for (; isReading; made += 2) await keep(local, organizationId, { first: made, count: 2 });
    };
    const writing = write();
    const newest = await page({ limit: '20' });
    const seen = await walk(page, { limit: '20', withContent: 'false' });
    isReading = false;
    await writing;

    const ids = seen.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = new Set(seen.flatMap((message) => message.tags));
    const missing = Array.from({ length: MESSAGES }, (_, index) => `job_${index}`).filter(
      (tag) => !tags.has(tag),
    );
    expect(missing).toEqual([]);
    const order = seen.map(({ timestamp, id }) => `${timestamp} ${id}`);
    expect(order).toEqual(order.toSorted().reverse());

    // What was created since the first page is behind its prevIterator, the next one first.
    let newer = await page({ limit: '20', iterator: newest.prevIterator ?? '' });
    const since = [...newer.results];
    while (!newer.done) {
      newer = await page({ limit: '20', iterator: newer.prevIterator ?? '' });
      since.unshift(...newer.results);
    }
    const all = await walk(page, { limit: '250', withContent: 'false' });
    expect(all).toHaveLength(made);
    const before = all.findIndex(({ id }) => id === newest.results[0]?.id);
    expect(since.map(({ id }) => id)).toEqual(all.slice(0, before).map(({ id }) => id));
  });

  scenario('shows what its filters ask for, over several pages', async ({ local }) => {
    const { organizationId, apiKey } = await local.tenant();
    const page = pagesFor(local, apiKey);
    await keep(local, organizationId, { count: 60 });
    const failed = await walk(page, { eventTypes: 'delivery.failed,task.failed', limit: '7' });
    expect(failed).toHaveLength(20);
    expect(failed.every(({ eventType, payload }) => eventType === 'delivery.failed' && payload)).toBe(true);
    expect(await walk(page, { tag: 'dlv_9', limit: '1' })).toMatchObject([
      { tags: expect.arrayContaining(['job_9']) },
    ]);

    const all = await walk(page, { limit: '250' });
    const [before, after] = [all[9]!.timestamp, all[20]!.timestamp];
    const between = all.filter(({ timestamp }) => timestamp < before && timestamp > after);
    expect(between.length).toBeGreaterThan(7);
    expect(await walk(page, { before, after, limit: '7' })).toEqual(between);
    expect(await walk(page, { channel: 'any' })).toEqual([]);
  });

  scenario('shows nothing to another organization, also not by an iterator', async ({ local }) => {
    const { organizationId, apiKey } = await local.tenant();
    const stranger = await local.tenant();
    await keep(local, organizationId, { count: 10 });
    const { iterator } = await pagesFor(local, apiKey)({ limit: '3' });
    const foreign = pagesFor(local, stranger.apiKey);
    expect((await foreign({})).results).toEqual([]);
    expect((await foreign({ iterator: iterator ?? '' })).results).toEqual([]);
  });

  scenario('refuses an iterator that no page came with', async ({ local, tenant }) => {
    const reply = await local.request('GET', '/v1/webhooks/messages?iterator=abc', { key: tenant.apiKey });
    expect(reply).toMatchObject({
      status: 422,
      body: { error: { code: 'VALIDATION_ERRORS', details: { fields: { iterator: expect.any(String) } } } },
    });
  });
});
