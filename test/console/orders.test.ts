import { describe, expect } from 'vitest';
import { bakeryOrders, bakeryStore } from './bakery.ts';
import { hasBrowser, PATIENCE_MS, story } from './browser.ts';

describe.skipIf(!hasBrowser)('the console: orders', () => {
  story('serves its page with a strict policy and its files for good', async ({ world }) => {
    const page = await world.local.request<string>('GET', '/console');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const script = /src="(\/console\/[^"]+\.js)"/.exec(page.body)?.[1] ?? '';
    const file = await world.local.request('GET', script);
    expect(file.status).toBe(200);
    expect(file.headers.get('cache-control')).toContain('immutable');
    expect((await world.local.request('GET', '/console/..%2Findex.cjs')).status).toBe(404);
    expect((await world.local.request('GET', '/console/index.html')).status).toBe(404);
  });

  story('44 the first load takes less than 60 kB, without a map', async ({ world }) => {
    const { page } = await world.open('planner');
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    const bytes = await page.evaluate<number>(`[
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource').filter(({ name }) => name.includes('/console/')),
    ].reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`);
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThan(60_000);
  });

  story('a planner finds an order, opens it and archives it with a reason', async ({ world }) => {
    const store = await bakeryStore(world);
    const [first] = await bakeryOrders(world, store.id, 12);
    const { page, go, look, problems } = await world.open('planner');
    await go('/orders');
    await page.getByRole('link', { name: 'bread-1', exact: true }).waitFor();
    expect(await look('orders')).toEqual([]);
    await page.getByRole('searchbox', { name: 'Search by ID' }).fill('bread-11');
    await page.getByText('1 entry').waitFor();
    await page.getByRole('link', { name: 'bread-11', exact: true }).click();
    await page.getByRole('heading', { name: 'bread-11' }).waitFor();
    await page.getByText('Order created').waitFor();
    expect(await look('order')).toEqual([]);
    await page.getByRole('button', { name: 'Archive' }).click();
    await page.getByRole('textbox', { name: /Reason/ }).fill('The customer came to the shop');
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await page.getByText('The customer came to the shop').waitFor();
    await go('/orders?search=nothing-like-this');
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
    expect(await look('orders-no-match')).toEqual([]);
    expect(first).toBeDefined();
    expect(problems).toEqual([]);
  });

  story('a change made elsewhere appears within 2 s, without reloading', async ({ world }) => {
    const store = await bakeryStore(world);
    const [id] = await bakeryOrders(world, store.id, 1, 'live');
    const { page, go } = await world.open('planner');
    await go('/orders?search=live-1');
    const row = page.getByRole('row', { name: /live-1/ });
    await row.getByText('Valid').waitFor();
    await world.call('PATCH', `/v1/order/${id}/confirm`);
    const reads: string[] = [];
    page.on('request', (request) => reads.push(request.url()));
    await row.getByText('Confirmed').waitFor();
    // Reads are 1.5 s apart: the change shows with the first one after it, or with the one that was under way.
    expect(reads.filter((url) => url.includes('/v1/orders?')).length).toBeLessThanOrEqual(2);
  });

  story('44 7 a new row of a long list appears without the list being read meanwhile', async ({ world }) => {
    const store = await bakeryStore(world);
    const name = `many${Date.now()}`;
    await bakeryOrders(world, store.id, 100, name);
    await bakeryOrders(world, store.id, 1, `${name}-more`);
    const { page, go } = await world.open('planner');
    await go(`/orders?search=${name}`);
    await page.getByText('101 entries').waitFor();
    // Reads of the whole list, which a long one is spared, and looks for new rows.
    const reads = { whole: 0, since: 0 };
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname !== '/v1/orders' || searchParams.has('ids')) return;
      reads[searchParams.has('createdFrom') ? 'since' : 'whole'] += 1;
    });
    await expect.poll(() => reads.since, { timeout: PATIENCE_MS }).toBeGreaterThan(1);
    const before = reads.whole;
    await bakeryOrders(world, store.id, 1, `${name}-new`);
    await page.getByText('102 entries').waitFor();
    await page.getByText(`${name}-new-1`, { exact: true }).waitFor();
    // It was read again once, because there was something new; or as it is now and then anyway.
    expect(reads.whole - before).toBeLessThanOrEqual(2);
  });

  story('44 7 a planner chooses the columns of the list, and finds them so elsewhere', async ({ world }) => {
    const store = await bakeryStore(world);
    await bakeryOrders(world, store.id, 1, 'columns');
    const { page, go, look, problems } = await world.open('planner', { width: 1440 });
    await go('/orders?search=columns-');
    await page.getByRole('columnheader', { name: 'Pickup' }).first().waitFor();
    await page.locator('summary', { hasText: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Pickup', exact: true }).uncheck();
    await page.getByRole('columnheader', { name: 'Pickup', exact: true }).waitFor({ state: 'detached' });
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await look(`orders-columns-${width}`)).toEqual([]);
    }
    const elsewhere = await world.open('planner', { width: 1440 });
    await elsewhere.go('/orders?search=columns-');
    await elsewhere.page.getByRole('link', { name: 'columns-1', exact: true }).waitFor();
    const pickup = elsewhere.page.getByRole('columnheader', { name: 'Pickup', exact: true });
    await pickup.waitFor({ state: 'detached' });
    await elsewhere.page.locator('summary', { hasText: 'Columns' }).click();
    await elsewhere.page.getByRole('checkbox', { name: 'Pickup', exact: true }).check();
    await pickup.waitFor();
    expect(problems).toEqual([]);
  });

  story('the keyboard reaches rows and opens one', async ({ world }) => {
    const store = await bakeryStore(world);
    await bakeryOrders(world, store.id, 5, 'keys');
    const { page, go } = await world.open('planner');
    await go('/orders?search=keys-&sort=created_at');
    await page.getByText('5 entries').waitFor();
    await page.locator('tbody a').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    const last = await page.locator('tbody a').last().textContent();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: last ?? '?' }).waitFor();
    expect(last).toMatch(/^keys-/);
  });

  story('is right at 390 px and in the dark', async ({ world }) => {
    const store = await bakeryStore(world);
    const [id] = await bakeryOrders(world, store.id, 1, 'small');
    const { page, go, look } = await world.open('planner', { width: 390, height: 844, dark: true });
    await go(`/orders/${id}`);
    await page.getByRole('heading', { name: 'small-1' }).waitFor();
    expect(await look('order-390-dark')).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Menu' }).click();
    expect(await look('menu-390-dark')).toEqual([]);
  });

  story('a reader is shown no button that would be refused', async ({ world }) => {
    const store = await bakeryStore(world);
    const [id] = await bakeryOrders(world, store.id, 1, 'read');
    const { page, go } = await world.open('read_only');
    await go(`/orders/${id}`);
    await page.getByRole('heading', { name: 'read-1' }).waitFor();
    expect(await page.getByRole('button', { name: 'Archive' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Dispatch' }).count()).toBe(0);
  });
});
