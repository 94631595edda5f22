import { readFileSync } from 'node:fs';
import { describe, expect, vi } from 'vitest';
import { bakeryOrders, bakeryStore } from './bakery.ts';
import { type ConsoleWorld, hasBrowser, PATIENCE_MS, story } from './browser.ts';

interface Stop {
  readonly id: string;
  readonly stopType: string;
}

/** A route of a store that carries these orders. */
async function routeOf(world: ConsoleWorld, name: string, ids: readonly string[], more: object = {}) {
  const { route } = await world.call<{ route: { id: string; stops: readonly Stop[] } }>(
    'POST',
    '/v1/routes',
    {
      name,
      ...more,
      stops: [
        { stopType: 'PICKUP', objectIds: ids, location: { lat: 37.7527, lng: -122.4103 } },
        ...ids.map((id, index) => ({
          stopType: 'DROPOFF',
          objectIds: [id],
          location: { lat: 37.755 + index / 200, lng: -122.42 + index / 300 },
        })),
      ],
    },
  );
  return route;
}

/** A driver of the own fleet, with the group whose price lets it carry routes. */
async function driverOf({ call }: ConsoleWorld): Promise<{ courierId: string; driverGroupId: string }> {
  const { driver } = await call<{ driver: { id: string } }>('PUT', '/v1/fleet/drivers/upsert', {
    externalIdentifier: 'evening',
    firstName: 'Eve',
    lastName: 'Ning',
    phoneNumber: '+14155550142',
  });
  const { driverGroup } = await call<{ driverGroup: { firstVersionContractId: string } }>(
    'PUT',
    '/v1/fleet/driver-groups/upsert',
    { externalIdentifier: 'evening', name: 'Evening', driverIds: [driver.id] },
  );
  const driverGroupId = driverGroup.firstVersionContractId;
  await call('PUT', '/v1/own-fleet', { rates: [{ driverGroupId, baseCents: 400, perKilometerCents: 60 }] });
  return { courierId: driver.id, driverGroupId };
}

describe.skipIf(!hasBrowser)('the console: operations', () => {
  story(
    '43 1.8 a planner uploads a file, chooses the store for all rows, sees what is wrong, and corrects the flawed rows',
    async ({ world }) => {
      const store = await bakeryStore(world);
      const { page, go, look, problems } = await world.open('planner');
      await go('/orders');
      const upload = async (content: string) => {
        await page.getByRole('button', { name: 'Upload orders' }).click();
        const file = { name: 'monday.csv', mimeType: 'text/csv', buffer: Buffer.from(content) };
        await page.getByLabel('CSV or Excel file').setInputFiles(file);
        await page.getByLabel('Pickup store').selectOption(store.id);
      };
      const header = 'Order number,Name,Dropoff address,Dropoff phone,Value,Where';
      const address = '"900 Valencia Street, San Francisco, CA 94110"';
      const rows = [
        `csv-1,Ada,${address},+14155550101,1500,dock 1`,
        `csv-2,Bo,${address},+14155550102,a lot,dock 2`,
        `csv-3,Cy,${address},12,20,dock 3`,
      ];
      await upload([header, ...rows].join('\n'));
      await page.getByRole('combobox', { name: 'Field: Where' }).selectOption({ label: 'Description' });
      await page.getByText('1 cell cannot be read').waitFor();
      await page.getByText('1 good, 1 will need attention, 1 cannot be imported.').waitFor();
      expect(await look('upload')).toEqual([]);
      await page.getByLabel('Name to keep these settings under').fill('Till');
      await page.getByRole('button', { name: 'Keep as template' }).click();
      await page.getByText('The template is kept.').waitFor();
      await page.getByRole('checkbox', { name: /above 1,000/ }).check();
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByText('Of 3 rows 1 could not be imported').waitFor();
      const links = page.getByRole('dialog').getByRole('link', { name: /^ord_/ });
      await links.first().waitFor();
      expect(await links.count()).toBe(2);
      expect(await look('upload-done')).toEqual([]);
      const saved = async (button: string) => {
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: button }).click(),
        ]);
        return readFileSync(await file.path(), 'utf8');
      };
      const result = await saved('Download the result');
      expect(result).toMatch(/1,done,ord_/);
      expect(result).toContain('2,failed,,"Value: ""a lot""');
      const flawed = await saved('Download the flawed rows');
      expect(flawed).not.toContain('csv-1');
      await page.keyboard.press('Escape');
      await upload(flawed.replace('a lot', '30').replace(',12,', ',+14155550103,'));
      await page.getByText('2 good, 0 will need attention, 0 cannot be imported.').waitFor();
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByRole('dialog').getByText('Success').waitFor();
      await page.keyboard.press('Escape');
      await upload([header, `csv-4,Di,${address},+14155550104,20,dock 4`].join('\n'));
      await page.getByLabel('Import template').selectOption({ label: 'Till' });
      await page.getByText('1 good, 0 will need attention, 0 cannot be imported.').waitFor();
      expect(await page.getByRole('combobox', { name: 'Field: Where' }).inputValue()).toBe('description');
      await page.keyboard.press('Escape');
      await go('/orders?search=csv-1');
      await page.getByRole('link', { name: 'csv-1', exact: true }).click();
      await page.getByText('dock 1').waitFor();
      expect(problems).toEqual([]);
    },
  );

  story('4.8.1 pasted ids are found, archived with a reason, and reported', async ({ world }) => {
    const store = await bakeryStore(world);
    await bakeryOrders(world, store.id, 2, 'paste');
    const { page, go, look, problems } = await world.open('planner');
    await go('/orders');
    await page.getByRole('button', { name: 'Paste IDs' }).click();
    await page.getByLabel('IDs', { exact: true }).fill('paste-1;paste-2\tmissing');
    await page.getByRole('button', { name: 'Find orders' }).click();
    await page.getByText('2 orders found, 1 without a match.').waitFor();
    expect(await look('paste-ids')).toEqual([]);
    await page.getByRole('button', { name: 'Archive', exact: true }).click();
    await page.getByRole('textbox', { name: /Reason/ }).fill('The oven broke');
    await page.getByRole('dialog').last().getByRole('button', { name: 'Archive', exact: true }).click();
    await page.getByText('Success').waitFor();
    expect(problems).toEqual([]);
  });

  story('4.8.2 colleagues leave notes on an order; whoever only reads cannot', async ({ world }) => {
    const store = await bakeryStore(world);
    const [id] = await bakeryOrders(world, store.id, 1, 'noted');
    const { page, go, problems } = await world.open('planner');
    await go(`/orders/${id}`);
    await page.getByRole('button', { name: 'Add a note' }).click();
    await page.getByLabel(/Note/).fill('The doorbell is broken');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByText('The doorbell is broken').waitFor();
    expect(problems).toEqual([]);
    const reader = await world.open('read_only');
    await reader.go(`/orders/${id}`);
    await reader.page.getByText('The doorbell is broken').waitFor();
    expect(await reader.page.getByRole('button', { name: 'Add a note' }).count()).toBe(0);
  });

  story('4.8.3 a value over 1,000 is confirmed, and one over 100,000 is refused', async ({ world }) => {
    await bakeryStore(world);
    const { page, go, problems } = await world.open('planner');
    const questions: string[] = [];
    let answer = false;
    page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      void (answer ? dialog.accept() : dialog.dismiss());
    });
    await go('/orders');
    await page.getByRole('button', { name: 'New order' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Pickup store').selectOption({ label: 'Corner Bakery Mission' });
    await form.getByLabel(/^External ID/).fill('valuable-1');
    await form.getByLabel(/^Dropoff: Address/).fill('900 Valencia Street, San Francisco, CA 94110');
    await form.getByLabel(/^When/).selectOption({ label: 'As soon as possible' });
    const value = form.getByLabel('Value');
    await value.fill('100000.01');
    await form.getByRole('button', { name: 'Create' }).click();
    await form.getByText('A value over 100,000 is not accepted.').waitFor();
    await value.fill('1000.01');
    await form.getByRole('button', { name: 'Create' }).click();
    await expect
      .poll(() => questions, { timeout: PATIENCE_MS })
      .toEqual([expect.stringContaining('$1,000.01')]);
    expect(await form.isVisible()).toBe(true);
    answer = true;
    await form.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'valuable-1' }).waitFor();
    expect(questions).toHaveLength(2);
    expect(problems).toEqual([]);
  });

  story(
    '44 6 the form of an order says what it lacks to be dispatched, and leads there',
    async ({ world }) => {
      await bakeryStore(world);
      const { page, go, look, problems } = await world.open('planner');
      await go('/orders');
      await page.getByRole('button', { name: 'New order' }).first().click();
      const form = page.getByRole('dialog');
      const name = `lacking-${Date.now()}`;
      await form.getByLabel(/^External ID/).fill(name);
      await form.getByLabel(/^Dropoff: Address/).fill('900 Valencia Street, San Francisco, CA 94110');
      await form.getByLabel(/^When/).selectOption({ label: 'In its windows' });
      const missing = form.getByRole('status');
      await missing.getByText('cannot be dispatched yet').waitFor();
      // In the words of the form, at the field and beside the buttons.
      await missing.getByText('Enter the dropoff window.').waitFor();
      const lacking = form.locator('.field .lacking');
      await lacking.getByText('Enter the phone number of the recipient.').waitFor();
      await lacking.getByText('Enter the phone number of the pickup.').waitFor();
      expect(await form.getByLabel('Dropoff: Phone').getAttribute('aria-describedby')).toMatch(/-error$/);
      expect(await form.innerText()).not.toMatch(/[a-z]+(?:Phone|Address|Time|Cents|Mode|Count)\w*/);
      await missing.scrollIntoViewIfNeeded();
      expect(await look('order-lacks')).toEqual([]);
      await page.setViewportSize({ width: 390, height: 780 });
      await lacking.first().scrollIntoViewIfNeeded();
      expect(await look('order-lacks-phone')).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
      // An order that lacks something can be saved all the same.
      await form.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.getByRole('button', { name: 'Edit' }).first().click();
      await missing.getByRole('button', { name: 'Value' }).click();
      await page.keyboard.type('25');
      await form.getByLabel('Pickup store').selectOption({ label: 'Corner Bakery Mission' });
      await form.getByLabel(/^When/).selectOption({ label: 'As soon as possible' });
      await missing.getByRole('button', { name: 'First name' }).click();
      await page.keyboard.type('Ada');
      await missing.getByRole('button', { name: 'Dropoff: Phone' }).click();
      await page.keyboard.type('+14155550199');
      await form.getByText('The order can be dispatched.').waitFor();
      await form.getByRole('button', { name: 'Save' }).click();
      await form.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Dispatch' }).first().waitFor();
      const id = page.url().split('/').at(-1);
      expect(await world.call('GET', `/v1/order/${id}`)).toMatchObject({ status: 'valid', valueCents: 2500 });
      await world.call('POST', `/v1/order/${id}/autodispatch`);
      // A refused save says at the field what to do there.
      await go('/orders');
      await page.getByRole('button', { name: 'New order' }).first().click();
      await form.getByLabel(/^Dropoff: Address/).fill('900 Valencia Street, San Francisco, CA 94110');
      await form.getByLabel(/^When/).selectOption({ label: 'As soon as possible' });
      await form.getByLabel('Number of items').fill('1.5');
      await form.getByRole('button', { name: 'Create' }).click();
      await form.locator('.field .error').getByText('Enter a whole number.').waitFor();
      expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
      const abroad = await world.open('planner', { locale: 'de-DE' });
      await abroad.go('/orders');
      await abroad.page.getByRole('button', { name: 'Neuer Auftrag' }).first().click();
      await abroad.page.getByLabel(/^Zustellung: Adresse/).fill('900 Valencia Street');
      await abroad.page
        .locator('.field .lacking')
        .getByText('Geben Sie die Telefonnummer des Empfängers ein.')
        .waitFor();
      expect(abroad.problems).toEqual([]);
    },
  );

  story('44 6 a list is read again when something changed, and not before', async ({ world }) => {
    const store = await bakeryStore(world);
    await bakeryOrders(world, store.id, 1, `still-${Date.now()}`);
    const { page, go, problems } = await world.open('planner');
    const asked = { orders: 0, changes: 0 };
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname === '/v1/orders') asked.orders += 1;
      if (pathname === '/v1/organization-management/changes') asked.changes += 1;
    });
    await go('/orders');
    await page
      .getByRole('link', { name: /^still-/ })
      .first()
      .waitFor();
    // What the orders still go through is over when a look finds nothing any more.
    const looksWithoutRead = async () => {
      const before = { ...asked };
      await expect
        .poll(() => asked.changes - before.changes, { timeout: PATIENCE_MS })
        .toBeGreaterThanOrEqual(3);
      return asked.orders - before.orders;
    };
    await expect.poll(looksWithoutRead, { timeout: PATIENCE_MS }).toBe(0);
    const name = `came-${Date.now()}`;
    await bakeryOrders(world, store.id, 1, name);
    await page
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .first()
      .waitFor();
    expect(problems).toEqual([]);
  });

  story(
    '44 7 rows appear in every list of work when they come, and none is read before',
    async ({ world }) => {
      const store = await bakeryStore(world);
      await world.call('POST', '/v1/webhooks/endpoints', { url: 'https://hooks.example/rows' });
      const { page, go, problems } = await world.open('owner');
      const mark = `rows-${Date.now()}`;
      let orders = 0;
      const made = async () => (await bakeryOrders(world, store.id, 1, `${mark}-${orders++}`))[0] ?? '';
      const lists: readonly {
        readonly address: string;
        readonly path: string;
        readonly make: () => Promise<unknown>;
        readonly row: RegExp;
      }[] = [
        {
          address: '/flags',
          path: '/v1/flags',
          make: async () =>
            world.call('POST', '/v1/flags', { orderId: await made(), notes: `Ring twice ${mark}` }),
          row: new RegExp(`Ring twice ${mark}`),
        },
        {
          address: '/execute?view=table',
          path: '/v1/execute/routes',
          make: async () => routeOf(world, `Morning ${mark}`, [await made()]),
          row: new RegExp(`Morning ${mark}`),
        },
        {
          address: '/webhooks?tab=messages&eventTypes=task.created',
          path: '/v1/webhooks/messages',
          make: async () => world.call('POST', `/v1/order/${await made()}/autodispatch`),
          row: /task\.created/,
        },
        {
          address: '/optimization',
          path: '/v1/activities',
          make: async () => {
            const orderIds = [await made(), await made()];
            await world.call('POST', '/v1/activities/optimization', { orderIds });
          },
          row: /Success|Failed/,
        },
      ];
      let asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      const count = (path: string) => asked.filter((one) => one === path).length;
      for (const { address, path, make, row } of lists) {
        await go(address);
        const rows = page.getByRole('main').getByText(row);
        await expect.poll(() => count(path), { timeout: PATIENCE_MS }).toBeGreaterThan(0);
        // What earlier rows still go through is over when a look finds nothing any more.
        const looksWithoutRead = async () => {
          asked = [];
          await expect
            .poll(() => count('/v1/organization-management/changes'), { timeout: PATIENCE_MS })
            .toBeGreaterThanOrEqual(4);
          return count(path);
        };
        await expect.poll(looksWithoutRead, { timeout: PATIENCE_MS, message: path }).toBe(0);
        const before = await rows.count();
        await make();
        await expect
          .poll(() => rows.count(), { timeout: PATIENCE_MS, message: path })
          .toBeGreaterThan(before);
      }
      expect(problems).toEqual([]);
    },
  );

  story('4.8.4 an operator follows a route, records what happens and deals with it', async ({ world }) => {
    const store = await bakeryStore(world);
    const ids = await bakeryOrders(world, store.id, 3, 'drive');
    const route = await routeOf(world, 'Evening', ids, await driverOf(world));
    await world.call('POST', '/v1/routes/dispatch', { routeIds: [route.id] });
    const first = `/v1/fleet/routes/${route.id}/stops/${route.stops[0]!.id}`;
    // The driver has the packages once a worker has handed them over.
    await vi.waitFor(() => world.call('PATCH', first, { status: 'ENROUTE' }), {
      timeout: 30_000,
      interval: 500,
    });
    const { page, go, look, problems } = await world.open('planner');
    await go('/execute');
    await page.getByRole('link', { name: 'Evening' }).waitFor();
    expect(await look('execute-map')).toEqual([]);
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await page.locator('.gantt').waitFor();
    expect(await look('execute-timeline')).toEqual([]);
    await page.getByRole('link', { name: 'Evening' }).click();
    await page.getByRole('heading', { level: 1, name: 'Evening' }).waitFor();
    await page.getByRole('button', { name: 'Record an event' }).click();
    await page.getByRole('dialog').getByLabel(/Event/).selectOption({ label: 'Customer not home' });
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    const exception = page.getByRole('listitem').filter({ hasText: 'Customer not home' }).first();
    await exception.getByText('Needs triage').waitFor();
    expect(await look('execute-route')).toEqual([]);
    await exception.getByRole('button', { name: 'Acknowledge' }).click();
    await exception.getByText('Acknowledged').waitFor();
    await exception.getByRole('button', { name: 'Resolve' }).click();
    await exception.waitFor({ state: 'detached' });
    // What a driver reports appears without a reload.
    await world.call('POST', `/v1/fleet/routes/${route.id}/exceptions`, {
      type: 'vehicle_breakdown',
      note: 'Flat tire',
    });
    await page.getByText('Flat tire').waitFor();
    expect(problems).toEqual([]);
    const small = await world.open('store_operator', { width: 390, height: 844, dark: true });
    await small.go('/execute?view=table');
    await small.page.getByRole('link', { name: 'Evening' }).waitFor();
    expect(await small.look('execute-390-dark')).toEqual([]);
    expect(await small.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await small.go(`/execute/${route.id}`);
    await small.page.getByText('Flat tire').waitFor();
    expect(await small.look('execute-route-390-dark')).toEqual([]);
    expect(await small.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });

  story('4.8.4 a link to a view that is turned off falls back to the table', async ({ world }) => {
    const executeViews = { map: false, timeline: false, kpiCards: false };
    await world.call('PATCH', '/v1/organization', { preferences: { executeViews } });
    const { page, go, problems } = await world.open('planner');
    await go('/execute?view=timeline');
    await page.getByRole('heading', { level: 1, name: 'Execute' }).waitFor();
    await page.locator('.running, .state').first().waitFor();
    expect(await page.locator('.gantt, .map, .kpi').count()).toBe(0);
    expect(problems).toEqual([]);
    const all = { map: true, timeline: true, kpiCards: true };
    await world.call('PATCH', '/v1/organization', { preferences: { executeViews: all } });
  });

  story(
    '3.2 a planner drags a stop to another route, takes it back, and moves one by keyboard',
    async ({ world }) => {
      const store = await bakeryStore(world);
      const ids = await bakeryOrders(world, store.id, 4, 'board');
      await routeOf(world, 'Left', ids.slice(0, 2));
      await routeOf(world, 'Right', ids.slice(2));
      // High enough for both cards below those of other stories.
      const { page, go, look, problems } = await world.open('planner', { height: 2_000 });
      await go('/routes');
      const left = page.getByRole('article', { name: 'Left' });
      const right = page.getByRole('article', { name: 'Right' });
      // Cards move while the screen fills: by the addresses of their orders, and by the map beside them.
      await left.getByText('Ada Moss').waitFor();
      await right.getByText('Dev Moss').waitFor();
      await page.locator('.map-canvas[data-drawn]').waitFor();
      await left.getByText('board-1', { exact: true }).dragTo(right.getByText('board-4', { exact: true }));
      await right.getByText('board-1', { exact: true }).waitFor();
      expect(await look('board')).toEqual([]);
      await page.locator('.page-head').getByRole('button', { name: 'Undo' }).click();
      await left.getByText('board-1', { exact: true }).waitFor();
      await left.getByRole('checkbox', { name: 'Select the stop board-2', exact: true }).focus();
      await page.keyboard.press('Space');
      await page.getByLabel(/Move to/).selectOption({ label: 'Right' });
      await page.getByRole('button', { name: 'Put there' }).click();
      await right.getByText('board-2', { exact: true }).waitFor();
      await right.getByRole('button', { name: 'Resequence' }).click();
      await page.getByText('All stops kept, ').waitFor();
      expect(problems).toEqual([]);
    },
  );

  story(
    '3.2 a planner creates a route, adds orders to it by keyboard, and takes them off again',
    async ({ world }) => {
      const store = await bakeryStore(world);
      await bakeryOrders(world, store.id, 3, 'loose');
      const { page, go, look, problems } = await world.open('planner');
      await go('/routes');
      await page.getByRole('button', { name: 'New route' }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel(/^Name/).fill('Late run');
      await form.getByLabel(/^Start/).selectOption({ label: 'Corner Bakery Mission' });
      await form.getByRole('button', { name: 'Create' }).click();
      const card = page.getByRole('article', { name: 'Late run' });
      await card.getByText('Start', { exact: true }).waitFor();
      for (const name of ['loose-1', 'loose-2']) {
        await page.getByRole('checkbox', { name: `Select the order ${name}`, exact: true }).focus();
        await page.keyboard.press('Space');
      }
      expect(await look('board-unplanned')).toEqual([]);
      await page.getByLabel('Add to').selectOption({ label: 'Late run' });
      await page.getByRole('button', { name: 'Put there' }).click();
      await card.getByText('loose-2', { exact: true }).waitFor();
      await page.locator('.page-head').getByRole('button', { name: 'Undo' }).click();
      await card.getByText('loose-2', { exact: true }).waitFor({ state: 'detached' });
      await page.getByRole('checkbox', { name: 'Select the order loose-2', exact: true }).waitFor();
      expect(problems).toEqual([]);
    },
  );

  story('a delivery shows its attempts and why they were made, and is canceled', async ({ world }) => {
    const store = await bakeryStore(world);
    const [order] = await bakeryOrders(world, store.id, 1, 'carried');
    const strategy = await world.call<{ id: string }>('POST', '/v1/options_group', {
      label: 'Simulated couriers',
      allowedProviders: ['FleetSimulator'],
    });
    await world.call('PATCH', `/v1/order/${order}`, { dispatchStrategyId: strategy.id });
    await world.call('POST', `/v1/order/${order}/autodispatch`);
    const { page, go, look, problems } = await world.open('planner');
    await go('/deliveries');
    await page.getByRole('searchbox', { name: 'Search by ID' }).fill('carried-1');
    await page.getByText('1 entry').waitFor();
    expect(await look('deliveries-one')).toEqual([]);
    await page.getByRole('link', { name: 'carried-1', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'carried-1' }).waitFor();
    await page.getByText('Simulated couriers', { exact: true }).waitFor();
    await page.locator('.sub').first().waitFor();
    const why = page.getByRole('region', { name: 'Why' });
    await why.getByText('FleetSimulator was chosen (attempt 1)', { exact: true }).waitFor();
    // Times are in the organization's time zone, as everywhere.
    expect(await why.innerText()).not.toMatch(/\dT\d/);
    expect(await why.innerText()).toMatch(/has rank 1: \$\d+\.\d\d/);
    expect(await look('delivery')).toEqual([]);
    await page.getByRole('button', { name: 'Cancel the delivery' }).click();
    await page.getByRole('dialog').getByText('the provider may charge a fee').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the delivery' }).click();
    await page.locator('.page-head').getByText('Ended').waitFor();
    expect(problems).toEqual([]);
    await go('/deliveries?search=no-such-delivery');
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
  });

  story('a view of the orders is saved under a name, and is there on another device', async ({ world }) => {
    const { page, go } = await world.open('planner');
    await go('/orders?status=archived&days=this_week');
    await page.getByText('Views', { exact: true }).click();
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Archived this week');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const other = await world.open('planner');
    await other.go('/orders');
    await other.page.getByText('Views', { exact: true }).click();
    await other.page.getByRole('link', { name: 'Archived this week' }).click();
    await other.page.waitForURL(/status=archived/);
    expect(other.page.url()).toContain('days=this_week');
    const owner = await world.open('owner');
    await owner.go('/orders');
    await owner.page.getByText('Views', { exact: true }).click();
    await owner.page.getByText('Save filters and sorting under a name').waitFor();
    expect(await owner.page.getByRole('link', { name: 'Archived this week' }).count()).toBe(0);
  });
});
