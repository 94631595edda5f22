import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { demoApi } from '../demo/api.ts';
import { bakeryStore } from './bakery.ts';
import { type ConsoleWorld, hasBrowser, PATIENCE_MS, story } from './browser.ts';

const ORDERS = 300;
const DRIVERS = 12;

/** Rows with a value that nobody can read, and rows with an address that nobody can find. */
const UNREADABLE = [17, 118, 259];
const NOWHERE = [42, 170, 233];

const HOUR_MS = 3_600_000;

/** Streets that the local geocoder knows, with their highest house number. */
const STREETS = [
  ['Valencia St', 1_600],
  ['Mission St', 3_300],
  ['Folsom St', 3_500],
  ['Guerrero St', 1_600],
  ['Dolores St', 1_700],
  ['Castro St', 1_800],
  ['3rd St', 6_200],
  ['Church St', 1_900],
] as const;

const name = (index: number) => `day-${String(index + 1).padStart(3, '0')}`;

function addressOf(index: number): string {
  const [street, highest] = STREETS[index % STREETS.length]!;
  return `${100 + ((index * 7_919) % (highest - 100))} ${street}, San Francisco, CA 94110`;
}

/** The day as the shop exports it; with `isRepaired` the values that were wrong at first are corrected. */
function csvOfDay({ hasPhones, isRepaired }: { hasPhones: boolean; isRepaired: boolean }): string {
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString().slice(0, 16).concat('Z');
  const [from, until, end] = [at(0.5), at(2), at(9)];
  const rows = Array.from({ length: ORDERS }, (_, index) => {
    const value = UNREADABLE.includes(index) && !isRepaired ? 'a lot' : (12 + (index % 40)).toFixed(2);
    const address = NOWHERE.includes(index) ? 'Nowhere Lane' : addressOf(index);
    const customer = `Customer ${index + 1}`;
    return [
      name(index),
      'mission',
      customer,
      `"${address}"`,
      ...(hasPhones ? ['+14155550142'] : []),
      value,
      ...[from, until, from, end],
    ].join(',');
  });
  const columns = [
    'Order number',
    'Store number',
    'Customer name',
    'Dropoff address',
    ...(hasPhones ? ['Dropoff phone'] : []),
    'Value',
    'Pickup from',
    'Pickup until',
    'Dropoff from',
    'Dropoff until',
  ];
  return [columns.join(','), ...rows].join('\n');
}

/** A group with drivers who are on shift today. */
async function fleetOf({ call }: ConsoleWorld, groupName: string) {
  const { driverGroup } = await call<{ driverGroup: { firstVersionContractId: string } }>(
    'PUT',
    '/v1/fleet/driver-groups/upsert',
    { externalIdentifier: 'day', name: groupName },
  );
  const hire = async (firstName: string, lastName: string) => {
    const { driver } = await call<{ driver: { id: string } }>('PUT', '/v1/fleet/drivers/upsert', {
      externalIdentifier: `${firstName}-${lastName}`,
      addFirstVersionContractIds: [driverGroup.firstVersionContractId],
      phoneNumber: '+14155550142',
      ...{ firstName, lastName },
    });
    return driver;
  };
  // At home, in case somebody is needed.
  await hire('Spare', 'Driver');
  for (let index = 0; index < DRIVERS; index += 1) {
    const driver = await hire('Driver', String(index + 1));
    await call('POST', '/v1/shift', {
      name: `Day ${index + 1}`,
      courierId: driver.id,
      plannedStart: new Date().toISOString(),
      plannedEnd: new Date(Date.now() + 10 * HOUR_MS).toISOString(),
    });
  }
}

/** Chooses a file and waits for its preview. */
async function choose(page: Page, fileName: string, content: string) {
  await page.getByRole('button', { name: 'Upload orders' }).click();
  await page
    .getByLabel('CSV or Excel file')
    .setInputFiles({ name: fileName, mimeType: 'text/csv', buffer: Buffer.from(content) });
  await page.getByText(/^300 rows$/).waitFor();
}

/** Imports a file and waits for the end, whose status is shown. */
async function upload(page: Page, fileName: string, content: string, status: 'Success' | 'Partly done') {
  await choose(page, fileName, content);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('dialog').getByText(status, { exact: true }).waitFor();
}

interface Running {
  readonly id: string;
  readonly stops: readonly { readonly id: string; readonly stopType: string; readonly status: string }[];
}

/** Routes under way: what their drivers report with the app. */
function driversOf(world: ConsoleWorld) {
  const { baseUrl } = world.local.cloud;
  const api = demoApi({ baseUrl, organizationId: '', apiKey: world.apiKey }, PATIENCE_MS);
  const finish = async ({ id, stops }: Running) => {
    for (const stop of stops) {
      if (stop.stopType !== 'PICKUP' && stop.stopType !== 'DROPOFF') continue;
      for (const status of ['IN_PROGRESS', 'COMPLETED'])
        await api.call('PATCH', `/v1/fleet/routes/${id}/stops/${stop.id}`, { status });
    }
  };
  return {
    routes: async () => {
      const { results } = await api.call<{ results: readonly { id: string }[] }>(
        'GET',
        '/v1/routes?limit=100',
      );
      return Promise.all(results.map(({ id }) => api.call<Running>('GET', `/v1/routes/${id}`)));
    },
    reportBreakdown: ({ id }: Running) =>
      api.call('POST', `/v1/fleet/routes/${id}/exceptions`, { type: 'vehicle_breakdown', note: 'Flat tire' }),
    driveAll: (routes: readonly Running[]) => Promise.all(routes.map(finish)),
  };
}

describe.skipIf(!hasBrowser)('the console: a day', () => {
  story(
    'a person imports 300 orders, repairs the flawed ones, plans, dispatches and follows them, deals with a breakdown, and sees all delivered',
    async ({ world }) => {
      await bakeryStore(world);
      await fleetOf(world, 'Bakery drivers');

      // The owner gives the own fleet a price, so that it carries routes.
      const owner = await world.open('owner');
      await owner.go('/fleet?tab=prices');
      await owner.page.getByRole('heading', { name: 'Your own fleet takes no deliveries yet' }).waitFor();
      await owner.page.getByRole('button', { name: 'New price' }).click();
      const price = owner.page.getByRole('dialog');
      await price.getByLabel(/^Driver group/).selectOption({ label: 'Bakery drivers' });
      await price.getByLabel(/^Base price/).fill('1.00');
      await price.getByLabel(/^Price by distance/).fill('0.10');
      await price.getByRole('button', { name: 'Create' }).click();
      await owner.page.getByText('$1.00 + $0.10/km').waitFor();
      await owner.page.close();

      // Import, read what failed, import the corrected file: nothing exists twice.
      const { page, go, look, problems } = await world.open('planner');
      const entries = (count: number) =>
        page.getByText(count === 1 ? '1 entry' : `${count} entries`, { exact: true });
      await go('/orders');
      await choose(page, 'day-first.csv', csvOfDay({ hasPhones: false, isRepaired: false }));
      await page.getByText('Missing: Dropoff phone.').waitFor();
      expect(await look('day-preview')).toEqual([]);
      await page.keyboard.press('Escape');
      await upload(page, 'day.csv', csvOfDay({ hasPhones: true, isRepaired: false }), 'Partly done');
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download the result' }).click(),
      ]);
      const failed = readFileSync(await saved.path(), 'utf8').match(/^\d+,failed,.*$/gm) ?? [];
      expect(failed.map((row) => Number(row.split(',')[0]))).toEqual(UNREADABLE.map((index) => index + 1));
      await page.keyboard.press('Escape');
      await entries(ORDERS - UNREADABLE.length).waitFor();
      await upload(page, 'day-corrected.csv', csvOfDay({ hasPhones: true, isRepaired: true }), 'Partly done');
      await page.keyboard.press('Escape');
      await entries(ORDERS).waitFor();

      // Addresses that cannot be found are in the list of orders that need attention, and are corrected there.
      await go('/orders?status=needs_attention');
      await entries(NOWHERE.length).waitFor();
      expect(await look('day-needs-attention')).toEqual([]);
      for (const index of NOWHERE) {
        await go('/orders?status=needs_attention');
        await page.getByRole('link', { name: name(index), exact: true }).click();
        await page.getByRole('heading', { level: 1, name: name(index) }).waitFor();
        await page.getByRole('button', { name: 'Edit' }).click();
        const form = page.getByRole('dialog');
        await form.getByLabel(/^Dropoff: Address/).fill(addressOf(index));
        await form.getByRole('button', { name: 'Save' }).click();
        await page.locator('.page-head').getByText('Valid', { exact: true }).waitFor();
      }
      await go('/orders?status=valid');
      await entries(ORDERS).waitFor();

      // Plan: every driver of the group gets about the same amount of work.
      await go('/optimization?tab=strategies');
      await page.getByRole('button', { name: 'New planning strategy' }).click();
      const run = page.getByRole('dialog');
      await run.getByLabel(/^Name/).fill('Everybody drives');
      await run.getByRole('checkbox', { name: 'Bakery drivers' }).check();
      await run.getByRole('checkbox', { name: 'Use every driver' }).check();
      await run.getByLabel('Routes of about the same size').selectOption({ label: 'All routes' });
      expect(await look('day-strategy')).toEqual([]);
      await run.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { level: 1, name: 'Everybody drives' }).waitFor();
      await go('/optimization');
      await page.getByRole('button', { name: 'Optimize orders' }).first().click();
      await run.getByLabel('Strategy').selectOption({ label: 'Everybody drives' });
      await run.getByRole('button', { name: 'Optimize orders' }).click();
      await page.locator('.page-head').getByText('Success').waitFor();
      await page.getByText('Every order has a route.').waitFor();
      expect(await look('day-plan')).toEqual([]);
      await page.getByRole('link', { name: 'Open the day' }).click();
      const dispatchAll = page.getByRole('button', { name: /^Dispatch all/ });
      await dispatchAll.waitFor();
      await page
        .locator('.route-card')
        .nth(DRIVERS - 1)
        .waitFor();
      expect(await look('day-board')).toEqual([]);

      // Dispatch, with the outcome of each route.
      const drivers = driversOf(world);
      const routes = await drivers.routes();
      expect(routes).toHaveLength(DRIVERS);
      await page.getByRole('button', { name: `Dispatch all (${routes.length})` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Dispatch', exact: true }).click();
      await page.getByText(`${routes.length} of ${routes.length} dispatched.`).waitFor();
      expect(await look('day-dispatched')).toEqual([]);
      await page.keyboard.press('Escape');

      // Follow, and handle a breakdown: another driver takes over the route.
      await go('/execute?view=map');
      await page.locator('.kpi').getByText(`of ${routes.length} routes`).waitFor();
      const [broken] = routes;
      await drivers.reportBreakdown(broken!);
      await page.getByText(/1 to triage \(/).waitFor();
      expect(await look('day-execute')).toEqual([]);
      await go(`/execute/${broken!.id}`);
      const exception = page.getByRole('listitem').filter({ hasText: 'Flat tire' });
      await exception.getByRole('button', { name: 'Acknowledge' }).click();
      await exception.getByText('Acknowledged').waitFor();
      await page.getByRole('button', { name: 'Reassign' }).click();
      const reassign = page.getByRole('dialog');
      await reassign.getByLabel(/^Driver/).selectOption({ label: 'Spare Driver' });
      await reassign.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Spare Driver').first().waitFor();
      await exception.getByRole('button', { name: 'Resolve' }).click();
      await exception.waitFor({ state: 'detached' });
      expect(await look('day-route')).toEqual([]);

      // Everything is delivered.
      await go('/execute?view=table');
      await drivers.driveAll(routes);
      const stops = routes
        .flatMap((route) => route.stops)
        .filter(({ stopType }) => /^(PICKUP|DROPOFF)$/.test(stopType));
      await page.locator('.kpi').getByText(`of ${stops.length}`, { exact: true }).waitFor();
      await page.locator('.kpi').getByText(String(stops.length), { exact: true }).waitFor();
      expect(await look('day-execute-done')).toEqual([]);
      await go('/orders?deliveryStatus=dropoff_complete');
      await entries(ORDERS).waitFor();
      await page.locator('tbody').getByText('Dropoff complete', { exact: true }).first().waitFor();
      expect(await look('day-delivered')).toEqual([]);
      expect(problems).toEqual([]);
    },
  );
});
