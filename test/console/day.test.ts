import { describe, expect } from 'vitest';
import { bakeryStore } from './bakery.ts';
import { type ConsoleWorld, hasBrowser, story } from './browser.ts';

const ORDERS = 300;

/** Couriers with a shift, and one who takes over. */
const COURIERS = 12;

/** Longest wait of the day for one thing, on a busy machine: planning 300 orders and dispatching their routes take a while. */
const LONG_MS = 400_000;

const HOUR_MS = 3_600_000;

interface Stop {
  readonly id: string;
  readonly stopType: string;
}

interface Route {
  readonly id: string;
  readonly name: string | null;
  readonly courier: { readonly firstName: string; readonly lastName: string } | null;
  readonly stops: readonly Stop[];
}

/** What the merchant set up before the day: couriers of the own fleet on shift, a spare one, and how to plan. */
async function setUp({ call }: ConsoleWorld): Promise<void> {
  const { driverGroup } = await call<{ driverGroup: { firstVersionContractId: string } }>(
    'PUT',
    '/v1/fleet/driver-groups/upsert',
    { externalIdentifier: 'city', name: 'City' },
  );
  const group = driverGroup.firstVersionContractId;
  await call('PUT', '/v1/own-fleet', {
    rates: [{ driverGroupId: group, baseCents: 100, perKilometerCents: 10 }],
  });
  const now = Date.now();
  for (let index = 0; index <= COURIERS; index += 1) {
    const isSpare = index === COURIERS;
    const { driver } = await call<{ driver: { id: string } }>('PUT', '/v1/fleet/drivers/upsert', {
      externalIdentifier: `courier-${index}`,
      addFirstVersionContractIds: [group],
      firstName: isSpare ? 'Sam' : 'Courier',
      lastName: isSpare ? 'Spare' : String(index + 1),
      phoneNumber: '+14155550142',
    });
    if (isSpare) continue;
    await call('POST', '/v1/shift', {
      name: `Day ${index + 1}`,
      courierId: driver.id,
      plannedStart: new Date(now).toISOString(),
      plannedEnd: new Date(now + 10 * HOUR_MS).toISOString(),
    });
  }
  await call('POST', '/v1/optimization-strategies', {
    label: 'Our couriers',
    contractIds: [group],
    searchLevel: 1,
  });
}

/** The day's orders as the shop's system exports them; the address of one cannot be found. */
function dayFile(storeId: string): Buffer {
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  const header = [
    ['Order number', 'Pickup store', 'Customer', 'Phone', 'Address', 'Street', 'House number', 'City'],
    ['State', 'Country', 'Latitude', 'Longitude', 'Delivery mode'],
    ['Pickup from', 'Pickup until', 'Dropoff from', 'Dropoff until', 'Value'],
  ].flat();
  const rows = Array.from({ length: ORDERS }, (_, index) => {
    const place =
      index === 0
        ? ['nowhere 1', '', '', '', '', '', '', '']
        : [
            ...['', 'Valencia St', 100 + index, 'San Francisco', 'CA', 'US'],
            ...[37.72 + ((index * 7_919) % 1_000) / 12_500, -122.48 + ((index * 104_729) % 1_000) / 11_000],
          ];
    return [
      ...[`day-${index + 1}`, storeId, 'Ada', '+14155550123'],
      ...place,
      ...['scheduled', at(0.5), at(2), at(0.5), at(9), 1_800 + index],
    ];
  });
  return Buffer.from([header, ...rows].map((cells) => cells.join(';')).join('\r\n'));
}

describe.skipIf(!hasBrowser)('the console: a day', () => {
  story(
    'a day of 300 orders is imported, planned, dispatched, followed and put right in the browser alone',
    { timeout: 1_500_000 },
    async ({ world }) => {
      const store = await bakeryStore(world);
      await setUp(world);
      const { page, go, look, problems } = await world.open('planner');
      page.setDefaultTimeout(LONG_MS);
      const dialog = page.getByRole('dialog');

      // The orders come as a file.
      await go('/orders');
      await page.getByRole('button', { name: 'Upload orders' }).click();
      await page.getByLabel('CSV file').setInputFiles({
        name: 'day.csv',
        mimeType: 'text/csv',
        buffer: dayFile(store.id),
      });
      await page.getByText('Every cell of these rows can be read.').waitFor();
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await dialog.getByText('Success').waitFor();
      await page.keyboard.press('Escape');
      await page.getByText(`${ORDERS} entries`).waitFor();

      // One needs attention; its page says why, and it is put right there.
      await go('/orders?status=needs_attention');
      await page.getByText('1 entry').waitFor();
      await page.getByRole('link', { name: 'day-1', exact: true }).click();
      await page.getByRole('alert').first().waitFor();
      expect(await look('day-order-with-a-problem')).toEqual([]);
      await page.getByRole('button', { name: 'Edit' }).click();
      await dialog.getByLabel(/^Dropoff: Address/).fill('900 Valencia Street, San Francisco, CA 94110');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.locator('.page-head').getByText('Valid').waitFor();

      // All of them are planned onto the couriers of the day.
      await go('/optimization');
      await page.getByRole('button', { name: 'Optimize orders' }).first().click();
      await dialog.getByLabel(/^Strategy/).selectOption({ label: 'Our couriers' });
      await dialog.getByRole('button', { name: 'Optimize orders' }).click();
      await page.getByText('Success').waitFor();
      expect(await look('day-planned')).toEqual([]);
      await page.getByRole('link', { name: 'To the plan board' }).click();
      const cards = page.getByRole('article');
      await page.getByRole('button', { name: /^Dispatch all/ }).waitFor();
      const routes = await plannedRoutes(world);
      await expect.poll(() => cards.count(), { timeout: LONG_MS }).toBe(routes.length);
      expect(routes.length).toBeGreaterThan(2);
      expect(await look('day-board')).toEqual([]);

      // Everything is dispatched at once.
      await page.getByRole('button', { name: `Dispatch all (${routes.length})` }).click();
      await dialog.getByRole('button', { name: /^Dispatch all/ }).click();
      await page.getByText(`${routes.length} routes dispatched.`).waitFor();
      await expect
        .poll(() => cards.getByText('Assigned', { exact: true }).count(), { timeout: LONG_MS })
        .toBe(routes.length);

      // Couriers drive; one of them breaks down, which appears by itself.
      await go('/execute');
      await page.locator('.running li').first().waitFor();
      const [first, second] = routes;
      if (!first || !second) throw new Error('There are no routes.');
      await drive(world, first, 3);
      await drive(world, second, 1);
      await world.call('POST', `/v1/fleet/routes/${first.id}/exceptions`, {
        type: 'vehicle_breakdown',
        note: 'The clutch is gone',
      });
      const row = page.locator('.running li').filter({ has: page.locator(`a[href$="${first.id}"]`) });
      await row.getByText('1 to triage (P0)').waitFor();
      await row.getByText(/^3 of \d+ stops$/).waitFor();
      await page.locator('.kpi').getByText('1 to triage').waitFor();
      expect(await look('day-execute')).toEqual([]);

      // The breakdown is acknowledged, the route goes to the spare courier, and is resolved.
      await row.getByRole('link').click();
      const exception = page.getByRole('listitem').filter({ hasText: 'The clutch is gone' });
      await exception.getByRole('button', { name: 'Acknowledge' }).click();
      await exception.getByText('Acknowledged').waitFor();
      await page.getByRole('button', { name: 'Reassign' }).click();
      await dialog.getByLabel(/^Driver/).selectOption({ label: 'Sam Spare' });
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.locator('dd').getByText('Sam Spare').waitFor();
      await exception.getByRole('button', { name: 'Resolve' }).click();
      await exception.waitFor({ state: 'detached' });
      expect(await look('day-reassigned')).toEqual([]);

      // The route ends, and its orders are delivered.
      await drive(world, first, first.stops.length);
      await page.locator('.page-head').getByText('Completed').waitFor();
      await go('/orders?deliveryStatus=dropoff_complete');
      await page.getByText(/^\d+ entries$/).waitFor();
      expect(await page.locator('tbody').getByRole('link').count()).toBeGreaterThan(2);
      expect(problems).toEqual([]);
    },
  );
});

/** The saved routes of the day with their stops. */
async function plannedRoutes({ call }: ConsoleWorld): Promise<readonly Route[]> {
  const { results } = await call<{ results: readonly { readonly id: string }[] }>(
    'GET',
    '/v1/routes?limit=100',
  );
  return Promise.all(results.map(({ id }) => call<Route>('GET', `/v1/routes/${id}`)));
}

/** Reports the first stops of a route as done, as the app of its courier does. Repeated reports change nothing. */
async function drive({ call }: ConsoleWorld, { id, stops }: Route, count: number): Promise<void> {
  const served = stops.filter(({ stopType }) => stopType === 'PICKUP' || stopType === 'DROPOFF');
  const { stops: now } = await call<{ stops: readonly { id: string; status: string }[] }>(
    'GET',
    `/v1/routes/${id}`,
  );
  const done = new Set(now.filter(({ status }) => status === 'COMPLETED').map((stop) => stop.id));
  for (const stop of served.slice(0, count)) {
    if (done.has(stop.id)) continue;
    for (const status of ['IN_PROGRESS', 'COMPLETED']) {
      await call('PATCH', `/v1/fleet/routes/${id}/stops/${stop.id}`, { status });
    }
  }
}
