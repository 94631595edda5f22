import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { consoleArea } from '../../../../../functions/api/console/index.ts';
import { contentSecurityPolicy } from '../../../../../functions/api/console/page-settings.ts';
import { serveArea } from '../../../../../lib/platform/http/index.ts';
import { httpEvent } from '../../../../support/http-event.ts';
import { recordingLog } from '../../../../support/recording-log.ts';
import { unreachableTable } from '../../../../support/unreachable-table.ts';

const FILES: Readonly<Record<string, string>> = {
  'index.html': '<meta content="__SETTINGS__">',
  'index-1.js': 'console.log(1)',
};

const DRIVER_FILES: Readonly<Record<string, string>> = {
  'index.html': '<title>Deliveries</title>',
  'index-2.js': 'console.log(2)',
  'service-worker.js': 'self',
  'app.webmanifest': '{}',
};

const ISSUER = 'https://id.example/pool';

const packed = (files: Readonly<Record<string, string>>) => ({
  read: (name: string) => (Object.hasOwn(files, name) ? gzipSync(files[name]!) : undefined),
});

function handlerOf(mapStyleUrl = '') {
  return serveArea(consoleArea, () => ({
    table: unreachableTable,
    clock: { now: () => Date.parse('2026-11-24T03:00:00Z'), pause: async () => undefined },
    ids: { next: (prefix: string) => prefix } as never,
    log: recordingLog(),
    files: packed(FILES),
    driverFiles: packed(DRIVER_FILES),
    signIn: { issuer: ISSUER, clientId: 'client' },
    mapStyle: async () => mapStyleUrl,
    bucketOrigin: 'https://bucket.example',
    fetchJson: async (url: string) => {
      expect(url).toBe(`${ISSUER}/.well-known/openid-configuration`);
      return {
        authorization_endpoint: 'https://login.example/authorize',
        token_endpoint: 'https://login.example/token',
      };
    },
  }));
}

async function get(
  path: string,
  routeKey: string,
  pathParameters: Readonly<Record<string, string>> = {},
  mapStyleUrl = '',
) {
  const event = { ...httpEvent(routeKey, { verdict: null }), rawPath: path, pathParameters };
  const reply = await handlerOf(mapStyleUrl)(event);
  const bytes = Buffer.from(reply.body, reply.isBase64Encoded ? 'base64' : 'utf8');
  return { ...reply, text: reply.isBase64Encoded ? gunzipSync(bytes).toString('utf8') : reply.body };
}

describe('the console', () => {
  it('is a page that knows where to sign in and may call nobody else', async () => {
    const { statusCode, headers, text } = await get('/console', 'GET /console');
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toContain(
      "connect-src 'self' https://bucket.example https://login.example;",
    );
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/);
    const settings = /content="([^"]*)"/.exec(text)?.[1]?.replaceAll('&quot;', '"') ?? '';
    expect(JSON.parse(settings)).toMatchObject({
      signIn: { clientId: 'client', tokenEndpoint: 'https://login.example/token' },
    });
  });

  it('keeps files for good, and knows only its own', async () => {
    const { statusCode, headers, text } = await get('/console/index-1.js', 'GET /console/{file}', {
      file: 'index-1.js',
    });
    expect([statusCode, text]).toEqual([200, 'console.log(1)']);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'gzip',
    });
    for (const file of ['index.html', '../index.cjs', 'nothing.js', 'constructor', '__proto__']) {
      const refused = await get(`/console/${file}`, 'GET /console/{file}', { file });
      expect(refused.statusCode).toBe(404);
    }
  });

  it('44 1.1 shows the map of the installation, which sees the address of the page without its path', async () => {
    const style = 'https://maps.example/style?key=1&color-scheme={scheme}';
    const { headers, text } = await get('/console', 'GET /console', {}, style);
    expect(headers['content-security-policy']).toContain(' https://maps.example;');
    expect(headers['referrer-policy']).toBe('strict-origin');
    expect(text).toContain('key=1&amp;color-scheme={scheme}');
    const plain = await get('/console', 'GET /console');
    expect(plain.headers['referrer-policy']).toBe('no-referrer');
    expect(plain.headers['content-security-policy']).not.toContain('maps.example');
  });

  it('may load the map that the installation names', () => {
    const policy = contentSecurityPolicy(
      { bucketOrigin: 'https://bucket.example' },
      {
        signIn: undefined,
        mapStyleUrl: 'https://maps.example/style.json?key=1',
      },
    );
    expect(policy).toContain("connect-src 'self' https://bucket.example https://maps.example;");
    expect(policy).toContain("img-src 'self' data: blob: https://maps.example;");
  });
});

describe("the driver's app", () => {
  const file = (name: string) => get(`/driver/${name}`, 'GET /driver/{file}', { file: name });

  it('45 1 is a page that may use the camera and the position, and call the API and the bucket', async () => {
    const { statusCode, headers, text } = await get('/driver', 'GET /driver');
    expect([statusCode, text]).toEqual([200, '<title>Deliveries</title>']);
    expect(headers['content-security-policy']).toContain("connect-src 'self' https://bucket.example;");
    expect(headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(headers['content-security-policy']).not.toMatch(/'unsafe|\*/);
    expect(headers['permissions-policy']).toBe(
      'camera=(self), geolocation=(self), microphone=(), payment=()',
    );
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('45 3 keeps its files for good, except those that a phone finds by their names', async () => {
    expect((await file('index-2.js')).headers['cache-control']).toContain('immutable');
    expect((await file('service-worker.js')).headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/javascript; charset=utf-8',
      'service-worker-allowed': '/driver',
    });
    expect((await file('app.webmanifest')).headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'application/manifest+json',
    });
    for (const name of ['index.html', 'index-1.js', '__proto__']) {
      expect((await file(name)).statusCode).toBe(404);
    }
  });
});
