import { describe, expect } from 'vitest';
import { propertyRuns } from '../support/property-runs.ts';
import { hasBrowser, story } from './browser.ts';

const ORDERS = 10_000;
const ROUTES = 300;
const STOPS = 5_000;
const POOL = 1_000;

/** Frames are measured for people, and nothing is expected of them: the check draws a tenth, `npm run test:deep` all. */
const FRAMES = { table: propertyRuns(24, 240), pool: propertyRuns(12, 120), map: propertyRuns(18, 180) };

/** Maximum number of table rows in the page: the visible ones and some around them. */
const MAX_DRAWN = 150;

const party = (index: number) => ({
  businessName: null,
  firstName: 'Ada',
  lastName: `Moss ${index}`,
  address: `${index} Valencia Street`,
  city: 'San Francisco',
  state: 'CA',
  country: 'US',
  startTime: null,
  endTime: null,
  lat: 37.715 + (index % 97) / 1_250,
  lng: -122.485 + (index % 89) / 1_100,
});

const orderRow = (index: number) => ({
  id: `ord_${String(index).padStart(26, '0')}`,
  externalId: `order-${index}`,
  status: ['valid', 'confirmed', 'dispatched', 'needs_attention'][index % 4],
  deliveryStatus: null,
  tags: [],
  createdAt: new Date(Date.UTC(2026, 10, 24) - index * 1_000).toISOString(),
  updatedAt: new Date(Date.UTC(2026, 10, 24)).toISOString(),
  valueCents: 1_000 + index,
  currency: 'USD',
  itemsCount: 1 + (index % 5),
  weight: null,
  pickup: party(index),
  dropoff: party(index + 1),
  routeId: null,
  version: 1,
});

const running = (index: number) => {
  const count = Math.floor(STOPS / ROUTES) + (index < STOPS % ROUTES ? 1 : 0);
  const [lat, lng] = [37.715 + (index % 20) / 250, -122.485 + Math.floor(index / 20) / 190];
  return {
    id: `rte_${String(index).padStart(26, '0')}`,
    name: `Route ${index}`,
    externalId: null,
    status: 'IN_PROGRESS',
    isDispatched: true,
    isLate: index % 17 === 0,
    delaySeconds: 0,
    jobId: null,
    courier: { id: `cou_${index}`, firstName: 'Rosa', lastName: `Diaz ${index}`, phoneNumber: null },
    vehicle: null,
    providerName: null,
    plannedDeparture: '2026-11-24T08:00:00.000Z',
    actualDeparture: '2026-11-24T08:00:00.000Z',
    plannedCompletion: '2026-11-24T14:00:00.000Z',
    completedAt: null,
    progress: { stops: count, stopsCompleted: index % count, fraction: (index % count) / count },
    position: { lat, lng, updatedAt: '2026-11-24T09:00:00.000Z', isLive: true },
    exceptions: { needsTriage: 0, acknowledged: 0, worst: null },
    display: [],
    stops: Array.from({ length: count }, (_, at) => ({
      id: `stp_${index}_${at}`,
      stopType: 'DROPOFF',
      status: at < index % count ? 'COMPLETED' : 'PENDING',
      location: { lat: lat + Math.sin(at) / 90, lng: lng + Math.cos(at * 1.7) / 90 },
      arrivalTime: new Date(Date.UTC(2026, 10, 24, 8) + at * 1_200_000).toISOString(),
      plannedArrivalTime: null,
      orderIds: [],
    })),
  };
};

/** A planned route of the day as the board reads it, with orders that only the board reads. */
const planned = (index: number, day: string) => {
  const { stops, ...route } = running(index);
  const at = (minutes: number) => new Date(Date.parse(`${day}T08:00:00Z`) + minutes * 60_000).toISOString();
  return {
    ...route,
    status: 'CREATED',
    isDispatched: false,
    archivedAt: null,
    timesOutOfDate: false,
    updatedAt: at(0),
    version: 1,
    plannedDeparture: at(0),
    plannedCompletion: at(stops.length * 20),
    courierPosition: null,
    encodedPolyline: null,
    statusHistory: [],
    metrics: { distance: 20_000, duration: 7_200, orders: stops.length },
    health: { violations: [] },
    stops: stops.map((stop, number) => ({
      ...stop,
      status: 'PENDING',
      arrivalTime: at(number * 20),
      departTime: at(number * 20 + 5),
      statusDescription: null,
      objectIds: [],
      orders: [
        {
          id: orderRow(index * 17 + number).id,
          externalId: `order-${index * 17 + number}`,
          deliveryStatus: null,
        },
      ],
    })),
  };
};

/**
 * Durations of frames while `step` runs in the page, in milliseconds: the median, the 95th percentile, and the longest.
 */
const framesOf = (step: string, frames: number) => `new Promise((done) => {
  const times = [];
  let last = performance.now();
  let frame = 0;
  const next = (now) => {
    times.push(now - last);
    last = now;
    (${step})(frame / ${frames});
    frame += 1;
    if (frame <= ${frames}) requestAnimationFrame(next);
    else {
      const sorted = times.slice(1).sort((a, b) => a - b);
      const at = (share) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]);
      done({ p50: at(0.5), p95: at(0.95), longest: at(1), megabytes: Math.round(performance.memory.usedJSHeapSize / 1e6) });
    }
  };
  requestAnimationFrame(next);
})`;

interface Frames {
  readonly p50: number;
  readonly p95: number;
  readonly longest: number;
  readonly megabytes: number;
}

describe.skipIf(!hasBrowser)('the console with much to show', () => {
  story('draws 10,000 orders in a table by the rows in sight', async ({ world }) => {
    const { page, go } = await world.open('planner');
    await page.route('**/v1/orders?*', (route) => {
      const query = new URL(route.request().url()).searchParams;
      const [limit, offset] = [Number(query.get('limit') ?? 25), Number(query.get('offset') ?? 0)];
      const ids = query.get('ids')?.split(',');
      const results = ids
        ? ids.map((id) => orderRow(Number(id.slice(4))))
        : Array.from({ length: Math.min(limit, ORDERS - offset) }, (_, index) => orderRow(offset + index));
      return route.fulfill({ json: { results, totalCount: ORDERS, totalCountIsExact: true, limit, offset } });
    });
    await go('/orders?days=this_week');
    await page.getByRole('link', { name: 'order-0', exact: true }).waitFor();
    await page
      .getByText(/10,000/)
      .first()
      .waitFor();
    const scroller = `[...document.querySelectorAll('*')].find((one) => one.scrollHeight > 100000 && one.clientHeight < 2000 && getComputedStyle(one).overflowY !== 'visible')`;
    const frames = (await page.evaluate(
      framesOf(
        `(part) => { const box = ${scroller}; box.scrollTop = part * box.scrollHeight; }`,
        FRAMES.table,
      ),
    )) as Frames;
    await page.getByRole('link', { name: 'order-9999', exact: true }).waitFor();
    const drawn = await page.locator('tbody tr').count();
    console.log(
      `10,000 orders, scrolled through in ${FRAMES.table} frames: ${JSON.stringify({ ...frames, drawn })}`,
    );
    expect(drawn).toBeLessThanOrEqual(MAX_DRAWN);
  });

  story('44 2 plans 300 routes with 5,000 stops beside a pool of 1,000 orders', async ({ world }) => {
    const { page, go, look } = await world.open('planner', { width: 1440, height: 900 });
    const day = new Date().toISOString().slice(0, 10);
    const routes = Array.from({ length: ROUTES }, (_, index) => planned(index, day));
    await page.route('**/v1/routes?*', (route) => {
      const offset = Number(new URL(route.request().url()).searchParams.get('offset') ?? 0);
      const results = routes.slice(offset, offset + 100);
      return route.fulfill({ json: { results, totalCount: ROUTES, totalCountIsExact: true } });
    });
    await page.route('**/v1/routes/rte_*', (route) =>
      route.fulfill({ json: routes.find(({ id }) => route.request().url().endsWith(id)) }),
    );
    await page.route('**/v1/orders?*', (route) => {
      const query = new URL(route.request().url()).searchParams;
      const offset = Number(query.get('offset') ?? 0);
      const results =
        query
          .get('ids')
          ?.split(',')
          .map((id) => orderRow(Number(id.slice(4)))) ??
        Array.from({ length: 100 }, (_, index) => orderRow(STOPS + offset + index));
      return route.fulfill({ json: { results, totalCount: POOL, totalCountIsExact: true } });
    });
    await go(`/routes?date=${day}`);
    await page
      .locator('.route-card')
      .nth(ROUTES - 1)
      .waitFor({ state: 'attached' });
    await page.getByText('1,000 shown').waitFor();
    await page.locator('.map-canvas[data-drawn]').waitFor();
    await page
      .getByRole('article', { name: 'Route 7,' })
      .getByRole('button', { name: /^Show \d+ stops$/ })
      .click();
    await page.locator('.stops li').nth(10).waitFor({ state: 'attached' });
    const frames = (await page.evaluate(
      framesOf(
        `(part) => { const box = document.querySelector('.pool-rows'); box.scrollTop = part * box.scrollHeight; }`,
        FRAMES.pool,
      ),
    )) as Frames;
    const rows = await page.locator('.pool-rows li').count();
    const stops = await page.locator('.stops li').count();
    console.log(
      `1,000 orders beside 300 routes, scrolled in ${FRAMES.pool} frames: ${JSON.stringify({ ...frames, rows, stops })}`,
    );
    expect(rows).toBeLessThanOrEqual(MAX_DRAWN);
    expect(stops).toBeLessThanOrEqual(MAX_DRAWN);
    expect(await look('plan-300-routes')).toEqual([]);
  });

  story('draws 300 routes with 5,000 stops on the map', async ({ world }) => {
    const { page, go, look } = await world.open('planner');
    const results = Array.from({ length: ROUTES }, (_, index) => running(index));
    await page.route('**/v1/execute/routes?*', (route) =>
      route.fulfill({
        json: {
          date: '2026-11-24',
          timeZone: 'UTC',
          results,
          totalCount: ROUTES,
          totalCountIsExact: true,
          limit: 500,
          offset: 0,
        },
      }),
    );
    await go('/execute?view=map');
    await page.getByRole('link', { name: 'Route 299' }).waitFor();
    await page.locator('.map-canvas[data-drawn]').waitFor();
    expect(await look('execute-300-routes')).toEqual([]);
    const frames = (await page.evaluate(
      framesOf(
        `(part) => {
          const map = document.querySelector('.map canvas');
          const { x, y, width, height } = map.getBoundingClientRect();
          const [clientX, clientY] = [x + width / 2, y + height / 2];
          const deltaY = Math.sin(part * 12) * 60;
          map.dispatchEvent(new WheelEvent('wheel', { deltaY, clientX, clientY, bubbles: true, cancelable: true }));
        }`,
        FRAMES.map,
      ),
    )) as Frames;
    console.log(`300 routes with 5,000 stops, zoomed for ${FRAMES.map} frames: ${JSON.stringify(frames)}`);
    expect(results.reduce((sum, { stops }) => sum + stops.length, 0)).toBe(STOPS);
  });
});
