import { describe, expect } from 'vitest';
import { bakeryOrders, bakeryStore } from './bakery.ts';
import { hasBrowser, PATIENCE_MS, story } from './browser.ts';

describe.skipIf(!hasBrowser)('the console: the day at a glance', () => {
  story('44 4 the first screen says what to do now, and each figure opens its list', async ({ world }) => {
    const store = await bakeryStore(world);
    const [order] = await bakeryOrders(world, store.id, 3, `glance-${Date.now()}`);
    await world.call('POST', '/v1/flags', { orderId: order, notes: 'Ring twice' });
    // Without a phone number and an address it needs attention.
    await world.call('POST', '/v1/order', { externalId: `bare-${Date.now()}`, deliveryMode: 'now' });
    const { page, look, problems } = await world.open('owner');
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    const figure = (name: string) => page.locator('.figures li').filter({ hasText: name });
    const value = (name: string) => figure(name).locator('strong').innerText();
    await expect.poll(() => value('Orders that need attention'), { timeout: PATIENCE_MS }).toMatch(/^[1-9]/);
    await expect
      .poll(() => value('Ready orders without a route or a delivery'), { timeout: PATIENCE_MS })
      .toMatch(/^([3-9]|\d\d)/);
    await expect.poll(() => value('Flags'), { timeout: PATIENCE_MS }).toMatch(/^[1-9]/);
    await expect.poll(() => value('Late routes'), { timeout: PATIENCE_MS }).toBe('0');
    await expect.poll(() => value('Webhooks that were not taken'), { timeout: PATIENCE_MS }).toBe('0');
    expect(await look('today-full')).toEqual([]);
    await figure('Flags').getByRole('link').click();
    await page.getByRole('link', { name: 'Ring twice' }).first().click();
    await page.getByRole('button', { name: 'Resolve' }).click();
    await page.locator('.page-head').getByText('Resolved').waitFor();
    await page.getByRole('link', { name: 'Today' }).click();
    await figure('Orders that need attention').getByRole('link').click();
    await page
      .getByRole('link', { name: /^bare-/ })
      .first()
      .waitFor();
    expect(problems).toEqual([]);
  });

  story('44 4 what a user may not read is left out of it', async ({ world }) => {
    const { page, problems } = await world.open('store_operator', { width: 390, height: 844 });
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await page.getByText('Orders that need attention').waitFor();
    expect(await page.getByText('Webhooks that were not taken').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  story('44 4 / searches orders, people and screens by the keyboard alone', async ({ world }) => {
    const store = await bakeryStore(world);
    const name = `found-${Date.now()}`;
    await bakeryOrders(world, store.id, 1, name);
    const last = `Quill${Date.now()}`;
    await world.call('POST', '/v1/courier', {
      firstName: 'Nadia',
      lastName: last,
      phoneNumber: '+14155550177',
      enabled: true,
    });
    const { page, look, problems } = await world.open('owner');
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    await page.keyboard.press('/');
    const box = page.getByRole('dialog', { name: 'Search everything' });
    const input = box.getByRole('searchbox');
    await input.fill(name);
    await box
      .getByRole('link', { name: new RegExp(name) })
      .first()
      .waitFor();
    expect(await look('search')).toEqual([]);
    await input.fill('(415) 555-0123');
    await box.getByRole('link', { name: new RegExp(`${name}-1`) }).waitFor();
    await input.fill(last);
    await box.getByRole('link', { name: new RegExp(last) }).waitFor();
    await input.fill('webhoo');
    await box.getByRole('link', { name: 'Webhooks' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await page.keyboard.press('/');
    await input.fill(name);
    await box
      .getByRole('link', { name: new RegExp(name) })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: `${name}-1` }).waitFor();
    expect(problems).toEqual([]);
  });
});
