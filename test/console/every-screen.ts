import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { createRecurring } from '../../functions/api/recurring-orders/recurring-orders.ts';
import { createShopEndpoint } from '../../functions/api/shops/shops.ts';
import { bakeryOrders, bakeryStore, MISSION } from './bakery.ts';
import { type ConsoleWorld, type OpenConsole, onceInWorld, PATIENCE_MS, story } from './browser.ts';

interface Named {
  readonly id: string;
}

/** Creates something of every kind, so that no screen is empty. */
async function fill(world: ConsoleWorld) {
  const { call } = world;
  const store = await bakeryStore(world);
  const orders = await bakeryOrders(world, store.id, 8, 'screen');
  const driver = await call<Named>('POST', '/v1/courier', {
    firstName: 'Rosa',
    lastName: 'Diaz',
    phoneNumber: '+14155550111',
    enabled: true,
  });
  await call('POST', '/v1/shift', {
    name: 'Morning shift',
    courierId: driver.id,
    plannedStart: new Date().toISOString(),
    plannedEnd: new Date(Date.now() + 4 * 3_600_000).toISOString(),
  });
  const { driverGroup } = await call<{ driverGroup: { firstVersionContractId: string } }>(
    'PUT',
    '/v1/fleet/driver-groups/upsert',
    { externalIdentifier: 'day', name: 'Day drivers' },
  );
  const driverGroupId = driverGroup.firstVersionContractId;
  await call('PUT', '/v1/own-fleet', { rates: [{ driverGroupId, baseCents: 400, perKilometerCents: 60 }] });
  const vehicle = await call<Named>('POST', '/v1/vehicle', { name: 'Van 1', enabled: true });
  const strategy = await call<Named>('POST', '/v1/options_group', { label: 'Cheapest first' });
  const planning = await call<Named>('POST', '/v1/optimization-strategies', {
    label: 'Everybody drives',
    contractIds: [driverGroupId],
    contractOptimizationOverrideParameters: [{ contractId: driverGroupId, useAllVehicles: true }],
  });
  const zone = await call<Named>('POST', '/v1/zones', {
    name: 'Mission',
    polygon: MISSION,
  });
  const webhook = await call<Named>('POST', '/v1/webhooks/endpoints', { url: 'https://hooks.example/in' });
  const destination = await call<Named>('POST', '/v1/notification-groups', {
    name: 'Shop',
    channels: [{ type: 'email', recipients: ['shop@bakery.example'] }],
  });
  const { templates } = await call<{ templates: readonly Named[] }>('GET', '/v1/workflows/templates');
  const workflow = await call<Named>('POST', '/v1/workflows/from-template', { templateId: templates[0]?.id });
  const stop = (id: string, index: number) => ({
    stopType: 'DROPOFF',
    objectIds: [id],
    location: { lat: 37.75 + index / 200, lng: -122.42 + index / 300 },
  });
  const route = (name: string, ids: readonly string[]) =>
    call<{ route: Named }>('POST', '/v1/routes', {
      name,
      stops: [
        { stopType: 'PICKUP', objectIds: ids, location: { lat: 37.7527, lng: -122.4103 } },
        ...ids.map(stop),
      ],
    });
  const flag = await call<Named>('POST', '/v1/flags', {
    orderId: orders[0],
    notes: 'The cake must stand upright',
  });
  const connection = await call<Named>('POST', '/v1/connections', {
    name: 'Kitchen screen',
    origin: 'https://kitchen.example',
    auth: { type: 'none' },
    methods: ['GET'],
  });
  await call('POST', '/v1/custom-event-definitions', { key: 'kitchen_ready', name: 'Kitchen is ready' });
  const restriction = await call<Named>('POST', '/v1/route-restrictions', {
    name: 'Market hall',
    polygons: [
      [
        [-122.42, 37.76],
        [-122.41, 37.76],
        [-122.41, 37.77],
        [-122.42, 37.76],
      ],
    ],
  });
  const [product] = await call<readonly Named[]>('POST', '/v1/products', {
    products: [
      {
        externalIdentifier: 'bread-1',
        sku: 'BR-1',
        name: 'Sourdough loaf',
        categories: ['bread'],
        weight: 0.8,
        dimensions: {},
        identifiers: [],
      },
    ],
  });
  await call('POST', '/v1/inventory', {
    inventory: [
      {
        productId: product?.id,
        storeLocationId: store.id,
        quantity: 12,
        valueCents: 650,
        currency: 'USD',
        available: true,
      },
    ],
  });
  await call('POST', '/v1/import-templates', {
    name: 'Weekly list',
    columns: ['Number', 'Street'],
    mapping: { Number: 'externalId', Street: 'dropoffAddress' },
  });
  const partner = await call<Named>('POST', '/v1/http-fleets', {
    name: 'Quick Riders',
    baseUrl: 'https://riders.example/delivery',
    token: 'qr_1',
  });
  const agent = await call<Named>('POST', '/v1/agents', {
    name: 'Night watch',
    instructions: 'Say what happened last night.',
  });
  await call('PUT', `/v1/agents/${agent.id}/files/rules.md`, { content: 'No deliveries after ten.' });
  const hour = 3_600_000;
  const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
  const window = await call<Named>('POST', '/v1/delivery-window', {
    storeLocationId: store.id,
    startTime: at(24),
    endTime: at(26),
  });
  const { order, ...often } = createRecurring.bodyExample as { readonly order: object };
  const recurring = await call<Named>('POST', '/v1/recurring/orders', {
    ...often,
    startDate: at(48).slice(0, 10),
    rrule: 'FREQ=DAILY',
    order: { ...order, pickupStoreLocationId: store.id },
  });
  const shop = await call<Named>('POST', '/v1/shops', {
    ...(createShopEndpoint.bodyExample as object),
    pickupStoreLocationId: store.id,
    dispatchStrategyId: null,
  });
  const user = await call<Named>('POST', '/v1/organization-management/users', {
    email: 'nia@bakery.example',
    roleIds: ['role_planner'],
  });
  const trigger = await call<Named>('POST', '/v1/notification-triggers', {
    type: 'delivery_status_transition',
    name: 'On its way',
    notificationGroupIds: [destination.id],
    message: 'Your order is on its way.',
    parameters: { deliveryStatus: 'dropoff_enroute' },
  });
  const run = await call<Named>('POST', '/v1/activities/optimization', { orderIds: orders.slice(6, 8) });
  const [sent = ''] = await bakeryOrders(world, store.id, 1, 'carried');
  await call('POST', `/v1/order/${sent}/autodispatch`);
  const jobId = await eventually(
    async () => (await call<{ jobId: string | null }>('GET', `/v1/order/${sent}`)).jobId,
  );
  const message = await eventually(
    async () => (await call<{ results: readonly Named[] }>('GET', '/v1/webhooks/messages')).results[0]?.id,
  );
  const first = await route('Morning', orders.slice(0, 3));
  await route('Noon', orders.slice(3, 6));
  return {
    store,
    driver,
    driverGroupId,
    vehicle,
    strategy,
    planning,
    zone,
    webhook,
    destination,
    workflow,
    flag,
    connection,
    restriction,
    product: product ?? { id: '' },
    partner,
    agent,
    route: first.route,
    order: orders[0] ?? '',
    sent,
    jobId,
    message,
    window,
    recurring,
    shop,
    user,
    trigger,
    run,
  };
}

/** What is there as soon as the workers have done their part. */
async function eventually(ask: () => Promise<string | null | undefined>): Promise<string> {
  let found: string | null | undefined;
  await expect
    .poll(
      async () => {
        found = await ask();
        return Boolean(found);
      },
      { timeout: PATIENCE_MS },
    )
    .toBe(true);
  return found ?? '';
}

/** Every screen with its heading. */
const SCREENS: readonly (readonly [
  name: string,
  place: (made: Awaited<ReturnType<typeof fill>>) => string,
  heading: RegExp,
  /** What appears after the heading and must be visible for the screenshot. */
  further?: string,
])[] = [
  ['orders', () => '/orders', /Orders/, 'tbody tr'],
  ['order', ({ order }) => `/orders/${order}`, /screen-1/],
  ['order-dispatched', ({ sent }) => `/orders/${sent}`, /carried-1/],
  ['recurring', () => '/recurring', /Recurring orders/],
  ['recurring-one', ({ recurring }) => `/recurring/${recurring.id}`, /.+/],
  ['shops', () => '/shops', /shops/i],
  ['shop', ({ shop }) => `/shops/${shop.id}`, /.+/],
  ['deliveries', () => '/deliveries', /Deliveries/],
  ['delivery', ({ jobId }) => `/deliveries/${jobId}`, /.+/],
  ['stores', () => '/stores', /Stores/],
  ['store', ({ store }) => `/stores/${store.id}`, /Corner Bakery Mission/],
  ['drivers', () => '/fleet?tab=drivers', /Fleet/],
  ['driver', ({ driver }) => `/fleet/drivers/${driver.id}`, /Rosa Diaz/],
  ['vehicle', ({ vehicle }) => `/fleet/vehicles/${vehicle.id}`, /Van 1/],
  ['vehicles', () => '/fleet?tab=vehicles', /Fleet/],
  ['shifts', () => '/fleet?tab=shifts', /Fleet/],
  ['shifts-of-week', () => '/fleet?tab=week', /Fleet/, '.week table'],
  ['app', () => '/fleet?tab=app', /Fleet/],
  ['forms', () => '/fleet?tab=forms', /Fleet/],
  ['groups', () => '/fleet?tab=groups', /Fleet/],
  ['group', ({ driverGroupId }) => `/fleet/groups/${driverGroupId}`, /Day drivers/],
  ['prices', () => '/fleet?tab=prices', /Fleet/],
  ['windows', () => '/windows', /Delivery windows/],
  ['window', ({ window }) => `/windows/${window.id}`, /.+/],
  ['zones', () => '/zones', /Zones/, '.map-canvas'],
  ['zone', ({ zone }) => `/zones/${zone.id}`, /Mission/, '.map-canvas'],
  ['zone-new', () => '/zones/new', /New zone/],
  ['strategies', () => '/strategies', /Strategies/],
  ['strategy', ({ strategy }) => `/strategies/${strategy.id}`, /Cheapest first/],
  ['evaluate', () => '/strategies?tab=evaluate', /Strategies/],
  ['webhooks', () => '/webhooks', /Webhooks/],
  ['webhook', ({ webhook }) => `/webhooks/${webhook.id}`, /hooks\.example/],
  ['webhook-messages', () => '/webhooks?tab=messages', /Webhooks/],
  ['webhook-message', ({ message }) => `/webhooks/messages/${message}`, /.+/],
  ['people', () => '/people', /People/],
  ['user', ({ user }) => `/people/users/${user.id}`, /nia@bakery/],
  ['roles', () => '/people?tab=roles', /People/],
  ['role', () => '/people/roles/role_planner', /Planner/i],
  ['keys', () => '/people?tab=keys', /People/],
  ['audit', () => '/audit', /Audit log/],
  ['settings', () => '/settings', /Settings/],
  ['routes', () => '/routes', /Routes/, '.route-card .stops'],
  ['route', ({ route }) => `/routes/${route.id}`, /Morning/],
  ['execute', () => '/execute', /Execute/],
  ['execute-table', () => '/execute?view=table', /Execute/],
  ['execute-timeline', () => '/execute?view=timeline', /Execute/],
  ['execute-route', ({ route }) => `/execute/${route.id}`, /Morning/],
  ['optimization-run', ({ run }) => `/optimization/${run.id}`, /.+/],
  ['optimization', () => '/optimization', /Optimization/],
  ['planning', () => '/optimization?tab=strategies', /Optimization/],
  ['planning-one', ({ planning }) => `/optimization/strategies/${planning.id}`, /Everybody drives/],
  ['workflows', () => '/workflows', /Workflows/],
  ['workflow', ({ workflow }) => `/workflows/${workflow.id}`, /.+/],
  ['workflow-test', ({ workflow }) => `/workflows/${workflow.id}?tab=test`, /.+/],
  ['notifications', () => '/notifications', /Notifications/],
  ['destinations', () => '/notifications?tab=destinations', /Notifications/],
  ['sent', () => '/notifications?tab=sent', /Notifications/],
  ['trigger', ({ trigger }) => `/notifications/triggers/${trigger.id}`, /On its way/],
  ['destination', ({ destination }) => `/notifications/destinations/${destination.id}`, /Shop/],
  ['deny-list', () => '/notifications?tab=denied', /Notifications/],
  ['today', () => '/', /Today/],
  ['flags', () => '/flags', /Flags/],
  ['flag', ({ flag }) => `/flags/${flag.id}`, /The cake must/],
  ['refunds', () => '/refunds', /Refunds/],
  ['insights', () => '/insights', /Insights/],
  ['insights-providers', () => '/insights/providers', /Insights/],
  ['insights-stores', () => '/insights/stores', /Insights/],
  ['insights-drivers', () => '/insights/drivers', /Insights/],
  ['insights-costs', () => '/insights/costs', /Insights/],
  ['insights-windows', () => '/insights/windows', /Insights/],
  ['insights-reactions', () => '/insights/reactions', /Insights/],
  ['insights-what-if', () => '/insights/what-if', /Insights/],
  ['insights-invoices', () => '/insights/invoices', /Insights/],
  ['insights-reports', () => '/insights/reports', /Insights/],
  ['insights-facts', () => '/insights/facts/deliveries', /.+/],
  ['proofs', () => '/proofs', /Proofs/],
  ['carriers', () => '/carriers', /Carriers/],
  ['carrier', () => '/carriers/prv_doordash', /DoorDash/],
  ['partner', ({ partner }) => `/partners/${partner.id}`, /Quick Riders/],
  ['connections', () => '/connections', /Connections/],
  ['connection', ({ connection }) => `/connections/${connection.id}`, /Kitchen screen/],
  ['custom-events', () => '/custom-events', /Custom events/],
  ['restrictions', () => '/restrictions', /Restricted areas/, '.map-canvas'],
  ['restriction', ({ restriction }) => `/restrictions/${restriction.id}`, /Market hall/, '.map-canvas'],
  ['restriction-new', () => '/restrictions/new', /New restricted area/],
  ['catalogue', () => '/catalogue', /Catalogue/],
  ['stock', () => '/catalogue?tab=stock', /Catalogue/],
  ['product', ({ product }) => `/catalogue/${product.id}`, /Sourdough loaf/],
  ['import-templates', () => '/import-templates', /Import templates/],
  ['agents', () => '/agents', /Agents/],
  ['agent-chat', ({ agent }) => `/agents/${agent.id}`, /Night watch/],
  ['agent-runs', ({ agent }) => `/agents/${agent.id}?tab=runs`, /Night watch/],
  ['agent-files', ({ agent }) => `/agents/${agent.id}?tab=files`, /Night watch/],
  ['agent-settings', ({ agent }) => `/agents/${agent.id}?tab=settings`, /Night watch/],
  ['agent-file', ({ agent }) => `/agents/${agent.id}/files/rules.md`, /rules\.md/],
];

/** Where a screen is wider than its page. */
const TOO_WIDE = `[...document.querySelectorAll('html, main')]
  .filter((box) => box.scrollWidth > box.clientWidth)
  .map((box) => 'Wider than the page: ' + box.tagName)`;

/** The heads and cells of tables of which a part cannot be read. */
const CUT = `[...document.querySelectorAll('th, td, .cell')]
  .filter((cell) => cell.scrollWidth > cell.clientWidth + 1 || cell.scrollHeight > cell.clientHeight + 1)
  .map((cell) => 'Cut: ' + cell.innerText.trim())`;

/** Texts that are cut off, and do not have the whole as their title once the pointer is over them. */
const SHORTENED = `[...document.querySelectorAll('main *')]
  .filter((box) => box.matches('.cell') || getComputedStyle(box).textOverflow === 'ellipsis')
  .filter((box) => !box.matches('input'))
  .filter((box) => box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1)
  .filter((box) => {
    box.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    return !box.closest('[title]');
  })
  .map((box) => 'Shortened without a title: ' + box.innerText.trim())`;

/** The chosen tab of a row of tabs, where it is scrolled out of sight. */
const TAB_OUT_OF_SIGHT = `[...document.querySelectorAll('.tabs > :is([aria-selected=true], [aria-current=page])')]
  .filter((tab) => {
    const [own, row] = [tab.getBoundingClientRect(), tab.parentElement.getBoundingClientRect()];
    return own.left < row.left - 1 || own.right > row.right + 1;
  })
  .map((tab) => 'Out of sight: ' + tab.innerText)`;

/**
 * What is wrong with the words of a screen: those of up to 16 characters that are broken in their middle, addresses of the
 * Internet excepted, days as they are in the API, and texts over which something else lies. Maps and code are left out.
 */
const WORDS = `(() => {
  const found = new Set();
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const box = text.parentElement;
    if (!box.checkVisibility({ visibilityProperty: true })) continue;
    if (box.closest('code, pre, textarea, select, .map, .visually-hidden')) continue;
    for (const day of text.data.match(/\\b\\d{4}-\\d\\d-\\d\\d\\b/g) ?? []) found.add('A raw day: ' + day);
    for (const { index, 0: word } of text.data.matchAll(/[^\\s–—/-]+/g)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = [...range.getClientRects()];
      if (word.length <= 16 && !/\\w[.@_]\\w/.test(word) && new Set(lines.map(({ top }) => Math.round(top / 4))).size > 1) {
        found.add('Broken: ' + word);
      }
      const [line] = lines;
      if (!line) continue;
      const at = [line.left + line.width / 2, line.top + line.height / 2];
      let isSeen = at[0] > 0 && at[1] > 0 && at[0] < innerWidth && at[1] < innerHeight;
      for (let around = box; around && isSeen; around = around.parentElement) {
        const { left, right, top, bottom } = around.getBoundingClientRect();
        const isClipped = getComputedStyle(around).overflow !== 'visible';
        if (isClipped && (at[0] < left || at[0] > right || at[1] < top || at[1] > bottom)) isSeen = false;
      }
      const above = isSeen && document.elementFromPoint(...at);
      if (above && !box.contains(above) && !above.contains(box)) {
        found.add('Under something else: ' + word);
      }
    }
  }
  return [...found];
})()`;

/** A story with something of every kind, created once. */
export const onScreens = story.extend('made', onceInWorld(fill));

/** Waits for a screen and all that it reads at first; its heading is known in English. */
async function waitForScreen(page: Page, heading: RegExp, further: string | undefined, isEnglish: boolean) {
  await page.getByRole('heading', { level: 1, ...(isEnglish ? { name: heading } : {}) }).waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  if (further) await page.locator(further).first().waitFor();
  await page.locator('main').getByText('…', { exact: true }).first().waitFor({ state: 'detached' });
}

/**
 * Opens every screen. Returns, by screen, what axe finds, and what cannot be read: where it is wider than the page, what is
 * shortened, broken, covered or raw, and from 1,024 pixels on which cells of tables are cut. Pictures show the window, or
 * the whole page.
 */
export async function visitAll(
  { page, go, look }: OpenConsole,
  made: Awaited<ReturnType<typeof fill>>,
  { suffix = '', isEnglish = true, part = 'window' as 'window' | 'whole' } = {},
): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  const isWide = (page.viewportSize()?.width ?? 0) >= 1_024;
  for (const [name, place, heading, further] of SCREENS) {
    await go(place(made));
    await waitForScreen(page, heading, further, isEnglish);
    const complaints = [...(await look(`${name}${suffix}`, part))];
    for (const check of [TOO_WIDE, SHORTENED, TAB_OUT_OF_SIGHT, WORDS, ...(isWide ? [CUT] : [])]) {
      complaints.push(...(await page.evaluate<string[]>(check)));
    }
    if (complaints.length > 0) found[name] = complaints;
  }
  return found;
}
