import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebAppFile } from '../../cdk/build-web-app.ts';
import { launchBrowser } from '../console/chromium.ts';
import type { DriverWorld } from '../support/driver-world.ts';

/** A phone of the lower middle class on a slow connection: a quarter of this machine's speed, 1.6 Mbit/s and 150 ms. */
const SLOWER = 4;
const CONNECTION = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 94_000,
};

/** Looks at whether the app is kept on the phone. */
const MOST_WAITS = 150;

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  png: 'image/png',
  webmanifest: 'application/manifest+json',
};

/** Milliseconds until the driver sees the first stop. */
export interface Shown {
  /** By the link of an invitation, with nothing on the phone. */
  readonly first: number;
  /** When the app is opened again. */
  readonly again: number;
  /** The same without a network. */
  readonly offline: number;
}

/** Opens the app of a driver with a route in a browser as slow as a phone. */
export async function timeToFirstStop(
  world: DriverWorld,
  files: readonly WebAppFile[],
  courierId: string,
): Promise<Shown> {
  const { json: work } = await world.onPhone(courierId, 'GET /v1/driver/work');
  const byName = new Map(files.map(({ name, packed }) => [name, packed]));
  const server = createServer((request, reply) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname.startsWith('/v1/')) {
      const signedIn = { token: 'dos_1', driver: work.driver, organization: { name: 'Bakery' } };
      const answer = pathname.endsWith('/sign-in') ? signedIn : pathname.endsWith('/work') ? work : {};
      reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      return;
    }
    const name = pathname === '/driver' ? 'index.html' : pathname.slice('/driver/'.length);
    const packed = byName.get(name);
    if (!packed) return void reply.writeHead(404).end();
    const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    // As the API does: the worker's scope is the address of the page.
    const headers = { 'content-type': type, 'content-encoding': 'gzip', 'service-worker-allowed': '/driver' };
    reply.writeHead(200, headers).end(packed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}/driver`;
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const inside = await context.newCDPSession(page);
    await inside.send('Network.emulateNetworkConditions', CONNECTION);
    await inside.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const opened = async (open: () => Promise<unknown>) => {
      const start = performance.now();
      await open();
      await page.locator('.next').waitFor();
      return Math.round(performance.now() - start);
    };
    const first = await opened(() => page.goto(`${address}#code=org_1.cou_1.dos_1`));
    for (let wait = 0; wait < MOST_WAITS; wait += 1) {
      if (await page.evaluate('navigator.serviceWorker.controller !== null')) break;
      await page.waitForTimeout(200);
    }
    const again = await opened(() => page.goto(address));
    await context.setOffline(true);
    return { first, again, offline: await opened(() => page.reload()) };
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}
