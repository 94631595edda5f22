import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { documentsArea } from '../../../../../functions/api/documents/index.ts';
import type { KeyGrant } from '../../../../../lib/platform/access/key-verdict.ts';
import { serveArea } from '../../../../../lib/platform/http/index.ts';
import { readJson } from '../../../../support/api-call.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';
import { anyGrant, type HttpRequestOptions, httpEvent } from '../../../../support/http-event.ts';
import { memoryBucket } from '../../../../support/memory-bucket.ts';

const CREATE = 'POST /v1/deliveries/{delivery_id}/documents';
const COMPLETE = 'POST /v1/documents/{id}/complete';
const LIST = 'GET /v1/order/{id}/documents';
const JPEG = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);

let api: DispatchApi;
let bucket: ReturnType<typeof memoryBucket>;
let orderId: string;
let deliveryId: string;
beforeEach(async () => {
  const { provider } = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 });
  api = await startDispatchApi([provider]);
  bucket = memoryBucket();
  const order = await api.order({ dispatchStrategyId: (await api.strategy()).id });
  const { job } = await api.must('POST /v1/order/{id}/autodispatch', { params: { id: order.id } });
  orderId = order.id;
  deliveryId = job.jobConfigurations[0].delivery.id;
});
afterEach(() => api.stop());

async function call(
  routeKey: string,
  { grant, ...request }: HttpRequestOptions & { readonly grant?: Partial<KeyGrant> } = {},
) {
  const handler = serveArea(documentsArea, () => ({ ...api.deps, bucket }));
  const reply = await handler(httpEvent(routeKey, { verdict: { grant: anyGrant(grant) }, ...request }));
  return { status: reply.statusCode, json: readJson(reply.body, reply.headers['content-type']) };
}
const announce = (more: object = {}, grant: Partial<KeyGrant> = {}) =>
  call(CREATE, {
    params: { delivery_id: deliveryId },
    body: { type: 'proof_of_delivery', contentType: 'image/jpeg', sizeBytes: JPEG.length, ...more },
    grant,
  });
/** Puts a file where the link leads. */
const upload = (link: string, content = JPEG) => bucket.objects.set(new URL(link).pathname.slice(1), content);
const complete = (id: string) => call(COMPLETE, { params: { id } });
const list = (query: Record<string, string> = {}, grant: Partial<KeyGrant> = {}) =>
  call(LIST, { params: { id: orderId }, query, grant });

describe('1 documents of an order', () => {
  it('are announced, uploaded by a link and shown once they were looked at', async () => {
    const { json: made } = await announce();
    expect(made).toMatchObject({ id: expect.stringMatching(/^doc_/), deliveryId, url: null });
    expect(made.upload).toMatchObject({ method: 'PUT', headers: { 'content-type': 'image/jpeg' } });
    expect((await list()).json).toEqual([]);
    upload(made.upload.url);
    const done = await complete(made.id);
    expect(done.json.url).toContain(`org_test/documents/`);
    expect(await complete(made.id)).toEqual(done);
    const { json: rows } = await list();
    expect(rows).toEqual([{ ...done.json, data: null }]);
    const [withData] = (await list({ loadData: 'true' })).json;
    expect(Buffer.from(withData.data, 'base64')).toEqual(Buffer.from(JPEG));
  });

  it.each([
    ['nothing', undefined],
    ['another type', Uint8Array.from([0x3c, 0x68, 0x74, 0x6d, 0x6c, 0x3e, 0x21])],
    ['another size', Uint8Array.from([0xff, 0xd8, 0xff])],
  ])('are refused when %s was uploaded, and can be put again', async (_, content) => {
    const { json: made } = await announce();
    if (content) upload(made.upload.url, content);
    const refused = await complete(made.id);
    expect([refused.status, refused.json.error.code]).toEqual([400, 'INVALID_VALUE']);
    expect(bucket.objects.size).toBe(0);
    upload(made.upload.url);
    expect((await complete(made.id)).status).toBe(200);
  });

  it.each([
    [{ sizeBytes: 4 * 1024 * 1024 + 1 }, 'sizeBytes'],
    [{ sizeBytes: 0 }, 'sizeBytes'],
    [{ contentType: 'text/html' }, 'contentType'],
    [{ type: 'selfie' }, 'type'],
  ])('refuse %j', async (more, field) => {
    const { status, json } = await announce(more);
    expect([status, Object.keys(json.error.details.fields)]).toEqual([422, [field]]);
  });

  it('are gone after 400 days: the bucket deletes their files by a tag that their links demand', async () => {
    const { json: made } = await announce();
    expect(made.upload.headers['x-amz-tagging']).toBe('retention=documents');
    upload(made.upload.url);
    await complete(made.id);
    await api.pass(400 * 24 * 3_600_000);
    expect((await list()).json).toEqual([]);
    expect((await call('GET /v1/documents/{id}', { params: { id: made.id } })).status).toBe(404);
  });

  it('2.5 are on their delivery, in jobs as in webhooks, and can be files of an incident', async () => {
    const { json: made } = await announce({ type: 'incident_file' });
    upload(made.upload.url);
    await Promise.all([complete(made.id), complete(made.id)]);
    const [job] = (await api.must('GET /v1/jobs')).results;
    const { jobConfigurations } = await api.must('GET /v1/jobs/{id}', { params: { id: job.id } });
    expect(jobConfigurations[0].delivery.documents).toEqual([
      expect.objectContaining({ id: made.id, type: 'incident_file', url: made.link, data: null }),
    ]);
  });

  it('are twenty at most, also when they are announced at once', async () => {
    const replies = await Promise.all(Array.from({ length: 3 }, () => announce()));
    expect(new Set(replies.map(({ json }) => json.id)).size).toBe(3);
    for (let count = 3; count < 20; count += 1) await announce();
    expect((await announce()).json.error.code).toBe('CONFLICT');
  });

  it('of others, and of stores that a key does not reach, read like unknown ones', async () => {
    const { json: made } = await announce();
    const foreign = { organizations: [{ id: 'org_other', listShards: 1 }] };
    const limited = { storeLocationIds: ['store_9'] };
    const replies = await Promise.all([
      announce({}, foreign),
      announce({}, limited),
      list({}, foreign),
      list({}, limited),
      call('GET /v1/documents/{id}', { params: { id: made.id }, grant: foreign }),
      call('GET /v1/documents/{id}', { params: { id: made.id }, grant: limited }),
      call('GET /v1/documents/{id}', { params: { id: 'doc_1' } }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404));
  });
});
