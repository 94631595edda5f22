import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeJob, readJob } from '../../../../../lib/fulfilment/jobs/index.ts';
import { toInstant } from '../../../../../lib/platform/core/clock.ts';
import { organizationEntity } from '../../../../../lib/platform/organization/index.ts';
import type { Bucket } from '../../../../../lib/platform/storage/index.ts';
import { create } from '../../../../../lib/platform/table/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';
import { leaveTable } from '../../../../support/leave-table.ts';

let api: DispatchApi;
beforeEach(async () => {
  api = await startDispatchApi([faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 }).provider]);
  const at = '2026-03-01T00:00:00.000Z';
  const organization = { id: 'org_test', name: 'Test', listShards: 1, createdAt: at, updatedAt: at };
  await api.deps.table.write([
    create(organizationEntity, organizationEntity.definition.schema.parse(organization)),
  ]);
});
afterEach(() => api.stop());
afterEach(() => vi.unstubAllEnvs());

const DAY_MS = 24 * 3_600_000;
const days = (count: number) => api.db.deps.clock.advance(count * DAY_MS);
const leave = (bucket: Bucket = api.deps.bucket) => leaveTable({ ...api.deps, bucket });
const getOrder = (id: string, grant = {}) => api.call('GET /v1/order/{id}', { params: { id }, grant });
const getJob = (id: string, grant = {}) => api.call('GET /v1/jobs/{id}', { params: { id }, grant });
const typesLeft = async () => [...new Set((await api.db.items()).map(({ type }) => type))];

/** An order that a provider has, and its job. */
async function dispatched(fields: object = {}): Promise<{ orderId: string; jobId: string }> {
  const { id: orderId } = await api.order(fields);
  await api.must('POST /v1/order/{id}/autodispatch', { params: { id: orderId } });
  await api.drain();
  return { orderId, jobId: (await getOrder(orderId)).json.jobId };
}

describe('orders and jobs', () => {
  it('47 3.1: leave after the days of the setting', async () => {
    vi.stubEnv('RECORD_DAYS', '60');
    const { orderId, jobId } = await dispatched();
    days(59);
    expect(await leave()).toBe(0);
    days(2);
    expect(await leave()).toBe(2);
    expect((await getOrder(orderId)).json.jobId).toBe(jobId);
    expect((await getJob(jobId)).json.id).toBe(jobId);
  });

  it('leave 400 days after their last change and are read by id as they were', async () => {
    const { orderId, jobId } = await dispatched({ externalId: 'A-1' });
    const other = await api.order({ externalId: 'A-2' });
    const [order, job] = [(await getOrder(orderId)).json, (await getJob(jobId)).json];
    days(399);
    expect(await leave()).toBe(0);
    days(2);
    expect(await leave()).toBe(3);
    expect(await typesLeft()).not.toEqual(expect.arrayContaining(['order']));
    expect(await readJob(api.deps.table, 'org_test', jobId)).toBeUndefined();
    expect((await getOrder(orderId)).json).toEqual(order);
    expect((await getJob(jobId)).json).toEqual(job);
    expect((await getOrder('A-1')).json.id).toBe(orderId);
    expect((await getOrder(other.id)).json).toMatchObject({ id: other.id, externalId: 'A-2' });
    expect(await leave()).toBe(0);
  });

  it('that have left are found by their own organization and inside the stores of a key only', async () => {
    const { orderId, jobId } = await dispatched();
    days(401);
    await leave();
    const elsewhere = { organizations: [{ id: 'org_other', listShards: 1 }] };
    const ofAStore = { storeLocationIds: ['store_other'] };
    for (const grant of [elsewhere, ofAStore]) {
      expect((await getOrder(orderId, grant)).status).toBe(404);
      expect((await getJob(jobId, grant)).status).toBe(404);
    }
    expect((await getOrder(orderId)).status).toBe(200);
    expect((await getOrder(orderId.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).status).toBe(404);
  });

  it('stay while something of them is newer: a change, a window to come, the job of an order', async () => {
    const changed = await api.order();
    const planned = await api.order({
      pickupStartTime: '2027-04-01T10:00:00Z',
      pickupEndTime: '2027-04-01T11:00:00Z',
    });
    const { orderId, jobId } = await dispatched();
    days(300);
    await api.must('PATCH /v1/order/{id}', { params: { id: changed.id }, body: { tags: ['x'] } });
    const job = await readJob(api.deps.table, 'org_test', jobId);
    await api.deps.table.write(changeJob(job!, {}, toInstant(api.db.deps.clock.now())).operations);
    days(101);
    const ids = async () =>
      (await api.db.items()).filter(({ type }) => type === 'order').map(({ data }) => data.id);
    await leave();
    expect(await ids()).toEqual(expect.arrayContaining([changed.id, planned.id, orderId]));
  });

  it('give their external id back to the next order', async () => {
    const first = await api.order({ externalId: 'A-1' });
    days(401);
    await leave();
    const second = await api.order({ externalId: 'A-1' });
    expect((await getOrder('A-1')).json.id).toBe(second.id);
    expect((await getOrder(first.id)).json.id).toBe(first.id);
  });

  it('that somebody changes while they are copied stay, and leave later as they are then', async () => {
    const { id } = await api.order();
    days(401);
    const change = () => api.must('PATCH /v1/order/{id}', { params: { id }, body: { tags: ['late'] } });
    const racing: Bucket = {
      ...api.deps.bucket,
      async put(...args) {
        await change();
        await api.deps.bucket.put(...args);
      },
    };
    expect(await leave(racing)).toBe(0);
    expect((await getOrder(id)).json.tags).toEqual(['late']);
    days(401);
    expect(await leave()).toBe(1);
    expect((await getOrder(id)).json.tags).toEqual(['late']);
  });

  it('stay when the bucket takes nothing, and the turn fails', async () => {
    const { id } = await api.order();
    days(401);
    const broken: Bucket = {
      ...api.deps.bucket,
      put: async () => {
        throw new Error('The bucket is away.');
      },
    };
    await expect(leave(broken)).rejects.toThrow('The bucket is away.');
    expect((await api.db.items()).some(({ data }) => data.id === id)).toBe(true);
    expect(await leave()).toBe(1);
  });

  it('lie many in one object, under the prefix of their organization', async () => {
    for (let made = 0; made < 20; made += 1) await api.order();
    days(401);
    expect(await leave()).toBe(20);
    const { objects } = api.deps.bucket as Bucket & { objects: Map<string, Uint8Array> };
    expect([...objects.keys()]).toEqual([
      expect.stringMatching(/^org_test\/left\/order\/2026-03-02T09\/\w+\.json\.gz$/),
    ]);
  });
});
