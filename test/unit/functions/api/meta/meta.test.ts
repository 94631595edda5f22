import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areas } from '../../../../../functions/api/index.ts';
import { metaArea } from '../../../../../functions/api/meta/index.ts';
import { serveArea } from '../../../../../lib/http/index.ts';
import { httpEvent } from '../../../../support/http-event.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';
import { unreachableTable } from '../../../../support/unreachable-table.ts';

describe('the meta area', () => {
  let db: TestTable;
  let send: (
    routeKey: string,
  ) => Promise<{ statusCode: number; headers: Readonly<Record<string, string>>; body: string }>;
  beforeAll(async () => {
    db = await startTestTable();
    const handler = serveArea(metaArea, () => db.deps);
    send = (routeKey) => handler(httpEvent(routeKey, { verdict: null }));
  });
  afterAll(() => db.stop());

  it('answers the health check with "TRUE" while the table answers', async () => {
    const reply = await send('GET /v1/health-check');
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toBe('"TRUE"');
  });

  it('answers the health check with "FALSE" when the table does not', async () => {
    const handler = serveArea(metaArea, () => ({ ...db.deps, table: unreachableTable }));
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

  it('serves a reference that names every operation and loads nothing from elsewhere', async () => {
    const reply = await send('GET /docs');
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    for (const { name, path } of areas.flatMap(({ endpoints }) => endpoints)) {
      expect(reply.body).toContain(`<article id="${name}">`);
      expect(reply.body).toContain(`<code>${path}</code>`);
    }
    expect(reply.body).not.toMatch(/<script|<link[^>]+stylesheet|(src|href)="(https?:)?\/\/|@import|url\(/);
  });

  it.each([
    ['GET /v1/nothing', 404, 'NOT_FOUND', undefined],
    ['DELETE /v1/health-check', 405, 'METHOD_NOT_ALLOWED', 'GET'],
    ['PUT /v1/organization-management/api-keys', 405, 'METHOD_NOT_ALLOWED', 'GET, POST'],
    ['GET /v1/organization-management/api-keys/key_1/rotate', 405, 'METHOD_NOT_ALLOWED', 'POST'],
  ])('answers %s with %i in the envelope', async (route, status, code, allow) => {
    const handler = serveArea(metaArea, () => db.deps);
    const reply = await handler({ ...httpEvent(route, { verdict: null }), routeKey: '$default' });
    expect(reply.statusCode).toBe(status);
    expect(JSON.parse(reply.body)).toMatchObject({ error: { code }, RequestID: 'req-1' });
    expect(reply.headers.allow).toBe(allow);
    expect(reply.headers['x-request-id']).toBe('req-1');
  });
});
