import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jobBodyExample } from '../../../../../functions/api/jobs/job-schemas.ts';
import { receiveProviderUpdate } from '../../../../../lib/fulfilment/jobs/index.ts';
import { anyStore, storeOperations } from '../../../../support/builders/any-store.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';

let api: DispatchApi;
beforeEach(async () => {
  const one = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 });
  const two = faultyProvider({ id: 'prv_two', name: 'Two', priceCents: 200 });
  api = await startDispatchApi([one.provider, two.provider]);
});
afterEach(() => api.stop());

const BY_IDENTIFIER = 'POST /v1/jobs/external_identifier/{externalIdentifier}';
const create = (fields: object = {}) =>
  api.call('POST /v1/jobs', { body: { ...jobBodyExample, externalIdentifier: 'x', ...fields } });
const upsert = (fields: object = {}) =>
  api.call(BY_IDENTIFIER, { params: { externalIdentifier: 'x' }, body: { ...jobBodyExample, ...fields } });
const cancel = (jobId: string) => api.must('POST /v1/jobs/{jobId}/cancel', { params: { jobId } });
const created = async () => (await api.db.events('job.created')).map(({ aggregateId }) => aggregateId);
const outcome = ({ status, json }: Awaited<ReturnType<typeof create>>) => [status, json.error?.code];

describe('2.2 the external identifier of a job (contract-facts 1)', () => {
  it('names one job under way: a second one is refused', async () => {
    const first = await create();
    expect(outcome(await create())).toEqual([409, 'ALREADY_EXISTS']);
    expect((await create({ externalIdentifier: 'y' })).status).toBe(200);
    expect((await api.must('GET /v1/jobs/{id}', { params: { id: 'x' } })).id).toBe(first.json.id);
    expect(await created()).toHaveLength(2);
  });

  it('goes to one of many that are made at the same time', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => create()));
    const [made, ...others] = replies.toSorted((a, b) => a.status - b.status);
    expect(made?.status).toBe(200);
    expect(others.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    expect(await created()).toEqual([made?.json.id]);
  });

  it('makes one job of many upserts at the same time', async () => {
    const replies = await Promise.all(Array.from({ length: 4 }, () => upsert()));
    const made = replies.filter(({ status }) => status === 200).map(({ json }) => json.id);
    expect(new Set(made)).toEqual(new Set(await created()));
    expect(await created()).toHaveLength(1);
    const others = replies.filter(({ status }) => status !== 200).map(outcome);
    for (const other of others) expect(other).toEqual([409, 'LOCK_ACQUISITION_FAILURE']);
  });

  it('is free again when its job was cancelled', async () => {
    const first = (await create()).json.id;
    await cancel(first);
    const second = (await create()).json.id;
    expect(second).not.toBe(first);
    expect((await api.must('GET /v1/jobs/{id}', { params: { id: 'x' } })).id).toBe(second);
  });

  it('is not free while a job goes from one provider to the next', async () => {
    const { id: optionsGroupId } = await api.strategy({ enableAutoDispatch: true, reassignOnFailure: true });
    const job = (await create({ optionsGroupId })).json;
    await api.drain();
    const { id: deliveryId, providerId } = job.jobConfigurations[0].delivery;
    const from = { organizationId: 'org_test', providerId };
    await receiveProviderUpdate(api.deps, from, { deliveryId, status: 'failed' });
    expect(outcome(await create())).toEqual([409, 'ALREADY_EXISTS']);
    expect(outcome(await upsert())).toEqual([400, 'DISALLOWED_OPERATION']);
    await api.drain();
    expect((await api.must('GET /v1/jobs/{id}', { params: { id: job.id } })).isActive).toBe(true);
  });

  it("is an order's external id, too: one of the two goes out", async () => {
    const { id } = await create().then(({ json }) => json);
    const order = await api.order({ externalId: 'x' });
    const dispatch = () => api.call('POST /v1/order/{id}/autodispatch', { params: { id: order.id } });
    expect(outcome(await dispatch())).toEqual([409, 'ALREADY_EXISTS']);
    await cancel(id);
    expect((await dispatch()).status).toBe(200);
    expect(outcome(await create())).toEqual([409, 'ALREADY_EXISTS']);
  });

  it('is refused to a key that may not see the job that has it', async () => {
    await create();
    await api.deps.table.write(storeOperations(anyStore({ organizationId: 'org_test', id: 'store_1' })));
    for (const routeKey of ['POST /v1/jobs', BY_IDENTIFIER]) {
      const reply = await api.call(routeKey, {
        params: { externalIdentifier: 'x' },
        body: { ...jobBodyExample, externalIdentifier: 'x', pickupStoreLocationId: 'store_1' },
        grant: { storeLocationIds: ['store_1'] },
      });
      expect(outcome(reply)).toEqual([409, 'ALREADY_EXISTS']);
    }
    expect(await created()).toHaveLength(1);
  });

  it('of another organization is of no concern', async () => {
    await create();
    const other = await api.call('POST /v1/jobs', {
      body: { ...jobBodyExample, externalIdentifier: 'x' },
      grant: { organizations: [{ id: 'org_other', listShards: 1 }] },
    });
    expect(other.status).toBe(200);
  });
});
