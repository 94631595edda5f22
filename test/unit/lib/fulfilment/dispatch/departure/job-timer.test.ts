import { afterEach, beforeEach, expect, it } from 'vitest';
import { jobBodyExample } from '../../../../../../functions/api/jobs/job-schemas.ts';
import { type DispatchApi, startDispatchApi } from '../../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../../support/faulty-provider.ts';

const HOUR_MS = 3_600_000;

let api: DispatchApi;
let jobId: string;
beforeEach(async () => {
  const { provider } = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 });
  api = await startDispatchApi([provider]);
  const { id: optionsGroupId } = await api.strategy({ enableAutoDispatch: true });
  const job = await api.must('POST /v1/jobs', {
    body: {
      ...jobBodyExample,
      optionsGroupId,
      packageDeliveryMode: 'scheduled',
      packagePickupStartTime: '2026-03-02T14:00:00Z',
      packageDropoffEndTime: '2026-03-02T18:00:00Z',
    },
  });
  jobId = job.id;
  await api.drain();
});
afterEach(() => api.stop());

const change = async (body: object) => {
  await api.must('PATCH /v1/jobs/{id}', { params: { id: jobId }, body });
  await api.drain();
};

/** The timer of the job's dispatch: when it is due, and how often it was set. */
async function timer() {
  const timers = (await api.db.items()).filter(
    ({ type, data }) => type === 'timer' && data.kind === 'job-dispatch',
  );
  expect(timers).toHaveLength(1);
  const { dueAt, generation, state } = timers[0]!.data;
  return { dueAt, generation, state };
}

it('B11 a job whose pickup is moved forward goes out earlier', async () => {
  await change({ packagePickupStartTime: '2026-03-02T11:00:00Z' });
  expect(await timer()).toEqual({ dueAt: '2026-03-02T10:00:00.000Z', generation: 2, state: 'armed' });
  await api.pass(HOUR_MS + 60_000);
  const job = await api.must('GET /v1/jobs/{id}', { params: { id: jobId } });
  expect(job.jobConfigurations[0].advancedTask).toMatchObject({ status: 'running', providerId: 'prv_one' });
});

it('B11 a job whose pickup is left as it is gets no further timer', async () => {
  await change({ packageDescription: 'Two boxes' });
  expect(await timer()).toEqual({ dueAt: '2026-03-02T13:00:00.000Z', generation: 1, state: 'armed' });
});
