import { describe, expect } from 'vitest';
import { bakeryOrders, bakeryStore } from './bakery.ts';
import { hasBrowser, PATIENCE_MS, story } from './browser.ts';

interface Named {
  readonly id: string;
}

/** A name that no earlier run of a story has given. */
const nameOf = (what: string) => `${what} ${Date.now()}`;

describe.skipIf(!hasBrowser)('the console: what things are called', () => {
  story(
    '44 6 the logs of notifications and of changes are filtered by what orders, deliveries and people are called',
    async ({ world }) => {
      const store = await bakeryStore(world);
      const name = nameOf('logged').replace(' ', '-');
      const [first = '', second = ''] = await bakeryOrders(world, store.id, 2, name);
      const destination = await world.call<Named>('POST', '/v1/notification-groups', {
        name,
        channels: [{ type: 'sms', recipients: ['+14155550177'] }],
      });
      const trigger = await world.call<Named>('POST', '/v1/notification-triggers', {
        type: 'order_modified',
        name,
        notificationGroupIds: [destination.id],
        message: 'Changed: {{order.externalId}}',
        parameters: { modifiedFields: ['items'] },
      });
      for (const id of [first, second]) await world.call('PATCH', `/v1/order/${id}`, { itemsCount: 3 });
      const { page, go, look, problems } = await world.open('owner');
      const message = (which: number) => page.getByRole('button', { name: `Changed: ${name}-${which}` });
      await go('/notifications?tab=sent');
      await message(1).waitFor();
      await message(2).waitFor();
      await page
        .getByRole('row')
        .filter({ has: message(1) })
        .getByText('Text message')
        .waitFor();
      await page.getByRole('button', { name: 'Filters' }).click();
      const filter = page.locator('.filter-panel');
      await filter.getByRole('searchbox', { name: 'Order' }).fill(`${name}-1`);
      const found = filter.getByRole('list', { name: 'Order' });
      await found.getByRole('button', { name: `${name}-1` }).waitFor();
      expect(await look('notifications-order-filter')).toEqual([]);
      await found.getByRole('button', { name: `${name}-1` }).click();
      await message(2).waitFor({ state: 'detached' });
      await message(1).waitFor();
      expect(page.url()).toContain(`orderId=${first}`);
      await filter.getByText(`${name}-1`).waitFor();
      expect(await look('notifications-order-filtered')).toEqual([]);
      await filter.getByRole('button', { name: 'Choose another: Order' }).click();
      await message(2).waitFor();
      // The log of changes: what was changed is found among everything that has a name.
      await go('/audit');
      await page.getByRole('searchbox', { name: 'What' }).fill(name);
      const things = page.getByRole('list', { name: 'What' });
      await things.getByRole('button', { name: `${name}-2` }).waitFor();
      await page.setViewportSize({ width: 390, height: 780 });
      expect(await look('audit-filter-phone')).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
      await things.getByRole('button', { name, exact: true }).click();
      expect(page.url()).toContain(`entityId=${destination.id}`);
      const row = page.getByRole('row').filter({ hasText: name });
      await row.getByRole('button').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await page.getByRole('button', { name: 'Choose another: What' }).click();
      // A thing that no list has by name is reached from one of its changes.
      const other = page.getByRole('row').filter({ hasText: 'Notification trigger' }).first();
      await other.getByRole('button').click();
      await page.getByRole('dialog').getByRole('link', { name: 'All its changes' }).click();
      await expect.poll(() => page.url(), { timeout: PATIENCE_MS }).toContain(`entityId=${trigger.id}`);
      // Programs have names as well.
      await page.getByRole('combobox', { name: 'Who' }).selectOption({ label: 'A program: First key' });
      await page.getByRole('row').filter({ hasText: 'Notification trigger' }).first().waitFor();
      expect(problems).toEqual([]);
    },
  );

  story(
    '44 5 the stops of a route are called by recipient, address and window, on its page and where it is followed',
    async ({ world }) => {
      const store = await bakeryStore(world);
      const name = nameOf('stops');
      const [order = ''] = await bakeryOrders(world, store.id, 1, name);
      const { route } = await world.call<{ route: Named }>('POST', '/v1/routes', {
        name,
        stops: [
          { stopType: 'PICKUP', objectIds: [order], location: { lat: 37.7527, lng: -122.4103 } },
          { stopType: 'DROPOFF', objectIds: [order], location: { lat: 37.755, lng: -122.42 } },
        ],
      });
      const { page, go, look, problems } = await world.open('planner');
      for (const isFollowed of [false, true]) {
        if (isFollowed) await world.call('POST', '/v1/routes/dispatch', { routeIds: [route.id] });
        await go(`/${isFollowed ? 'execute' : 'routes'}/${route.id}`);
        const stops = page.getByRole('region', { name: 'Stops' });
        await stops.getByRole('link', { name: 'Ada Moss · 100 Valencia St' }).waitFor();
        await stops.getByText(/\d\d:\d\d–\d\d:\d\d · 2 items · From Corner Bakery/).waitFor();
        await stops.getByText(`${name}-1`, { exact: true }).waitFor();
        await stops.getByText(/^Pickup: Corner Bakery Mission · 2900/).waitFor();
        await page.locator('[data-city]').waitFor({ state: 'attached' });
        await page.getByRole('searchbox', { name: 'Find a place' }).fill('Ada Moss');
        await page.getByRole('button', { name: /^2\. Ada Moss · 100 Valencia St/ }).waitFor();
        await page.getByRole('searchbox', { name: 'Find a place' }).fill('');
        expect(await look(`stops-${isFollowed ? 'followed' : 'of-route'}`)).toEqual([]);
        await page.setViewportSize({ width: 390, height: 780 });
        await stops.scrollIntoViewIfNeeded();
        expect(await look(`stops-${isFollowed ? 'followed' : 'of-route'}-phone`)).toEqual([]);
        await page.setViewportSize({ width: 1280, height: 800 });
      }
      expect(problems).toEqual([]);
    },
  );

  story('44 5 the orders of an optimization are picked by their names', async ({ world }) => {
    const store = await bakeryStore(world);
    const name = nameOf('picked').replace(' ', '-');
    await bakeryOrders(world, store.id, 4, name);
    const { page, go, look, problems } = await world.open('planner');
    await go('/optimization');
    await page.getByRole('button', { name: 'Optimize orders' }).first().click();
    const form = page.getByRole('dialog');
    const orders = form.getByRole('group', { name: 'Only these orders' });
    for (const which of [1, 3])
      await orders.getByRole('checkbox', { name: new RegExp(`^${name}-${which} · `) }).check();
    expect(await look('optimization-picked')).toEqual([]);
    await form.getByRole('button', { name: 'Optimize orders' }).click();
    await page.locator('.page-head').getByText('Success').waitFor();
    const ids = await Promise.all(
      [1, 3].map(async (which) => (await world.call<Named>('GET', `/v1/order/${name}-${which}`)).id),
    );
    const { result } = await world.call<{
      result: { routes: readonly { stops: readonly { stopType: string; objectIds: readonly string[] }[] }[] };
    }>('GET', `/v1/activities/${/optimization\/([^?]+)/.exec(page.url())?.[1]}`);
    const planned = result.routes.flatMap(({ stops }) =>
      stops.flatMap(({ stopType, objectIds }) => (stopType === 'DROPOFF' ? objectIds : [])),
    );
    expect(planned.toSorted()).toEqual(ids.toSorted());
    expect(problems).toEqual([]);
  });

  story('44 5 a phone number is shown in international form and calls', async ({ world }) => {
    const store = await bakeryStore(world);
    const [order = ''] = await bakeryOrders(world, store.id, 1, nameOf('called'));
    await world.call('PATCH', `/v1/order/${order}`, { dropoffPhoneNumber: '+442071838750' });
    const { page, go, look, problems } = await world.open('planner');
    await go(`/orders/${order}`);
    for (const [shown, called] of [
      ['+44 20 7183 8750', '+442071838750'],
      ['+1 415 555 0100', '+14155550100'],
    ] as const)
      expect(await page.getByRole('link', { name: shown, exact: true }).getAttribute('href')).toBe(
        `tel:${called}`,
      );
    expect(await look('order-phones')).toEqual([]);
    expect(problems).toEqual([]);
  });

  story('44 5 a partner keeps its name after it is deleted', async ({ world }) => {
    const name = nameOf('Riders');
    const partner = await world.call<Named>('POST', '/v1/http-fleets', {
      name,
      baseUrl: 'https://riders.example',
      token: 'r_1',
    });
    const strategy = await world.call<Named>('POST', '/v1/options_group', {
      label: name,
      allowedProviders: [partner.id, 'FleetSimulator'],
    });
    await world.call('DELETE', `/v1/http-fleets/${partner.id}`);
    const { page, go, look, problems } = await world.open('owner');
    await go(`/strategies/${strategy.id}`);
    await page.getByText(`${name} (former partner)`).waitFor();
    expect(await page.getByText(partner.id).count()).toBe(0);
    expect(await look('strategy-former-partner')).toEqual([]);
    await go('/insights/providers');
    await page.locator('.filters summary', { hasText: 'Provider' }).click();
    await page.getByRole('checkbox', { name: `${name} (former partner)` }).waitFor();
    expect(await look('insights-former-partner')).toEqual([]);
    expect(problems).toEqual([]);
  });
});
