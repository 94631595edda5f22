import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { KeyGrant } from '../../../../../lib/platform/access/key-verdict.ts';
import { FixedClock } from '../../../../../lib/platform/core/clock.ts';
import { conflict, notFound } from '../../../../../lib/platform/core/common-refusals.ts';
import { ulidIds } from '../../../../../lib/platform/core/ids.ts';
import {
  defineArea,
  endpointFor,
  limitParameter,
  optional,
  serveArea,
} from '../../../../../lib/platform/http/index.ts';
import type { CoreDeps } from '../../../../../lib/platform/runtime/index.ts';
import { anyGrant, type HttpRequestOptions, httpEvent } from '../../../../support/http-event.ts';
import { recordingLog } from '../../../../support/recording-log.ts';
import { unreachableTable } from '../../../../support/unreachable-table.ts';

interface ThingDeps extends CoreDeps {
  readonly find: (id: string) => Promise<string | undefined>;
}

const getThing = endpointFor<ThingDeps>()({
  name: 'getThing',
  method: 'GET',
  path: '/v1/thing/{id}',
  area: 'Things',
  summary: 'Get a thing',
  permission: 'READ_ORDER',
  forLimited: 'narrowed',
  params: z.object({ id: z.string() }),
  query: z.object({ limit: limitParameter({ fallback: 25, max: 100 }) }),
  reply: z.object({ id: z.string(), name: z.string(), limit: z.int(), organizationId: z.string() }),
  replyExample: { id: 't1', name: 'One', limit: 25, organizationId: 'org_test' },
  refusals: [notFound],
  async handle({ input: { path, query }, ctx }) {
    const name = await ctx.find(path.id);
    if (name === undefined) return notFound(`There is no thing "${path.id}".`, { id: path.id });
    if (name === 'taken') return conflict('This thing is taken.');
    return { id: path.id, name, limit: query.limit, organizationId: ctx.organizationId, inner: 'kept back' };
  },
});

const greet = endpointFor<ThingDeps>()({
  name: 'greet',
  method: 'POST',
  path: '/v1/greeting',
  area: 'Things',
  summary: 'Greet',
  permission: null,
  forLimited: null,
  body: z.object({
    name: z.string().max(5),
    tags: optional(z.array(z.string())),
    deep: z.unknown().optional(),
  }),
  reply: z.object({ greeting: z.string() }),
  replyExample: { greeting: 'Hello, Ann' },
  refusals: [],
  handle: ({ input: { body } }) => ({ greeting: `Hello, ${body.name}${body.tags ?? ''}` }),
});

function serveThings() {
  const log = recordingLog();
  const clock = new FixedClock('2026-01-01T00:00:00.000Z');
  const things = new Map([
    ['t1', 'One'],
    ['t2', 'taken'],
  ]);
  const area = defineArea<ThingDeps>({ name: 'things', uses: {}, endpoints: [getThing, greet] });
  const handler = serveArea(area, () => ({
    table: unreachableTable,
    clock,
    ids: ulidIds(clock),
    log,
    find: async (id) => {
      if (id === 'broken') throw new Error('secret detail');
      if (id === 'throttled') throw Object.assign(new Error('secret'), { name: 'ThrottlingException' });
      if (id === 'endless') return new Promise(() => {});
      return things.get(id);
    },
  }));
  const send = async (routeKey: string, options?: HttpRequestOptions) => {
    const reply = await handler(httpEvent(routeKey, options), { getRemainingTimeInMillis: () => 600 });
    return { ...reply, json: reply.body === '' ? undefined : JSON.parse(reply.body) };
  };
  return { send, log };
}

describe('an area', () => {
  const { send, log } = serveThings();
  const get = (options: HttpRequestOptions) => send(getThing.routeKey, options);
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    send(greet.routeKey, { body, headers, verdict: null });

  it('answers with what the handler returns, cut to the reply schema, and names the request', async () => {
    const reply = await get({ params: { id: 't1' }, requestId: 'req-9' });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['x-request-id']).toBe('req-9');
    expect(reply.json).toEqual({ id: 't1', name: 'One', limit: 25, organizationId: 'org_test' });
  });

  it('47 2: logs a success only in detail, and what was no success always', async () => {
    const { send: ask, log: written } = serveThings();
    for (const id of ['t1', 'nope', 'broken']) await ask(getThing.routeKey, { params: { id } });
    const answered = written.entries.filter(({ code }) => code === 'http.request.answered');
    expect(answered.map(({ level, fields }) => [level, Object(fields).status])).toEqual([
      ['debug', 200],
      ['info', 404],
      ['info', 500],
    ]);
  });

  it('puts a returned refusal into the error envelope', async () => {
    const reply = await get({ params: { id: 'nope' }, requestId: 'req-7' });
    expect(reply.statusCode).toBe(404);
    expect(reply.headers['x-request-id']).toBe('req-7');
    expect(reply.json).toEqual({
      error: { code: 'NOT_FOUND', message: 'There is no thing "nope".', details: { id: 'nope' } },
      response_status: '404 NOT_FOUND',
      RequestID: 'req-7',
    });
  });

  it('answers a refusal that the endpoint does not declare, and logs an error', async () => {
    const reply = await get({ params: { id: 't2' } });
    expect(reply.statusCode).toBe(409);
    expect(log.entries).toContainEqual(
      expect.objectContaining({ level: 'error', code: 'http.refusal.undeclared' }),
    );
  });

  it('turns a fault into a bare 500 that names the request only', async () => {
    const reply = await get({ params: { id: 'broken' }, requestId: 'req-5' });
    expect(reply.statusCode).toBe(500);
    expect(reply.headers['x-request-id']).toBe('req-5');
    expect(reply.json).toMatchObject({
      error: { code: 'INTERNAL_SERVER_ERROR' },
      response_status: '500 INTERNAL_SERVER_ERROR',
      RequestID: 'req-5',
    });
    expect(reply.body).not.toContain('secret');
    expect(log.entries).toContainEqual(
      expect.objectContaining({ level: 'error', code: 'http.request.failed' }),
    );
  });

  it('gives a request up before the function is stopped', async () => {
    const reply = await get({ params: { id: 'endless' } });
    expect(reply.statusCode).toBe(503);
    expect(reply.json.RequestID).toBe(reply.headers['x-request-id']);
  });

  it('47.1.1 and 41.2.7: answers an outage of AWS with 503, when to come back, and the key to come back with', async () => {
    const reply = await get({ params: { id: 'throttled' } });
    expect(reply.statusCode).toBe(503);
    expect(reply.headers).toMatchObject({ 'retry-after': '2', 'x-request-id': expect.any(String) });
    expect(reply.json.error).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(reply.json.error.message).toContain('same Idempotency-Key');
  });

  it('47 1.6: lets the gateway answer browsers that ask before a request, and only those', async () => {
    const asking = { origin: 'https://shop.example', 'access-control-request-method': 'GET' };
    const ask = (headers: Record<string, string>) => send('OPTIONS /v1/thing/1', { headers });
    expect(await ask(asking)).toMatchObject({ statusCode: 204, body: '' });
    expect(await ask({ origin: 'https://shop.example' })).toMatchObject({
      statusCode: 405,
      headers: { allow: 'GET' },
    });
  });

  it('answers an unknown route with 404', async () => {
    const reply = await send('GET /v1/elsewhere');
    expect(reply.statusCode).toBe(404);
    expect(reply.json.error.code).toBe('NOT_FOUND');
  });

  it('names every field that does not fit', async () => {
    const reply = await post({ name: 'Leopold', tags: ['a', 7] });
    expect(reply.statusCode).toBe(422);
    expect(reply.json.error.code).toBe('VALIDATION_ERRORS');
    expect(reply.json.error.details.fields).toEqual({
      name: '"Leopold" is not accepted: expected at most 5 characters.',
      'tags[1]': '7 is not accepted: expected a string.',
    });
  });

  it('takes an empty query value as not given, as clients of the contract send it', async () => {
    expect((await get({ params: { id: 't1' }, query: { limit: '' } })).statusCode).toBe(200);
  });

  it('names fields that nobody knows in a header, and refuses them when asked to', async () => {
    const reply = await post({ name: 'Ann', nmae: 'Ann' });
    expect([reply.statusCode, reply.headers['x-ignored-fields']]).toEqual([200, 'nmae (name?)']);
    expect((await post({ name: 'Ann' })).headers['x-ignored-fields']).toBeUndefined();
    const strict = await post({ name: 'Ann', nmae: 'Ann' }, { 'x-strict': 'true' });
    expect(strict.statusCode).toBe(422);
    expect(strict.json.error.details.fields).toEqual({
      nmae: 'This field is not known. Send `name`, or send no X-Strict.',
    });
  });

  it('treats the names of the query like those of the body', async () => {
    const misspelled = await get({ params: { id: 't1' }, query: { limits: '3' } });
    expect([misspelled.statusCode, misspelled.headers['x-ignored-fields']]).toEqual([200, 'limits (limit?)']);
    const query = { limits: '3' };
    const strict = await get({ params: { id: 't1' }, query, headers: { 'x-strict': 'true' } });
    expect([strict.statusCode, Object.keys(strict.json.error.details.fields)]).toEqual([422, ['limits']]);
    const without = await send(`${greet.routeKey}`, { query, body: { name: 'Ann' }, verdict: null });
    expect(without.headers['x-ignored-fields']).toBe('limits');
  });

  it.each([['0'], ['101'], ['ten']])('refuses limit=%s with 422', async (limit) => {
    const reply = await get({ params: { id: 't1' }, query: { limit } });
    expect(reply.statusCode).toBe(422);
    expect(Object.keys(reply.json.error.details.fields)).toEqual(['limit']);
  });

  it('ignores unknown fields and takes null for an optional one', async () => {
    const reply = await post({ name: 'Ann', tags: null, more: 1 });
    expect(reply.json).toEqual({ greeting: 'Hello, Ann' });
  });

  it.each([
    ['{"name":"Ann","deep":{"a":["\\ud800"]}}', 'deep.a[0]'],
    ['{"name":"Ann","deep":1e400}', 'deep'],
    ['{"name":"Ann","deep":[9007199254740993]}', 'deep[0]'],
    ['{"name":"Ann","deep":1e-200}', 'deep'],
    ['{"name":"Ann","deep":{"\\udfff":1}}', 'deep'],
  ])('refuses what the table cannot keep, also in free-form fields: %s', async (body, field) => {
    const reply = await post(body);
    expect(reply.statusCode).toBe(422);
    expect(Object.keys(reply.json.error.details.fields)).toEqual([field]);
  });

  it('reads a missing body as an empty object', async () => {
    const reply = await post(undefined);
    expect(reply.json.error.details.fields).toEqual({ name: 'Required: expected a string.' });
  });

  it('refuses a body that is not JSON with 400', async () => {
    const reply = await post('{"name": ');
    expect(reply.statusCode).toBe(400);
    expect(reply.json.error.code).toBe('BAD_REQUEST');
  });

  it.each([
    [32, 200],
    [33, 400],
  ])('answers a body of %i levels with %i', async (levels, status) => {
    const inner = levels - 1;
    const reply = await post(`{"name":"[[\\"{","deep":${'['.repeat(inner)}${']'.repeat(inner)}}`);
    expect(reply.statusCode).toBe(status === 200 ? 200 : status);
  });

  it.each([
    [1_048_576, 200],
    [1_048_577, 413],
  ])('answers a body of %i bytes with %i', async (bytes, status) => {
    const frame = '{"name":"Ann","deep":""}';
    const reply = await post(frame.replace('""', `"${'x'.repeat(bytes - frame.length)}"`));
    expect(reply.statusCode).toBe(status);
    if (status === 413) expect(reply.json.error.details.maximumBytes).toBe(1_048_576);
  });

  it('decodes a body that comes in base64', async () => {
    const body = Buffer.from('{"name":"Zoë"}').toString('base64');
    const reply = await send(greet.routeKey, { body, isBase64Encoded: true, verdict: null });
    expect(reply.json.greeting).toBe('Hello, Zoë');
  });

  it('refuses a body that is not UTF-8', async () => {
    const body = Buffer.from([0x22, 0xff, 0x22]).toString('base64');
    const reply = await send(greet.routeKey, { body, isBase64Encoded: true, verdict: null });
    expect([reply.statusCode, reply.json.error.code]).toEqual([400, 'BAD_REQUEST']);
    expect(reply.json.error.message).toContain('UTF-8');
  });
});

describe('authorization of a request', () => {
  const { send } = serveThings();
  const get = (grant: Partial<KeyGrant>, headers: Record<string, string> = {}) =>
    send(getThing.routeKey, { params: { id: 't1' }, headers, verdict: { grant: anyGrant(grant) } });
  const two = {
    organizations: [
      { id: 'org_a', listShards: 1 },
      { id: 'org_b', listShards: 4 },
    ],
  };

  it.each(['missing', 'malformed', 'unknown', 'revoked', 'expired'] as const)(
    'refuses a key that is %s with 401 in the envelope',
    async (refusal) => {
      const reply = await send(getThing.routeKey, { params: { id: 't1' }, verdict: { refusal } });
      expect(reply.statusCode).toBe(401);
      expect(reply.json.error.code).toBe('UNAUTHORIZED');
      expect(reply.headers['www-authenticate']).toBe('Bearer');
    },
  );

  it('says the same of unknown and revoked keys', async () => {
    const messages = await Promise.all(
      (['unknown', 'revoked'] as const).map(async (refusal) => {
        const reply = await send(getThing.routeKey, { params: { id: 't1' }, verdict: { refusal } });
        return reply.json.error.message;
      }),
    );
    expect(new Set(messages).size).toBe(1);
  });

  it('refuses when the route has no authorizer', async () => {
    const reply = await send(getThing.routeKey, { params: { id: 't1' }, verdict: null });
    expect(reply.statusCode).toBe(401);
  });

  it('refuses a key that has expired since the authorizer looked', async () => {
    const reply = await get({ expiresAt: '2026-01-01T00:00:00.000Z' });
    expect(reply.statusCode).toBe(401);
  });

  it('names the permission that is lacking', async () => {
    const reply = await get({ permissions: ['WRITE_ORDER'] });
    expect(reply.statusCode).toBe(403);
    expect(reply.json.error).toMatchObject({ code: 'FORBIDDEN', details: { permission: 'READ_ORDER' } });
  });

  it.each(['x-org-id', 'nash-org-id'])('takes the organization from %s', async (header) => {
    const reply = await get(two, { [header]: 'org_b' });
    expect(reply.json.organizationId).toBe('org_b');
  });

  it.each([
    ['several organizations and none named', two, {}],
    ['another organization named', {}, { 'x-org-id': 'org_b' }],
  ])('refuses %s with 403', async (_, grant, headers) => {
    const reply = await get(grant, headers);
    expect(reply.statusCode).toBe(403);
    expect(reply.json.error.details.header).toBe('X-Org-Id');
  });
});
