import { gunzipSync } from 'node:zlib';
import type { Page, Route } from 'playwright-core';
import { buildConsole } from '../../cdk/build-console.ts';
import { consoleArea } from '../../functions/api/console/index.ts';
import { amazonMapStyle } from '../../lib/engines/map-style/index.ts';
import { serveArea } from '../../lib/platform/http/index.ts';
import { httpEvent } from '../support/http-event.ts';
import { recordingLog } from '../support/recording-log.ts';
import { unreachableTable } from '../support/unreachable-table.ts';
import type { ConsoleWorld } from './browser.ts';

const REGION = 'eu-west-1';
const KEY = 'v1.public.key';

/** Where Amazon Location answers, and where the stack's key opens it. */
const ORIGIN = `https://maps.geo.${REGION}.amazonaws.com`;

/** A style with a background, and tiles; some of its layers are named as others might be. */
const STYLE = {
  version: 8,
  sources: {
    amazon: {
      type: 'vector',
      tiles: [`${ORIGIN}/v2/tiles/vector.basemap/{z}/{x}/{y}?key=${KEY}`],
      maxzoom: 14,
    },
  },
  layers: [
    { id: 'water', type: 'background', paint: { 'background-color': '#9bc4d8' } },
    {
      id: 'lines',
      type: 'line',
      source: 'amazon',
      'source-layer': 'roads',
      paint: { 'line-color': '#ffffff' },
    },
  ],
};

/** A request for the map. */
interface MapRequest {
  readonly url: URL;
  /** The page's address that it is sent with, by which Amazon Location lets it in. */
  readonly referer: string | undefined;
}

/**
 * Serves the console as an installation on AWS does, by its own function with the key of the stack, and answers for Amazon
 * Location. The page has to be loaded again. Returns the requests for the map.
 */
export async function onAmazonMap(
  { local }: ConsoleWorld,
  page: Page,
  answer: (route: Route, style: typeof STYLE) => Promise<void>,
): Promise<readonly MapRequest[]> {
  const { baseUrl } = local.cloud;
  const files = new Map((await buildConsole()).map(({ name, packed }) => [name, packed]));
  const content = /name="console-settings" content="([^"]*)"/.exec(
    await (await fetch(`${baseUrl}/console`)).text(),
  );
  const { signIn } = JSON.parse((content?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as {
    readonly signIn: { readonly issuer: string; readonly clientId: string };
  };
  const handler = serveArea(consoleArea, () => ({
    table: unreachableTable,
    clock: { now: () => Date.now(), pause: async () => undefined },
    ids: { next: (prefix: string) => prefix } as never,
    log: recordingLog(),
    files: { read: (name: string) => files.get(name) },
    driverFiles: { read: () => undefined },
    signIn,
    mapStyle: amazonMapStyle({
      log: recordingLog(),
      keyName: 'delivery-dev-map',
      region: REGION,
      client: { send: async () => ({ Key: KEY }) } as never,
    }),
    bucketOrigin: new URL(local.cloud.awsEndpoint).origin,
    fetchJson: async (url: string) => (await fetch(url)).json(),
  }));
  await page.route(`${baseUrl}/console`, async (route) => {
    const { statusCode, headers, body } = await handler(httpEvent('GET /console', { verdict: null }));
    const { 'content-encoding': _, ...own } = headers as Record<string, string>;
    await route.fulfill({ status: statusCode, headers: own, body: gunzipSync(Buffer.from(body, 'base64')) });
  });
  const requests: MapRequest[] = [];
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { referer } = await route.request().allHeaders();
    requests.push({ url: new URL(route.request().url()), referer });
    await answer(route, STYLE);
  });
  return requests;
}
