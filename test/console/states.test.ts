import { describe, expect } from 'vitest';
import { hasBrowser, type OpenConsole, story } from './browser.ts';

/** Screens that have nothing to show in a new organization. */
const EMPTY = {
  orders: '/orders',
  deliveries: '/deliveries',
  execute: '/execute',
  routes: '/routes',
  optimization: '/optimization',
  planning: '/optimization?tab=strategies',
  strategies: '/strategies',
  webhooks: '/webhooks',
  messages: '/webhooks?tab=messages',
  workflows: '/workflows',
  triggers: '/notifications?tab=triggers',
  destinations: '/notifications?tab=destinations',
  sent: '/notifications?tab=sent',
  denied: '/notifications?tab=denied',
  windows: '/windows',
  drivers: '/fleet?tab=drivers',
  vehicles: '/fleet?tab=vehicles',
  shifts: '/fleet?tab=shifts',
  groups: '/fleet?tab=groups',
  prices: '/fleet?tab=prices',
  stores: '/stores',
  zones: '/zones',
  flags: '/flags',
  refunds: '/refunds',
  proofs: '/proofs',
  connections: '/connections',
  customEvents: '/custom-events',
  restrictions: '/restrictions',
  products: '/catalogue',
  stock: '/catalogue?tab=stock',
  templates: '/import-templates',
  agents: '/agents',
};

/** Screens that always show something, but cannot while the API fails. */
const ALWAYS = {
  users: '/people',
  roles: '/people?tab=roles',
  audit: '/audit',
  settings: '/settings',
  carriers: '/carriers',
};

/** What a screen needs before it can show anything: who is signed in, and where. */
const FRAME = /\/v1\/(organization-management\/me|organization)$/;

/** Opens screens and waits for the same on each. Returns what axe finds, by screen. */
async function lookAtAll(
  { page, go, look }: OpenConsole,
  places: Readonly<Record<string, string>>,
  { name: kind, waitFor }: { readonly name: string; readonly waitFor: string },
): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  for (const [name, place] of Object.entries(places)) {
    // Leaves the screen first, because a screen that stays open would show what it already has.
    await go('/nowhere');
    await page.getByRole('heading', { name: 'This page does not exist' }).waitFor();
    await go(place);
    await page.locator(waitFor).first().waitFor();
    const complaints = await look(`${kind}-${name}`);
    if (complaints.length > 0) found[name] = complaints;
  }
  return found;
}

describe.skipIf(!hasBrowser)('the console with nothing to show', () => {
  story('44 7 offers to sign in when the API does not know the session any more', async ({ world }) => {
    const { page, go, look } = await world.open('owner');
    await go('/stores');
    await page.getByRole('heading', { level: 1, name: 'Stores' }).waitFor();
    const error = { code: 'UNAUTHORIZED', message: 'The token is not valid.' };
    await page.route(/\/v1\//, (route) =>
      route.fulfill({ status: 401, json: { error, response_status: 401, RequestID: 'req_test' } }),
    );
    await page.getByText('Your session has expired. Sign in again.').waitFor();
    expect(await look('signed-out')).toEqual([]);
    await page.unroute(/\/v1\//);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'owner@demo.example' }).click();
    // After signing in again, people are where they were.
    await page.getByRole('heading', { level: 1, name: 'Stores' }).waitFor();
  });

  story('44 7 says how often it refreshes once nobody has touched it for five minutes', async ({ world }) => {
    const { page, go, problems } = await world.open('owner');
    await page.clock.install();
    await page.reload();
    const frame = page.locator('.topbar').getByRole('status');
    // The counts of the day are read less often than lists.
    await frame.getByText('Every 10 s', { exact: true }).waitFor();
    // Where nothing is read again, no pace of another screen stays.
    await go('/strategies?tab=evaluate');
    await page.getByRole('button', { name: 'Explain' }).waitFor();
    await frame.getByText('Live', { exact: true }).waitFor();
    await go('/stores');
    await frame.getByText('Live', { exact: true }).waitFor();
    await page.mouse.move(100, 100);
    await page.clock.fastForward('04:00');
    // Read after the jump, before the five minutes.
    await page.waitForResponse(/\/v1\//);
    await frame.getByText('Live', { exact: true }).waitFor();
    await page.clock.fastForward('01:30');
    await frame.getByText('Every 15 s', { exact: true }).waitFor();
    await page.mouse.move(200, 200);
    await frame.getByText('Live', { exact: true }).waitFor();
    expect(problems).toEqual([]);
  });

  story('says on every screen what is missing there and what to do', async ({ world }) => {
    const opened = await world.open('owner');
    expect(await lookAtAll(opened, EMPTY, { name: 'empty', waitFor: '.state:not([role=alert]) p' })).toEqual(
      {},
    );
    // Prices that were never set are not found, which the screen treats as none.
    expect(opened.problems.filter((problem) => !/^404 .*\/v1\/own-fleet$/.test(problem))).toEqual([]);
  });

  story('shows that it is loading', async ({ world }) => {
    const opened = await world.open('owner', { dark: true });
    await opened.page.route(/\/v1\//, async (route) => {
      if (FRAME.test(route.request().url())) await route.continue();
    });
    const places = { ...EMPTY, ...ALWAYS };
    expect(await lookAtAll(opened, places, { name: 'loading', waitFor: '.skeleton' })).toEqual({});
  });

  story('says on every screen that the API failed, and goes on when it answers', async ({ world }) => {
    const opened = await world.open('owner');
    const { page, go } = opened;
    const error = { code: 'INTERNAL_ERROR', message: 'Something went wrong on our side.' };
    await page.route(/\/v1\//, async (route) => {
      if (FRAME.test(route.request().url())) await route.continue();
      else await route.fulfill({ status: 500, json: { error, response_status: 500, RequestID: 'req_test' } });
    });
    const { settings: _, ...always } = ALWAYS;
    const places = { ...EMPTY, ...always };
    expect(await lookAtAll(opened, places, { name: 'error', waitFor: '.state[role=alert]' })).toEqual({});
    await page.getByText('Request req_test').first().waitFor();
    await page.getByText('Not up to date').waitFor();
    await go('/stores');
    await page.locator('.state[role=alert]').waitFor();
    await page.unroute(/\/v1\//);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'No stores yet' }).waitFor();
    await go('/orders/ord_unknown');
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    expect(await opened.look('error-unknown')).toEqual([]);
  });
});
