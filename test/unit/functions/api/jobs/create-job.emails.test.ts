import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobBodyExample } from '../../../../../functions/api/jobs/job-schemas.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';

let api: DispatchApi;
beforeAll(async () => {
  api = await startDispatchApi([faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 }).provider]);
});
afterAll(() => api.stop());

const FIELDS = ['pickupEmail', 'dropoffEmail'] as const;
const BAD = ['ada', 'Ada <ada@example.com>', 'ada@example.com\r\nBcc: eve@example.com', 'ada@example.com\n'];

it.each(FIELDS.flatMap((field) => BAD.map((email) => ({ field, email }))))(
  '49.3 a job, a batch, or a change of one with $email as $field is refused, and says which field is wrong',
  async ({ field, email }) => {
    const body = { ...jobBodyExample, externalIdentifier: undefined, [field]: email };
    const job = await api.must('POST /v1/jobs', { body: { ...body, [field]: 'ada@example.com' } });
    const change = { params: { id: job.id }, body: { [field]: email } };
    const replies = [
      await api.call('POST /v1/jobs', { body }),
      await api.call('POST /v1/batch_job', { body: { packages: [body, body] } }),
      await api.call('PATCH /v1/jobs/{id}', change),
    ];
    for (const { status, json } of replies) {
      expect([400, 422]).toContain(status);
      expect(['INVALID_VALUE', 'VALIDATION_ERRORS']).toContain(json.error.code);
      expect(JSON.stringify(json.error.details)).toContain(field);
    }
  },
);
