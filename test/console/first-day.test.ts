import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { hasBrowser, story } from './browser.ts';

const HOUR_MS = 3_600_000;

/** What the shop exports: one order, due in the next hours, with a tip that is too small. */
function shopFile(number: string): string {
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString().slice(0, 16).concat('Z');
  const columns = [
    'Order number',
    'Customer name',
    'Dropoff address',
    'Dropoff phone',
    'Value',
    'Tip',
    'Pickup from',
    'Pickup until',
    'Dropoff from',
    'Dropoff until',
  ];
  const row = [
    number,
    'Luna Park',
    '"900 Valencia Street, San Francisco, CA 94110"',
    '+14155550199',
    '42.00',
    '0.50',
    at(0),
    at(3),
    at(0),
    at(5),
  ];
  return [columns.join(','), row.join(',')].join('\n');
}

/** Follows a link of the navigation. */
async function open(page: Page, screen: string) {
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: screen, exact: true })
    .click();
  await page.getByRole('heading', { level: 1, name: screen }).waitFor();
}

describe.skipIf(!hasBrowser)("the console: a merchant's first day", () => {
  story(
    '44 from the sign-in to the first delivered order, with a carrier, a file of the shop, an automation and a driver',
    async ({ world }) => {
      // A retry finds what the first attempt created, so it needs other names.
      const stamp = String(Date.now()).slice(-6);
      const { page, look, problems } = await world.open('owner');
      const form = page.getByRole('dialog');

      // Where orders are picked up.
      await open(page, 'Stores');
      await page.getByRole('button', { name: 'New store' }).first().click();
      const store = `Bakery ${stamp}`;
      await form.getByLabel(/^Name/).fill(store);
      await form.getByLabel(/^Phone/).fill('+14155550100');
      await form.getByLabel(/^House number/).fill('2900');
      await form.getByLabel(/^Street/).fill('24th Street');
      await form.getByLabel(/^City/).fill('San Francisco');
      await form.getByLabel(/^State/).fill('CA');
      await form.getByLabel(/^Postal code/).fill('94110');
      await form.getByLabel(/^Country/).selectOption({ label: 'United States' });
      await form.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { level: 1, name: store }).waitFor();

      // A carrier for what the own driver cannot take.
      await open(page, 'Carriers');
      await page.getByRole('link', { name: 'DoorDash' }).click();
      await page.getByRole('button', { name: /^(Enter|Replace) credentials$/ }).click();
      for (const name of ['Developer id', 'Key id', 'Signing secret', 'Webhook secret'])
        await form.getByLabel(new RegExp(`^${name}`)).fill('a-secret');
      await form.getByRole('button', { name: 'Create' }).click();
      await form.getByText('Register this address').waitFor();
      await form.getByRole('button', { name: 'Close' }).click();
      await page.locator('.page-head').getByText('Ready').waitFor();

      // A driver, a group for them and its price, and the app on the driver's phone.
      await open(page, 'Fleet');
      await page.getByRole('button', { name: 'New driver' }).click();
      await form.getByLabel(/^First name/).fill('Kim');
      await form.getByLabel(/^Last name/).fill(stamp);
      await form.getByLabel(/^Phone/).fill('+14155550111');
      await form.getByRole('button', { name: 'Create' }).click();
      const driver = `Kim ${stamp}`;
      await page.getByRole('heading', { level: 1, name: driver }).waitFor();
      await page.getByRole('button', { name: 'Invite to the app' }).click();
      await form.getByRole('button', { name: 'Show the link' }).click();
      const link = await form.locator('pre').innerText();
      await form.getByRole('button', { name: 'Close' }).click();
      await open(page, 'Fleet');
      await page.getByRole('tab', { name: 'Driver groups' }).click();
      await page.getByRole('button', { name: 'New group' }).click();
      await form.getByLabel(/^Name/).fill(`Riders ${stamp}`);
      await form.getByLabel(/^External ID/).fill(`riders-${stamp}`);
      await form.getByRole('checkbox', { name: driver }).check();
      await form.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('link', { name: `Riders ${stamp}` }).waitFor();
      await page.getByRole('tab', { name: 'Prices' }).click();
      await page.getByRole('button', { name: 'New price' }).click();
      await form.getByLabel(/^Driver group/).selectOption({ label: `Riders ${stamp}` });
      await form.getByLabel(/^Base price/).fill('5.00');
      await form.getByLabel(/^Price by distance/).fill('0.50');
      await form.getByRole('button', { name: 'Create' }).click();
      await page.getByText('$5.00 + $0.50').first().waitFor();

      // An automation from a template, which says what it does.
      await open(page, 'Workflows');
      await page.getByRole('button', { name: 'New workflow' }).first().click();
      await form.getByLabel(/^Start from/).selectOption({ label: 'Give every order a minimum tip' });
      await form.getByText('Raises a tip below 2.00 to 2.00.').waitFor();
      await form.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('button', { name: 'Activate' }).click();
      await page.locator('.page-head').getByText('Active', { exact: true }).waitFor();

      // The file of the shop.
      await open(page, 'Orders');
      await page.getByRole('button', { name: 'Upload orders' }).click();
      const number = `first-${stamp}`;
      await page.getByLabel('CSV or Excel file').setInputFiles({
        name: 'shop.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(shopFile(number)),
      });
      await form.getByLabel('Pickup store').selectOption({ label: store });
      await page.getByText('1 good, 0 will need attention, 0 cannot be imported.').waitFor();
      expect(await look('first-day-file')).toEqual([]);
      await form.getByRole('button', { name: 'Import', exact: true }).click();
      await form.getByText('Success').waitFor();
      await form.getByRole('link', { name: /^ord_/ }).click();
      await page.getByRole('heading', { level: 1, name: number }).waitFor();

      await page.locator('dd', { hasText: '$2.00' }).first().waitFor();
      // Its window began a moment ago, so only its end is left.
      await page
        .locator('dd', { hasText: /^until \d\d:\d\d$/ })
        .first()
        .waitFor();
      const orderId = page.url().split('/').at(-1) ?? '';

      // The day's route.
      await open(page, 'Routes');
      await page.getByRole('button', { name: 'New route' }).click();
      const route = `North ${stamp}`;
      await form.getByLabel(/^Name/).fill(route);
      await form.getByRole('button', { name: 'Create' }).click();
      const card = page.getByRole('article', { name: route });
      await card.waitFor();
      await page.getByRole('checkbox', { name: 'Times follow every change' }).check();
      await page.getByRole('checkbox', { name: `Select the order ${number}`, exact: true }).focus();
      await page.keyboard.press('Space');
      await page.getByLabel('Add to').selectOption({ label: route });
      await page.getByRole('button', { name: 'Put there' }).click();
      await card.getByText(number, { exact: true }).waitFor();
      await card.getByRole('link', { name: route }).click();
      await page.getByRole('button', { name: 'Assign' }).click();
      await form.getByLabel(/^Driver$/).selectOption({ label: driver });
      await form.getByRole('button', { name: 'Save' }).click();
      await page.locator('dd', { hasText: driver }).waitFor();
      await page.getByRole('link', { name: 'Routes' }).last().click();
      await page.getByText('Times are current').waitFor();
      const dispatch = card.getByRole('button', { name: 'Dispatch' });
      await dispatch.click();
      await dispatch.waitFor({ state: 'detached' });
      expect(await look('first-day-dispatched')).toEqual([]);

      // The driver delivers.
      const phone = (await world.visit(link, { width: 390, height: 844 })).page;
      await phone.getByRole('heading', { name: route }).waitFor();
      for (const visit of ['pickup', 'dropoff']) {
        await phone.getByRole('button', { name: /^Next/ }).click();
        for (const step of ['Start', 'I am here', 'Complete']) {
          await phone.getByRole('button', { name: step, exact: true }).click();
          await phone.getByText(`${step}: noted.`).waitFor();
        }
        if (visit === 'pickup') await phone.getByRole('button', { name: '‹ Back' }).click();
      }

      // The dispatcher sees it.
      await open(page, 'Orders');
      await page.getByRole('row', { name: number }).getByText('Dropoff complete').waitFor();
      expect(await look('first-day-delivered')).toEqual([]);
      const delivered = await world.call<{ tipAmountCents: number; deliveryStatus: string }>(
        'GET',
        `/v1/order/${orderId}`,
      );
      expect(delivered).toMatchObject({ tipAmountCents: 200, deliveryStatus: 'dropoff_complete' });
      // Before its first price the own fleet is asked for, and is not there.
      expect(problems.filter((problem) => !/^404 .*\/own-fleet$/.test(problem))).toEqual([]);
    },
  );
});
