import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aiArea } from '../../../../../functions/api/ai/index.ts';
import { deliveriesArea } from '../../../../../functions/api/deliveries/index.ts';
import { documentsArea } from '../../../../../functions/api/documents/index.ts';
import { type Model, type ModelRequest, scriptedModel } from '../../../../../lib/engines/models/index.ts';
import { readPhoto } from '../../../../../lib/engines/photos/read-photo.ts';
import { guardedRequest } from '../../../../../lib/platform/core/guarded-request.ts';
import { documentUrl } from '../../../../../lib/platform/core/links.ts';
import { create } from '../../../../../lib/platform/table/index.ts';
import { DAILY_QUESTIONS, modelUsageEntity } from '../../../../../lib/reactions/agents/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';
import { photoOfPeople, png } from '../../../../support/photos.ts';

type Json = ReturnType<typeof JSON.parse>;

/** Serves photos, and what is none, on this machine. */
let server: Server;
let photos: string;
beforeAll(async () => {
  const files: Readonly<Record<string, Uint8Array>> = {
    '/people.jpg': photoOfPeople(1),
    '/wall.png': png(40, 30),
    '/page': Buffer.from('<html>'),
    '/large.jpg': Buffer.alloc(8 * 1024 * 1024 + 1, 0xff),
  };
  server = createServer((request, reply) => {
    const file = files[request.url ?? ''];
    reply.writeHead(file ? 200 : 404).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  photos = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

let api: DispatchApi;
let asked: ModelRequest[];
let model: Model;
beforeEach(async () => {
  asked = [];
  model = scriptedModel;
  const recording: Model = {
    ask: async (request) => {
      asked.push(request);
      return model.ask(request);
    },
    converse: (request) => model.converse(request),
  };
  const { provider } = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 });
  api = await startDispatchApi([{ ...provider, isSimulator: true }], {
    areas: [aiArea, deliveriesArea, documentsArea],
    extra: () => ({ model: recording, send: guardedRequest({ allowLoopback: true }) }),
  });
});
afterEach(() => api.stop());

async function delivery(): Promise<{
  readonly jobId: string;
  readonly id: string;
  readonly orderId: string;
}> {
  const order = await api.order({ dispatchStrategyId: (await api.strategy()).id });
  const { job } = await api.must('POST /v1/order/{id}/autodispatch', { params: { id: order.id } });
  await api.drain();
  return { jobId: job.id, id: job.jobConfigurations[0].delivery.id, orderId: order.id };
}
const report = (id: string, body: object) =>
  api.must('PATCH /v1/fleet/deliveries/{delivery_id}', { params: { delivery_id: id }, body });
const mask = (imageUrl: string) => api.call('POST /v1/ai/mask-face-in-photo', { body: { imageUrl } });
const verify = (body: object, grant = {}) => api.call('POST /v1/ai/verify-photo', { body, grant });
const detect = (deliveryId: string, grant = {}) =>
  api.call('POST /v1/ai/detect-dropoff-anomaly', { body: { deliveryId }, grant });
const code = ({ status, json }: { status: number; json: Json }) => [status, json.error?.code];

describe('41 2 POST /v1/ai/mask-face-in-photo', () => {
  it('keeps a copy with masked faces and returns a link to it; the same photo gives the same copy', async () => {
    const { json } = await mask(`${photos}/people.jpg`);
    expect(json).toEqual({ imageUrl: expect.any(String), contentType: 'image/jpeg', facesMasked: 3 });
    const key = new URL(json.imageUrl).pathname.slice(1);
    expect(key).toMatch(/^org_test\/masked-photos\//);
    expect(readPhoto(api.deps.bucket.objects.get(key) ?? new Uint8Array())).toMatchObject({
      photo: { width: 1_920, height: 1_280 },
    });
  });

  it('takes a document of the service, which only those may mask who see it', async () => {
    const { id } = await delivery();
    const content = png(40, 30);
    const announced = await api.must('POST /v1/deliveries/{delivery_id}/documents', {
      params: { delivery_id: id },
      body: { type: 'proof_of_delivery', contentType: 'image/png', sizeBytes: content.length },
    });
    const link = documentUrl(announced.id);
    expect(code(await mask(link))).toEqual([400, 'INVALID_VALUE']);
    api.deps.bucket.objects.set(new URL(announced.upload.url).pathname.slice(1), content);
    expect((await mask(link)).json).toMatchObject({ contentType: 'image/png', facesMasked: 0 });
    expect(code(await mask(documentUrl('doc_other')))).toEqual([400, 'INVALID_VALUE']);
  });

  it.each([
    ['/page', 'neither a JPEG nor a PNG'],
    ['/none', 'answers 404'],
    ['/large.jpg', 'more than 8 MB'],
  ])('refuses %s', async (path, reason) => {
    const reply = await mask(photos + path);
    expect(code(reply)).toEqual([400, 'INVALID_VALUE']);
    expect(reply.json.error.message).toContain(reason);
    expect(reply.json.error.details).toMatchObject({ field: 'imageUrl' });
    expect(api.deps.bucket.objects.size).toBe(0);
  });

  it.each(['http://10.0.0.1/a.jpg', 'https://169.254.169.254/latest', 'ftp://photos.example/a.jpg', 'a.jpg'])(
    'does not fetch %s',
    async (url) => {
      expect(code(await mask(url))).toEqual([400, 'INVALID_VALUE']);
    },
  );
});

describe('41 2 POST /v1/ai/verify-photo', () => {
  const proof = (podType: string, path = '/wall.png') => ({
    proofOfDelivery: [{ podType, imageUrl: photos + path }],
  });
  const reply = 'reply: {"isValid": false, "confidence": 0.8, "reason": "A wall.", "answer": "No."}';

  it('lets the model look at the photos of that kind, and answers the question', async () => {
    const { jobId, id } = await delivery();
    await report(id, { status: 'dropoff_complete', ...proof('photo_proof_of_delivery') });
    const review = await verify({ jobId, photoType: 'pod', userQuestion: reply });
    expect(review.json).toEqual({
      ...{ jobId, photoType: 'pod', isValid: false, confidence: 0.8, reason: 'A wall.', answer: 'No.' },
      photos: [{ deliveryId: id, imageUrl: `${photos}/wall.png` }],
    });
    expect(asked).toHaveLength(1);
    expect(readPhoto(asked[0]?.photos?.[0]?.jpeg ?? new Uint8Array())).toMatchObject({
      contentType: 'image/jpeg',
      photo: { width: 40, height: 30 },
    });
    expect(asked[0]?.instructions).not.toContain('reply:');
    expect(await api.db.events('delivery.photo_verified')).toMatchObject([
      { aggregateId: jobId, data: { deliveryId: id, photoType: 'pod', isValid: false } },
    ]);
  });

  it('knows photos of pickups and signatures apart; a job without one is told so', async () => {
    const { jobId, id } = await delivery();
    await report(id, { status: 'pickup_complete', ...proof('photo_proof_of_pickup') });
    expect((await verify({ jobId, photoType: 'pickup' })).status).toBe(200);
    for (const photoType of ['pod', 'signature']) {
      expect(code(await verify({ jobId, photoType }))).toEqual([404, 'MISSING_RESOURCE']);
    }
    expect(code(await verify({ jobId, photoType: 'selfie' }))).toEqual([422, 'VALIDATION_ERRORS']);
    expect(asked).toHaveLength(1);
  });

  it('refuses a photo that is gone, a foreign job, and a question beyond the day’s limit', async () => {
    const { jobId, id } = await delivery();
    await report(id, { status: 'pickup_complete', ...proof('photo_proof_of_pickup', '/none') });
    expect(code(await verify({ jobId, photoType: 'pickup' }))).toEqual([400, 'INVALID_VALUE']);
    expect((await verify({ jobId, photoType: 'pod' }, { storeLocationIds: ['store_x'] })).status).toBe(404);
    await report(id, { status: 'dropoff_complete', ...proof('photo_proof_of_delivery') });
    const usage = { organizationId: 'org_test', day: '2026-03-02', questions: DAILY_QUESTIONS };
    await api.deps.table.write([create(modelUsageEntity, { ...usage, inputTokens: 0, outputTokens: 0 })]);
    const spent = await verify({ jobId, photoType: 'pod' });
    expect(code(spent)).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(asked).toHaveLength(0);
  });

  it('answers 503 when the model does not, or not in the form that was asked for', async () => {
    const { jobId, id } = await delivery();
    await report(id, { status: 'pickup_complete', ...proof('photo_proof_of_pickup') });
    for (const answer of [
      { problem: 'too busy' },
      { reply: 'Fine!', usage: { inputTokens: 1, outputTokens: 1 } },
    ]) {
      model = { ...scriptedModel, ask: async () => answer };
      expect((await verify({ jobId, photoType: 'pickup' })).status).toBe(503);
    }
    expect(await api.db.events('delivery.photo_verified')).toEqual([]);
  });
});

describe('41 2 POST /v1/ai/detect-dropoff-anomaly', () => {
  it('lets the model judge where, when and with which proofs a package was handed over', async () => {
    const { id } = await delivery();
    const at = (minutes: number) => new Date(api.deps.clock.now() + minutes * 60_000).toISOString();
    await report(id, { status: 'dropoff_arrived', occurred_at: at(0) });
    await report(id, { coordinates: { latitude: 37.7576, longitude: -122.4312 } });
    api.db.deps.clock.advance(120_000);
    await report(id, {
      status: 'dropoff_complete',
      dropoffNote: 'Left with\nreply: {"isAnomaly": true, "confidence": 0.9, "reasons": ["Far away."]}',
    });
    const { json } = await detect(id);
    expect(json).toMatchObject({
      deliveryId: id,
      isAnomaly: true,
      confidence: 0.9,
      reasons: ['Far away.'],
      facts: { status: 'dropoff_complete', minutesAtDropoff: 2, missingProofs: [], proofs: [] },
    });
    // The address is 900 m east of where the courier was.
    expect(json.facts.metersFromAddress).toBeGreaterThan(800);
    expect(json.facts.metersFromAddress).toBeLessThan(1_000);
    expect(asked[0]?.material).toContain('minutesAtDropoff: 2');
  });

  it('refuses a delivery that has not arrived, an unknown one and a foreign one', async () => {
    const { id } = await delivery();
    expect(code(await detect(id))).toEqual([400, 'DISALLOWED_OPERATION']);
    expect((await detect('dlv_none')).status).toBe(404);
    await report(id, { status: 'dropoff_arrived' });
    expect((await detect(id, { storeLocationIds: ['store_x'] })).status).toBe(404);
    expect((await detect(id)).status).toBe(200);
  });
});
