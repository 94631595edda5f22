import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type Listening, listen } from '../../../../../cdk/local/aws-endpoint/listen.ts';
import type { ApiRoute, HttpApiModel } from '../../../../../cdk/local/http-api/read-api.ts';
import { serveApi } from '../../../../../cdk/local/http-api/serve-api.ts';
import type { Functions, InvocationResult } from '../../../../../cdk/local/ports.ts';

type Handlers = Record<
  string,
  (event: Record<string, unknown>) => Promise<InvocationResult> | InvocationResult
>;

const ok = (payload: unknown): InvocationResult => ({ ok: true, payload });
const failed = (errorType: string, errorMessage = ''): InvocationResult => ({
  ok: false,
  errorType,
  errorMessage,
  trace: [],
});

let front: Listening | undefined;
let nowMs = 1_000_000;

async function serve(handlers: Handlers, model: Partial<HttpApiModel>, route: Partial<ApiRoute> = {}) {
  const functions: Functions = {
    invoke: async (name, event) => handlers[name]!(event as Record<string, unknown>),
    idle: () => true,
    roleOf: () => '',
  };
  const api = serveApi(
    { functions, clock: { now: () => nowMs }, port: 1 },
    {
      apiId: 'api',
      stage: '$default',
      throttle: undefined,
      routeThrottles: new Map(),
      routes: [
        { routeKey: 'ANY /{proxy+}', functionArn: 'main', timeoutMs: 200, authorizer: undefined, ...route },
      ],
      ...model,
    },
  );
  front = await listen(0, (request, response) => void api.listener(request, response));
  const { url } = front;
  return async (path: string, init?: RequestInit) => {
    const response = await fetch(url + path, init);
    const retryAfter = response.headers.get('retry-after');
    return {
      status: response.status,
      body: await response.text(),
      ...(retryAfter !== null && { retryAfter, requestId: response.headers.get('x-request-id') }),
    };
  };
}

afterEach(() => front?.close());

describe('the gateway answers itself', () => {
  test('48.2 503 with Retry-After, the request id and the error envelope when the function cannot be reached, 500 when it fails, 413 beyond what functions take', async () => {
    const results: InvocationResult[] = [
      failed('TooManyRequestsException'),
      failed('Error'),
      failed('AccessDeniedException'),
      failed('RequestEntityTooLargeException'),
      failed('Sandbox.Timedout'),
    ];
    const request = await serve(
      { main: () => results.shift() ?? new Promise<InvocationResult>(() => undefined) },
      {},
    );
    const answers = [];
    for (let index = 0; index < 6; index += 1) answers.push(await request('/x'));
    expect(answers.map(({ status }) => status)).toEqual([503, 500, 500, 413, 503, 503]);
    for (const { status, body, retryAfter, requestId } of answers) {
      if (status !== 503) continue;
      expect(retryAfter).toBe('2');
      expect(JSON.parse(body)).toMatchObject({
        error: { code: 'SERVICE_UNAVAILABLE', details: { retryAfterSeconds: 2 } },
        response_status: '503 SERVICE_UNAVAILABLE',
        RequestID: requestId,
      });
      expect(requestId).toMatch(/./);
    }
  });

  test('500 when the function makes headers that cannot be sent', async () => {
    const request = await serve(
      { main: () => ok({ statusCode: 200, headers: { 'x-a': 'line\nbreak' } }) },
      {},
    );
    expect(await request('/x')).toEqual({ status: 500, body: '{"message":"Internal Server Error"}' });
  });

  test('413 beyond 10 MB, 431 beyond 10,240 bytes of headers', async () => {
    const request = await serve({ main: () => ok('fine') }, {});
    const body = new Uint8Array(10 * 1024 * 1024 + 1);
    expect(await request('/x', { method: 'POST', body })).toEqual({
      status: 413,
      body: '{"message":"Request Entity Too Large"}',
    });
    for (const long of ['x'.repeat(11_000), 'x'.repeat(40_000)]) {
      expect(await request('/x', { headers: { long } })).toEqual({
        status: 431,
        body: '{"message":"Request Header Fields Too Large"}',
      });
    }
  });

  test('429 beyond the throttle of the stage or of the route', async () => {
    const request = await serve(
      { main: () => ok('fine') },
      {
        routes: ['/a', '/b'].map((path) => ({
          routeKey: `GET ${path}`,
          functionArn: 'main',
          timeoutMs: 100,
          authorizer: undefined,
        })),
        throttle: { ratePerSecond: 0.001, burst: 1 },
        routeThrottles: new Map([['GET /b', { ratePerSecond: 0.001, burst: 2 }]]),
      },
    );
    const statuses = [];
    for (const path of ['/a', '/a', '/b', '/b', '/b']) statuses.push((await request(path)).status);
    expect(statuses).toEqual([200, 429, 200, 200, 429]);
  });
});

describe('the authorizer', () => {
  const authorizer = {
    id: 'auth',
    functionArn: 'auth',
    identitySources: ['$request.header.Key', '$request.querystring.org'],
    ttlMs: 1000,
  };

  test('is asked anew when its answer is too old or the identity another', async () => {
    let asked = 0;
    const request = await serve(
      {
        auth: () => {
          asked += 1;
          return ok({ isAuthorized: true, context: { asked } });
        },
        main: ({ requestContext }) => ok((requestContext as { authorizer: unknown }).authorizer),
      },
      {},
      { authorizer },
    );
    const ask = async (key: string, org: string) =>
      (await request(`/x?org=${org}`, { headers: { key } })).body;
    expect(await ask('a', '1')).toBe('{"lambda":{"asked":1}}');
    expect(await ask('a', '1')).toBe('{"lambda":{"asked":1}}');
    expect(await ask('a', '2')).toBe('{"lambda":{"asked":2}}');
    nowMs += 1000;
    expect(await ask('a', '1')).toBe('{"lambda":{"asked":3}}');
  });

  test('is not asked when an identity source is missing', async () => {
    const request = await serve(
      { auth: () => ok({ isAuthorized: true }), main: () => ok('in') },
      {},
      { authorizer },
    );
    expect(await request('/x', { headers: { key: 'a' } })).toEqual({
      status: 401,
      body: '{"message":"Unauthorized"}',
    });
  });

  test('is asked every time when it has no identity sources, with the whole request', async () => {
    const events: Record<string, unknown>[] = [];
    const request = await serve(
      {
        auth: (event) => {
          events.push(event);
          return ok({ isAuthorized: true });
        },
        main: () => ok('in'),
      },
      {},
      { authorizer: { ...authorizer, identitySources: [], ttlMs: 0 } },
    );
    await request('/x');
    await request('/x');
    expect(events).toHaveLength(2);
    expect(events[0]).toMatchObject({
      version: '2.0',
      type: 'REQUEST',
      routeArn: 'arn:aws:execute-api:us-east-1:000000000000:api/$default/GET/x',
      identitySource: null,
      routeKey: 'ANY /{proxy+}',
      pathParameters: { proxy: 'x' },
    });
  });

  test.each([
    [ok({ isAuthorized: false }), 403, 'Forbidden'],
    [ok({ allowed: true }), 500, 'Internal Server Error'],
    [failed('Error', 'Unauthorized'), 401, 'Unauthorized'],
    [failed('Error', 'broken'), 500, 'Internal Server Error'],
  ])('that answers %j lets nobody in', async (answer, status, message) => {
    const request = await serve(
      { auth: () => answer, main: () => ok('in') },
      {},
      { authorizer: { ...authorizer, identitySources: [] } },
    );
    expect(await request('/x')).toEqual({ status, body: JSON.stringify({ message }) });
  });
});

test('an authorizer that cannot be reached is a 503 with Retry-After', async () => {
  const request = await serve(
    { auth: () => failed('Sandbox.Timedout'), main: () => ok('in') },
    {},
    { authorizer: { id: 'auth', functionArn: 'auth', identitySources: [], ttlMs: 0 } },
  );
  expect(await request('/x')).toMatchObject({ status: 503, retryAfter: '2' });
});

test('a client that goes away in the middle harms nobody', async () => {
  const request = await serve({ main: () => ok('fine') }, {});
  const socket = connect(front!.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('POST /x HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\nabc');
  await new Promise((resolve) => setTimeout(resolve, 20));
  socket.destroy();
  expect(await request('/x')).toEqual({ status: 200, body: 'fine' });
});

test('what is under way when the gateway closes is answered', async () => {
  const request = await serve(
    { main: () => new Promise((resolve) => setTimeout(() => resolve(ok('late')), 100)) },
    {},
  );
  const answer = request('/x');
  await new Promise((resolve) => setTimeout(resolve, 30));
  await front!.close(1_000);
  expect((await answer).body).toBe('late');
});
