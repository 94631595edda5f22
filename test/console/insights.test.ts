import { describe, expect } from 'vitest';
import { act, chain } from '../support/automations.ts';
import { validOrder } from '../support/orders-api.ts';
import { bakeryOrders, bakeryStore } from './bakery.ts';
import {
  type ConsoleWorld,
  hasBrowser,
  type OpenConsole,
  onceInWorld,
  PATIENCE_MS,
  story,
} from './browser.ts';

/** Number of orders that are delivered before the pages are opened. */
const ORDERS = 4;

/** A store whose orders a simulated provider delivered, in a zone. */
async function delivered(world: ConsoleWorld) {
  const { call, local } = world;
  const store = await bakeryStore(world);
  await call('POST', '/v1/zones', {
    name: 'City',
    polygon: [
      [37.6, -122.6],
      [37.6, -122.3],
      [37.9, -122.3],
      [37.9, -122.6],
      [37.6, -122.6],
    ],
  });
  const strategy = await call<{ id: string }>('POST', '/v1/options_group', {
    label: 'Simulated',
    allowedProviders: ['FleetSimulatorFast'],
  });
  const orders = await bakeryOrders(world, store.id, ORDERS, 'counted');
  for (const order of orders) {
    await call('PATCH', `/v1/order/${order}`, { dispatchStrategyId: strategy.id });
    await call('POST', `/v1/order/${order}/autodispatch`);
  }
  await expect
    .poll(
      async () => {
        local.cloud.clock.advance(60_000);
        await local.untilIdle();
        const { total } = await call<{ total: { value: number } }>('GET', '/v1/insights/deliveries');
        return total.value;
      },
      { timeout: PATIENCE_MS },
    )
    .toBe(ORDERS);
  return store;
}

const onNumbers = story.extend('store', onceInWorld(delivered));

/** Pages with the picture or table that shows that they are read. */
const PAGES: readonly (readonly [path: string, tab: string, heading: string])[] = [
  ['/insights', 'Overview', 'Packages delivered, by day'],
  ['/insights/providers', 'Providers', 'On time, by provider and zone'],
  ['/insights/stores', 'Stores', 'Orders created, by hour of the day'],
  ['/insights/drivers', 'Drivers', 'Scorecards'],
  ['/insights/costs', 'Costs', 'Cost per delivery, by provider'],
  ['/insights/windows', 'Windows', 'On time, by hour of the day'],
  ['/insights/reactions', 'Workflows and messages', 'Notifications, by day'],
];

/** Whether a page has to be moved sideways. */
function isTooWide(page: OpenConsole['page']): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
}

/** The organization's day of an instant, as `2026-03-05`. */
async function dayAt(world: ConsoleWorld, ms: number): Promise<string> {
  const { timeZone } = await world.call<{ timeZone: string }>('GET', '/v1/organization');
  return new Date(ms).toLocaleDateString('en-CA', { timeZone });
}

interface Day {
  readonly routes: number;
  readonly inTimeOrders: number;
  readonly lateOrders: number;
}

/** The result of a planning what-if, by its name. */
async function planned(world: ConsoleWorld, name: string) {
  type Result = { readonly name: string; readonly before: Day; readonly after: Day };
  const { results } = await world.call<{ results: readonly { readonly id: string }[] }>(
    'GET',
    '/v1/activities?action=act_plan_what_if',
  );
  const found = await Promise.all(
    results.map(({ id }) => world.call<{ result: Result | null }>('GET', `/v1/activities/${id}`)),
  );
  return found.find(({ result }) => result?.name === name)!.result!;
}

async function openAll({ page, go, look }: OpenConsole, suffix = '') {
  const found: Record<string, readonly string[]> = {};
  for (const [path, tab, heading] of PAGES) {
    await go(path);
    const current = page.getByRole('navigation', { name: 'Parts of insights' }).locator('[aria-current]');
    await expect.poll(() => current.innerText(), { timeout: PATIENCE_MS }).toBe(tab);
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    await expect
      .poll(
        async () =>
          (await page.locator('.chart-place canvas').count()) === (await page.locator('.chart').count()),
        {
          timeout: PATIENCE_MS,
        },
      )
      .toBe(true);
    const complaints = [...(await look(`insights-${tab.toLowerCase().replaceAll(' ', '-')}${suffix}`))];
    if (await isTooWide(page)) complaints.push('It is wider than the page.');
    if (complaints.length > 0) found[path] = complaints;
  }
  return found;
}

describe.skipIf(!hasBrowser)('the console: insights', () => {
  onNumbers('46 4 a page for each question shows its numbers and passes axe', async ({ world, store }) => {
    expect(store.id).toMatch(/^store_/);
    const opened = await world.open('owner', { height: 1600 });
    expect(await openAll(opened)).toEqual({});
    expect(opened.problems).toEqual([]);
  });

  onNumbers('46 4 they fit a phone, in the dark too', async ({ world, store }) => {
    expect(store.id).toMatch(/^store_/);
    const opened = await world.open('owner', { width: 390, height: 1600, dark: true });
    expect(await openAll(opened, '-390-dark')).toEqual({});
    expect(opened.problems).toEqual([]);
  });

  onNumbers(
    '46 4 a figure leads to its orders, and filters stay from page to page',
    async ({ world, store }) => {
      const { page, go, look, problems } = await world.open('owner');
      await go(`/insights?store=${store.id}`);
      const figure = page.locator('.figures li').filter({ hasText: 'Packages delivered' });
      await expect
        .poll(() => figure.locator('strong').innerText(), { timeout: PATIENCE_MS })
        .toBe(String(ORDERS));
      await page.getByRole('link', { name: 'Providers' }).click();
      const cards = page.getByRole('region', { name: 'Scorecards' });
      await cards.getByRole('rowheader', { name: 'FleetSimulatorFast' }).waitFor();
      await cards
        .getByRole('link', { name: String(ORDERS), exact: true })
        .first()
        .click();
      await page.getByRole('heading', { level: 1, name: 'Behind "Packages delivered"' }).waitFor();
      await expect
        .poll(() => page.getByRole('link', { name: /^counted-/ }).count(), { timeout: PATIENCE_MS })
        .toBe(ORDERS);
      await page.getByText('Corner Bakery Mission').waitFor();
      expect(await look('insights-facts')).toEqual([]);
      await page.getByRole('link', { name: 'counted-1' }).click();
      await page.getByRole('heading', { level: 1, name: 'counted-1' }).waitFor();
      expect(problems).toEqual([]);
    },
  );

  onNumbers('46 6 a what-if is asked, computed and compared', async ({ world, store }) => {
    expect(store.id).toMatch(/^store_/);
    const name = `Nobody above a cent ${Date.now()}`;
    const { page, go, look, problems } = await world.open('owner');
    await go('/insights/what-if');
    await page.getByRole('button', { name: 'New what-if' }).click();
    const dialog = page.getByRole('dialog', { name: 'New what-if' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Highest delivery fee').fill('0.01');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('columnheader', { name }).waitFor();
    const show = page.getByRole('button', { name: `${ORDERS}: show them` }).first();
    await show.waitFor();
    expect(await look('insights-what-if')).toEqual([]);
    await show.click();
    const differences = page.getByRole('dialog', { name });
    await differences
      .getByText(/FleetSimulatorFast, \$[\d.]+ → nobody/)
      .first()
      .waitFor();
    await differences
      .getByRole('link', { name: /^counted-/ })
      .first()
      .waitFor();
    expect(await look('insights-what-if-differences')).toEqual([]);
    expect(problems).toEqual([]);
  });

  onNumbers('46 6 a version of a workflow is replayed over past orders', async ({ world, store }) => {
    expect(store.id).toMatch(/^store_/);
    const name = `Tags ${Date.now()}`;
    await world.call('POST', '/v1/workflows', {
      name,
      trigger: { triggerType: 'event', eventName: 'order.created' },
      ...chain([act('add_tag', { tag: 'seen' })]),
    });
    const { page, go, look, problems } = await world.open('owner', { width: 390, height: 1200 });
    await go('/insights/what-if');
    await page.getByRole('button', { name: 'New replay' }).click();
    const dialog = page.getByRole('dialog', { name: 'New replay' });
    await dialog.getByLabel(/^Name/).fill(name);
    await dialog.getByLabel(/^Workflow/).selectOption({ label: name });
    await dialog.getByRole('button', { name: 'Create' }).click();
    const replays = page.getByRole('region', { name: 'Versions of workflows' });
    await replays.getByRole('columnheader', { name }).waitFor();
    await replays.getByText(`${name}, version 1`).waitFor();
    const show = replays.getByRole('button', { name: /: show them$/ }).first();
    await show.waitFor();
    expect(await look('insights-what-if-390')).toEqual([]);
    await show.click();
    const differences = page.getByRole('dialog', { name });
    await differences.getByText('does not run → Completed').first().waitFor();
    expect(await look('insights-what-if-workflow-390')).toEqual([]);
    expect(problems).toEqual([]);
  });

  onNumbers('46 6 a day is planned again with one vehicle', async ({ world, store }) => {
    expect(store.id).toMatch(/^store_/);
    const { page, go, look, problems } = await world.open('owner', { width: 390, height: 1200 });
    const name = `One van ${Date.now()}`;
    const orders = await Promise.all(
      [0, 1].map(() => world.call<{ id: string }>('POST', '/v1/order', validOrder)),
    );
    const { route } = await world.call<{ route: { plannedDeparture: string | null } }>('POST', '/v1/routes', {
      plannedDeparture: new Date(Date.now() + 60_000).toISOString(),
      stops: [
        { stopType: 'ROUTE_START', objectIds: [], location: { lat: 37.7936, lng: -122.3958 } },
        ...orders.map(({ id }) => ({ stopType: 'DROPOFF', objectIds: [id] })),
      ],
    });
    expect(route.plannedDeparture).not.toBeNull();
    await go('/insights/what-if');
    await page.getByRole('button', { name: 'Plan a day again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Plan a day again' });
    await dialog.getByLabel(/^Name/).fill(name);
    await dialog.getByLabel(/^Day/).fill(await dayAt(world, Date.parse(route.plannedDeparture!)));
    await dialog.getByLabel(/^Number of vehicles/).fill('1');
    expect(await look('insights-plan-what-if-new-390')).toEqual([]);
    await dialog.getByRole('button', { name: 'Create' }).click();
    const days = page.getByRole('region', { name: 'Days with other vehicles, shifts or windows' });
    await days.getByRole('columnheader', { name }).waitFor();
    await days.getByRole('cell', { name: '1 vehicle' }).first().waitFor();
    const { before, after } = await planned(world, name);
    const figures = [
      ['Routes', before.routes, after.routes],
      ['Orders in time', before.inTimeOrders, after.inTimeOrders],
      ['Late', before.lateOrders, after.lateOrders],
    ] as const;
    for (const [label, was, would] of figures) {
      const row = days
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: label, exact: true }) });
      await row.getByText(`${was} → ${would}`).first().waitFor();
    }
    expect(await look('insights-plan-what-if-390', 'whole')).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    expect(problems).toEqual([]);
  });

  onNumbers(
    '46 7 an invoice is checked, and what is wrong is a file for the carrier',
    async ({ world, store }) => {
      expect(store.id).toMatch(/^store_/);
      const name = `Invoice ${Date.now()}`;
      const { page, go, look, problems } = await world.open('owner');
      await go('/insights/invoices');
      await page.getByRole('button', { name: 'Check an invoice' }).click();
      const dialog = page.getByRole('dialog', { name: 'Check an invoice' });
      await dialog.getByLabel('File of the invoice').setInputFiles({
        name: 'invoice.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('Delivery,Total\nsomeone-elses,7.00\n'),
      });
      await dialog.getByText('Its columns: Delivery,Total').waitFor();
      await dialog.getByLabel(/^Name/).fill(name);
      await dialog.getByLabel(/^Provider/).selectOption({ label: 'FleetSimulatorFast' });
      // The cloud's clock is ahead: late in the evening, the deliveries were of tomorrow.
      const now = world.local.cloud.clock.now();
      await dialog.getByLabel(/^From/).fill(await dayAt(world, now - 2 * 86_400_000));
      await dialog.getByLabel(/^To/).fill(await dayAt(world, now));
      await dialog.getByLabel(/^Reference/).fill('Delivery');
      await dialog.getByLabel(/^Amount/).fill('Total');
      expect(await look('insights-invoice-new')).toEqual([]);
      await dialog.getByRole('button', { name: 'Check' }).click();
      const checked = page.getByRole('region', { name });
      await checked.getByText('$7.00 invoiced, $7.00 of it disputed').waitFor();
      await checked.getByRole('cell', { name: 'Of no delivery' }).waitFor();
      await expect
        .poll(() => checked.getByRole('cell', { name: 'Not on the invoice' }).count(), {
          timeout: PATIENCE_MS,
        })
        .toBe(ORDERS);
      expect(await look('insights-invoices')).toEqual([]);
      await page.setViewportSize({ width: 390, height: 1200 });
      expect(await look('insights-invoices-390', 'whole')).toEqual([]);
      expect(await isTooWide(page)).toBe(false);
      const file = page.waitForEvent('download');
      await checked.getByRole('button', { name: 'Download the dispute' }).click();
      expect((await file).suggestedFilename()).toBe(`${name}.csv`);
      expect(problems).toEqual([]);
    },
  );

  onNumbers('46 3 a report is created, listed and removed, on a phone', async ({ world, store }) => {
    expect(store.id).toMatch(/^store_/);
    const name = `Our week ${Date.now()}`;
    const { page, go, look, problems } = await world.open('owner', { width: 390, height: 1200 });
    await go('/insights/reports');
    await page.getByRole('button', { name: 'New report' }).click();
    const dialog = page.getByRole('dialog', { name: 'New report' });
    await dialog.getByLabel(/^Name/).fill(name);
    await dialog.getByLabel(/^E-mail addresses/).fill('ops@example.com, boss@example.com');
    expect(await look('insights-report-new-390')).toEqual([]);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByText(name).first().waitFor();
    expect(await look('insights-reports-390')).toEqual([]);
    const { reports } = await world.call<{ reports: readonly { id: string; name: string }[] }>(
      'GET',
      '/v1/insights/reports',
    );
    expect(reports.find((one) => one.name === name)).toMatchObject({
      ...{ period: 'week', hour: 7, emails: ['ops@example.com', 'boss@example.com'] },
    });
    expect(problems).toEqual([]);
  });

  onNumbers('46 3 a trigger on a measure is set in the form of notifications', async ({ world, store }) => {
    expect(store.id).toMatch(/^store_/);
    const name = `Late ${Date.now()}`;
    const desk = `Desk ${Date.now()}`;
    const channels = [{ type: 'email', recipients: ['desk@bakery.example'] }];
    await world.call('POST', '/v1/notification-groups', { name: desk, channels });
    const { page, go, look, problems } = await world.open('owner');
    await go('/notifications?tab=triggers');
    await page.getByRole('button', { name: 'New trigger' }).click();
    const dialog = page.getByRole('dialog', { name: 'New trigger' });
    await dialog.getByLabel(/^When/).selectOption('measure_threshold');
    await dialog.getByLabel(/^Measure/).selectOption('on-time');
    await dialog.getByLabel(/^Alarm when it is/).selectOption('below');
    await dialog.getByLabel(/^Threshold/).fill('0.92');
    await dialog.getByLabel(/^Past hours/).fill('2');
    await dialog.getByLabel(/^Name/).fill(name);
    await dialog.getByRole('checkbox', { name: desk }).check();
    expect(await look('notifications-measure-rule')).toEqual([]);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    const { notificationTriggers } = await world.call<{
      notificationTriggers: readonly { name: string; parameters: object }[];
    }>('GET', '/v1/notification-triggers');
    expect(notificationTriggers.find((one) => one.name === name)?.parameters).toMatchObject({
      ...{ measure: 'on-time', comparison: 'below', threshold: 0.92, hours: 2 },
    });
    expect(problems).toEqual([]);
  });

  onNumbers('46 4 what a filter does not apply to says so, without a request', async ({ world, store }) => {
    expect(store.id).toMatch(/^store_/);
    const { page, go, problems } = await world.open('owner');
    await go('/insights?zone=zone_none');
    await page
      .locator('.figures li')
      .filter({ hasText: 'Orders' })
      .getByText('It is not kept by zone.')
      .waitFor();
    expect(problems).toEqual([]);
  });
});
