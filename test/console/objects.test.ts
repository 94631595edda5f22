import { describe, expect } from 'vitest';
import { bakeryOrders, bakeryStore } from './bakery.ts';
import { type ConsoleWorld, hasBrowser, PATIENCE_MS, story } from './browser.ts';

interface Job {
  readonly jobConfigurations: readonly {
    readonly tasks: readonly { readonly id: string; readonly delivery: { readonly id: string } | null }[];
  }[];
}

/** A dispatched order's job, as soon as a carrier has it. */
async function carriedJob(world: ConsoleWorld, orderId: string): Promise<string> {
  await world.call('POST', `/v1/order/${orderId}/autodispatch`);
  let jobId = '';
  await expect
    .poll(
      async () => {
        jobId = (await world.call<{ jobId: string | null }>('GET', `/v1/order/${orderId}`)).jobId ?? '';
        if (jobId === '') return false;
        const job = await world.call<Job>('GET', `/v1/jobs/${jobId}`);
        return job.jobConfigurations.some(({ tasks }) => tasks.some(({ delivery }) => delivery !== null));
      },
      { timeout: PATIENCE_MS },
    )
    .toBe(true);
  return jobId;
}

describe.skipIf(!hasBrowser)('the console: every object has a place', () => {
  story(
    '44 4 an owner enters the credentials of a carrier, asks for a test quote and adds a partner',
    async ({ world }) => {
      const store = await bakeryStore(world);
      const name = `asked-${Date.now()}`;
      await bakeryOrders(world, store.id, 1, name);
      const { page, go, look, problems } = await world.open('owner');
      const form = page.getByRole('dialog');
      await go('/carriers');
      await page.getByRole('link', { name: 'Uber Direct' }).click();
      await page.getByRole('button', { name: /^(Enter|Replace) credentials$/ }).click();
      await form.getByRole('button', { name: 'Create' }).click();
      await form.getByText('Fill this in.').first().waitFor();
      for (const field of await form.locator('input[type=password]').all()) await field.fill('a-secret');
      expect(await look('carrier-credentials')).toEqual([]);
      await form.getByRole('button', { name: 'Create' }).click();
      await form.getByText('Register this address').waitFor();
      await form.getByRole('button', { name: 'Close' }).click();
      await page.locator('.page-head').getByText('Ready').waitFor();
      await page.getByRole('button', { name: 'Delete' }).click();
      await form.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('There is no account with Uber Direct.').waitFor();

      await go('/carriers/prv_fleet_simulator');
      await page.getByRole('searchbox', { name: 'Order' }).fill(name);
      await page
        .getByRole('list', { name: 'Order' })
        .getByRole('button', { name: `${name}-1` })
        .click();
      await page.getByRole('button', { name: 'Ask for a quote' }).click();
      await page.getByText('Offers it').waitFor();
      expect(await look('carrier-quote')).toEqual([]);

      await go('/carriers');
      await page.getByRole('button', { name: 'New partner' }).click();
      const partner = `Riders ${Date.now()}`;
      await form.getByLabel(/^Name/).fill(partner);
      await form.getByLabel(/^Address/).fill('https://riders.example/delivery');
      await form.getByLabel(/^Token/).fill('token');
      await form.getByRole('button', { name: 'Create' }).click();
      await form.getByText('This secret is shown only once.').waitFor();
      await form.getByRole('link', { name: 'Open the partner' }).click();
      await page.getByRole('heading', { level: 1, name: partner }).waitFor();
      await page.getByRole('button', { name: 'Switch off' }).click();
      await page.locator('.page-head').getByText('Not in use').waitFor();
      expect(problems).toEqual([]);
    },
  );

  story('44 3 quotes with price, time, rank and reason come before a booking', async ({ world }) => {
    const store = await bakeryStore(world);
    const name = `quoted-${Date.now()}`;
    const [orderId] = await bakeryOrders(world, store.id, 1, name);
    const { page, go, look, problems } = await world.open('planner');
    await go(`/orders/${orderId}`);
    await page.getByRole('button', { name: 'Dispatch' }).click();
    const dialog = page.getByRole('dialog', { name: 'Dispatch with' });
    const first = dialog.getByRole('list', { name: 'Quotes' }).getByRole('listitem').first();
    await first.getByText("The strategy's choice").waitFor();
    await first
      .getByText(/\$\d+\.\d\d/)
      .first()
      .waitFor();
    await first.getByText(/has rank 1/).waitFor();
    expect(await look('quotes')).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await look('quotes-narrow')).toEqual([]);
    await first.getByRole('button', { name: /^Book/ }).click();
    await page.locator('.page-head').getByText('Dispatched').first().waitFor();
    expect(problems).toEqual([]);
  });

  story('44 3 the price of many orders together comes before they are dispatched', async ({ world }) => {
    const store = await bakeryStore(world);
    const name = `many-${Date.now()}`;
    await bakeryOrders(world, store.id, 3, name);
    const { page, go, look, problems } = await world.open('planner');
    await go(`/orders?search=${name}`);
    for (const row of [1, 2, 3])
      await page
        .getByRole('row', { name: `${name}-${row}` })
        .getByRole('checkbox')
        .check();
    await page.getByRole('region', { name: '3 selected' }).getByRole('button', { name: 'Dispatch' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^Together \$\d+/).waitFor();
    await dialog.getByText('3 orders', { exact: true }).waitFor();
    expect(await look('bulk-prices')).toEqual([]);
    await dialog.getByRole('button', { name: 'Dispatch' }).click();
    await page.getByText('Success').first().waitFor();
    expect(problems).toEqual([]);
  });

  story(
    '44 4 a planner reports a problem with a delivery, and the request for money back is reviewed',
    async ({ world }) => {
      const store = await bakeryStore(world);
      const [orderId = ''] = await bakeryOrders(world, store.id, 1, `broken-${Date.now()}`);
      const jobId = await carriedJob(world, orderId);
      const { page, go, look, problems } = await world.open('owner');
      const form = page.getByRole('dialog');
      await go(`/deliveries/${jobId}`);
      await page.getByRole('button', { name: 'Flag it' }).click();
      await form.getByLabel(/^What is wrong/).fill('The box is open');
      await form.getByRole('button', { name: 'Create' }).click();
      await form.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Report a problem' }).first().click();
      await form.getByLabel(/^What it is/).selectOption({ label: 'A request for money back' });
      await form.getByLabel(/^Kind/).selectOption({ label: 'Missing or wrong items' });
      await form.getByLabel(/^What happened/).fill('Two loaves were missing.');
      await form.getByLabel(/^Value of the goods/).fill('12.00');
      expect(await look('incident-report')).toEqual([]);
      await form.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { level: 1, name: 'Missing or incorrect items' }).waitFor();
      await go('/refunds');
      await page.getByRole('link', { name: 'Two loaves were missing.' }).first().click();
      await page.getByRole('button', { name: 'Review' }).click();
      await form.getByLabel(/^Decision/).selectOption({ label: 'Approved' });
      await form.getByLabel(/^Value of the goods/).fill('6.00');
      expect(await look('refund-review')).toEqual([]);
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByText('$6.00 of $12.00').first().waitFor();
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await look('refund-narrow')).toEqual([]);
      expect(problems).toEqual([]);
    },
  );

  story('44 4 photos of a delivery are in a gallery with their time and place', async ({ world }) => {
    const store = await bakeryStore(world);
    const [orderId = ''] = await bakeryOrders(world, store.id, 1, `proved-${Date.now()}`);
    const jobId = await carriedJob(world, orderId);
    const job = await world.call<Job>('GET', `/v1/jobs/${jobId}`);
    const deliveryId = job.jobConfigurations[0]?.tasks[0]?.delivery?.id ?? '';
    const photo = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    );
    const made = await world.call<{ id: string; upload: { url: string; headers: Record<string, string> } }>(
      'POST',
      `/v1/deliveries/${deliveryId}/documents`,
      { type: 'proof_of_delivery', contentType: 'image/png', sizeBytes: photo.length },
    );
    const put = await fetch(made.upload.url, { method: 'PUT', headers: made.upload.headers, body: photo });
    expect(put.status).toBe(200);
    await world.call('POST', `/v1/documents/${made.id}/complete`);
    const { page, go, look, problems } = await world.open('owner');
    await go(`/orders/${orderId}`);
    await page.getByRole('heading', { name: 'Documents and proofs' }).waitFor();
    await page.getByRole('button', { name: /^Proof of delivery/ }).click();
    await page.getByRole('dialog').locator('.map-canvas').waitFor();
    expect(await look('proof-of-order')).toEqual([]);
    await world.call('POST', `/v1/deliveries/${deliveryId}/simulate`, { status: 'dropoff_complete' });
    await go('/proofs');
    await page
      .getByRole('button', { name: /^Proof of delivery/ })
      .first()
      .waitFor();
    expect(await look('proofs-gallery')).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await look('proofs-gallery-narrow')).toEqual([]);
    expect(problems).toEqual([]);
  });

  story('44 4 an endpoint shows its messages, how many it did not take, and a test', async ({ world }) => {
    const { id } = await world.call<{ id: string }>('POST', '/v1/webhooks/endpoints', {
      url: `https://hooks.example/test-${Date.now()}`,
      eventTypes: ['delivery.created'],
    });
    const { page, go, look, problems } = await world.open('owner');
    await go(`/webhooks/${id}`);
    await page.getByText('verifyWebhook(body').waitFor();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('1 of the latest 1 not taken').waitFor();
    await page.getByRole('link', { name: 'delivery.created' }).waitFor();
    expect(await look('webhook-test')).toEqual([]);
    await go('/webhooks?tab=messages&outcome=fail');
    await page.getByRole('link', { name: 'delivery.created' }).first().waitFor();
    expect(problems).toEqual([]);
  });

  story(
    '44 4 products, vehicles, connections, events of one’s own and restricted areas are made in forms',
    async ({ world }) => {
      await bakeryStore(world);
      const stamp = Date.now();
      const { page, go, look, problems } = await world.open('owner');
      const form = page.getByRole('dialog');
      await go('/catalogue');
      await page.getByRole('button', { name: 'New product' }).click();
      await form.getByLabel(/^Name/).fill(`Rye ${stamp}`);
      await form.getByLabel(/^External ID/).fill(`rye-${stamp}`);
      await form.getByLabel(/^Weight/).fill('0.75');
      await form.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { level: 1, name: `Rye ${stamp}` }).waitFor();
      await page.getByRole('button', { name: 'Set stock' }).click();
      await form.getByLabel(/^Store/).selectOption({ label: 'Corner Bakery Mission' });
      await form.getByLabel(/^Quantity/).fill('7');
      await form.getByLabel(/^Price/).fill('4.50');
      await form.getByRole('button', { name: 'Create' }).click();
      await page.getByText('7 pieces · $4.50').waitFor();
      await page.getByRole('button', { name: 'Edit' }).click();
      await form.getByLabel(/^Width/).fill('12');
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByText('12 × – × –').waitFor();

      await go('/connections');
      await page.getByRole('button', { name: 'New connection' }).click();
      await form.getByLabel(/^Name/).fill(`Kitchen ${stamp}`);
      await form.getByLabel(/^Address/).fill('https://kitchen.example');
      await form.getByLabel(/^Signs in by/).selectOption({ label: 'A token' });
      await form.getByLabel(/^Token/).fill('secret');
      expect(await look('connection-form')).toEqual([]);
      await form.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { level: 1, name: `Kitchen ${stamp}` }).waitFor();
      await page.getByRole('button', { name: 'Send it' }).click();
      await page.getByText('Does not work').waitFor();
      expect(await look('connection-tested')).toEqual([]);

      await go('/custom-events');
      await page.getByRole('button', { name: 'New event' }).click();
      await form.getByLabel(/^Name/).fill(`Oven ${stamp}`);
      await form.getByLabel(/^Key/).fill(`oven_${stamp}`);
      await form.getByRole('button', { name: 'Create' }).click();
      await page.getByText(`Oven ${stamp}`).waitFor();

      await go('/restrictions/new');
      await page
        .getByLabel('Corners (latitude, longitude)')
        .fill('37.76, -122.42\n37.76, -122.41\n37.77, -122.41');
      await page.getByLabel(/^Name/).fill(`Market ${stamp}`);
      await page.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { level: 1, name: `Market ${stamp}` }).waitFor();
      expect(await look('restriction-made')).toEqual([]);
      expect(problems).toEqual([]);
    },
  );

  story('44 4 an agent has files with versions, and a chat', async ({ world }) => {
    const name = `Helper ${Date.now()}`;
    const { page, go, look, problems } = await world.open('owner');
    const form = page.getByRole('dialog');
    await go('/agents');
    await page.getByRole('button', { name: 'New agent' }).click();
    await form.getByLabel(/^Name/).fill(name);
    await form.getByLabel(/^Instructions/).fill('Answer questions about late orders.');
    await form.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.getByRole('button', { name: 'New file' }).click();
    await form.getByLabel(/^Name/).fill('rules.md');
    await form.getByLabel(/^Content/).fill('Late is ten minutes.');
    await form.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { level: 1, name: 'rules.md' }).waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await form.getByLabel(/^Content/).fill('Late is five minutes.');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Late is five minutes.').waitFor();
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Late is ten minutes.').waitFor();
    await page.locator('.page-head').getByText('Version 3').waitFor();
    await page.getByRole('link', { name: 'Files' }).click();
    await page.getByRole('tab', { name: 'Chat' }).click();
    await page.getByLabel(/^Message/).fill('Which orders are late?');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.asked').getByText('Which orders are late?').waitFor();
    expect(await look('agent-chat-turn')).toEqual([]);
    await page.getByRole('link', { name: 'Steps' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Which orders are late?' }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await look('agent-run-narrow')).toEqual([]);
    expect(problems).toEqual([]);
  });

  story('44 4 an agent proposes a change in the chat, and a person confirms it', async ({ world }) => {
    const store = await bakeryStore(world);
    const [orderId = ''] = await bakeryOrders(world, store.id, 1, `proposed-${Date.now()}`);
    const agent = await world.call<{ id: string }>('POST', '/v1/agents', {
      name: `Note taker ${Date.now()}`,
      instructions: 'Change what is asked for.',
      tools: ['updateOrder'],
      isReportOnly: false,
    });
    const { page, go, look, problems } = await world.open('owner');
    await go(`/agents/${agent.id}`);
    const asked = { tool: 'updateOrder', arguments: { id: orderId, body: { description: 'Two cakes' } } };
    await page.getByLabel(/^Message/).fill(`Write it down\ncall: ${JSON.stringify(asked)}\nsay: Shall I?`);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('heading', { name: /^Proposed changes/ }).waitFor();
    expect(await look('agent-plan')).toEqual([]);
    await page.getByRole('button', { name: 'Carry out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Carry out' }).click();
    await page.getByRole('button', { name: 'Carry out' }).waitFor({ state: 'detached' });
    const { description } = await world.call<{ description: string }>('GET', `/v1/order/${orderId}`);
    expect(description).toBe('Two cakes');
    expect(problems).toEqual([]);
  });
});
