import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jobBodyExample } from '../../../../../functions/api/jobs/job-schemas.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';

let api: DispatchApi;
beforeEach(async () => {
  const { provider } = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 });
  api = await startDispatchApi([provider]);
});
afterEach(() => api.stop());

const upsert = (body: object) =>
  api.call('POST /v1/jobs/external_identifier/{externalIdentifier}', {
    params: { externalIdentifier: 'x' },
    body,
  });

describe('an upsert of a job that waits', () => {
  it('changes the fields that are sent and no others', async () => {
    const full = { ...jobBodyExample, packageItems: [{ count: 2 }], jobMetadata: { a: 1 } };
    const made = (await upsert(full)).json;
    const { status, json } = await upsert({ dropoffInstructions: 'Ring twice' });
    expect(status).toBe(200);
    expect(json.id).toBe(made.id);
    const [before, after] = [made, json].map((job) => job.jobConfigurations[0].package);
    expect(after).toEqual({
      ...before,
      dropoffLocation: { ...before.dropoffLocation, instructions: 'Ring twice' },
    });
    expect(json.jobMetadata).toEqual({ a: 1 });
  });

  it('keeps waiting when it was made for its quotes only, until it is dispatched', async () => {
    const { id: optionsGroupId } = await api.strategy({ enableAutoDispatch: true });
    await upsert({ ...jobBodyExample, optionsGroupId, quote_request_only: true });
    const waiting = (await upsert({ dropoffInstructions: 'Ring twice' })).json;
    expect(waiting.jobConfigurations[0].delivery).toBeNull();
    const sent = (await upsert({ autodispatch: true })).json;
    expect(sent.jobConfigurations[0].delivery).toMatchObject({ status: 'created' });
  });

  it('needs the delivery mode when there is no such job', async () => {
    const { status, json } = await upsert({ dropoffInstructions: 'Ring twice' });
    expect([status, json.error.code]).toEqual([400, 'BAD_REQUEST']);
    expect(json.error.details.field).toBe('packageDeliveryMode');
  });
});

describe('a job', () => {
  it('whose windows have all passed does not go out by itself', async () => {
    const at = (hours: number) => new Date(api.db.deps.clock.now() + hours * 3_600_000).toISOString();
    const times = {
      packagePickupStartTime: at(1),
      packagePickupEndTime: at(2),
      packageDropoffStartTime: at(1),
      packageDropoffEndTime: at(3),
    };
    const { id: jobId } = (
      await upsert({ ...jobBodyExample, ...times, packageDeliveryMode: 'scheduled', quoteRequestOnly: true })
    ).json;
    api.db.deps.clock.advance(4 * 3_600_000);
    const { status, json } = await api.call('POST /v1/jobs/{id}/autodispatch', { params: { id: jobId } });
    expect([status, json.error.code]).toEqual([400, 'INVALID_TIME_CONSTRAINT']);
    expect(json.error.details.field).toBe('dropoffEndTime');
  });

  it('is held back by quote_request_only in either spelling', async () => {
    const { id: optionsGroupId } = await api.strategy({ enableAutoDispatch: true });
    for (const name of ['quote_request_only', 'quoteRequestOnly']) {
      const job = await api.must('POST /v1/jobs', {
        body: { ...jobBodyExample, optionsGroupId, [name]: true },
      });
      expect(job.jobConfigurations[0].delivery).toBeNull();
    }
  });
});
