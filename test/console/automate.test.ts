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
      await page.getByText('names no action').first().waitFor();
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
    '44 5 an owner builds a workflow from nothing by forms, sees the values of an order, and tests it before saving',
    async ({ world }) => {
      const store = await bakeryStore(world);
      const name = `Thank them ${Date.now()}`;
      await bakeryOrders(world, store.id, 1, name.replaceAll(' ', '-'));
      const { page, go, look, problems } = await world.open('owner');
      await go('/workflows');
      await page.getByRole('button', { name: 'New workflow' }).first().click();
      const form = page.getByRole('dialog');
      // A template is described when it is chosen.
      await form.getByLabel(/^Start from/).selectOption({ label: 'Give every order a minimum tip' });
      await form.getByText('Raises a tip below 2.00 to 2.00.').waitFor();
      await form.getByLabel(/^Start from/).selectOption({ label: 'Nothing: I build it myself' });
      await form.getByLabel(/^Name/).fill(name);
      await form.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      const add = page.getByRole('button', { name: 'Add a node after this one' });
      const kind = page.getByLabel('Kind', { exact: true });
      const action = page.getByLabel('Action', { exact: true });
      const graph = page.getByRole('group', { name: 'Graph' });

      // Only the actions that the trigger allows are offered.
      await page.getByLabel('It starts with').selectOption({ label: 'Order is being validated' });
      await add.click();
      await action.waitFor();
      expect(await action.locator('option').allInnerTexts()).toEqual(['Choose', 'Mark the order invalid']);
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await graph.getByRole('button', { name: 'Trigger' }).click();
      await page.getByLabel('It starts with').selectOption({ label: 'Order created' });

      // A switch with a named branch, and a tag for it that shows who the order is for.
      await add.click();
      await kind.selectOption('switch');
      await page.getByLabel('Name', { exact: true }).fill('How large');
      await page.getByRole('button', { name: 'Add a branch' }).click();
      await page.getByLabel(/^Name of the branch/).fill('large');
      await page.getByRole('button', { name: 'Add a condition' }).click();
      await page.getByLabel('Field', { exact: true }).selectOption('order.valueCents');
      await page.getByLabel('Comparison').selectOption({ label: 'is at least' });
      await page.getByLabel('Value', { exact: true }).fill('10.00');
      await add.click();
      await page.getByLabel('Name', { exact: true }).fill('Tag it');
      await action.selectOption({ label: 'Add a tag' });
      await page.getByText('Show values of an order').click();
      await page.getByRole('searchbox', { name: 'Sample order' }).fill(name.replaceAll(' ', '-'));
      await page.getByRole('list', { name: 'Sample order' }).getByRole('button').first().click();
      await page.getByRole('textbox', { name: /^Tag/ }).fill('for ');
      await page.getByRole('button', { name: 'Insert a variable: Tag' }).click();
      await page.getByLabel('Find a variable').fill('customer first');
      for (const width of [390, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await look(`workflow-variables-${width}`)).toEqual([]);
      }
      await page.getByRole('button', { name: /^Customer: First name/ }).click();
      expect(await page.getByRole('textbox', { name: /^Tag/ }).inputValue()).toBe(
        'for {{customer.first_name}}',
      );
      await page.getByRole('status').filter({ hasText: 'For the sample order: for Ada' }).waitFor();

      // It is tested before it is saved, and nothing is lost on the way.
      await page.getByRole('tab', { name: 'Test and replay' }).click();
      await page.getByText('with your unsaved changes').first().waitFor();
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.locator('dd', { hasText: 'for Ada' }).first().waitFor();
      expect(await look('workflow-test-unsaved')).toEqual([]);
      await page.getByRole('tab', { name: 'Graph' }).click();
      await graph.getByRole('button', { name: 'How large' }).click();
      await page.getByLabel(/^Name of the branch/).waitFor();
      expect(await page.getByLabel('Exit').locator('option').allInnerTexts()).toEqual(['large', 'Otherwise']);
      for (const width of [390, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await look(`workflow-switch-${width}`)).toEqual([]);
      }

      // A refusal is said at its field, in words without the names of the API.
      await page.getByLabel('Value', { exact: true }).fill('');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Not saved: 1 problem is marked.').waitFor();
      await page.getByLabel('Value', { exact: true }).and(page.locator('[aria-invalid=true]')).waitFor();
      await page.getByLabel('Value', { exact: true }).fill('10.00');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Version 2').first().waitFor();
      expect(problems).toEqual([expect.stringMatching(/^4\d\d .*\/v1\/workflows\//)]);
    },
  );

  story(
    '44 5 the body of a request is made of fields with variables, shows the values of an order, and stays editable as JSON',
    async ({ world }) => {
      const store = await bakeryStore(world);
      const stamp = Date.now();
      await bakeryOrders(world, store.id, 1, `body${stamp}`);
      const connection = await world.call<Named>('POST', '/v1/connections', {
        name: `Till ${stamp}`,
        origin: 'https://till.example',
        auth: { type: 'none' },
        methods: ['POST'],
        requestFields: ['who', 'place'],
      });
      const { id } = await world.call<Named>('POST', '/v1/workflows', {
        ...workflow,
        name: `Ring the till ${stamp}`,
        nodes: [
          workflow.nodes[0],
          {
            nodeKey: 'tag',
            nodeType: 'action',
            nodeLabel: 'Ring it',
            nodeAction: 'send_http_request',
            nodeActionConfig: { connectionId: connection.id, method: 'POST', path: '/rings' },
          },
        ],
      });
      const { page, go, look, problems } = await world.open('owner');
      await go(`/workflows/${id}`);
      await page.getByRole('group', { name: 'Graph' }).getByRole('button', { name: 'Ring it' }).click();
      await page.getByText('Show values of an order').click();
      await page.getByRole('searchbox', { name: 'Sample order' }).fill(`body${stamp}`);
      await page.getByRole('list', { name: 'Sample order' }).getByRole('button').first().click();
      const body = page.getByRole('group', { name: 'Body', exact: true });
      const add = body.getByRole('button', { name: 'Add to: Body' });
      await add.click();
      await body.getByLabel('Name', { exact: true }).fill('who');
      await body.getByRole('button', { name: 'Insert a variable: who' }).click();
      await page.getByLabel('Find a variable').fill('customer first');
      await page.getByRole('button', { name: /^Customer: First name/ }).click();
      await body.getByRole('status').filter({ hasText: 'For the sample order: Ada' }).waitFor();
      await add.click();
      await body.getByLabel('Name', { exact: true }).nth(1).fill('place');
      await body.getByLabel('Kind', { exact: true }).nth(1).selectOption({ label: 'Group of fields' });
      const place = body.getByRole('group', { name: 'place', exact: true });
      await place.getByRole('button', { name: 'Add to: place' }).click();
      await place.getByLabel('Name', { exact: true }).fill('floor');
      await place.getByLabel('Kind', { exact: true }).selectOption({ label: 'Number' });
      await place.getByLabel('floor', { exact: true }).fill('3');
      for (const width of [390, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await look(`workflow-body-${width}`)).toEqual([]);
      }
      await body.getByRole('button', { name: 'Edit as JSON' }).click();
      expect(JSON.parse(await body.getByLabel('JSON').inputValue())).toEqual({
        who: '{{customer.first_name}}',
        place: { floor: 3 },
      });
      await body.getByLabel('JSON').fill('{ "who": "{{customer.first_name}}", "place": { "floor": 4 } }');
      await body.getByRole('button', { name: 'Edit as fields' }).click();
      expect(await place.getByLabel('floor', { exact: true }).inputValue()).toBe('4');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Version 2').first().waitFor();
      const { nodes } = await world.call<{ nodes: readonly object[] }>('GET', `/v1/workflows/${id}`);
      expect(nodes).toContainEqual(
        expect.objectContaining({
          nodeActionConfig: expect.objectContaining({
            body: { who: '{{customer.first_name}}', place: { floor: 4 } },
          }),
        }),
      );
      expect(problems).toEqual([]);
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
      for (const number of orders.keys())
        await form.getByRole('checkbox', { name: new RegExp(`^planned-${number + 1}\\b`) }).check();
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
