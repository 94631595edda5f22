import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jobBodyExample } from '../../../../../functions/api/jobs/job-schemas.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { type FaultyProvider, faultyProvider } from '../../../../support/faulty-provider.ts';

let one: FaultyProvider;
let two: FaultyProvider;
let api: DispatchApi;
async function start(faults: Partial<Parameters<typeof faultyProvider>[0]> = {}): Promise<void> {
  one = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100, ...faults });
  two = faultyProvider({ id: 'prv_two', name: 'Two', priceCents: 200 });
  api = await startDispatchApi([one.provider, two.provider]);
}
beforeEach(() => start());
afterEach(() => api.stop());

const make = (fields: object = {}) => api.must('POST /v1/jobs', { body: { ...jobBodyExample, ...fields } });
const running = async () => {
  const { id: optionsGroupId } = await api.strategy({ enableAutoDispatch: true });
  const job = await make({ optionsGroupId });
  await api.drain();
  return job.id as string;
};
const get = (id: string) => api.must('GET /v1/jobs/{id}', { params: { id } });
const tasks = async (id: string) => (await get(id)).jobConfigurations[0].tasks;
const taskPath = (job: { id: string; jobConfigurations: { advancedTask: { id: string } }[] }) => ({
  jobId: job.id,
  taskId: String(job.jobConfigurations[0]?.advancedTask.id),
});
const reassign = async (id: string, body: object = {}) =>
  api.call('POST /v1/jobs/{jobId}/{taskId}/reassign', { params: taskPath(await get(id)), body });

describe('3.3 POST /v1/jobs/{jobId}/{taskId}/reassign', () => {
  it('ends the attempt and opens the next with another provider, never both at once', async () => {
    const id = await running();
    const reply = await reassign(id, { dropoffEndTime: '2026-03-05T14:00:00Z' });
    expect(reply.status).toBe(200);
    await api.pass(1_000);
    const [first, second] = await tasks(id);
    expect([first.status, first.delivery.status]).toEqual([
      'canceled_by_system',
      'canceled_by_auto_reassign',
    ]);
    expect(second).toMatchObject({
      status: 'running',
      providerId: 'prv_two',
      dropoffEndTime: '2026-03-05T14:00:00.000Z',
    });
    expect([one.held(), two.held()]).toEqual([[], [second.id]]);
    // Nobody is left.
    expect((await reassign(id)).json.error.code).toBe('NO_ELIGIBLE_PROVIDERS');
  });

  it('leaves the task with a provider that does not let go, and tells', async () => {
    await api.stop();
    await start({ cancels: ['refuse-if-held', 'refuse-if-held'] });
    const id = await running();
    for (let round = 0; round < 2; round += 1) {
      expect((await reassign(id)).status).toBe(200);
      await api.pass(1_000);
    }
    const [first, ...others] = await tasks(id);
    expect([first.status, others]).toEqual(['running', []]);
    expect(await api.db.events('task.cancellation_failed')).toHaveLength(2);
    expect(two.held()).toEqual([]);
  });

  it('is refused for a task without a provider', async () => {
    const job = await make();
    expect((await reassign(job.id)).json.error.code).toBe('INVALID_STATE_TRANSITION');
  });
});

describe('6.1 quotes of a task and of a batch', () => {
  it('are replaced while it waits, and one of them is selected', async () => {
    const job = await make();
    const params = taskPath(job);
    api.db.deps.clock.advance(1_000);
    const fresh = await api.must('POST /v1/jobs/{jobId}/tasks/{taskId}/refresh_quotes', { params });
    expect(fresh.jobId).toBe(job.id);
    expect(fresh.quotes).toHaveLength(2);
    const old = job.jobConfigurations[0].advancedTask.quotes[0].id;
    const select = (quoteId: string) =>
      api.call('POST /v1/jobs/{jobId}/tasks/{taskId}/quotes', { params, body: { quoteId } });
    expect((await select(old)).json.error.code).toBe('NOT_FOUND');
    const { json } = await select(fresh.quotes[1].id);
    expect(json).toMatchObject({
      jobId: job.id,
      task: { providerId: 'prv_two' },
      delivery: { providerId: 'prv_two' },
      quote: { id: fresh.quotes[1].id },
    });
    const late = await api.call('POST /v1/jobs/{jobId}/tasks/{taskId}/refresh_quotes', { params });
    expect(late.json.error.code).toBe('INVALID_STATE_TRANSITION');
  });

  it('of a batch are for all packages', async () => {
    const packages = [jobBodyExample, { ...jobBodyExample, dropoffPhoneNumber: '+14155550188' }];
    const batch = await api.must('POST /v1/batch_job', { body: { packages } });
    const params = { jobId: batch.id, batchId: batch.batch.id };
    const fresh = await api.must('POST /v1/jobs/{jobId}/batch/{batchId}/refresh_quotes', { params });
    expect(fresh.quotes.map(({ totalPriceCents }: { totalPriceCents: number }) => totalPriceCents)).toEqual([
      200, 400,
    ]);
    const { json } = await api.call('POST /v1/jobs/{jobId}/tasks/{taskId}/quotes', {
      params: taskPath(batch),
      body: { quoteId: fresh.quotes[0].id },
    });
    expect(json.job.batch.providerId).toBe('prv_one');
  });
});

describe('4.7 POST /v1/jobs/{id}/refresh', () => {
  it('asks the provider and returns the job', async () => {
    const id = await running();
    const { job } = await api.must('POST /v1/jobs/{id}/refresh', { params: { id } });
    expect(job.id).toBe(id);
  });
});
