import { describe, expect } from 'vitest';
import { barcodeImage } from '../support/barcode-image.ts';
import { bakeryOrders, bakeryStore } from './bakery.ts';
import { type ConsoleWorld, hasBrowser, type OpenPage, PATIENCE_MS, story } from './browser.ts';

const HOUR_MS = 3_600_000;

interface Job {
  readonly jobConfigurations: readonly {
    readonly tasks: readonly { readonly delivery: { readonly status: string } | null }[];
  }[];
}

interface RouteReply {
  readonly route: { readonly id: string };
}

const PROVED = {
  requirements: ['photo_proof_of_delivery', 'age_verification_on_delivery'],
  dueAmountCents: 1_250,
};

let drivers = 0;

/** A driver of the own fleet with a dispatched route of two orders, of which the first requires a photo and is to be paid. */
async function driverOnRoute(world: ConsoleWorld, fields: object = PROVED) {
  drivers += 1;
  // A story that is tried again needs orders of its own.
  const name = `drive-${drivers}`;
  const store = await bakeryStore(world);
  const orders = await bakeryOrders(world, store.id, 2, name);
  const { driverGroup } = await world.call<{ driverGroup: { firstVersionContractId: string } }>(
    'PUT',
    '/v1/fleet/driver-groups/upsert',
    // One for all stories: what functions know of its rates may be half a minute old.
    { externalIdentifier: 'phones', name: 'Drivers with phones' },
  );
  const driverGroupId = driverGroup.firstVersionContractId;
  await world.call('PUT', '/v1/own-fleet', {
    rates: [{ driverGroupId, baseCents: 500, perKilometerCents: 50 }],
    acceptanceSeconds: null,
    searchMinutes: 1_440,
  });
  const { driver } = await world.call<{ driver: { id: string } }>('PUT', '/v1/fleet/drivers/upsert', {
    externalIdentifier: name,
    firstName: 'Kim',
    lastName: 'Lee',
    phoneNumber: '+14155550142',
    addFirstVersionContractIds: [driverGroupId],
  });
  const strategy = await world.call<{ id: string }>('POST', '/v1/options_group', {
    label: name,
    allowedProviders: ['Own fleet'],
  });
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  for (const [index, id] of orders.entries()) {
    await world.call('PATCH', `/v1/order/${id}`, {
      dispatchStrategyId: strategy.id,
      pickupStartTime: at(0),
      pickupEndTime: at(3),
      dropoffStartTime: at(0),
      dropoffEndTime: at(5),
      ...(index === 0 ? fields : {}),
    });
  }
  const [first, second] = orders;
  const { route } = await world.call<RouteReply>('POST', '/v1/routes', {
    name: 'North 1',
    driverGroupId,
    courierId: driver.id,
    stops: [
      { stopType: 'PICKUP', objectIds: orders },
      { stopType: 'DROPOFF', objectIds: [first] },
      { stopType: 'DROPOFF', objectIds: [second] },
    ],
  });
  await world.call('POST', '/v1/routes/dispatch', { routeIds: [route.id] });
  return { driver, orders, routeId: route.id };
}

const PHONE = { width: 390, height: 844 };

/** The driver's app in a browser of the size of a phone, signed in by the link of an invitation. */
async function onPhone(
  world: ConsoleWorld,
  courierId: string,
  dark = false,
  locale = 'en-US',
): Promise<OpenPage> {
  const { code } = await world.call<{ code: string }>('POST', '/v1/driver-phones/invitations', { courierId });
  const phone = await world.visit(`${world.local.cloud.baseUrl}/driver#code=${code}`, {
    ...PHONE,
    dark,
    locale,
  });
  await phone.page.getByRole('heading', { name: /Kim/ }).waitFor();
  return phone;
}

const untilRoute = async ({ page }: OpenPage) => {
  // The dispatch gives the packages to the driver in the background.
  const end = performance.now() + PATIENCE_MS;
  while (!(await page.getByRole('heading', { name: 'North 1' }).isVisible())) {
    if (performance.now() > end) throw new Error('The route did not come to the phone.');
    await page.reload();
    await page.waitForTimeout(500);
  }
};

/** Statuses of the deliveries of an order's job. */
async function attemptsOf(world: ConsoleWorld, orderId: string | undefined) {
  const { jobId } = await world.call<{ jobId: string }>('GET', `/v1/order/${orderId}`);
  const { jobConfigurations } = await world.call<Job>('GET', `/v1/jobs/${jobId}`);
  return jobConfigurations.flatMap(({ tasks }) => tasks.map(({ delivery }) => delivery?.status));
}

/** Waits until nothing is left to send. Returns what was refused. */
async function sent({ page }: OpenPage): Promise<readonly string[]> {
  await page.locator('[data-waiting="0"]').waitFor();
  return page.getByRole('button', { name: /refused/ }).allInnerTexts();
}

async function press({ page }: OpenPage, ...buttons: readonly string[]) {
  for (const name of buttons) await page.getByRole('button', { name, exact: true }).click();
}

/** Takes steps. Each is on the phone once the app says so. */
const take = (phone: OpenPage, ...steps: readonly string[]) => takeIn('noted', phone, ...steps);

async function takeIn(noted: string, phone: OpenPage, ...steps: readonly string[]) {
  for (const step of steps) {
    await press(phone, step);
    await phone.page.getByText(`${step}: ${noted}.`).waitFor();
  }
}

describe.skipIf(!hasBrowser)("the driver's app", () => {
  story('45 a phone delivers a route by the app alone, without a network in between', async ({ world }) => {
    const { driver, orders, routeId } = await driverOnRoute(world);
    const field = { key: 'floor', label: 'Which floor?', type: 'choice', choices: ['Ground', 'Upper'] };
    await world.call('PUT', '/v1/driver-phones/forms', {
      forms: [{ key: 'door', name: 'At the door', moment: 'dropoff', fields: [field] }],
    });
    const phone = await onPhone(world, driver.id);
    const { page } = phone;
    await untilRoute(phone);
    expect(await phone.look('driver-today-390')).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await press(phone, 'Start the shift');
    await page.getByText(/On shift since/).waitFor();
    await press(phone, 'Map');
    expect(await phone.look('driver-map-390')).toEqual([]);
    await press(phone, 'List');
    const isKept = () => page.evaluate('navigator.serviceWorker.controller !== null');
    await expect.poll(isKept, { timeout: PATIENCE_MS }).toBe(true);
    await page.getByRole('button', { name: /^Next/ }).click();
    expect(await phone.look('driver-visit-390')).toEqual([]);
    await take(phone, 'Start', 'I am here', 'Complete');
    await press(phone, 'Undo');
    await take(phone, 'Complete');
    await page.context().setOffline(true);
    await press(phone, '‹ Back');
    await page.getByRole('button', { name: /^Next/ }).click();
    await take(phone, 'Start', 'I am here');
    expect(await page.getByRole('button', { name: 'Complete', exact: true }).isDisabled()).toBe(true);
    await page.locator('input[type=file]').setInputFiles({
      name: 'door.png',
      mimeType: 'image/png',
      // One white pixel.
      buffer: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
        'base64',
      ),
    });
    await page.getByText('Noted.').waitFor();
    await page.getByLabel('Date of birth on the document').fill('1990-01-31');
    await press(phone, 'Check');
    await page.getByLabel('Date of birth on the document').waitFor({ state: 'detached' });
    expect(await phone.look('driver-money-390')).toEqual([]);
    await press(phone, 'Received');
    await page.getByLabel('Which floor?').selectOption('Upper');
    expect(await phone.look('driver-form-390')).toEqual([]);
    await press(phone, 'Save');
    await page.getByLabel('Which floor?').waitFor({ state: 'detached' });
    await take(phone, 'Complete');
    // The app is ended and opened again without a network: the page comes from the phone, and nothing is lost.
    await page.reload();
    await page.getByText('2 of 3 done').waitFor();
    await page.getByText(/wait for a network/).waitFor();
    expect(await phone.look('driver-offline-390')).toEqual([]);
    await page.getByRole('button', { name: /^Next/ }).click();
    await take(phone, 'Start', 'I am here', 'Complete');
    await page.context().setOffline(false);
    expect(await sent(phone)).toEqual([]);
    // Both packages are of the route's one job.
    await expect
      .poll(() => attemptsOf(world, orders[0]), { timeout: PATIENCE_MS })
      .toEqual(['dropoff_complete', 'dropoff_complete']);
    const { submissions } = await world.call<{ submissions: { answers: object[] }[] }>(
      'GET',
      `/v1/driver-phones/form-submissions?courierId=${driver.id}`,
    );
    expect(submissions).toMatchObject([{ answers: [{ label: 'Which floor?', value: 'Upper' }] }]);
    const { status } = await world.call<{ status: string }>('GET', `/v1/routes/${routeId}`);
    expect(status).toBe('COMPLETED');
    expect(phone.problems.filter((one) => !one.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });

  story(
    '45 a driver fails a delivery with a reason, and a phone that is revoked is signed out',
    async ({ world }) => {
      const { driver, orders } = await driverOnRoute(world);
      const phone = await onPhone(world, driver.id, true);
      const { page } = phone;
      await untilRoute(phone);
      expect(await phone.look('driver-today-390-dark')).toEqual([]);
      await page.getByRole('button', { name: /^Next/ }).click();
      await take(phone, 'Start', 'I am here', 'Complete');
      await press(phone, '‹ Back');
      await page.getByRole('button', { name: /^Next/ }).click();
      await take(phone, 'Start', 'I am here');
      await press(phone, 'Not delivered');
      await page.getByLabel('Nobody is there').check();
      await page.getByLabel('Note').fill('Nobody answers.');
      expect(await phone.look('driver-reason-390-dark')).toEqual([]);
      await press(phone, 'Confirm');
      expect(await sent(phone)).toEqual([]);
      await expect.poll(() => attemptsOf(world, orders[0]), { timeout: PATIENCE_MS }).toContain('failed');
      const owner = await world.open('owner');
      await owner.go(`/fleet/drivers/${driver.id}`);
      await owner.page.getByRole('button', { name: 'Invite to the app' }).click();
      expect(await owner.look('driver-invite')).toEqual([]);
      await owner.page.getByRole('button', { name: 'Send it by text' }).click();
      await owner.page.getByText(/The link was sent to \+1415/).waitFor();
      await owner.page.getByRole('img', { name: 'QR code of the link' }).waitFor();
      expect(await owner.page.getByRole('dialog').innerText()).toContain('/driver#code=org_');
      expect(await owner.look('driver-invitation')).toEqual([]);
      await owner.page.keyboard.press('Escape');
      expect(await owner.look('driver-phones')).toEqual([]);
      await owner.page.getByLabel('Message to the driver').fill('Take the tunnel.');
      await owner.page.getByRole('button', { name: 'Send', exact: true }).click();
      await owner.page.getByText('Take the tunnel.').waitFor();
      await page.reload();
      await page.getByRole('button', { name: 'Messages: 1 new' }).click();
      await page.getByText('Take the tunnel.').waitFor();
      await page.getByLabel('Write to your dispatcher').fill('I will.');
      await press(phone, 'Send');
      await page.getByText('Message: noted.').waitFor();
      expect(await phone.look('driver-messages-390-dark')).toEqual([]);
      expect(await sent(phone)).toEqual([]);
      await owner.page.reload();
      await owner.page.getByText('I will.').waitFor();
      await owner.page.getByRole('button', { name: 'Sign this phone out' }).click();
      await owner.page.getByRole('dialog').getByRole('button', { name: 'Sign this phone out' }).click();
      await owner.page.getByText('Signed out').first().waitFor();
      expect(owner.problems).toEqual([]);
      await page.reload();
      await page.getByText(/This phone was signed out/).waitFor();
    },
  );

  story(
    '45 5, 7 a photographed barcode is read by the WebAssembly reader; a push message is shown in the language of the phone',
    async ({ world }) => {
      const { driver, orders } = await driverOnRoute(world, {
        requirements: ['barcode_scan_on_dropoff'],
        dropoffInstructions: 'Puerta azul, código 4412.',
      });
      const phone = await onPhone(world, driver.id, false, 'es-MX');
      const { page } = phone;
      await untilRoute(phone);
      expect(await page.evaluate("'BarcodeDetector' in globalThis")).toBe(false);
      await page.getByRole('button', { name: /^Siguiente/ }).click();
      await takeIn('anotado', phone, 'Empezar', 'He llegado', 'Completar');
      await press(phone, '‹ Atrás');
      await page.getByRole('button', { name: /^Siguiente/ }).click();
      await takeIn('anotado', phone, 'Empezar', 'He llegado');
      await page.locator('.code', { hasText: '4412' }).waitFor();
      await page.locator('input[type=file]').setInputFiles({
        name: 'barcode.png',
        mimeType: 'image/png',
        buffer: await barcodeImage('PKG-4711'),
      });
      await page.locator('input[type=file]').waitFor({ state: 'detached' });
      expect(await phone.look('driver-barcode-es-390')).toEqual([]);
      await press(phone, 'Completar');
      expect(await sent(phone)).toEqual([]);
      await expect
        .poll(() => attemptsOf(world, orders[0]), { timeout: PATIENCE_MS })
        .toContain('dropoff_complete');
      await page.context().grantPermissions(['notifications']);
      const isKept = () => page.evaluate('navigator.serviceWorker.controller !== null');
      await expect.poll(isKept, { timeout: PATIENCE_MS }).toBe(true);
      const inside = await page.context().newCDPSession(page);
      const registered = new Promise<string>((resolve) =>
        inside.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) =>
          registrations.slice(0, 1).forEach(({ registrationId }) => {
            resolve(registrationId);
          }),
        ),
      );
      await inside.send('ServiceWorker.enable');
      await inside.send('ServiceWorker.deliverPushMessage', {
        origin: world.local.cloud.baseUrl,
        registrationId: await registered,
        data: JSON.stringify({ notice: 'offer', at: new Date().toISOString() }),
      });
      const shown = () =>
        page.evaluate(
          "navigator.serviceWorker.getRegistration('/driver').then((one) => one.getNotifications()).then((all) => all.map(({ title }) => title))",
        );
      await expect.poll(shown, { timeout: PATIENCE_MS }).toEqual(['Nueva oferta']);
      await page.getByRole('button', { name: 'Ajustes' }).click();
      expect(await phone.look('driver-settings-es-390')).toEqual([]);
    },
  );
});
