import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jobBodyExample } from '../../../../../functions/api/jobs/job-schemas.ts';
import { readAuditLog } from '../../../../../lib/platform/audit/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { type FaultyProvider, faultyProvider } from '../../../../support/faulty-provider.ts';

let one: FaultyProvider;
let api: DispatchApi;
async function start(faults: Partial<Parameters<typeof faultyProvider>[0]> = {}): Promise<void> {
  one = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100, ...faults });
  api = await startDispatchApi([one.provider]);
}
beforeEach(() => start());
afterEach(() => api.stop());

const make = (fields: object = {}) => api.must('POST /v1/jobs', { body: { ...jobBodyExample, ...fields } });
const patch = (id: string, body: object, headers: Record<string, string> = {}) =>
  api.call('PATCH /v1/jobs/{id}', { params: { id }, body, headers });
const running = async (fields: object = {}) => {
  const { id: optionsGroupId } = await api.strategy({ enableAutoDispatch: true });
  const job = await make({ optionsGroupId, ...fields });
  await api.drain();
  return job.id as string;
};
const get = (id: string) => api.must('GET /v1/jobs/{id}', { params: { id } });

describe('4.7 PATCH /v1/jobs/{id}', () => {
  it('changes what is sent of a job that waits, and quotes it anew', async () => {
    const job = await make({ externalIdentifier: 'x', packageExternalIdentifier: 'box' });
    api.db.deps.clock.advance(1_000);
    const { json } = await patch(job.id, {
      dropoffAddressComponents: {
        ...jobBodyExample.dropoffAddressComponents,
        number: '901',
        secondaryNumber: '4b',
      },
      tipAmount: 5,
      packageRequirements: ['photo_proof_of_delivery'],
      packageMinimumVehicleSize: 'cargo_bike',
      jobMetadata: { b: 2 },
      packageMetadata: { c: 3 },
      externalIdentifier: 'y',
    });
    const [{ package: item, advancedTask }] = json.jobConfigurations;
    expect(json).toMatchObject({ externalIdentifier: 'y', jobMetadata: { b: 2 }, version: job.version + 1 });
    expect(item).toMatchObject({
      tipAmountCents: 500,
      valueCents: 2500,
      requirements: ['photo_proof_of_delivery'],
      minimumVehicleSize: 'cargobike',
      packageMetadata: { c: 3 },
      externalIdentifier: 'box',
      dropoffLocation: { addressNumber: '901', firstName: 'Ada', phoneNumber: '+14155550199' },
    });
    expect(advancedTask.quotes[0].id).not.toBe(job.jobConfigurations[0].advancedTask.quotes[0].id);
    expect(
      (
        await api.call('GET /v1/jobs/external_identifier/{externalIdentifier}', {
          params: { externalIdentifier: 'x' },
        })
      ).status,
    ).toBe(404);
    expect((await get('y')).id).toBe(job.id);
  });

  it('tells the audit log what of the job and its package changed', async () => {
    const { id, jobConfigurations } = await make();
    await patch(id, { jobMetadata: { b: 2 }, tipAmount: 5 });
    const { results } = await readAuditLog(api.deps, 'org_test', { entityId: id, limit: 10 });
    const { changes } = results.find(({ action }) => action === 'updated') ?? { changes: [] };
    expect(changes).toContainEqual({ field: 'jobMetadata.b', before: null, after: 2 });
    expect(changes).toContainEqual(
      expect.objectContaining({ field: `packages.${jobConfigurations[0].id}.tipAmountCents`, after: 500 }),
    );
  });

  it('asks the provider that has the package, and keeps quote and delivery', async () => {
    const id = await running();
    const before = await get(id);
    const { status, json } = await patch(id, { dropoffInstructions: 'Ring twice' });
    expect([status, json.jobConfigurations[0].package.dropoffLocation.instructions]).toEqual([
      200,
      'Ring twice',
    ]);
    expect(one.calls).toContain('update Ring twice');
    expect(json.jobConfigurations[0].advancedTask.winnerQuote).toEqual(
      before.jobConfigurations[0].advancedTask.winnerQuote,
    );
    expect(json.jobConfigurations[0].delivery.id).toBe(before.jobConfigurations[0].delivery.id);
  });

  it('leaves the job as it was when the provider refuses', async () => {
    await api.stop();
    await start({ refusesUpdates: 'The courier has left.' });
    const id = await running();
    const { status, json } = await patch(id, { dropoffInstructions: 'Ring twice' });
    expect([status, json.error.code]).toEqual([400, 'DISALLOWED_OPERATION']);
    expect(json.error.message).toContain('The courier has left.');
    expect((await get(id)).jobConfigurations[0].package.dropoffLocation.instructions).toBeNull();
    // What does not concern the provider is changed nevertheless.
    expect((await patch(id, { jobMetadata: { a: 1 } })).status).toBe(200);
  });

  it('2.2 refuses what a new job would be refused for, a stale version and what is over', async () => {
    const job = await make();
    expect((await patch(job.id, { dropoffPhoneNumber: 'none' })).json.error.code).toBe(
      'INVALID_PHONE_NUMBER',
    );
    expect((await patch(job.id, { dueAmountCents: 2501 })).json.error.code).toBe('INVALID_VALUE');
    const stale = await patch(job.id, { itemsCount: 3 }, { 'if-match': '7' });
    expect([stale.status, stale.json.error.code]).toEqual([409, 'CONFLICT']);
    await api.must('POST /v1/jobs/{jobId}/cancel', { params: { jobId: job.id } });
    expect((await patch(job.id, { itemsCount: 3 })).json.error.code).toBe('INVALID_STATE_TRANSITION');
  });

  it('changes one package of a batch', async () => {
    const packages = [jobBodyExample, { ...jobBodyExample, dropoffPhoneNumber: '+14155550188' }];
    const batch = await api.must('POST /v1/batch_job', { body: { packages } });
    expect((await patch(batch.id, { itemsCount: 3 })).json.error.code).toBe('DISALLOWED_OPERATION');
    api.db.deps.clock.advance(1_000);
    const changed = await api.must('PATCH /v1/jobs/{id}/{jobConfigurationId}', {
      params: { id: batch.id, jobConfigurationId: batch.jobConfigurations[1].id },
      body: { itemsCount: 3 },
    });
    expect(
      changed.jobConfigurations.map((one: { package: { itemsCount: number } }) => one.package.itemsCount),
    ).toEqual([2, 3]);
    expect(changed.batch.quotes[0].id).not.toBe(batch.batch.quotes[0].id);
  });

  it('2.2 lets a batch go out for its earliest pickup, whichever package is changed or cancelled', async () => {
    const { id: optionsGroupId } = await api.strategy({ enableAutoDispatch: true });
    const at = (hour: number) => ({
      ...jobBodyExample,
      packageDeliveryMode: 'scheduled',
      packagePickupStartTime: `2026-03-02T${hour}:00:00Z`,
      packageDropoffEndTime: `2026-03-02T23:00:00Z`,
    });
    const { id, jobConfigurations } = await api.must('POST /v1/batch_job', {
      body: { packages: [at(12), at(14), at(18)], optionsGroupId },
    });
    const move = (position: number, hour: number) =>
      api.must('PATCH /v1/jobs/{id}/{jobConfigurationId}', {
        params: { id, jobConfigurationId: jobConfigurations[position].id },
        body: { packagePickupStartTime: `2026-03-02T${hour}:00:00Z` },
      });
    const dueAt = async () => {
      const timers = (await api.db.items()).filter(
        ({ type, data }) => type === 'timer' && data.subject === id,
      );
      return timers.flatMap(({ data }) => (data.state === 'armed' ? [data.dueAt] : []));
    };
    const first = await dueAt();
    expect(first).toContain('2026-03-02T11:00:00.000Z');
    await move(1, 20);
    expect(await dueAt()).toEqual(first);
    await move(0, 16);
    expect(await dueAt()).toContain('2026-03-02T15:00:00.000Z');
    await api.must('POST /v1/jobs/{jobId}/{objectId}/cancel', {
      params: { jobId: id, objectId: jobConfigurations[0].id },
    });
    await move(1, 21);
    expect(await dueAt()).toContain('2026-03-02T17:00:00.000Z');
  });
});

describe('4.7 POST /v1/jobs/{id}/rebook', () => {
  it('keeps provider, quote and delivery and gives the job its new times', async () => {
    const id = await running();
    const before = await get(id);
    const times = { pickupStartTime: '2026-03-05T12:00:00.000Z', dropoffEndTime: '2026-03-05T14:00:00.000Z' };
    const { json, status } = await api.call('POST /v1/jobs/{id}/rebook', { params: { id }, body: times });
    expect(status).toBe(200);
    const [{ advancedTask, package: item, delivery }] = json.jobConfigurations;
    expect([item, advancedTask]).toMatchObject([times, times]);
    expect(delivery).toMatchObject({
      id: before.jobConfigurations[0].delivery.id,
      dropoffDeadline: times.dropoffEndTime,
    });
    expect(advancedTask.winnerQuote).toEqual(before.jobConfigurations[0].advancedTask.winnerQuote);
  });
});
