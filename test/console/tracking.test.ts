import { describe, expect } from 'vitest';
import { bakeryOrders, bakeryStore } from './bakery.ts';
import { type ConsoleWorld, hasBrowser, story } from './browser.ts';

interface Carried {
  readonly job: {
    readonly jobConfigurations: readonly {
      readonly publicTrackingUrl: string;
      readonly delivery: { readonly id: string };
    }[];
  };
}

/** A package that requires a code and a photo, carried by a simulated courier. */
async function carriedPackage(world: ConsoleWorld, name: string) {
  const store = await bakeryStore(world);
  const [order] = await bakeryOrders(world, store.id, 1, name);
  const strategy = await world.call<{ id: string }>('POST', '/v1/options_group', {
    label: name,
    allowedProviders: ['FleetSimulator'],
  });
  await world.call('PATCH', `/v1/order/${order}`, {
    dispatchStrategyId: strategy.id,
    requirements: ['pincode_verification', 'photo_proof_of_delivery'],
  });
  const { job } = await world.call<Carried>('POST', `/v1/order/${order}/autodispatch`);
  const [configuration] = job.jobConfigurations;
  if (!configuration) throw new Error('The package is missing.');
  const report = (update: object) =>
    world.call('PATCH', `/v1/fleet/deliveries/${configuration.delivery.id}`, update);
  return { url: configuration.publicTrackingUrl, report };
}

const underWay = {
  status: 'dropoff_enroute',
  coordinates: { latitude: 37.75, longitude: -122.43 },
  dropoffEta: '2030-03-02T19:25:00Z',
  courier: {
    name: 'Maria Gonzalez',
    dropoffPhoneNumber: '+14155550188',
    vehicle: { color: 'red', make: 'Toyota' },
  },
};

describe.skipIf(!hasBrowser)('the tracking page', () => {
  story(
    'shows a package under way on a phone, by day and by night, and asks nobody else for anything',
    async ({ world }) => {
      const { url, report } = await carriedPackage(world, 'tracked');
      await report(underWay);
      for (const dark of [false, true]) {
        const phone = { width: 390, height: 844, dark };
        const { page, look, problems } = await world.visit(url, phone);
        await page.getByRole('heading', { level: 1, name: 'Your order is on its way' }).waitFor();
        await page.getByRole('img', { name: /^The courier was .+ from you at/ }).waitFor();
        await page.getByRole('heading', { name: 'Your code' }).waitFor();
        expect(await page.locator('.code').innerText()).toContain('0123');
        await page.getByRole('link', { name: 'Call the courier' }).waitFor();
        expect(await look(`tracking-390-${dark ? 'dark' : 'light'}`)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
        expect(await page.evaluate('performance.getEntriesByType("resource").length')).toBe(0);
        expect(problems).toEqual([]);
      }
    },
  );

  story('is in the language of the browser, and in the other one by a link', async ({ world }) => {
    const { url, report } = await carriedPackage(world, 'idioma');
    await report(underWay);
    const { page, look } = await world.visit(url, { width: 390, height: 844, locale: 'es-MX' });
    await page.getByRole('heading', { level: 1, name: 'Su pedido está en camino' }).waitFor();
    expect(await look('tracking-es')).toEqual([]);
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your order is on its way' }).waitFor();
  });

  story(
    'tells by itself that the package has arrived, with the proof, and no longer shows the code',
    async ({ world }) => {
      const { url, report } = await carriedPackage(world, 'arrived');
      await report(underWay);
      const { page, look, problems } = await world.visit(url, { width: 390, height: 844 });
      await page.getByRole('heading', { name: 'Your code' }).waitFor();
      await report({
        status: 'dropoff_complete',
        pincode: '0123',
        proofOfDelivery: [
          { podType: 'photo_proof_of_delivery', imageUrl: 'https://carrier.example/door.jpg' },
        ],
      });
      await page.getByRole('heading', { level: 1, name: 'Delivered' }).waitFor();
      await page.getByRole('link', { name: 'Photo' }).waitFor();
      expect(await page.getByRole('heading', { name: 'Your code' }).count()).toBe(0);
      expect(await look('tracking-delivered')).toEqual([]);
      expect(problems).toEqual([]);
    },
  );

  story('answers a link that it does not know with a page', async ({ world }) => {
    const { page, look, problems } = await world.visit(`${world.local.cloud.baseUrl}/track/nothing`);
    await page.getByRole('heading', { name: 'This link is not valid' }).waitFor();
    expect(await look('tracking-unknown')).toEqual([]);
    expect(problems).toEqual([expect.stringMatching(/^404 /)]);
  });
});
