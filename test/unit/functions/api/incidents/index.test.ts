import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { incidentsArea } from '../../../../../functions/api/incidents/index.ts';
import {
  REFUND_STATUSES,
  type RefundStatus,
} from '../../../../../lib/fulfilment/incidents/refund-lifecycle.ts';
import { refundStore } from '../../../../../lib/fulfilment/incidents/refund-request.ts';
import type { KeyGrant } from '../../../../../lib/platform/access/key-verdict.ts';
import { serveArea } from '../../../../../lib/platform/http/index.ts';
import { create } from '../../../../../lib/platform/table/index.ts';
import { renderContent } from '../../../../../lib/reactions/webhooks/index.ts';
import { readJson } from '../../../../support/api-call.ts';
import { anyJob } from '../../../../support/builders/any-job.ts';
import { anyGrant, type HttpRequestOptions, httpEvent } from '../../../../support/http-event.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

const POST = 'POST /v1/jobs/{jobId}/tasks/{taskId}/delivery_incident';
const GET = 'GET /v1/jobs/{jobId}/tasks/{taskId}/delivery_incident';

let db: TestTable;
let jobId: string;
let taskId: string;
beforeEach(async () => {
  db = await startTestTable();
  const made = anyJob({ organizationId: 'org_test' });
  await db.deps.table.write(made.operations);
  jobId = made.next.job.value.id;
  taskId = made.next.tasks[0]?.value.id ?? '';
});
afterEach(() => db.stop());

async function call(
  routeKey: string,
  { grant, ...request }: HttpRequestOptions & { readonly grant?: Partial<KeyGrant> } = {},
) {
  const handler = serveArea(incidentsArea, () => db.deps);
  const reply = await handler(httpEvent(routeKey, { verdict: { grant: anyGrant(grant) }, ...request }));
  return { status: reply.statusCode, json: readJson(reply.body, reply.headers['content-type']) };
}
const refund = { raiseIncident: true, incidentNotes: 'Broken.', incidentType: 'REFUND_REQUEST' };
const report = (body: object, grant: Partial<KeyGrant> = {}) =>
  call(POST, { params: { jobId, taskId }, body, grant });
const file = async (amounts: object = { requestAmountTipCents: 300 }) =>
  (await report({ ...refund, ...amounts })).json.refundRequestId as string;
const review = (id: string, body: object) => call('PATCH /v1/refund-request/{id}', { params: { id }, body });
const read = (id: string) => call('GET /v1/refund-request/{id}', { params: { id } });
const eventNames = async () => (await db.events()).map(({ name }) => name).sort();

describe('4.4 POST delivery_incident', () => {
  it('takes a note, which is no refund request', async () => {
    const { status, json } = await report({ raiseIncident: true, incidentNotes: ' Late. ' });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      jobId,
      taskId,
      raiseIncident: true,
      incidentNotes: 'Late.',
      incidentType: 'COURIER_NOTES',
      incidentSubtype: null,
      refundRequestId: null,
    });
    expect(await eventNames()).toEqual(['incident.raised']);
  });

  it('replaces a note by the next one; the same one twice changes nothing', async () => {
    await report({ raiseIncident: true, incidentNotes: 'Late.' });
    await report({ raiseIncident: true, incidentNotes: 'Late.' });
    await report({ raiseIncident: false, incidentNotes: 'Found at the neighbour.' });
    const { json } = await call(GET, { params: { jobId, taskId } });
    expect(json).toMatchObject({ raiseIncident: false, incidentNotes: 'Found at the neighbour.' });
    expect(await eventNames()).toEqual(['incident.raised', 'incident.resolved']);
  });

  it('opens a refund request under review, in three buckets', async () => {
    const { json } = await report({
      ...refund,
      incidentSubtype: 'never_delivered',
      incidentFileUrl: 'https://shop.example/a.jpg',
      incidentFileUrls: ['https://shop.example/a.jpg', 'https://shop.example/b.jpg'],
      requestAmountDeliveryFeeCents: 500,
      requestAmountTipCents: 0,
    });
    expect(json).toMatchObject({
      refundRequestId: expect.stringMatching(/^rfrq_/),
      requestAmountDeliveryFeeCents: 500,
      requestAmountTipCents: 0,
      incidentFileUrls: ['https://shop.example/a.jpg', 'https://shop.example/b.jpg'],
    });
    expect((await read(json.refundRequestId)).json).toMatchObject({
      status: 'under_review',
      resolutionDate: null,
      incidentSubtype: 'never_delivered',
      requestAmountCents: 500,
      refundAmountCents: null,
      refundAmountDeliveryFeeCents: null,
      refundAmountOrderValueCents: 0,
      refundAmountTipCents: 0,
      currency: 'GBP',
      response: '',
      proofOfRefund: null,
      version: 1,
    });
    expect(await eventNames()).toEqual(['incident.raised', 'task.refund_created']);
  });

  it('7 returns the original request to another filing, whose amounts change nothing', async () => {
    const first = await report({ ...refund, requestAmountTipCents: 300 });
    await report({ raiseIncident: true, incidentNotes: 'The courier called.' });
    const again = await report({ ...refund, incidentNotes: 'Once more.', requestAmountTipCents: 900 });
    expect(again).toEqual(first);
    expect(await eventNames()).toEqual(['incident.raised', 'incident.raised', 'task.refund_created']);
  });

  it('2.6 opens one request for 50 parallel filings', async () => {
    const filings = Array.from({ length: 50 }, (_, index) =>
      report({ ...refund, incidentNotes: `Try ${index}`, requestAmountTipCents: index + 1 }),
    );
    const replies = await Promise.all(filings);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(new Set(replies.map(({ json }) => JSON.stringify(json))).size).toBe(1);
    const list = await call('GET /v1/refund-requests', { query: { taskId } });
    expect(list.json).toHaveLength(1);
    expect(await eventNames()).toEqual(['incident.raised', 'task.refund_created']);
  });

  it.each([
    [{ incidentNotes: 'x' }, ['raiseIncident']],
    [{ raiseIncident: true }, ['incidentNotes']],
    [{ raiseIncident: 'yes', incidentNotes: ' ' }, ['incidentNotes', 'raiseIncident']],
    [{ raiseIncident: true, incidentNotes: 'x'.repeat(513) }, ['incidentNotes']],
    [{ ...refund, requestAmountTipCents: -1 }, ['requestAmountTipCents']],
    [{ ...refund, requestAmountTipCents: 1.5 }, ['requestAmountTipCents']],
    [{ ...refund, requestAmountTipCents: 5, incidentSubtype: 'rude' }, ['incidentSubtype']],
    [{ ...refund, requestAmountTipCents: 5, incidentFileUrl: 'javascript:alert(1)' }, ['incidentFileUrl']],
    [{ raiseIncident: true, incidentNotes: 'x', requestAmountTipCents: 5 }, ['requestAmountTipCents']],
  ])('7 refuses %j', async (body, fields) => {
    const { status, json } = await report(body);
    expect([status, json.error.code]).toEqual([422, 'VALIDATION_ERRORS']);
    expect(Object.keys(json.error.details.fields).sort()).toEqual(fields);
  });

  it.each([
    {},
    { requestAmountTipCents: 0 },
    { requestAmountTipCents: null, requestAmountOrderValueCents: 0 },
  ])('7 refuses a refund request with no amount above 0: %j', async (amounts) => {
    const { status, json } = await report({ ...refund, ...amounts });
    expect(status).toBe(422);
    expect(Object.keys(json.error.details.fields)).toHaveLength(3);
    expect(json.error.message).toContain('at least one amount above 0');
  });

  it('refuses unknown tasks, jobs of others and jobs of other stores alike', async () => {
    const body = { raiseIncident: true, incidentNotes: 'x' };
    const codes = await Promise.all([
      call(POST, { params: { jobId, taskId: `${taskId}9` }, body }),
      call(POST, { params: { jobId: 'job_none', taskId }, body }),
      report(body, { organizations: [{ id: 'org_other', listShards: 1 }] }),
      report(body, { storeLocationIds: ['store_9'] }),
    ]);
    expect(codes.map(({ status, json }) => [status, json.error.code])).toEqual(
      codes.map(() => [404, 'MISSING_RESOURCE']),
    );
  });

  it('refuses a task that no provider ever had', async () => {
    const made = anyJob({
      organizationId: 'org_test',
      id: 'job_01KBBBBBBBBBBBBBBBBBBBBBBB',
      task: { providerId: null, deliveryId: 'dlv_none' },
    });
    await db.deps.table.write(made.operations);
    const params = { jobId: made.next.job.value.id, taskId: made.next.tasks[0]?.value.id ?? '' };
    const { status, json } = await call(POST, { params, body: { raiseIncident: true, incidentNotes: 'x' } });
    expect([status, json.error.code]).toEqual([409, 'INVALID_STATE_TRANSITION']);
  });

  it('2.6 says nothing of a task that nobody reported on', async () => {
    expect((await call(GET, { params: { jobId, taskId } })).status).toBe(404);
  });
});

describe('4.4 GET /v1/refund-requests', () => {
  it.each<Record<string, string>>([{}, { taskId: '', jobId: '', status: '' }])(
    '7 needs a task, a job or a status: %j',
    async (query) => {
      const { status, json } = await call('GET /v1/refund-requests', { query });
      expect([status, json.error.code]).toEqual([422, 'VALIDATION_ERRORS']);
      expect(Object.keys(json.error.details.fields).sort()).toEqual(['jobId', 'status', 'taskId']);
    },
  );

  it('finds those of a task and of a job that the caller may see', async () => {
    const id = await file();
    const ids = async (query: Record<string, string>, grant: Partial<KeyGrant> = {}) =>
      (await call('GET /v1/refund-requests', { query, grant })).json.map((one: { id: string }) => one.id);
    expect(await ids({ taskId })).toEqual([id]);
    expect(await ids({ jobId })).toEqual([id]);
    expect(await ids({ jobId, taskId })).toEqual([id]);
    expect(await ids({ jobId: 'job_other', taskId })).toEqual([]);
    expect(await ids({ jobId }, { organizations: [{ id: 'org_other', listShards: 1 }] })).toEqual([]);
    expect(await ids({ taskId }, { storeLocationIds: ['store_9'] })).toEqual([]);
  });

  it('44 4 goes on after a request whose status has changed and past any number of others, and refuses to go on after none', async () => {
    const first = await file();
    db.deps.clock.advance(60_000);
    const other = anyJob({ organizationId: 'org_test', id: 'job_01KBBBBBBBBBBBBBBBBBBBBBBB' });
    await db.deps.table.write(other.operations);
    const params = { jobId: other.next.job.value.id, taskId: other.next.tasks[0]?.value.id ?? '' };
    const second = (await call(POST, { params, body: { ...refund, requestAmountTipCents: 5 } })).json
      .refundRequestId;
    await review(second, { status: 'denied' });
    const list = (after: string, grant: Partial<KeyGrant> = {}) =>
      call('GET /v1/refund-requests', { query: { status: 'under_review', after }, grant });
    expect((await list(second)).json).toMatchObject([{ id: first }]);
    const elsewhere = { organizations: [{ id: 'org_other', listShards: 1 }] };
    // Thousands of newer ones with another status are no end of the list.
    const stored = await db.deps.table.get(refundStore.entity, { organizationId: 'org_test', id: first });
    if (!stored) throw new Error('The first request is gone.');
    const createdAt = '2030-01-01T00:00:00.000Z';
    for (let n = 0; n < 2_050; n += 50) {
      const some = Array.from({ length: 50 }, (_, index) => {
        const id = `${first}0${String(n + index).padStart(5, '0')}`;
        return create(refundStore.entity, { ...stored.value, id, createdAt, status: 'approved' });
      });
      await db.deps.table.write(some);
    }
    const all = await call('GET /v1/refund-requests', { query: { status: 'under_review' } });
    expect(all.json).toMatchObject([{ id: first }]);
    for (const reply of [await list('rfrq_none'), await list('garbage'), await list(second, elsewhere)]) {
      expect([reply.status, reply.json.error.code]).toEqual([422, 'VALIDATION_ERRORS']);
      expect(reply.json.error.details.fields.after).toMatch(/is not the id of a refund request/);
    }
  });

  it('44 4 lists those of the organization by their status, newest first, page by page', async () => {
    const first = await file();
    db.deps.clock.advance(60_000);
    const other = anyJob({ organizationId: 'org_test', id: 'job_01KBBBBBBBBBBBBBBBBBBBBBBB' });
    await db.deps.table.write(other.operations);
    const params = { jobId: other.next.job.value.id, taskId: other.next.tasks[0]?.value.id ?? '' };
    const second = (await call(POST, { params, body: { ...refund, requestAmountTipCents: 5 } })).json
      .refundRequestId;
    const ids = async (query: Record<string, string>, grant: Partial<KeyGrant> = {}) =>
      (await call('GET /v1/refund-requests', { query, grant })).json.map((one: { id: string }) => one.id);
    expect(await ids({ status: 'under_review' })).toEqual([second, first]);
    expect(await ids({ status: 'under_review', limit: '1' })).toEqual([second]);
    expect(await ids({ status: 'under_review', limit: '1', after: second })).toEqual([first]);
    await review(first, { status: 'denied' });
    expect(await ids({ status: 'under_review,needs_attention' })).toEqual([second]);
    expect(await ids({ status: 'denied', jobId })).toEqual([first]);
    expect(await ids({ status: 'under_review', jobId })).toEqual([]);
    expect(await ids({ status: 'denied' }, { storeLocationIds: ['store_9'] })).toEqual([]);
    expect(await ids({ status: 'denied' }, { organizations: [{ id: 'org_other', listShards: 1 }] })).toEqual(
      [],
    );
  });
});

describe('3.4 PATCH /v1/refund-request/{id}', () => {
  it('grants what was requested when no amounts are sent, and sets the resolution date', async () => {
    const id = await file({ requestAmountTipCents: 300, requestAmountOrderValueCents: 700 });
    db.deps.clock.advance(60_000);
    const { json } = await review(id, { status: 'approved', response: 'Sorry.' });
    expect(json).toMatchObject({
      status: 'approved',
      refundAmountCents: 1_000,
      refundAmountDeliveryFeeCents: 0,
      refundAmountOrderValueCents: 700,
      refundAmountTipCents: 300,
      resolutionDate: '2026-03-02T09:01:00.000Z',
      response: 'Sorry.',
      version: 2,
    });
  });

  it('grants a part, and grants nothing when it is denied', async () => {
    const id = await file();
    expect((await review(id, { status: 'needs_attention' })).json.refundAmountCents).toBeNull();
    const { json } = await review(id, {
      status: 'approved',
      refundAmountTipCents: 100,
      refundAmountCents: 100,
    });
    expect(json).toMatchObject({ refundAmountCents: 100, refundAmountTipCents: 100 });
  });

  const OPEN: readonly RefundStatus[] = ['under_review', 'needs_attention'];
  const steps = OPEN.flatMap((from) => REFUND_STATUSES.map((to) => [from, to] as const));
  it.each(steps)('takes the step from %s to %s', async (from, to) => {
    const id = await file();
    await review(id, { status: from });
    const { status, json } = await review(id, { status: to });
    expect([status, json.status]).toEqual([200, to]);
    expect(json.resolutionDate === null).toBe(OPEN.includes(to));
    expect(json.refundAmountCents).toBe(OPEN.includes(to) ? null : to.includes('approved') ? 300 : 0);
  });

  const ends = REFUND_STATUSES.filter((status) => !OPEN.includes(status));
  it.each(ends)('leaves a request that is %s as it is, but takes the proof of the payment', async (end) => {
    const id = await file();
    await review(id, { status: end });
    for (const to of REFUND_STATUSES.filter((status) => status !== end)) {
      const { status, json } = await review(id, { status: to });
      expect([status, json.error.code, json.error.details.status]).toEqual([
        409,
        'INVALID_STATE_TRANSITION',
        end,
      ]);
    }
    expect((await review(id, { status: end, refundAmountTipCents: 7 })).status).toBe(409);
    const paid = await review(id, { proofOfRefund: 'https://bank.example/1' });
    expect(paid.json).toMatchObject({ status: end, proofOfRefund: 'https://bank.example/1' });
  });

  it.each([
    [{ status: 'approved', refundAmountTipCents: 301 }, 400, 'INVALID_VALUE'],
    [{ status: 'approved', refundAmountTipCents: 0 }, 400, 'INVALID_VALUE'],
    [{ status: 'approved', refundAmountTipCents: 100, refundAmountCents: 90 }, 400, 'INVALID_VALUE'],
    [{ status: 'approved', refundAmountCents: 90 }, 400, 'INVALID_VALUE'],
    [{ status: 'denied', refundAmountTipCents: 100 }, 400, 'INVALID_VALUE'],
    [{ refundAmountTipCents: 100 }, 400, 'INVALID_VALUE'],
    [{ status: 'approved', refundAmountTipCents: -1 }, 422, 'VALIDATION_ERRORS'],
    [{ status: 'paid' }, 422, 'VALIDATION_ERRORS'],
  ])('refuses %j', async (body, expected, code) => {
    const id = await file();
    const { status, json } = await review(id, body);
    expect([status, json.error.code]).toEqual([expected, code]);
    expect((await read(id)).json.version).toBe(1);
  });

  it('writes nothing and tells nobody when nothing changes; parallel reviews end in one resolution', async () => {
    const id = await file();
    await review(id, { status: 'under_review' });
    const replies = await Promise.all(
      (['approved', 'denied', 'approved', 'cancelled'] as const).map((status) => review(id, { status })),
    );
    const won = replies.filter(({ status }) => status === 200).map(({ json }) => json.status);
    expect(new Set(won).size).toBe(1);
    expect((await db.events('task.refund_updated')).length).toBe(1);
  });

  it('6 tells webhooks of each step, with the request as it was then beside the job', async () => {
    const id = await file();
    await review(id, { status: 'denied' });
    const [created] = await db.events('task.refund_created');
    const [updated] = await db.events('task.refund_updated');
    if (!created || !updated) throw new Error('The events are missing.');
    const first = await renderContent(db.deps, created);
    expect(first).toMatchObject({ data: { id: jobId, refundRequest: { id, status: 'under_review' } } });
    expect(first?.tags).toEqual(expect.arrayContaining([jobId, taskId, id]));
    const second = await renderContent(db.deps, updated);
    expect(second).toMatchObject({ data: { refundRequest: { id, status: 'denied', version: 2 } } });
  });

  it('knows no request of another organization', async () => {
    const id = await file();
    const grant = { organizations: [{ id: 'org_other', listShards: 1 }] };
    const replies = await Promise.all([
      call('PATCH /v1/refund-request/{id}', { params: { id }, body: { status: 'denied' }, grant }),
      call('GET /v1/refund-request/{id}', { params: { id }, grant }),
      call('GET /v1/refund-request/{id}', { params: { id: 'rfrq_1' } }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});
