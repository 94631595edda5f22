import { createHmac } from 'node:crypto';
import { describe, expect } from 'vitest';
import { bakeryMessage, MAPPING } from '../support/shop-world.ts';
import { bakeryStore } from './bakery.ts';
import { hasBrowser, PATIENCE_MS, story } from './browser.ts';

const DAY = 86_400_000;

/** `dropoffFirstName` as the console shows it, but for capitals in `Reference ID`. */
const words = (name: string) => {
  const spaced = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_.-]+/g, ' ')
    .toLowerCase();
  return new RegExp(`^${spaced}$`, 'i');
};
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
      await form.getByLabel(/^How messages prove/).selectOption({ label: 'A signature with the secret' });
      await form.getByLabel(/^Header/).fill(MAPPING.authentication.header);
      await form.getByLabel(/^Number of the order/).fill('/nowhere');
      await form.getByLabel('Dropoff address', { exact: true }).fill('');
      await form.getByRole('button', { name: 'Create' }).click();
      // What is wrong is said where it is.
      await expect
        .poll(() => form.getByLabel('Dropoff address', { exact: true }).getAttribute('aria-invalid'), {
          timeout: PATIENCE_MS,
        })
        .toBe('true');
      await form.getByRole('button', { name: 'Remove Dropoff address' }).click();
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
      // Places of the message are offered, and what is there is shown beside them.
      const mapping = page.getByRole('group', { name: 'Mapping', exact: true });
      await mapping.getByLabel(/^Number of the order/).fill(MAPPING.orderId);
      await mapping.getByText('In the message: 4711').waitFor();
      for (const [name, source] of Object.entries(MAPPING.fields)) {
        const label = words(name);
        if ((await mapping.getByLabel(label).count()) === 0) {
          await mapping.getByLabel('Add a field').first().fill(name);
          await mapping.getByRole('button', { name: 'Add', exact: true }).first().click();
        }
        await mapping.getByLabel(label).fill(source);
      }
      await mapping.getByText('In the message: #B-17').waitFor();
      await mapping.getByRole('button', { name: 'Read items as well' }).click();
      await mapping.getByLabel('List of items').fill(MAPPING.items.list);
      for (const [name, source] of [['id', '/sku'] as const, ['description', '{/name} {/size}'] as const]) {
        await mapping.getByLabel('Add a field').nth(1).fill(name);
        await mapping.getByRole('button', { name: 'Add', exact: true }).nth(1).click();
        await mapping.getByLabel(words(name)).fill(source);
      }
      await mapping.getByText('In the message: Rye 1 kg').waitFor();
      await page.getByRole('button', { name: 'Show the order' }).click();
      await page.getByRole('heading', { name: 'Result Order' }).waitFor();
      await page.locator('dd', { hasText: '901 Market Street' }).first().waitFor();
      for (const width of [390, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await look(`shop-test-${width}`)).toEqual([]);
      }
      await page.setViewportSize({ width: 1280, height: 800 });
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
      // The refused mapping is the only request that fails.
      expect(problems).toEqual([expect.stringMatching(/^4\d\d .*\/v1\/shops$/)]);
    },
  );
});
