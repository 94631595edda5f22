import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { defineArea, defineEndpoint, serveArea } from '../../../../../lib/platform/http/index.ts';
import { defaultPreferences } from '../../../../../lib/platform/organization/index.ts';
import { anyGrant, httpEvent } from '../../../../support/http-event.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

const ping = defineEndpoint({
  name: 'ping',
  method: 'GET',
  path: '/v1/ping',
  area: 'Things',
  summary: 'Ping',
  permission: 'READ_ORDER',
  forLimited: 'narrowed',
  reply: z.string(),
  replyExample: 'pong',
  refusals: [],
  handle: () => 'pong',
});

describe('contract-facts 1: an organization sends 20 requests a second', () => {
  let db: TestTable;
  beforeEach(async () => {
    db = await startTestTable('2026-03-05T09:00:00Z');
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await db.stop();
  });

  const area = (limitsRequests = false) =>
    serveArea(
      defineArea({ name: 'things', endpoints: [ping], uses: { table: 'readWrite' }, limitsRequests }),
      () => db.deps,
    );
  const event = () => httpEvent(ping.routeKey, {});

  it('says in every reply how it stands, and refuses what is beyond with Retry-After', async () => {
    vi.stubEnv('REQUESTS_PER_SECOND', '20');
    const handler = area();
    const first = await handler(event());
    expect(first).toMatchObject({
      statusCode: 200,
      headers: {
        'ratelimit-limit': '40',
        'ratelimit-remaining': '39',
        'ratelimit-reset': '1',
        'ratelimit-policy': '20;w=1;burst=40',
      },
    });
    const replies = [];
    for (let n = 0; n < 60; n += 1) replies.push(await handler(event()));
    const refused = replies.filter(({ statusCode }) => statusCode === 429);
    expect(refused.length).toBeGreaterThanOrEqual(60 - 40 - 10);
    expect(refused[0]).toMatchObject({
      headers: { 'retry-after': '1', 'ratelimit-remaining': '0', 'x-request-id': expect.any(String) },
    });
    expect(JSON.parse(refused[0]?.body ?? '')).toMatchObject({
      error: {
        code: 'TOO_MANY_REQUESTS',
        message:
          'The organization sends more than 20 requests a second. Wait 1 s and send the request again.',
        details: { retryAfterSeconds: 1 },
      },
      response_status: '429 TOO_MANY_REQUESTS',
    });
  });

  it('47 1.5: is what the operator set for the organization, instead of what the installation has', async () => {
    vi.stubEnv('REQUESTS_PER_SECOND', '20');
    const handler = area();
    const limitOf = async (requestsPerSecond: number | undefined) => {
      const preferences = { organizationId: 'org_test', values: defaultPreferences(), requestsPerSecond };
      const reply = await handler(
        httpEvent(ping.routeKey, { verdict: { grant: anyGrant({ preferences }) } }),
      );
      return reply.headers['ratelimit-policy'];
    };
    expect(await limitOf(100)).toBe('100;w=1;burst=200');
    expect(await limitOf(0)).toBeUndefined();
    expect(await limitOf(undefined)).toBe('20;w=1;burst=40');
  });

  it('does not hold where the stage sets no rate, nor in an area that limits requests by itself', async () => {
    const unlimited = area();
    vi.stubEnv('REQUESTS_PER_SECOND', '1');
    const own = area(true);
    for (const handler of [own, unlimited]) {
      if (handler === unlimited) vi.stubEnv('REQUESTS_PER_SECOND', '0');
      for (let n = 0; n < 10; n += 1) {
        const reply = await handler(event());
        expect(reply.statusCode).toBe(200);
        expect(reply.headers).not.toHaveProperty('ratelimit-limit');
      }
    }
  });
});
