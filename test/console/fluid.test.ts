import { describe, expect } from 'vitest';
import { hasBrowser, story } from './browser.ts';

const ORDERS = 10_000;
const ROUTES = 300;
const STOPS = 5_000;

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
  pickup: party(index),
  dropoff: party(index + 1),
  routeId: null,
  version: 1,
});

const running = (index: number) => {
  const count = Math.floor(STOPS / ROUTES) + (index < STOPS % ROUTES ? 1 : 0);
  const [lat, lng] = [37.6 + (index % 20) / 60, -122.6 + Math.floor(index / 20) / 30];
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
      framesOf(`(part) => { const box = ${scroller}; box.scrollTop = part * box.scrollHeight; }`, 240),
    )) as Frames;
    await page.getByRole('link', { name: 'order-9999', exact: true }).waitFor();
    const drawn = await page.locator('tbody tr').count();
    console.log(`10,000 orders, scrolled through in 240 frames: ${JSON.stringify({ ...frames, drawn })}`);
    expect(drawn).toBeLessThanOrEqual(MAX_DRAWN);
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
    const frames = (await page.evaluate(
      framesOf(
        `(part) => document.querySelector('.map canvas').dispatchEvent(new WheelEvent('wheel', { deltaY: Math.sin(part * 12) * 60, clientX: 500, clientY: 400, bubbles: true, cancelable: true }))`,
        180,
      ),
    )) as Frames;
    console.log(`300 routes with 5,000 stops, zoomed for 180 frames: ${JSON.stringify(frames)}`);
    expect(await look('execute-300-routes')).toEqual([]);
    expect(results.reduce((sum, { stops }) => sum + stops.length, 0)).toBe(STOPS);
  });
});
