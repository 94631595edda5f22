import { describe, expect } from 'vitest';
import { eventually } from '../support/dispatch-story.ts';
import { bakeryOrders, bakeryStore } from './bakery.ts';
import { hasBrowser, story } from './browser.ts';

interface Named {
  readonly id: string;
}

/** A workflow that tags valuable orders. */
const workflow = {
  name: 'Tag valuable orders',
  trigger: { triggerType: 'event', eventName: 'order.created' },
  nodes: [
    { nodeKey: 'start', nodeType: 'trigger', isTrigger: true },
    {
      nodeKey: 'tag',
      nodeType: 'action',
      nodeLabel: 'Tag it',
      nodeAction: 'add_tag',
      nodeActionConfig: { tag: 'valuable' },
    },
  ],
  edges: [{ edgeKey: 'e1', sourceNodeKey: 'start', targetNodeKey: 'tag', executionOrder: 1 }],
};

describe.skipIf(!hasBrowser)('the console: automation', () => {
  story(
    'a planner edits a graph, reads the problems of a save at the node, and corrects them',
    async ({ world }) => {
      const { id } = await world.call<Named>('POST', '/v1/workflows', workflow);
      const { page, go, look, problems } = await world.open('owner');
      await go(`/workflows/${id}`);
      const graph = page.getByRole('group', { name: 'Graph' });
      await graph.getByRole('button', { name: 'Tag it' }).click();
      await page.getByRole('button', { name: 'Add a node after this one' }).click();
      await graph.getByRole('button', { name: 'New node' }).waitFor();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await graph.getByText(/\d problems?/).waitFor();
      await page.getByRole('alert').first().waitFor();
      expect(await look('workflow-problems')).toEqual([]);
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await graph.getByRole('button', { name: 'Tag it' }).click();
      await page.getByLabel(/^Name/).first().fill('Tag the order');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Version 2').first().waitFor();
      await graph.getByRole('button', { name: 'Tag the order' }).waitFor();
      // The refused save is the only request that fails.
      expect(problems).toEqual([expect.stringMatching(/^4\d\d .*\/v1\/workflows\//)]);
    },
  );

  story(
    'a test and a replay of past events stand side by side, and runs show their steps',
    async ({ world }) => {
      const store = await bakeryStore(world);
      const { id } = await world.call<Named>('POST', '/v1/workflows', { ...workflow, name: 'Tag all' });
      await world.call('POST', `/v1/workflows/${id}/status`, { status: 'active' });
      // The workflow's id makes it a new order when the story is tried again.
      const [orderId = ''] = await bakeryOrders(world, store.id, 1, `tagged-${id}`);
      await eventually(
        () => world.call<{ results: readonly { status: string }[] }>('GET', `/v1/workflows/${id}/executions`),
        ({ results }) => results[0]?.status === 'completed',
      );
      const { page, go, look, problems } = await world.open('owner');
      await go(`/workflows/${id}?tab=test`);
      await page.getByRole('searchbox', { name: 'Order' }).fill(orderId);
      await page.getByRole('list', { name: 'Order' }).getByRole('button').first().click();
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      // The workflow has run for the order, so another tag would change nothing.
      await page.getByText('already has the tag').waitFor();
      await page.getByRole('button', { name: 'Replay', exact: true }).click();
      await page.getByText(/\d+ events?, /).waitFor();
      const sides = await Promise.all(
        ['Test', 'Replay of past events'].map((name) =>
          page.getByRole('heading', { level: 2, name, exact: true }).boundingBox(),
        ),
      );
      expect(sides[0]?.y).toBe(sides[1]?.y);
      expect(await look('workflow-test-replay')).toEqual([]);
      await go(`/workflows/${id}?tab=runs`);
      await page.locator('tbody').getByRole('link').first().click();
      await page.getByText('tag', { exact: true }).waitFor();
      expect(await look('workflow-run')).toEqual([]);
      expect(problems).toEqual([]);
    },
  );

  story(
    'an owner creates a destination and a trigger, previews its message and denies a contact',
    async ({ world }) => {
      const store = await bakeryStore(world);
      const [orderId = ''] = await bakeryOrders(world, store.id, 1, 'told');
      const { page, go, look, problems } = await world.open('owner');
      await go('/notifications?tab=destinations');
      await page.getByRole('button', { name: 'New destination' }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel(/^Name/).fill('Night desk');
      await form.getByLabel(/^Email/).fill('desk@bakery.example');
      await form.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { level: 1, name: 'Night desk' }).waitFor();
      await go('/notifications?tab=triggers');
      await page.getByRole('button', { name: 'New trigger' }).click();
      await form.getByLabel(/^When/).selectOption('delivery_status_transition');
      await form.getByRole('checkbox', { name: 'Dropoff complete' }).check();
      expect(await look('trigger-form')).toEqual([]);
      // What each kind of trigger needs to know is asked field by field.
      const kinds = await form.getByLabel(/^When/).locator('option').all();
      expect(kinds.length).toBeGreaterThan(20);
      for (const kind of kinds) {
        await form.getByLabel(/^When/).selectOption((await kind.getAttribute('value')) ?? '');
        expect(await form.locator('textarea.code').count()).toBe(0);
      }
      await form.getByLabel(/^When/).selectOption('delivery_status_transition');
      await form.getByLabel(/^Name/).fill('Tell the desk');
      await form.getByRole('checkbox', { name: 'Night desk' }).check();
      await form.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { level: 1, name: 'Tell the desk' }).waitFor();
      await page.getByRole('searchbox', { name: 'Order' }).fill(orderId);
      await page.getByRole('list', { name: 'Order' }).getByRole('button').first().click();
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByText('desk@bakery.example').waitFor();
      expect(await look('trigger-preview')).toEqual([]);
      await go('/notifications?tab=denied');
      await page.getByRole('button', { name: 'Add a contact' }).click();
      await form.getByLabel(/^Kind/).selectOption({ label: 'E-mail' });
      await form.getByLabel(/^Contact/).fill('no@bakery.example');
      await form.getByRole('button', { name: 'Create' }).click();
      await page.getByText('no@bakery.example').waitFor();
      await page
        .getByRole('row', { name: /no@bakery/ })
        .getByRole('button', { name: 'Delete' })
        .click();
      await page.getByText('no@bakery.example').waitFor({ state: 'detached' });
      expect(problems).toEqual([]);
    },
  );

  story('a webhook shows each attempt of a message and is sent again', async ({ world }) => {
    const store = await bakeryStore(world);
    await world.call('POST', '/v1/webhooks/endpoints', { url: 'https://hooks.example/in' });
    const [order] = await bakeryOrders(world, store.id, 1, 'hooked');
    await world.call('POST', `/v1/order/${order}/autodispatch`);
    const { page, go, look, problems } = await world.open('owner');
    await go('/webhooks?tab=messages');
    await page.locator('tbody').getByRole('link').first().click();
    await page.getByText('https://hooks.example/in').first().waitFor();
    expect(await look('webhook-message')).toEqual([]);
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Sent again.').waitFor();
    expect(problems).toEqual([]);
  });

  story(
    'an optimization runs with its progress, is in the list for colleagues, and its routes are on the board',
    async ({ world }) => {
      const store = await bakeryStore(world);
      const orders = await bakeryOrders(world, store.id, 4, 'planned');
      const { page, go, look, problems } = await world.open('planner');
      await go('/optimization');
      await page.getByRole('button', { name: 'Optimize orders' }).first().click();
      const form = page.getByRole('dialog');
      await form.getByLabel(/^Only these orders/).fill(orders.join(', '));
      await form.getByRole('button', { name: 'Optimize orders' }).click();
      await page.getByText('Success').waitFor();
      expect(await look('optimization-run')).toEqual([]);
      expect(problems).toEqual([]);
      const colleague = await world.open('owner');
      await colleague.go('/optimization');
      await colleague.page.getByText('Success').first().waitFor();
      expect(await colleague.look('optimization-runs')).toEqual([]);
      await colleague.go('/routes');
      await colleague.page.getByText('planned-1', { exact: true }).waitFor();
    },
  );
});
