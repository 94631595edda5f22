import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jobBodyExample } from '../../../../../functions/api/jobs/job-schemas.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';

let api: DispatchApi;
beforeEach(async () => {
  api = await startDispatchApi([faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 }).provider]);
});
afterEach(() => api.stop());

const made = async () => {
  const { id: optionsGroupId } = await api.strategy({ enableAutoDispatch: true });
  return api.must('POST /v1/jobs', { body: { ...jobBodyExample, optionsGroupId, externalIdentifier: 'x' } });
};

describe('5 notes, flags and feedback', () => {
  it('keep notes with the task and let jobs be found by them', async () => {
    const job = await made();
    const note = await api.must('POST /v1/notes', { body: { jobId: job.id, note: 'Back door.' } });
    const read = await api.must('GET /v1/jobs/{id}', { params: { id: job.id } });
    expect(read.jobConfigurations[0].advancedTask.taskNotes).toMatchObject([
      { id: note.id, note: 'Back door.' },
    ]);
    expect((await api.must('GET /v1/jobs', { query: { hasNotes: 'true' } })).results).toHaveLength(1);
    expect(await api.db.events('task.note_added')).toHaveLength(1);
  });

  it('keep one feedback for each delivery', async () => {
    const job = await made();
    const deliveryId = job.jobConfigurations[0].delivery.id;
    const first = await api.must('POST /v1/feedback/{delivery_id}', {
      params: { delivery_id: deliveryId },
      body: { score: 2 },
    });
    const again = await api.must('POST /v1/feedback/external_identifier/{external_identifier}', {
      params: { external_identifier: 'x' },
      body: { score: 5, comment: 'Mended.' },
    });
    expect(again).toEqual({ id: first.id, deliveryId, score: 5, comment: 'Mended.' });
  });

  it('flag exactly one thing', async () => {
    const job = await made();
    const flag = await api.must('POST /v1/flags', { body: { jobId: 'x', notes: 'Called twice.' } });
    expect(flag).toMatchObject({ jobId: job.id, status: 'NEEDS_ATTENTION' });
    const none = await api.call('POST /v1/flags', { body: { notes: 'What?' } });
    expect([none.status, none.json.error.code]).toEqual([400, 'BAD_REQUEST']);
  });
});
