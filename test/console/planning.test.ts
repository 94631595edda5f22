import { describe, expect } from 'vitest';
import { bakeryOrders, bakeryStore, MISSION } from './bakery.ts';
import { type ConsoleWorld, hasBrowser, PATIENCE_MS, story } from './browser.ts';

/** A route of the bakery with these orders, and no driver. */
async function routeOf(world: ConsoleWorld, name: string, ids: readonly string[]) {
  const { route } = await world.call<{ route: { id: string } }>('POST', '/v1/routes', {
    name,
    stops: [
      { stopType: 'PICKUP', objectIds: ids, location: { lat: 37.7527, lng: -122.4103 } },
      ...ids.map((id, index) => ({
        stopType: 'DROPOFF',
        objectIds: [id],
        location: { lat: 37.755 + index / 200, lng: -122.42 + index / 300 },
      })),
    ],
  });
  return route;
}

/** Unlike every earlier name, so that a story can run again. */
const nameOf = (name: string) => `${name}${Date.now() % 1_000_000}`;

/** The map with its streets. */
const STREETS = '.map-canvas[data-drawn] .maplibregl-canvas';

describe.skipIf(!hasBrowser)('the console: map and planning', () => {
  story(
    '44 1.1 shows the streets of the demo city without a network, credits them, and finds a street by its name',
    async ({ world }) => {
      const store = await bakeryStore(world);
      for (const [look, options] of [
        ['light', {}],
        ['dark', { dark: true }],
        ['phone', { width: 390, height: 780 }],
      ] as const) {
        const { page, go, look: see, problems } = await world.open('planner', options);
        await go(`/stores/${store.id}`);
        const map = page.getByRole('region', { name: 'Map of Corner Bakery Mission' });
        await page.locator('[data-city]').waitFor({ state: 'attached' });
        await page.locator(STREETS).waitFor();
        await map.getByRole('link', { name: '© OpenStreetMap contributors' }).waitFor();
        expect(await see(`map-streets-${look}`)).toEqual([]);
        await page.getByRole('searchbox', { name: 'Find a place' }).fill('golden gate p');
        await page.getByRole('button', { name: 'Golden Gate Park', exact: true }).waitFor();
        await page.keyboard.press('Enter');
        await page.getByRole('searchbox', { name: 'Find a place' }).fill('37.7955, -122.3937');
        await page.getByRole('button', { name: '37.7955, -122.3937' }).click();
        expect(problems).toEqual([]);
      }
    },
  );

  story(
    '44 1.2 44 2 the pool is of the shown day with names, addresses and windows; a box on the map and a search choose from it',
    async ({ world }) => {
      const store = await bakeryStore(world);
      const name = nameOf('pool');
      await bakeryOrders(world, store.id, 6, name);
      await routeOf(world, `${name} run`, await bakeryOrders(world, store.id, 1, `${name}-on`));
      const { page, go, look, problems } = await world.open('planner', { width: 1440, height: 900 });
      await go('/routes');
      const pool = page.getByRole('region', { name: /^Without a route/ });
      await pool.getByRole('searchbox').fill(name);
      await pool.getByText(/^6 (?:of .*)?shown$/).waitFor();
      const row = pool.getByRole('listitem').first();
      expect(await row.innerText()).toMatch(/· 10\d Valencia St/);
      expect(await row.innerText()).toMatch(/\d\d:\d\d–\d\d:\d\d · 2 items/);
      expect(await row.innerText()).toContain('From Corner Bakery Mission');
      await page.locator('[data-city]').waitFor({ state: 'attached' });
      await page.locator(STREETS).waitFor();
      expect(await look('planning')).toEqual([]);
      // By the keyboard: what is in view, then what the search has left.
      await page.getByRole('button', { name: 'All in view' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('region', { name: /selected$/ }).waitFor();
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.getByRole('button', { name: 'Box', exact: true }).click();
      const box = (await page.locator('.map-select').boundingBox())!;
      await page.mouse.move(box.x + 4, box.y + 4);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width - 4, box.y + box.height - 4, { steps: 4 });
      await page.mouse.up();
      await page.getByRole('region', { name: /selected$/ }).waitFor();
      await page.getByRole('button', { name: 'Clear' }).click();
      // A lasso around everything but a corner; then what is under the pointer in words.
      await page.getByRole('button', { name: 'Lasso', exact: true }).click();
      const [left, top] = [box.x + 3, box.y + 3];
      const [right, bottom] = [box.x + box.width - 3, box.y + box.height - 3];
      await page.mouse.move(left, top);
      await page.mouse.down();
      for (const [x, y] of [
        [right, top],
        [right, bottom - 20],
        [right - 20, bottom],
        [left, bottom],
      ] as const)
        await page.mouse.move(x, y, { steps: 3 });
      await page.mouse.up();
      await page.getByRole('region', { name: /selected$/ }).waitFor();
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.getByRole('searchbox', { name: 'Find a place' }).fill(`${name}-3`);
      await page.getByRole('button', { name: new RegExp(`^${name}-3`) }).click();
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.locator('.map-hover').getByText(`${name}-3`, { exact: false }).waitFor();
      await pool.getByRole('button', { name: 'Select 6' }).click();
      const bar = page.getByRole('region', { name: '6 selected' });
      await bar.getByLabel('Add to').selectOption({ label: `${name} run` });
      await bar.getByRole('button', { name: 'Put there' }).click();
      const card = page.getByRole('article', { name: `${name} run` });
      await card.getByText(`${name}-6`, { exact: true }).waitFor();
      await card
        .getByText(/Valencia St/)
        .first()
        .waitFor();
      expect(problems).toEqual([]);
    },
  );

  story(
    '44 2 44 3 times are recalculated by one button, the time line has the windows of the chosen route, and a dispatch asks',
    async ({ world }) => {
      const store = await bakeryStore(world);
      const name = nameOf('timed');
      const route = await routeOf(world, name, await bakeryOrders(world, store.id, 3, name));
      const stopIds = (
        await world.call<{ stops: readonly { id: string }[] }>('GET', `/v1/routes/${route.id}`)
      ).stops.map(({ id }) => id);
      await world.call('POST', `/v1/routes/${route.id}/calculate-timing`);
      await world.call('PATCH', `/v1/routes/${route.id}`, {
        stopIds: [stopIds[0], ...stopIds.slice(1).toReversed()],
      });
      const { page, go, look, problems } = await world.open('planner', { width: 1440, height: 900 });
      await go('/routes');
      const card = page.getByRole('article', { name });
      await card.getByText('Times out of date').waitFor();
      await card.getByText('No driver').waitFor();
      await card.getByRole('button', { name: 'Dispatch' }).click();
      const question = page.getByRole('dialog');
      await question.getByText('It has no driver', { exact: false }).waitFor();
      await question.getByText('Its times are older than its stops.').waitFor();
      expect(await look('dispatch-question')).toEqual([]);
      await question.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: /^Recalculate times/ }).click();
      await card.getByText('Times out of date').waitFor({ state: 'detached' });
      // Routes have different titles: name, driver and start.
      const { driver } = await world.call<{ driver: { id: string } }>('PUT', '/v1/fleet/drivers/upsert', {
        externalIdentifier: name,
        firstName: 'Ana',
        lastName: 'Moss',
        phoneNumber: '+14155550142',
      });
      const { driverGroup } = await world.call<{ driverGroup: { firstVersionContractId: string } }>(
        'PUT',
        '/v1/fleet/driver-groups/upsert',
        { externalIdentifier: name, name, driverIds: [driver.id] },
      );
      await world.call('POST', `/v1/routes/${route.id}/assign`, {
        courierId: driver.id,
        driverGroupId: driverGroup.firstVersionContractId,
      });
      await page.getByRole('article', { name: new RegExp(`^${name}, Ana, \\d\\d:\\d\\d$`) }).waitFor();
      const line = page.getByRole('region', { name: 'Time line' });
      await line.getByRole('button', { name }).focus();
      await page.keyboard.press('Enter');
      await expect
        .poll(() => line.locator('.gantt-stops .window').count(), { timeout: PATIENCE_MS })
        .toBeGreaterThanOrEqual(3);
      expect(await look('planning-gantt')).toEqual([]);
      expect(problems).toEqual([]);
      const phone = await world.open('planner', { width: 390, height: 780 });
      await phone.go('/routes');
      await phone.page.getByRole('article', { name }).waitFor();
      expect(await phone.look('planning-phone')).toEqual([]);
    },
  );

  story(
    '44 2 the result of an optimization shows the map, each route in figures, and a remedy is applied by one click, plans again and is undone',
    async ({ world }) => {
      const store = await bakeryStore(world);
      const orders = await bakeryOrders(world, store.id, 4, nameOf('figured'));
      const { pickupStartTime } = await world.call<{ pickupStartTime: string }>(
        'GET',
        `/v1/order/${orders[3]}`,
      );
      await world.call('PATCH', `/v1/order/${orders[3]}`, {
        dropoffStartTime: pickupStartTime,
        dropoffEndTime: new Date(Date.parse(pickupStartTime) + 1_000).toISOString(),
      });
      const { id } = await world.call<{ id: string }>('POST', '/v1/activities/optimization', {
        orderIds: orders,
        save: true,
      });
      const { page, go, look, problems } = await world.open('planner');
      await go(`/optimization/${id}`);
      await page.locator('.page-head').getByText('Success').waitFor();
      const result = page.getByRole('region', { name: 'Result' });
      await result.getByText('6 items').waitFor();
      await result.getByText(/^\d+(?:\.\d)? km$/).waitFor();
      await result.getByRole('button', { name: 'Map' }).click();
      await page.locator('[data-city]').waitFor({ state: 'attached' });
      expect(await look('optimization-result')).toEqual([]);
      await page.setViewportSize({ width: 390, height: 780 });
      await result.scrollIntoViewIfNeeded();
      expect(await look('optimization-result-phone')).toEqual([]);
      await page.setViewportSize({ width: 1440, height: 900 });
      const endOf = async () =>
        Date.parse(
          (await world.call<{ dropoffEndTime: string }>('GET', `/v1/order/${orders[3]}`)).dropoffEndTime,
        );
      const narrow = await endOf();
      await page.getByRole('button', { name: /^End its delivery window \d+ minutes? later\.$/ }).click();
      const question = page.getByRole('dialog', { name: 'What changes' });
      await question.getByText(/End of the delivery window$/).waitFor();
      expect(await look('remedy')).toEqual([]);
      await page.setViewportSize({ width: 390, height: 780 });
      expect(await look('remedy-phone')).toEqual([]);
      await page.setViewportSize({ width: 1440, height: 900 });
      await question.getByRole('button', { name: 'Change and plan again' }).click();
      await expect.poll(() => page.url(), { timeout: PATIENCE_MS }).not.toContain(id);
      await page.getByText('Every order has a route.').waitFor();
      expect(await endOf()).toBeGreaterThan(narrow);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(endOf, { timeout: PATIENCE_MS }).toBe(narrow);
      // The table that compares both plans is scrolled on a phone; its words stay whole.
      const compared = page.getByRole('region', { name: 'Against the plan before' });
      await page.setViewportSize({ width: 390, height: 780 });
      await compared.scrollIntoViewIfNeeded();
      const head = await compared.getByRole('columnheader', { name: 'Before' }).boundingBox();
      expect(head?.height).toBeLessThan(40);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      expect(await look('optimization-compared-phone')).toEqual([]);
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.getByRole('link', { name: 'Open the day' }).click();
      await expect.poll(() => page.url(), { timeout: PATIENCE_MS }).toMatch(/routes\?date=\d{4}-\d\d-\d\d$/);
      await page.locator('.route-card').first().waitFor();
      expect(problems).toEqual([]);
    },
  );

  story(
    '44 2 an order that was left out is planned by one click with another vehicle; without any, the form of a vehicle is offered',
    async ({ world }) => {
      const store = await bakeryStore(world);
      const name = nameOf('spared');
      const orders = await bakeryOrders(world, store.id, 3, name);
      const groupOf = async (of: string) =>
        (
          await world.call<{ driverGroup: { firstVersionContractId: string } }>(
            'PUT',
            '/v1/fleet/driver-groups/upsert',
            { externalIdentifier: of, name: of },
          )
        ).driverGroup.firstVersionContractId;
      const van = async (of: string, group: string, vehicleConfig: object) => {
        const { driver } = await world.call<{ driver: { id: string } }>('PUT', '/v1/fleet/drivers/upsert', {
          ...{ externalIdentifier: of, firstName: 'Ana', lastName: 'Moss', phoneNumber: '+14155550142' },
          addFirstVersionContractIds: [group],
        });
        const body = { name: of, enabled: true, courierIds: [driver.id], vehicleConfig };
        return (await world.call<{ id: string }>('POST', '/v1/vehicle', body)).id;
      };
      const own = await groupOf(`${name} own`);
      await van(`${name} full`, own, { maxStops: 3, fixedCost: 1 });
      await Promise.all(
        orders.map((id) => world.call('PATCH', `/v1/order/${id}`, { requirements: [`custom:${name}`] })),
      );
      const { id } = await world.call<{ id: string }>('POST', '/v1/activities/optimization', {
        orderIds: orders,
        contractIds: [own],
      });
      const { page, go, look, problems } = await world.open('planner');
      await go(`/optimization/${id}`);
      const left = page.getByRole('region', { name: 'Orders without a route' });
      await left.getByText('None of the other vehicles is free', { exact: false }).first().waitFor();
      expect(await look('remedy-no-vehicle')).toEqual([]);
      await left.getByRole('link', { name: 'Add a vehicle' }).first().click();
      const form = page.getByRole('dialog', { name: 'New vehicle' });
      await form.getByLabel('Name').waitFor();
      await form.getByRole('button', { name: 'Cancel' }).click();
      const spare = `${name} spare`;
      await van(spare, await groupOf(`${name} other`), { capabilities: [name] });
      await go(`/optimization/${id}`);
      await left.getByRole('button', { name: 'Plan again' }).click();
      await expect.poll(() => page.url(), { timeout: PATIENCE_MS }).not.toContain(id);
      const use = left.getByRole('button', { name: `Use ${spare} (Ana Moss)` });
      await use.first().waitFor();
      expect(await look('remedy-spare')).toEqual([]);
      await page.setViewportSize({ width: 390, height: 780 });
      await left.scrollIntoViewIfNeeded();
      expect(await look('remedy-spare-phone')).toEqual([]);
      await page.setViewportSize({ width: 1440, height: 900 });
      await use.first().click();
      await page.getByText('Every order has a route.').waitFor();
      await page.getByRole('button', { name: 'Save routes' }).click();
      await page.getByText('Routes saved.').waitFor();
      for (const order of orders) {
        const { routeId } = await world.call<{ routeId: string | null }>('GET', `/v1/order/${order}`);
        expect(await world.call('GET', `/v1/routes/${routeId}`)).toMatchObject({
          courier: { firstName: 'Ana' },
        });
      }
      expect(problems).toEqual([]);
    },
  );

  story(
    '44 1.2 the maps of an order, a store and a zone have the work around as layers, which are read once they are shown',
    async ({ world }) => {
      const store = await bakeryStore(world);
      const name = nameOf('around');
      const [first = ''] = await bakeryOrders(world, store.id, 3, name);
      const running = await bakeryOrders(world, store.id, 1, `${name}-run`);
      await routeOf(world, `${name} route`, running);
      const zone = await world.call<{ id: string }>('POST', '/v1/zones', {
        name: `${name} zone`,
        polygon: MISSION,
      });
      const { page, go, look, problems } = await world.open('owner', { width: 1280, height: 800 });
      const read: string[] = [];
      page.on('request', (request) => read.push(new URL(request.url()).pathname));
      const layer = (label: string) => page.getByRole('checkbox', { name: label, exact: true });
      const find = async (text: string) => {
        await page.getByRole('searchbox', { name: 'Find a place' }).fill(text);
        return page.getByRole('button', { name: new RegExp(`^${text}`) });
      };
      await go(`/orders/${first}`);
      await page.locator(STREETS).waitFor();
      expect(read.filter((path) => /execute\/routes|store_locations$|zones$/.test(path))).toEqual([]);
      expect(await (await find(`${name}-2`)).count()).toBe(0);
      await page.getByText('Layers', { exact: true }).first().click();
      for (const label of ['Stores', 'Zones', 'Orders without a route', 'Routes', 'Drivers', 'Exceptions'])
        expect(await layer(label).isChecked()).toBe(false);
      for (const label of ['Orders without a route', 'Routes', 'Zones']) await layer(label).check();
      await page.getByText('Layers', { exact: true }).first().click();
      await (await find(`${name}-2`)).waitFor();
      await (await find(`${name} zone`)).waitFor();
      await (await find(`${name} route`)).first().waitFor();
      await page.getByRole('searchbox', { name: 'Find a place' }).fill('');
      expect(await look('order-map-layers')).toEqual([]);
      // Routes of other stories lie above its orders.
      await page.getByText('Layers', { exact: true }).first().click();
      await layer('Routes').uncheck();
      // What is shown on one map is shown on the others, and opens by a click.
      await go(`/stores/${store.id}`);
      await (await find(`${name}-2`)).click();
      const map = page.getByRole('region', { name: 'Map of Corner Bakery Mission' });
      await page.locator(STREETS).waitFor();
      expect(await look('store-map-layers')).toEqual([]);
      const { width, height } = (await map.boundingBox())!;
      await map.click({ position: { x: width / 2, y: height / 2 } });
      await expect.poll(() => page.url(), { timeout: PATIENCE_MS }).toMatch(/#\/orders\/ord_/);
      await page.setViewportSize({ width: 390, height: 780 });
      await go(`/zones/${zone.id}`);
      await (await find(`${name}-2`)).waitFor();
      await page.getByRole('searchbox', { name: 'Find a place' }).fill('');
      await page.getByText('Layers', { exact: true }).first().click();
      await layer('Drivers').waitFor();
      expect(await look('zone-map-layers-phone')).toEqual([]);
      await layer('Orders without a route').uncheck();
      expect(await (await find(`${name}-2`)).count()).toBe(0);
      expect(problems).toEqual([]);
    },
  );

  story('44 1.2 44 3 an order shows its map and its attempts', async ({ world }) => {
    const store = await bakeryStore(world);
    const [id = ''] = await bakeryOrders(world, store.id, 1, nameOf('mapped'));
    const strategy = await world.call<{ id: string }>('POST', '/v1/options_group', {
      label: nameOf('Simulated'),
      allowedProviders: ['FleetSimulator'],
    });
    await world.call('PATCH', `/v1/order/${id}`, { dispatchStrategyId: strategy.id });
    await world.call('POST', `/v1/order/${id}/autodispatch`);
    const { page, go, look, problems } = await world.open('planner');
    await go(`/orders/${id}`);
    await page
      .getByRole('region', { name: 'Delivery attempts' })
      .getByText('Attempt 1: FleetSimulator')
      .waitFor();
    await page.locator('[data-city]').waitFor({ state: 'attached' });
    expect(await look('order-map')).toEqual([]);
    const { jobId } = await world.call<{ jobId: string }>('GET', `/v1/order/${id}`);
    await go(`/deliveries/${jobId}`);
    await page.locator('[data-city]').waitFor({ state: 'attached' });
    expect(await look('delivery-map')).toEqual([]);
    await page.getByText('Layers', { exact: true }).first().click();
    expect(await page.getByRole('checkbox', { name: 'Stores', exact: true }).isChecked()).toBe(false);
    await page.getByRole('checkbox', { name: 'Stores', exact: true }).check();
    await page.getByRole('searchbox', { name: 'Find a place' }).fill('Corner Bakery');
    await page.getByRole('button', { name: /^Corner Bakery Mission/ }).waitFor();
    expect(problems).toEqual([]);
  });
});
