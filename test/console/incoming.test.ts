import { createHmac } from 'node:crypto';
import { describe, expect } from 'vitest';
import { bakeryMessage, MAPPING } from '../support/shop-world.ts';
import { bakeryStore } from './bakery.ts';
import { hasBrowser, PATIENCE_MS, story } from './browser.ts';

const DAY = 86_400_000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

describe.skipIf(!hasBrowser)('the console: orders that come by themselves', () => {
  story(
    '43 3 a planner creates a recurring order, skips one occurrence and changes another',
    async ({ world }) => {
      await bakeryStore(world);
      const { page, go, look, problems } = await world.open('planner');
      await go('/recurring');
      await page.getByRole('heading', { name: 'No recurring orders yet' }).waitFor();
      await page.getByRole('button', { name: 'New recurring order' }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel(/^Name/).fill('Bread for Luna');
      await form.getByLabel('Pickup store').selectOption({ label: 'Corner Bakery Mission' });
      await form.getByLabel('First name').fill('Luna');
      await form.getByLabel('Dropoff: Address').fill('900 Valencia Street, San Francisco, CA 94110');
      await form.getByLabel('Dropoff: Phone').fill('+14155550199');
      await form.getByLabel('Value').fill('42');
      await form.getByLabel(/^First day/).fill(dayIn(1));
      await form.getByLabel(/^Repeats/).selectOption({ label: 'By days' });
      await form.getByLabel('Dropoff from').fill('09:00');
      await form.getByLabel('Dropoff until').fill('11:00');
      await form.getByLabel('Days ahead').fill('3');
      expect(await look('recurring-form')).toEqual([]);
      await form.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { level: 1, name: 'Bread for Luna' }).waitFor();
      const rows = page.locator('section').filter({ hasText: 'Next occurrences' }).locator('li');
      await rows.first().getByText('Created', { exact: true }).waitFor();
      await rows.first().getByRole('button', { name: 'Skip' }).click();
      await rows.first().getByText('Skipped', { exact: true }).waitFor();
      await rows.first().getByText('Archived').waitFor();
      await rows.nth(1).getByRole('button', { name: 'Change' }).click();
      await page.getByRole('dialog').getByLabel('Dropoff until').fill('12:30');
      await page.getByRole('dialog').getByLabel('Note').fill('A party');
      expect(await look('recurring-change')).toEqual([]);
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await rows.nth(1).getByText('A party').waitFor();
      expect(await look('recurring-page')).toEqual([]);
      await rows.first().getByRole('button', { name: 'As usual' }).click();
      await rows.first().getByText('Created', { exact: true }).waitFor();
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await look('recurring-page-narrow')).toEqual([]);
      await go('/recurring');
      await page.getByText('Every day').waitFor();
      expect(await look('recurring-list-narrow')).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByRole('link', { name: 'Bread for Luna' }).click();
      await page.getByRole('button', { name: 'End it' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'End it' }).click();
      await page.locator('.page-head').getByText('Ended').waitFor();
      expect(problems).toEqual([]);
    },
  );

  story(
    '43 2 an owner connects a shop, corrects its mapping by a test, and follows a message',
    async ({ world }) => {
      await bakeryStore(world);
      const { page, go, look, problems } = await world.open('owner');
      await go('/shops');
      await page.getByRole('button', { name: 'Connect a shop' }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel(/^Name/).fill('Bakery online');
      await form.getByLabel(/^Kind/).selectOption({ label: 'Any other, by a mapping' });
      await form.getByLabel('Pickup store').selectOption({ label: 'Corner Bakery Mission' });
      await form.getByLabel('Mapping').fill(JSON.stringify({ ...MAPPING, orderId: '/nowhere' }));
      expect(await look('shop-connect')).toEqual([]);
      await form.getByRole('button', { name: 'Create' }).click();
      await form.getByText('This secret is shown only once.').waitFor();
      const [inbox = '', secret = ''] = await form.locator('pre').allInnerTexts();
      expect(await look('shop-connected')).toEqual([]);
      await form.getByRole('link', { name: 'Open the shop' }).click();
      await page.getByRole('heading', { level: 1, name: 'Bakery online' }).waitFor();
      expect(await page.getByText(secret).count()).toBe(0);
      await page.getByRole('textbox', { name: 'Message' }).fill(JSON.stringify(bakeryMessage()));
      await page.getByRole('button', { name: 'Show the order' }).click();
      await page.getByRole('heading', { name: 'Result Unreadable' }).waitFor();
      await page.getByRole('textbox', { name: 'Mapping' }).fill(JSON.stringify(MAPPING));
      await page.getByRole('button', { name: 'Show the order' }).click();
      await page.getByRole('heading', { name: 'Result Order' }).waitFor();
      await page.getByText('901 Market Street').first().waitFor();
      expect(await look('shop-test')).toEqual([]);
      await page.getByRole('button', { name: 'Save this mapping' }).click();
      await page.getByRole('button', { name: 'Save this mapping' }).waitFor({ state: 'detached' });
      const body = JSON.stringify(bakeryMessage());
      const signature = createHmac('sha256', secret).update(body).digest('hex');
      const sent = await fetch(
        new URL(new URL(inbox).pathname + new URL(inbox).search, world.local.cloud.baseUrl),
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-bakery-signature': signature },
          body,
        },
      );
      expect(sent.status).toBe(200);
      await page.getByRole('row').filter({ hasText: '4711' }).getByText('Created').waitFor();
      expect(await look('shop-page')).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await look('shop-page-narrow')).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByRole('row').filter({ hasText: '4711' }).getByRole('link').first().click();
      await page.getByRole('button', { name: 'Show its order' }).click();
      await page.getByRole('heading', { name: 'Result Order' }).waitFor();
      await page.getByRole('button', { name: 'Carry out again' }).click();
      await expect
        .poll(() => page.locator('dt', { hasText: 'Carried out again' }).locator('+ dd').innerText(), {
          timeout: PATIENCE_MS,
        })
        .toBe('1');
      expect(await look('shop-message')).toEqual([]);
      expect(problems).toEqual([]);
    },
  );
});
