import { describe, expect } from 'vitest';
import { bakeryOrders, bakeryStore } from './bakery.ts';
import { hasBrowser, PATIENCE_MS, story } from './browser.ts';

interface Named {
  readonly id: string;
}

describe.skipIf(!hasBrowser)('the console: setting up', () => {
  story('an owner draws a zone on the map and changes its area', async ({ world }) => {
    const { page, go, look, problems } = await world.open('owner');
    await go('/zones/new');
    const map = page.locator('.map-canvas[data-drawn]');
    await map.waitFor();
    const box = await map.boundingBox();
    if (!box) throw new Error('The map is not shown.');
    for (const [x, y] of [
      [0.3, 0.3],
      [0.6, 0.3],
      [0.45, 0.6],
    ] as const) {
      await page.mouse.click(box.x + x * box.width, box.y + y * box.height);
    }
    const corners = page.getByLabel(/^Corners/);
    await expect
      .poll(async () => (await corners.inputValue()).split('\n').length, { timeout: PATIENCE_MS })
      .toBe(3);
    // The map stays in place while somebody draws: the corners are where they were clicked.
    const [left = [], right = [], low = []] = (await corners.inputValue())
      .split('\n')
      .map((line) => line.split(',').map(Number));
    const width = Number(right[1]) - Number(left[1]);
    expect(Math.abs(Number(low[1]) - Number(left[1]) - width / 2)).toBeLessThan(width / 20);
    expect(Math.abs(Number(right[0]) - Number(left[0]))).toBeLessThan(width / 20);
    await page.getByLabel(/^Name/).fill('Drawn by hand');
    expect(await look('zone-drawn')).toEqual([]);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'Drawn by hand' }).waitFor();
    await page.getByText('Drawn on the map').waitFor();
    await page.getByRole('button', { name: 'Draw again' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(async () => (await corners.inputValue()).split('\n').length, { timeout: PATIENCE_MS })
      .toBe(2);
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(problems).toEqual([]);
  });

  story('a planner creates a window and sees who is booked into it', async ({ world }) => {
    const store = await bakeryStore(world);
    await bakeryOrders(world, store.id, 1, 'booked');
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16);
    const [start, end] = [inHours(24), inHours(26)];
    const { page, go, look, problems } = await world.open('planner');
    await go('/windows');
    await page.getByRole('button', { name: 'New window' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name', { exact: true }).fill('Tomorrow at noon');
    await form.getByLabel('Time zone').selectOption('UTC');
    await form.getByLabel(/^Start/).fill(start);
    await form.getByLabel(/^End/).fill(end);
    await form.getByLabel(/^Orders until/).fill(inHours(20));
    await form.getByLabel('Places').fill('5');
    await form.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tomorrow at noon' }).waitFor();
    await page.getByRole('heading', { name: 'No bookings yet' }).waitFor();
    // It is shown in its own time zone, which is not that of the organization.
    await page.getByText(new RegExp(`${start.slice(11)}–.*${end.slice(11)}`)).waitFor();
    const id = page.url().split('/').at(-1);
    await world.call('POST', '/v1/order/external-identifier/booked-1/delivery-window/book', {
      deliveryWindowId: id,
    });
    await page.getByRole('link', { name: 'booked-1' }).waitFor();
    await page.getByText('1 of 5 taken').waitFor();
    expect(await look('window-bookings')).toEqual([]);
    await page.getByRole('button', { name: 'Close it' }).click();
    await page.getByText('Closed', { exact: true }).waitFor();
    expect(problems).toEqual([]);
  });

  story('an owner adds a driver and a vehicle, and sees them in the fleet', async ({ world }) => {
    const { page, go, problems } = await world.open('owner');
    await go('/fleet?tab=drivers');
    await page.getByRole('button', { name: 'New driver' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel(/^First name/).fill('Rosa');
    await form.getByLabel(/^Last name/).fill('Diaz');
    await form.getByLabel(/^Phone/).fill('+14155550111');
    await form.getByLabel(/^E-mail/).fill('rosa@example.com');
    await form.getByLabel('Skills').fill('fridge, heavy goods');
    await form.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'Rosa Diaz' }).waitFor();
    for (const shown of ['+1 415 555 0111', 'rosa@example.com', 'fridge, heavy goods'])
      await page.locator('dd', { hasText: shown }).waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await form.getByLabel('Skills').fill('fridge');
    await form.getByRole('button', { name: 'Save' }).click();
    await page
      .locator('dd')
      .filter({ hasText: /^fridge$/ })
      .waitFor();
    const driver = page.url().split('/').at(-1);
    expect(await world.call('GET', `/v1/courier/${driver}`)).toMatchObject({
      phoneNumber: '+14155550111',
      email: 'rosa@example.com',
      skills: ['fridge'],
    });
    await go('/fleet?tab=vehicles');
    await page.getByRole('button', { name: 'New vehicle' }).click();
    await page.getByRole('dialog').getByLabel(/^Name/).fill('Van 7');
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'Van 7' }).waitFor();
    await go('/fleet?tab=drivers');
    const row = page.getByRole('row', { name: /Rosa Diaz/ });
    await row.getByText('rosa@example.com').first().waitFor();
    await row.getByText('fridge').first().waitFor();
    expect(problems).toEqual([]);
  });

  story(
    '44 6 the limit of a vehicle is typed and shown in the unit of the organization',
    async ({ world }) => {
      const preferences = (distanceUnit: string) =>
        world.call('PATCH', '/v1/organization', { preferences: { distanceUnit } });
      await preferences('miles');
      const { page, go, look, problems } = await world.open('owner');
      const form = page.getByRole('dialog');
      await go('/fleet?tab=vehicles');
      await page.getByRole('button', { name: 'New vehicle' }).click();
      const name = `Truck ${Date.now()}`;
      await form.getByLabel(/^Name/).fill(name);
      // What has to be filled in says so.
      await form.getByText('(required)').first().waitFor();
      await form.getByLabel('Longest route (mi)').fill('50');
      await form.getByLabel('Longest route (hours)').fill('8');
      await form.getByLabel('Cost by distance (/mi)').fill('0.99');
      expect(await look('vehicle-miles')).toEqual([]);
      await form.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.locator('dd', { hasText: '49.7 mi' }).waitFor();
      const id = page.url().split('/').at(-1);
      const made = await world.call<{ vehicleConfig: object }>('GET', `/v1/vehicle/${id}`);
      expect(made.vehicleConfig).toMatchObject({
        maxDistance: 80,
        maxDuration: 8,
        costPerUnitDistance: 0.615157,
      });
      await page.locator('dd', { hasText: '$0.99/mi' }).waitFor();
      await page.getByRole('button', { name: 'Edit' }).click();
      expect(await form.getByLabel('Longest route (mi)').inputValue()).toBe('50');
      expect(await form.getByLabel('Cost by distance (/mi)').inputValue()).toBe('0.99');
      // Typed again as it is shown, a value stays the one that it was.
      await form.getByLabel('Longest route (mi)').fill('5');
      await form.getByLabel('Longest route (mi)').fill('50');
      await form.getByLabel('Cost by distance (/mi)').fill('1');
      await form.getByRole('button', { name: 'Save' }).click();
      await page.locator('dd', { hasText: '$1.00/mi' }).waitFor();
      expect(await world.call('GET', `/v1/vehicle/${id}`)).toMatchObject({
        vehicleConfig: { maxDistance: 80, costPerUnitDistance: 0.621371 },
      });
      await preferences('kilometers');
      expect(problems).toEqual([]);
    },
  );

  story(
    '44 6 the price of the own fleet is entered per mile and shown as it was entered',
    async ({ world }) => {
      const preferences = (distanceUnit: string) =>
        world.call('PATCH', '/v1/organization', { preferences: { distanceUnit, maxDistanceMiles: 20 } });
      await preferences('miles');
      const externalIdentifier = `mile-${Date.now()}`;
      await world.call('PUT', '/v1/fleet/driver-groups/upsert', {
        externalIdentifier,
        name: externalIdentifier,
      });
      const { page, go, look, problems } = await world.open('owner');
      const form = page.getByRole('dialog');
      await go('/fleet?tab=prices');
      await page.getByRole('button', { name: 'New price' }).click();
      await form.getByLabel(/^Driver group/).selectOption({ label: externalIdentifier });
      await form.getByLabel(/^Base price/).fill('4');
      await form.getByLabel('Price by distance (/mi)').fill('0.99');
      expect(await look('price-per-mile')).toEqual([]);
      await form.getByRole('button', { name: 'Create' }).click();
      const price = page.getByRole('listitem').filter({ hasText: externalIdentifier });
      await price.getByText('$4.00 + $0.99/mi').waitFor();
      const { rates } = await world.call<{ rates: readonly { perKilometerCents: number }[] }>(
        'GET',
        '/v1/own-fleet',
      );
      expect(rates.at(-1)?.perKilometerCents).toBeCloseTo(99 / 1.609344, 6);
      await go('/settings');
      await page.locator('dd', { hasText: '20 mi' }).waitFor();
      await preferences('kilometers');
      await page.reload();
      await page.locator('dd', { hasText: '32.2 km' }).waitFor();
      await page.getByRole('button', { name: 'Edit' }).click();
      await form.getByLabel('Longest delivery (km)').fill('40');
      await form.getByRole('button', { name: 'Save' }).click();
      await page.locator('dd', { hasText: '40 km' }).waitFor();
      await world.call('PATCH', '/v1/organization', { preferences: { maxDistanceMiles: null } });
      // The fleet had no price before.
      expect(problems.filter((problem) => !/^404 .*\/v1\/own-fleet$/.test(problem))).toEqual([]);
    },
  );

  story(
    '44 6, 45 8 shifts repeat and their week is copied; forms are made; versions of the app are set',
    async ({ world }) => {
      const { page, go, look, problems } = await world.open('owner');
      const form = page.getByRole('dialog');
      await go('/fleet?tab=shifts');
      await page.getByRole('button', { name: 'New shift' }).click();
      await form.getByLabel(/^Name/).fill('Early');
      await form.getByLabel(/^Start/).fill('2027-03-02T06:00');
      await form.getByLabel(/^End/).fill('2027-03-02T14:00');
      await form.getByRole('checkbox', { name: 'Tuesday' }).check();
      await form.getByRole('checkbox', { name: 'Thursday' }).check();
      await form.getByLabel(/^Repeat for weeks/).fill('2');
      expect(await look('shift-new')).toEqual([]);
      await form.getByRole('button', { name: 'Create' }).click();
      await form.waitFor({ state: 'detached' });
      await go('/fleet?tab=week&week=2027-03-03');
      await expect.poll(() => page.getByText('06:00–14:00').count(), { timeout: PATIENCE_MS }).toBe(2);
      expect(await look('shift-week')).toEqual([]);
      await page.getByRole('button', { name: 'Week after' }).click();
      await page.getByText('Mar 8, 2027 to Mar 14, 2027').waitFor();
      await expect.poll(() => page.getByText('06:00–14:00').count(), { timeout: PATIENCE_MS }).toBe(2);
      await page.getByRole('button', { name: 'Copy to the next week' }).click();
      await form.getByRole('button', { name: 'Copy to the next week' }).click();
      await page.getByText('Mar 15, 2027 to Mar 21, 2027').waitFor();
      await expect.poll(() => page.getByText('06:00–14:00').count(), { timeout: PATIENCE_MS }).toBe(2);
      await go('/fleet?tab=forms');
      await page.getByRole('button', { name: 'New form' }).click();
      await form.getByLabel('Name', { exact: true }).fill('At the door');
      await form.getByLabel('Question 1', { exact: true }).fill('Which floor?');
      await form.getByLabel('Answer to question 1').selectOption('A choice');
      await form.getByLabel(/^Choices of question 1/).fill('Ground, Upper');
      expect(await look('driver-form')).toEqual([]);
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByText('At a dropoff · 1 question').waitFor();
      expect(await look('driver-forms')).toEqual([]);
      const { forms } = await world.call<{ forms: readonly object[] }>('GET', '/v1/driver-phones/forms');
      const field = { key: 'which-floor', type: 'choice', choices: ['Ground', 'Upper'] };
      expect(forms).toMatchObject([{ key: 'at-the-door', moment: 'dropoff', fields: [field] }]);
      await go('/fleet?tab=app');
      await page.getByRole('button', { name: 'Edit' }).first().click();
      await form.getByLabel(/^Minimum/).fill('1.0.0');
      await form.getByLabel(/^Latest/).fill('1.2.0');
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Minimum: 1.0.0 · Latest: 1.2.0').waitFor();
      expect(await look('drivers-in-app')).toEqual([]);
      expect(problems).toEqual([]);
    },
  );

  story('an owner creates a role and invites a user with it, and the audit log tells', async ({ world }) => {
    const { page, go, look, problems } = await world.open('owner');
    await go('/people?tab=roles');
    await page.getByRole('button', { name: 'New role' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel(/^Name/).fill('Night shift');
    // 5.5: a new role starts with the rights for signing in to the console.
    expect(await form.getByLabel('Settings of the organization').inputValue()).toBe('READ');
    await form.getByRole('checkbox', { name: 'Follow routes (Execute)' }).check();
    await form.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'Night shift' }).waitFor();
    await go('/people');
    await page.getByRole('button', { name: 'Invite a user' }).click();
    await page
      .getByRole('dialog')
      .getByLabel(/^E-mail/)
      .fill('night@bakery.example');
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Night shift' }).check();
    expect(await look('invite')).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'night@bakery.example' }).waitFor();
    await go('/audit');
    const row = page
      .getByRole('row')
      .filter({ hasText: /Role Night shift/ })
      .first();
    await row.getByRole('button').click();
    await page.getByRole('dialog').getByText('Night shift').first().waitFor();
    expect(await look('audit-entry')).toEqual([]);
    expect(problems).toEqual([]);
  });

  story('an owner changes the rights of a role and deletes it; built-in roles stay', async ({ world }) => {
    const { page, go, look, problems } = await world.open('owner');
    const form = page.getByRole('dialog');
    await go('/people?tab=roles');
    await page.getByRole('link', { name: 'Planner' }).first().click();
    await page.getByText('Built in', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /Edit|Delete/ }).count()).toBe(0);
    await go('/people?tab=roles');
    await page.getByRole('button', { name: 'New role' }).click();
    await form.getByLabel(/^Name/).fill('Packers');
    await form.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'Packers' }).waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await form.getByLabel('Orders', { exact: true }).selectOption('Read');
    expect(await look('role-edit')).toEqual([]);
    await form.getByRole('button', { name: 'Save' }).click();
    await page
      .locator('.facts > div')
      .filter({ hasText: /^Orders/ })
      .getByText('Read', { exact: true })
      .waitFor();
    expect(await look('role-own')).toEqual([]);
    await page.getByRole('button', { name: 'Delete' }).click();
    await form.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    await page.getByRole('link', { name: 'Planner' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Packers' }).count()).toBe(0);
    // A read that was under way when the role was deleted may still ask for it.
    expect(problems.filter((problem) => !/^404 .*\/roles\/role_/.test(problem))).toEqual([]);
  });

  story('an owner creates an API key, sees it once, rotates and revokes it', async ({ world }) => {
    const { page, go, look, problems } = await world.open('owner');
    const form = page.getByRole('dialog');
    await go('/people?tab=keys');
    await page.getByRole('button', { name: 'New API key' }).click();
    await form.getByLabel(/^Name/).fill('Till');
    await form.getByLabel(/^Expires/).selectOption('In 30 days');
    await form.getByRole('button', { name: 'Create' }).click();
    await form.getByText('Choose at least one right.').waitFor();
    await form.getByLabel('Orders', { exact: true }).selectOption('Read');
    expect(await look('key-new')).toEqual([]);
    await form.getByRole('button', { name: 'Create' }).click();
    await form.getByText('This secret is shown only once.').waitFor();
    const key = await form.locator('pre').innerText();
    const statusOf = async (path: string, secret = key) =>
      (await world.local.request('GET', path, { key: secret })).status;
    expect(await statusOf('/v1/orders')).toBe(200);
    expect(await statusOf('/v1/webhooks/endpoints')).toBe(403);
    await page.keyboard.press('Escape');
    const row = page.getByRole('row', { name: /Till/ });
    await row.waitFor();
    await row.getByText(`${key.slice(0, 9)}…`).waitFor();
    // The key has just been used.
    await row.getByText('Never').waitFor({ state: 'detached' });
    expect(await page.getByText(key).count()).toBe(0);
    expect(await look('keys-one')).toEqual([]);
    await row.getByRole('button', { name: 'Rotate' }).click();
    await form.getByText('the old one is valid until then').waitFor();
    await form.getByRole('button', { name: 'Rotate' }).click();
    await form.getByText('This secret is shown only once.').waitFor();
    const rotated = await form.locator('pre').innerText();
    expect(await look('key-rotated')).toEqual([]);
    expect(rotated).not.toBe(key);
    expect([await statusOf('/v1/orders'), await statusOf('/v1/orders', rotated)]).toEqual([200, 200]);
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: 'Revoke' }).click();
    await form.getByText('will no longer have access').waitFor();
    await form.getByRole('button', { name: 'Revoke' }).click();
    await row.waitFor({ state: 'detached' });
    expect([await statusOf('/v1/orders'), await statusOf('/v1/orders', rotated)]).toEqual([401, 401]);
    expect(problems).toEqual([]);
  });

  story('a user of two organizations chooses one by its name', async ({ world }) => {
    const { local, call } = world;
    const user = { email: 'developer@demo.example', roleIds: ['role_developer'] };
    const other = await local.tenant('Second Shop');
    await call('POST', '/v1/organization-management/users', user);
    const added = await local.request('POST', '/v1/organization-management/users', {
      key: other.apiKey,
      body: user,
    });
    expect(added.status).toBe(200);
    const { page, look } = await world.visit(`${local.cloud.baseUrl}/console`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: user.email }).click();
    await page.getByRole('button', { name: 'Corner Bakery' }).waitFor();
    expect(await look('choose-organization')).toEqual([]);
    await page.getByRole('button', { name: 'Second Shop' }).click();
    await page.locator('.topbar').getByText('Second Shop').waitFor();
  });

  story('a planner tries a dispatch and reads why a provider would be chosen', async ({ world }) => {
    const { page, go, look, problems } = await world.open('planner');
    // A list that cannot be read at once is requested until it can.
    await page.route('**/v1/providers', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
    await page.route('**/v1/dispatch/evaluate', (route) => route.fulfill({ status: 503, json: {} }), {
      times: 1,
    });
    await go('/strategies?tab=evaluate');
    await expect
      .poll(() => page.getByLabel('Price of FleetSimulator', { exact: true }).inputValue(), {
        timeout: PATIENCE_MS,
      })
      .not.toBe('');
    await page.getByRole('button', { name: 'Explain' }).click();
    await page.getByText('1.', { exact: true }).waitFor();
    expect(await look('evaluate-explained')).toEqual([]);
    expect(problems).toEqual([]);
  });

  story(
    '4.8.5 an owner chooses the grid layout and the ranges of dates, and the screens follow',
    async ({ world }) => {
      const store = await bakeryStore(world);
      const [id] = await bakeryOrders(world, store.id, 1, 'grid');
      await world.call('POST', '/v1/routes', {
        name: 'Gridded',
        stops: [
          { stopType: 'PICKUP', objectIds: [id], location: { lat: 37.7527, lng: -122.4103 } },
          { stopType: 'DROPOFF', objectIds: [id], location: { lat: 37.76, lng: -122.42 } },
        ],
      });
      const { page, go, look, problems } = await world.open('owner');
      const ranges = page.getByRole('combobox', { name: 'Dates' }).getByRole('option');
      const expectRanges = (names: readonly string[]) =>
        expect.poll(() => ranges.allInnerTexts(), { timeout: PATIENCE_MS }).toEqual(names);
      await go('/orders');
      await expectRanges(['Today', 'Yesterday', 'Tomorrow', 'This week', 'Custom range']);
      await go('/routes');
      await page.locator('.board.cards').waitFor();
      await go('/settings');
      await page.getByRole('button', { name: 'Edit' }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Route layout').selectOption({ label: 'Grid' });
      await form.getByRole('checkbox', { name: 'Last 7 days' }).check();
      await form.getByRole('button', { name: 'Save' }).click();
      await form.waitFor({ state: 'detached' });
      await go('/routes');
      await page.locator('.board.grid').waitFor();
      expect(await look('board-grid')).toEqual([]);
      await go('/orders');
      await expectRanges(['Today', 'Yesterday', 'Tomorrow', 'This week', 'Last 7 days', 'Custom range']);
      expect(problems).toEqual([]);
    },
  );

  story('an owner opens a store and renames it', async ({ world }) => {
    await bakeryStore(world);
    const { page, go, problems } = await world.open('owner');
    await go('/stores');
    await page.getByRole('link', { name: 'Corner Bakery Mission' }).click();
    await page.getByRole('heading', { level: 1, name: 'Corner Bakery Mission' }).waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByLabel(/^Name/).fill('Corner Bakery North');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Corner Bakery North' }).waitFor();
    expect(problems).toEqual([]);
    await world.call<Named>('POST', '/v1/store_locations/upsert', {
      externalId: 'mission',
      name: 'Corner Bakery Mission',
    });
  });
});
