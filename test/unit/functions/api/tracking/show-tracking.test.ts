import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { trackingArea } from '../../../../../functions/api/tracking/index.ts';
import { readJob } from '../../../../../lib/fulfilment/jobs/index.ts';
import { publicTrackingUrl } from '../../../../../lib/ordering/orders/index.ts';
import { documentUrl } from '../../../../../lib/platform/core/links.ts';
import { serveArea } from '../../../../../lib/platform/http/index.ts';
import { type AnyJobOptions, anyJob } from '../../../../support/builders/any-job.ts';
import { httpEvent } from '../../../../support/http-event.ts';
import { memoryBucket } from '../../../../support/memory-bucket.ts';
import { type OrdersApi, startOrdersApi } from '../../../../support/orders-api.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

const NOW = '2026-03-02T09:00:00.000Z';
const DAY_MS = 24 * 3_600_000;

let db: TestTable;
beforeEach(async () => {
  db = await startTestTable(NOW);
});
afterEach(() => db.stop());

async function open(url: string, headers: Record<string, string> = {}, lang?: string) {
  const token = decodeURIComponent(url.split('/track/')[1] ?? '');
  const handler = serveArea(trackingArea, () => ({ ...db.deps, bucket: memoryBucket() }));
  const query = lang === undefined ? {} : { query: { lang } };
  const request = { params: { token }, headers, verdict: null, ...query };
  const reply = await handler(httpEvent('GET /track/{token}', request));
  return { status: reply.statusCode, html: reply.body, headers: reply.headers };
}

/** A package with this delivery, and its link. */
async function link(options: AnyJobOptions = {}): Promise<string> {
  const made = anyJob({ organizationId: 'org_test', ...options });
  await db.deps.table.write(made.operations);
  const job = await readJob(db.deps.table, 'org_test', made.next.job.value.id);
  const [configuration] = job?.configurations ?? [];
  if (!configuration) throw new Error('The package is missing.');
  const { id, trackingKey } = configuration.value;
  return publicTrackingUrl({ organizationId: 'org_test', kind: 'package', id }, trackingKey) ?? '';
}

const underWay = {
  status: 'dropoff_enroute',
  dropoffEta: '2026-03-02T09:25:00.000Z',
  courierName: 'Maria Gonzalez',
  courierPhoneNumber: '+15550001',
  courierDropoffPhoneNumber: '+15550002',
  courierLocation: { lat: 51.511, lng: -0.08, updatedAt: '2026-03-02T09:00:00.000Z' },
  courierVehicle: { make: 'Toyota', color: 'red', licensePlate: 'SECRET 1' },
} as const;

describe('1 GET /track/{token}', () => {
  it.each(['xx', 'en\r\n', 'constructor', '<script>', 'x'.repeat(9_000)])(
    '49.3 answers the odd language %.20j with a page',
    async (lang) => {
      const { status, html, headers } = await open(await link({ delivery: underWay }), {}, lang);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(html).toContain('<html lang="en">');
      expect([200, 422]).toContain(status);
    },
  );

  it('shows status, arrival in the time of the place, courier and map, and nothing else', async () => {
    const { status, html, headers } = await open(await link({ delivery: underWay }));
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('Your order is on its way');
    expect(html).toMatch(/Expected arrival: <time datetime="2026-03-02T09:25:00.000Z">9:25\sAM GMT/);
    expect(html).toContain('Maria, red Toyota');
    expect(html).toContain('href="tel:+15550002"');
    expect(html).toContain('<svg');
    expect(html).toContain('aria-current="step"');
    for (const secret of [
      'Gonzalez',
      '15550001',
      'SECRET',
      'Provider One',
      'priceCents',
      '+442079460000',
      'Lee',
    ]) {
      expect(html).not.toContain(secret);
    }
  });

  it('asks nobody else for anything, and is neither kept nor framed', async () => {
    const { html, headers } = await open(await link({ delivery: underWay }));
    expect(html).not.toMatch(/(?:src|@import|url\()\s*=?\s*["']?(?:https?:)?\/\//);
    expect(html).not.toMatch(/<(?:img|link|iframe)/);
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(Buffer.byteLength(html)).toBeLessThan(12_000);
  });

  it('speaks Spanish when the browser or the reader wants it, and English otherwise', async () => {
    const url = await link({ delivery: underWay });
    expect((await open(url, { 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' })).html).toContain(
      'Su pedido está en camino',
    );
    expect((await open(url, { 'accept-language': 'es' }, 'en')).html).toContain('Your order is on its way');
    expect((await open(url, { 'accept-language': 'de,fr;q=0.5' })).html).toContain('<html lang="en">');
  });

  it.each([
    ['created', 'Looking for a courier'],
    ['assigned_driver', 'A courier is coming for your order'],
    ['pickup_arrived', 'The courier is collecting your order'],
    ['dropoff_arrived', 'The courier has arrived'],
    ['dropoff_complete', 'Delivered'],
    ['return_in_progress', 'Your order is being returned'],
    ['returned', 'Returned to the sender'],
    ['failed', 'Looking for a courier'],
  ] as const)('puts %s into words: %s', async (status, words) => {
    const { html } = await open(await link({ delivery: { status } }));
    expect(html).toContain(`<h1 id="state">${words}</h1>`);
  });

  it('says that there is a problem when nobody could carry it, and that it was cancelled', async () => {
    const exhausted = await open(
      await link({ delivery: { status: 'failed' }, configuration: { exhaustedAt: NOW } }),
    );
    expect(exhausted.html).toContain('There is a problem with your delivery');
    const canceled = await open(
      await link({ id: 'job_01KBBBBBBBBBBBBBBBBBBBBBBB', configuration: { canceledAt: NOW } }),
    );
    expect(canceled.html).toContain('Delivery cancelled');
  });

  it('shows the day of a time that is not of today', async () => {
    const tomorrow = { ...underWay, dropoffEta: '2026-03-03T09:25:00.000Z' };
    const { html } = await open(await link({ delivery: tomorrow }));
    expect(html).toMatch(/Expected arrival: <time[^>]+>Mar 3, 9:25\sAM GMT/);
  });

  it('shows the code that the courier asks for, from when there is one until it was entered', async () => {
    const { package: item } = anyJob().next.configurations[0]!.value;
    const asked = { package: { requirements: ['pincode_verification'] } };
    const code = item.dropoffLocation.phoneNumber?.slice(-4);
    const coming = await open(await link({ ...asked, delivery: { ...underWay, status: 'pickup_enroute' } }));
    expect(coming.html).toContain(`<span aria-hidden="true">${code}</span>`);
    const others = [
      { delivery: { ...underWay } },
      { ...asked, delivery: { status: 'created' as const } },
      { ...asked, delivery: { ...underWay, pincodeVerifiedAt: NOW } },
      { ...asked, delivery: { ...underWay, status: 'dropoff_complete' as const } },
    ];
    for (const [index, other] of others.entries()) {
      const { html } = await open(await link({ id: `job_01KBBBBBBBBBBBBBBBBBBBBBB${index}`, ...other }));
      expect(html).not.toContain('Your code');
    }
  });

  it('links to the proofs of a delivered package, and escapes what comes from others', async () => {
    const { html } = await open(
      await link({
        package: {
          pickupLocation: {
            ...anyJob().next.configurations[0]!.value.package.pickupLocation,
            businessName: '<b>&"Shop"',
          },
        },
        delivery: {
          status: 'dropoff_complete',
          proofOfDelivery: [
            { podType: 'photo_proof_of_delivery', imageUrl: 'https://carrier.example/p.jpg?a=1&b="2' },
            { podType: 'photo_proof_of_delivery', imageUrl: 'javascript:alert(1)' },
            { podType: 'photo_proof_of_pickup', imageUrl: 'https://carrier.example/pickup.jpg' },
          ],
        },
      }),
    );
    expect(html).toContain('href="https://carrier.example/p.jpg?a=1&amp;b=&quot;2"');
    expect(html).toContain('&lt;b&gt;&amp;&quot;Shop&quot;');
    expect(html).not.toMatch(/javascript:|pickup\.jpg|<b>/);
  });

  it('2.5 links to uploaded proofs without an API key, each once, and to no other document', async () => {
    const document = (id: string, type: string, contentType: string) => ({
      id,
      type,
      contentType,
      url: documentUrl(id),
    });
    const { html } = await open(
      await link({
        delivery: {
          status: 'dropoff_complete',
          proofOfDelivery: [{ podType: 'signature_proof_of_delivery', imageUrl: documentUrl('doc_1') }],
          documents: [
            document('doc_1', 'proof_of_delivery', 'image/png'),
            document('doc_2', 'proof_of_delivery', 'image/jpeg'),
            document('doc_3', 'proof_of_delivery', 'application/pdf'),
            document('doc_4', 'shipping_label', 'application/pdf'),
          ],
        },
      }),
    );
    const links = [...html.matchAll(/href="(https:[^"]+)"[^>]*>([^<]+)</g)].map(([, url, text]) => [
      url?.split('/').at(-1),
      text,
    ]);
    expect(links).toEqual([
      ['doc_1?method=GET', 'Signature 1'],
      ['doc_2?method=GET', 'Photo 2'],
      ['doc_3?method=GET', 'Document 3'],
    ]);
    expect(html).not.toContain('/v1/documents/');
  });

  it('answers 404 with a page to forged, cut and foreign links', async () => {
    const url = await link({ delivery: underWay });
    const other = await link({ id: 'job_01KBBBBBBBBBBBBBBBBBBBBBBB' });
    const key = (text: string) => text.split('.').at(-1) ?? '';
    const forged = [
      url.replace(key(url), key(other)),
      url.slice(0, -1),
      url.replace('test.p', 'other.p'),
      url.replace('test.p', 'test.o'),
      'https://x.example/track/cfg_01KAAAAAAAAAAAAAAAAAAAAAAAc1',
      'https://x.example/track/',
    ];
    for (const one of forged) {
      const { status, html } = await open(one, { 'accept-language': 'es' });
      expect(status).toBe(404);
      expect(html).toContain('No conocemos este enlace');
    }
  });

  it('answers 410 two weeks after the end, and never before', async () => {
    const url = await link({ delivery: { status: 'dropoff_complete' } });
    const live = await link({ id: 'job_01KBBBBBBBBBBBBBBBBBBBBBBB', delivery: underWay });
    db.deps.clock.advance(14 * DAY_MS);
    expect((await open(url)).status).toBe(200);
    db.deps.clock.advance(1);
    const gone = await open(url);
    expect(gone.status).toBe(410);
    expect(gone.html).toContain('This link has expired');
    expect((await open(live)).status).toBe(200);
    db.deps.clock.advance(77 * DAY_MS);
    expect((await open(live)).status).toBe(410);
  });
});

describe('1 the link of an order', () => {
  let api: OrdersApi;
  beforeEach(async () => {
    api = await startOrdersApi();
  });
  afterEach(() => api.stop());

  it('works before a job carries it', async () => {
    const order = await api.make({
      dropoffEndTime: '2026-03-02T12:00:00Z',
      dropoffStartTime: '2026-03-02T11:00:00Z',
    });
    const token = order.publicTrackingUrl.split('/track/')[1];
    const handler = serveArea(trackingArea, () => ({ ...api.deps, bucket: memoryBucket() }));
    const reply = await handler(httpEvent('GET /track/{token}', { params: { token }, verdict: null }));
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toContain('Order received');
    expect(reply.body).toMatch(/between 11:00\sAM UTC and 12:00\sPM UTC/);
  });
});
