import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { onAmazonMap } from './amazon-map.ts';
import { bakeryOrders, bakeryStore } from './bakery.ts';
import { hasBrowser, PATIENCE_MS, story } from './browser.ts';

/** The map when it is drawn. */
const STREETS = '.map-canvas[data-drawn] .maplibregl-canvas';

/** Opens the layers of the map that is shown, unless they are open. */
async function layersOf(page: Page) {
  const layers = page.locator('.map-bar details');
  await layers.waitFor();
  if ((await layers.getAttribute('open')) === null)
    await layers.getByText('Layers', { exact: true }).first().click();
  return (name: string) => layers.getByRole('checkbox', { name, exact: true });
}

/** Searches the map. It finds what the map shows, and nothing of a hidden layer. */
async function findOnMap(page: Page, text: string) {
  const box = page.getByRole('searchbox', { name: 'Find a place' });
  await box.fill('');
  await box.fill(text);
  return page.locator('.map-found');
}

/** Looks at something by its name and moves the pointer over it until the map says in words what it is. */
async function hover(page: Page, name: string, words: string) {
  const found = await findOnMap(page, name);
  await found
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .first()
    .click();
  const { x, y, width, height } = (await page.locator('.map-canvas').boundingBox())!;
  let nudge = 0;
  const said = async () => {
    // What the search found is in the middle; tiles may still be on their way when the pointer arrives.
    nudge = 1 - nudge;
    await page.mouse.move(x + width / 2 + nudge, y + height / 2);
    return (await page.locator('.map-hover').allInnerTexts()).join('');
  };
  await expect.poll(said, { timeout: PATIENCE_MS }).toContain(words);
}

describe.skipIf(!hasBrowser)('the console: the map on every screen', () => {
  story('44 1.3 a layer that is hidden on one map stays hidden on all of them', async ({ world }) => {
    const name = `layers-${Date.now()}`;
    const store = await bakeryStore(world);
    // No order comes from it, so nothing else on the map has its name.
    const kiosk = `Kiosk ${name}`;
    await world.call('POST', '/v1/store_locations/upsert', {
      externalId: kiosk,
      name: kiosk,
      phoneNumber: '+14155550101',
      addressComponents: {
        ...{ number: '3300', street: '24th Street', city: 'San Francisco', state: 'CA', postalCode: '94110' },
        ...{ country: 'US', latitude: 37.7523, longitude: -122.4187 },
      },
    });
    await bakeryOrders(world, store.id, 2, name);
    const [routed = ''] = await bakeryOrders(world, store.id, 1, `${name}-on`);
    const { route } = await world.call<{ route: { id: string } }>('POST', '/v1/routes', {
      name,
      stops: [{ stopType: 'DROPOFF', objectIds: [routed], location: { lat: 37.755, lng: -122.42 } }],
    });
    const { page, go, look, problems } = await world.open('planner', { width: 1440, height: 900 });
    await go('/routes');
    await (await findOnMap(page, `${name}-2`)).getByRole('button').waitFor();
    await (await findOnMap(page, kiosk)).getByRole('button').first().waitFor();
    const layer = await layersOf(page);
    await layer('Stores').uncheck();
    await (await findOnMap(page, kiosk)).getByText('No such place.').waitFor();
    await layer('Orders without a route').uncheck();
    await (await findOnMap(page, `${name}-2`)).getByText('No such place.').waitFor();
    expect(await look('map-layers')).toEqual([]);
    await page.keyboard.press('Escape');
    await layer('Stores').waitFor({ state: 'detached' });

    // On another screen, and after the page was loaded again.
    await go(`/routes/${route.id}`);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    for (const isReloaded of [false, true]) {
      if (isReloaded) await page.reload();
      const other = await layersOf(page);
      expect(await other('Stores').isChecked()).toBe(false);
      expect(await other('Routes').isChecked()).toBe(true);
      await (await findOnMap(page, kiosk)).getByText('No such place.').waitFor();
    }
    await (await layersOf(page))('Stores').check();
    await go('/routes');
    await page.getByRole('heading', { level: 1, name: 'Routes' }).waitFor();
    expect(await (await layersOf(page))('Orders without a route').isChecked()).toBe(false);
    await (await findOnMap(page, kiosk)).getByRole('button').first().waitFor();
    expect(problems).toEqual([]);
  });

  story('44 1.3 the map says in words what is under the pointer', async ({ world }) => {
    const name = `hovered-${Date.now()}`;
    const store = await bakeryStore(world);
    const [orderId = ''] = await bakeryOrders(world, store.id, 1, name);
    const zone = await world.call<{ id: string }>('POST', '/v1/zones', {
      name: `Sunset ${name}`,
      polygon: [
        [37.75, -122.5],
        [37.75, -122.48],
        [37.76, -122.48],
        [37.76, -122.5],
        [37.75, -122.5],
      ],
    });
    const { page, go, look, problems } = await world.open('planner', { width: 1440, height: 900 });
    await go('/routes');
    await hover(page, name, '100 Valencia St');
    await hover(page, 'Corner Bakery Mission', 'Corner Bakery Mission');
    expect(await look('map-hover')).toEqual([]);
    await go(`/zones/${zone.id}`);
    await hover(page, 'Sunset', `Sunset ${name}`);
    await go(`/orders/${orderId}`);
    await hover(page, 'Dropoff', '100 Valencia St');
    await hover(page, 'Pickup', '2900 24th Street');
    expect(problems).toEqual([]);
  });

  story(
    '44 1.1 loads the style of Amazon Location by the key of the stack, light and dark',
    async ({ world }) => {
      const store = await bakeryStore(world);
      const { page, go, look, problems } = await world.open('planner');
      const requests = await onAmazonMap(world, page, (route, style) =>
        route.fulfill({
          headers: { 'access-control-allow-origin': '*' },
          ...(route.request().url().includes('/descriptor?') ? { json: style } : { status: 204 }),
        }),
      );
      await page.reload();
      await go(`/stores/${store.id}`);
      await page.locator(STREETS).waitFor();
      await page.getByRole('button', { name: 'Switch between light and dark' }).click();
      const schemes = () => [
        ...new Set(
          requests.flatMap(({ url }) =>
            url.pathname === '/v2/styles/Standard/descriptor' ? url.searchParams.get('color-scheme') : [],
          ),
        ),
      ];
      await expect.poll(schemes, { timeout: PATIENCE_MS }).toEqual(['Light', 'Dark']);
      const tiles = () => requests.filter(({ url }) => url.pathname.startsWith('/v2/tiles/')).length;
      await expect.poll(tiles, { timeout: PATIENCE_MS }).toBeGreaterThan(0);
      // The key opens to pages of this address alone.
      const referer = `${world.local.cloud.baseUrl}/`;
      expect(requests.filter((one) => one.referer !== referer)).toEqual([]);
      expect(requests.filter(({ url }) => url.searchParams.get('key') !== 'v1.public.key')).toEqual([]);
      await hover(page, 'Corner Bakery Mission', '2900 24th Street');
      expect(await page.getByText('The street map could not be loaded.').count()).toBe(0);
      expect(await look('map-amazon')).toEqual([]);
      expect(problems.filter((problem) => !problem.startsWith('Request to https://maps.geo.'))).toEqual([]);
    },
  );

  story('44 1.1 shows the plain map and says so where the style is refused', async ({ world }) => {
    const store = await bakeryStore(world);
    const { page, go, look } = await world.open('planner');
    const requests = await onAmazonMap(world, page, (route) =>
      route.fulfill({ status: 403, headers: { 'access-control-allow-origin': '*' }, json: {} }),
    );
    await page.reload();
    await go(`/stores/${store.id}`);
    await page.getByText('The street map could not be loaded. This is a plain one.').waitFor();
    await page.locator('[data-city]').waitFor({ state: 'attached' });
    await page.locator(STREETS).waitFor();
    expect(requests.map(({ url }) => url.pathname)).toContain('/v2/styles/Standard/descriptor');
    expect(await look('map-refused')).toEqual([]);
  });
});
