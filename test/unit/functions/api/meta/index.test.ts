import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDocs } from '../../../../../cdk/build-docs.ts';
import { areas } from '../../../../../functions/api/index.ts';
import type { MetaDeps } from '../../../../../functions/api/meta/deps.ts';
import { metaArea } from '../../../../../functions/api/meta/index.ts';
import { PLACES } from '../../../../../lib/platform/http/docs/guide-places.ts';
import { guides } from '../../../../../lib/platform/http/docs/guides.ts';
import { serveArea } from '../../../../../lib/platform/http/index.ts';
import { httpEvent } from '../../../../support/http-event.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';
import { unreachableTable } from '../../../../support/unreachable-table.ts';

const unpacked = (body: string) => gunzipSync(Buffer.from(body, 'base64')).toString('utf8');

describe('the meta area', () => {
  let db: TestTable;
  let send: (
    routeKey: string,
    params?: Readonly<Record<string, string>>,
  ) => Promise<{ statusCode: number; headers: Readonly<Record<string, string>>; body: string }>;
  let deps: MetaDeps;
  beforeAll(async () => {
    db = await startTestTable();
    const files = new Map((await buildDocs()).map(({ name, packed }) => [name, packed]));
    deps = { ...db.deps, docs: { read: (name) => files.get(name) } };
    const handler = serveArea(metaArea, () => deps);
    send = (routeKey, params = {}) => handler(httpEvent(routeKey, { verdict: null, params }));
  });
  afterAll(() => db.stop());

  it('answers the health check with "TRUE" while the table answers', async () => {
    const reply = await send('GET /v1/health-check');
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toBe('"TRUE"');
  });

  it('answers the health check with "FALSE" when the table does not', async () => {
    const handler = serveArea(metaArea, () => ({ ...deps, table: unreachableTable }));
    const reply = await handler(httpEvent('GET /v1/health-check', { verdict: null }));
    expect(reply.body).toBe('"FALSE"');
  });

  it('serves the OpenAPI document with every operation', async () => {
    const reply = await send('GET /openapi.json');
    expect(reply.headers['content-type']).toBe('application/json');
    const { openapi, paths } = JSON.parse(reply.body);
    expect(openapi).toMatch(/^3\.1/);
    for (const { path, method } of areas.flatMap(({ endpoints }) => endpoints)) {
      expect(paths[path]).toHaveProperty(method.toLowerCase());
    }
  });

  it('serves a reference whose page and files come from nowhere else', async () => {
    const reply = await send('GET /docs');
    expect(reply.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'none'; script-src 'self';"),
    });
    const page = unpacked(reply.body);
    const named = [...page.matchAll(/ (?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
    const isFile = (address: string) => /^\/docs\/[\w-]+\.[0-9a-f]{12}\.(?:css|js|svg)$/.test(address);
    const pages = new Set(named.filter((address) => !isFile(address)));
    expect([...pages].sort()).toEqual(
      ['/docs', '/openapi.json', ...guides(PLACES).map(({ name }) => `/docs/${name}`)].sort(),
    );
    const types = [];
    for (const address of named.filter(isFile)) {
      const file = await send('GET /docs/{file}', { file: address.slice('/docs/'.length) });
      expect(unpacked(file.body).length).toBeGreaterThan(100);
      types.push(file.headers['content-type']);
    }
    // Swagger UI's script cannot be read without its charset.
    expect([...new Set(types)].sort()).toEqual([
      'image/svg+xml',
      'text/css; charset=utf-8',
      'text/javascript; charset=utf-8',
    ]);
    for (const file of ['index.html', '../index.cjs', 'none.js', 'constructor', '__proto__']) {
      expect((await send('GET /docs/{file}', { file })).statusCode).toBe(404);
    }
  });

  it('44 7 serves guides that name each other, the reference and files of their own', async () => {
    for (const { name, title, steps } of guides(PLACES)) {
      const reply = await send('GET /docs/{file}', { file: name });
      expect(reply.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': expect.stringContaining("default-src 'none'; script-src 'self';"),
      });
      const page = unpacked(reply.body);
      expect(page).toContain(`<h1>${title}</h1>`);
      expect(page.match(/<pre /g)).toHaveLength(steps.length);
      for (const [, address = ''] of page.matchAll(/ (?:src|href)="(\/docs\/[^"]+)"/g)) {
        const file = address.slice('/docs/'.length);
        expect((await send('GET /docs/{file}', { file })).statusCode).toBe(200);
      }
    }
    expect((await send('GET /docs/{file}', { file: 'first-delivery.guide' })).statusCode).toBe(404);
  });

  it.each([
    ['GET /v1/nothing', 404, 'NOT_FOUND', undefined],
    ['DELETE /v1/health-check', 405, 'METHOD_NOT_ALLOWED', 'GET'],
    ['PUT /v1/organization-management/api-keys', 405, 'METHOD_NOT_ALLOWED', 'GET, POST'],
    ['GET /v1/organization-management/api-keys/key_1/rotate', 405, 'METHOD_NOT_ALLOWED', 'POST'],
    // 49.3: not the methods of `/v1/routes/{id}`.
    ['DELETE /v1/routes/dispatch', 405, 'METHOD_NOT_ALLOWED', 'POST'],
    ['DELETE /v1/routes/nearby-couriers', 405, 'METHOD_NOT_ALLOWED', 'GET'],
  ])('answers %s with %i in the envelope', async (route, status, code, allow) => {
    const handler = serveArea(metaArea, () => deps);
    const reply = await handler({ ...httpEvent(route, { verdict: null }), routeKey: '$default' });
    expect(reply.statusCode).toBe(status);
    expect(JSON.parse(reply.body)).toMatchObject({ error: { code }, RequestID: 'req-1' });
    expect(reply.headers.allow).toBe(allow);
    expect(reply.headers['x-request-id']).toBe('req-1');
  });
});
