import { describe, expect } from 'vitest';
import { bakeryOrders, bakeryStore } from './bakery.ts';
import { hasBrowser, type OpenConsole, story } from './browser.ts';

/** Files of texts that were loaded, by their names without digests. */
async function textsLoaded({ page }: Pick<OpenConsole, 'page'>): Promise<readonly string[]> {
  const names = await page.evaluate<string[]>(
    `performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1))`,
  );
  return names.flatMap((name) => /^(\w+\.(?:en|es|de))-/.exec(name)?.[1] ?? []).toSorted();
}

describe.skipIf(!hasBrowser)('the console in other languages', () => {
  story(
    '44 7 is in the language of the browser, whose texts alone are loaded, until the user chooses another',
    async ({ world }) => {
      const store = await bakeryStore(world);
      await bakeryOrders(world, store.id, 1, 'pan');
      const opened = await world.open('owner', { locale: 'es-MX' });
      const { page, go, look, problems } = opened;
      await page.getByRole('heading', { level: 1, name: 'Hoy' }).waitFor();
      expect(await page.evaluate('document.documentElement.lang')).toBe('es');
      await go('/orders?search=pan-');
      await page.getByText('1 entrada').waitFor();
      await page.locator('tbody').getByText('Válido').waitFor();
      expect(await textsLoaded(opened)).toEqual(['frame.es', 'intake.es', 'plan.es']);
      for (const width of [390, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await look(`spanish-orders-${width}`)).toEqual([]);
      }
      await go('/workflows');
      await page.getByRole('heading', { name: 'Todavía no hay flujos' }).waitFor();
      // Chosen once, it stays, at the same place.
      await page.locator('summary .avatar').click();
      await page.getByLabel('Idioma').selectOption({ label: 'Deutsch' });
      await page.getByRole('heading', { name: 'Noch keine Workflows' }).waitFor();
      expect(await page.evaluate('document.documentElement.lang')).toBe('de');
      expect(await look('german-workflows')).toEqual([]);
      for (const [place, heading] of [
        ['/routes', 'Touren'],
        ['/fleet', 'Flotte'],
        ['/settings', 'Einstellungen'],
        ['/shops', 'Onlineshops'],
        ['/insights', 'Auswertungen'],
      ] as const) {
        await go(place);
        await page.getByRole('heading', { level: 1, name: heading }).waitFor();
        for (const width of [390, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          expect(await look(`german-${place.slice(1)}-${width}`)).toEqual([]);
        }
      }
      // Measures have names in each language.
      await page.getByText('Kosten je Zustellung', { exact: true }).waitFor();
      await page.getByRole('heading', { name: /^Aufträge nach Status/ }).waitFor();
      await page
        .getByTitle(/^Kosten aller Versuche, auch der gescheiterten/)
        .first()
        .waitFor();
      // So have the actions and events of workflows, and the fields of the audit log.
      const { id } = await world.call<{ id: string }>('POST', '/v1/workflows/from-template', {
        templateId: 'require-recipient-phone',
      });
      await go(`/workflows/${id}`);
      await page.getByText('Auftrag als fehlerhaft kennzeichnen').waitFor();
      expect(await page.getByLabel('Er beginnt mit').locator('option:checked').innerText()).toBe(
        'Auftrag wird geprüft',
      );
      await go('/audit');
      await page.getByRole('button', { name: 'Zeitzone', exact: true }).waitFor();
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await look(`german-audit-${width}`)).toEqual([]);
      }
      expect(problems).toEqual([]);
    },
  );

  story('44 7 says in its language why an order was treated as it was', async ({ world }) => {
    const store = await bakeryStore(world);
    const [id] = await bakeryOrders(world, store.id, 1, `warum-${Date.now()}`);
    await world.call('POST', `/v1/order/${id}/autodispatch`);
    const { page, go, look, problems } = await world.open('owner', { locale: 'de-DE' });
    await go(`/orders/${id}`);
    await page.getByText(/wurde gewählt \(Versuch 1\)/).waitFor();
    await page
      .getByText(/versucht Zustelldienste/)
      .first()
      .waitFor();
    await page.getByText(/hat Rang 1: .*Ankunft/).waitFor();
    expect(await look('german-order-why')).toEqual([]);
    // An order that nobody takes for a cent says why, with the words of the API to unfold.
    const [dear] = await bakeryOrders(world, store.id, 1, `teuer-${Date.now()}`);
    const strategy = await world.call<{ id: string }>('POST', '/v1/options_group', {
      label: 'Ein Cent',
      enableAutoDispatch: true,
      leadTimeMinutes: 1_440,
      enableMaxDeliveryFee: true,
      maxDeliveryFeeCents: 1,
    });
    await world.call('PATCH', `/v1/order/${dear}`, { dispatchStrategyId: strategy.id });
    await go(`/orders/${dear}`);
    await page.getByText(/^Alle Angebote liegen über der höchsten Liefergebühr/).click();
    await page.getByText(/above the limit of 1 cents/).waitFor();
    await page.getByRole('button', { name: 'Vergrößern' }).waitFor();
    expect(await look('german-order-dispatch-failure')).toEqual([]);
    expect(problems).toEqual([]);
  });

  story(
    '44 7 says in its language why an order has no route, what would be enough, and what an order lacks',
    async ({ world }) => {
      const store = await bakeryStore(world);
      const [narrow = '', flawed = '', fits = ''] = await bakeryOrders(
        world,
        store.id,
        3,
        `ohne-${Date.now()}`,
      );
      const { pickupStartTime } = await world.call<{ pickupStartTime: string }>('GET', `/v1/order/${narrow}`);
      await world.call('PATCH', `/v1/order/${narrow}`, {
        dropoffStartTime: pickupStartTime,
        dropoffEndTime: new Date(Date.parse(pickupStartTime) + 1_000).toISOString(),
      });
      await world.call('PATCH', `/v1/order/${flawed}`, { dropoffPhoneNumber: null });
      const { id } = await world.call<{ id: string }>('POST', '/v1/activities/optimization', {
        orderIds: [narrow, fits],
      });
      const spanish = await world.open('owner', { locale: 'es-ES' });
      await spanish.go(`/optimization/${id}`);
      const left = spanish.page.getByRole('region', { name: 'Pedidos sin ruta' });
      await left
        .getByText('Ningún vehículo puede llegar dentro de su franja, ni siquiera sin otros pedidos.')
        .waitFor();
      await left
        .getByRole('button', { name: /^Terminar su franja de entrega \d+ minutos? más tarde\.$/ })
        .waitFor();
      expect(await spanish.look('spanish-left-out')).toEqual([]);
      expect(spanish.problems).toEqual([]);
      const { page, go, look, problems } = await world.open('owner', { locale: 'de-DE' });
      await go(`/orders/${narrow}`);
      await page
        .getByText(
          'Kein Fahrzeug kann innerhalb seines Zeitfensters ankommen, auch nicht ohne andere Aufträge.',
        )
        .waitFor();
      await page.getByText(/^Sein Lieferfenster \d+ Minuten? später enden lassen\.$/).waitFor();
      expect(await look('german-order-left-out')).toEqual([]);
      await go(`/orders/${flawed}`);
      await page
        .getByRole('alert')
        .getByText('Telefon: Geben Sie die Telefonnummer des Empfängers ein.')
        .waitFor();
      expect(await look('german-order-lacks')).toEqual([]);
      expect(problems).toEqual([]);
    },
  );
});
