import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { bakeryOrders, bakeryStore } from './bakery.ts';
import { hasBrowser, PATIENCE_MS, story } from './browser.ts';

/** More presses than any screen of these stories has places for the focus. */
const MOST_PRESSES = 250;

/** Presses a key until this has the focus. */
async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await wanted.first().waitFor();
  const focused = wanted.and(page.locator(':focus'));
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press(key);
  }
  throw new Error(`The keyboard does not reach ${String(wanted)}.`);
}

/** A day as it is typed in the English of the United States. */
const typed = (day: string) => day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2$3$1');

describe.skipIf(!hasBrowser)('the console by keyboard', () => {
  story(
    '44 2 a day is planned by the keyboard alone: chosen, its orders put on a route, moved, looked at and dispatched',
    async ({ world }) => {
      const store = await bakeryStore(world);
      const name = `keys-${Date.now()}`;
      await bakeryOrders(world, store.id, 3, name);
      const { page, go, look, problems } = await world.open('planner', { width: 1440, height: 900 });
      const press = (...keys: readonly string[]) =>
        keys.reduce<Promise<void>>(
          (before, key) => before.then(() => page.keyboard.press(key)),
          Promise.resolve(),
        );
      const button = (label: string) => page.getByRole('button', { name: label, exact: true });
      await go('/routes');
      const day = page.getByLabel('Date', { exact: true });
      // Another day and back; nothing is read for the years 2, 20 and 202.
      await tabTo(page, day);
      const today = await day.inputValue();
      const later = new Date(Date.parse(`${today}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
      await page.keyboard.type(typed(later));
      await expect.poll(() => page.url(), { timeout: PATIENCE_MS }).toContain(`date=${later}`);
      await press('ArrowLeft', 'ArrowLeft');
      await page.keyboard.type(typed(today));
      await expect.poll(() => page.url(), { timeout: PATIENCE_MS }).toContain(`date=${today}`);

      await tabTo(page, button('New route'));
      await press('Enter');
      const form = page.getByRole('dialog');
      await tabTo(page, form.getByLabel(/^Name/));
      await page.keyboard.type(name);
      const start = form.getByLabel(/^Start/);
      await start.getByRole('option', { name: 'Corner Bakery Mission' }).waitFor({ state: 'attached' });
      await tabTo(page, start);
      await page.keyboard.type('Corner Bakery M');
      await expect.poll(() => start.inputValue(), { timeout: PATIENCE_MS }).toBe(store.id);
      await tabTo(page, form.getByRole('button', { name: 'Create' }));
      await press('Enter');
      const card = page.getByRole('article', { name });
      await card.getByText('Start', { exact: true }).waitFor();

      await tabTo(page, page.getByLabel('Name, address or number'));
      await page.keyboard.type(name);
      const pool = page.getByRole('region', { name: /without a route/i });
      await tabTo(page, pool.getByRole('checkbox').first());
      await press('Space', 'ArrowDown', 'Space');
      await page.getByRole('region', { name: '2 selected' }).waitFor();
      expect(await look('keyboard-chosen')).toEqual([]);
      await tabTo(page, page.getByLabel('Add to'), 'Shift+Tab');
      await page.keyboard.type(name);
      await tabTo(page, button('Put there'));
      await press('Enter');
      const numbers = card.getByText(new RegExp(`^${name}-\\d$`));
      await expect.poll(() => numbers.count(), { timeout: PATIENCE_MS }).toBe(2);
      // Names and windows of the stops come once their orders are read, and are then beside the numbers.
      await card
        .getByText(/· 2 items ·/)
        .nth(1)
        .waitFor();

      const [first = '', second = ''] = await numbers.allInnerTexts();
      const up = card.getByRole('button', { name: `Move ${second} up`, exact: true });
      await tabTo(page, up);
      await press('Enter');
      await expect.poll(() => numbers.allInnerTexts(), { timeout: PATIENCE_MS }).toEqual([second, first]);
      // The focus goes along, so that it can be moved on, or back.
      await expect.poll(() => card.locator('.shift :focus').count(), { timeout: PATIENCE_MS }).toBe(1);
      expect(await look('keyboard-moved')).toEqual([]);

      await tabTo(page, card.getByRole('link', { name }).first(), 'Shift+Tab');
      await press('Enter');
      await page.getByRole('heading', { level: 1, name }).waitFor();
      expect(await look('keyboard-route')).toEqual([]);
      await tabTo(page, page.locator('.page-head').getByRole('link', { name: 'Routes' }));
      await press('Enter');
      await tabTo(page, card.getByRole('button', { name: 'Dispatch' }));
      await press('Enter');
      await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Dispatch anyway' }));
      await press('Enter');
      await page.getByText('Dispatched.').or(page.getByText('Dispatch started.')).first().waitFor();
      await expect
        .poll(
          async () =>
            (
              await world.call<{ results: readonly { isDispatched: boolean }[] }>(
                'GET',
                `/v1/routes?search=${name}`,
              )
            ).results.map(({ isDispatched }) => isDispatched),
          { timeout: PATIENCE_MS },
        )
        .toEqual([true]);
      expect(await look('keyboard-dispatched')).toEqual([]);
      expect(problems).toEqual([]);
    },
  );
});
