import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** One more field, added by its declaration alone. */
vi.mock('../../../../../../lib/ordering/orders/fields/declared-fields.ts', async (original) => {
  const { declaredFields, ...others } =
    await original<typeof import('../../../../../../lib/ordering/orders/fields/declared-fields.ts')>();
  const { text } = await import('../../../../../../lib/ordering/orders/fields/field-kind.ts');
  const { onPackage, orderField } = await import(
    '../../../../../../lib/ordering/orders/fields/order-field.ts'
  );
  const job = onPackage(text, {
    name: 'giftMessage',
    sentAs: 'packageGiftMessage',
    says: 'Message to the recipient.',
  });
  const giftMessage = orderField(text, 'Message to the recipient.', { longest: 280, job });
  return { ...others, declaredFields: { ...declaredFields, giftMessage } };
});

const { activitiesArea } = await import('../../../../../../functions/api/activities/index.ts');
const { jobBodyExample } = await import('../../../../../../functions/api/jobs/job-schemas.ts');
const { uploadsArea } = await import('../../../../../../functions/api/uploads/index.ts');
const { worker: doBulkWork } = await import('../../../../../../functions/workers/do-bulk-work.ts');
const { worker: splitUploads } = await import('../../../../../../functions/workers/split-uploads.ts');
const { deliveryEvents } = await import('../../../../../../lib/fulfilment/jobs/index.ts');
const { uploadKey } = await import('../../../../../../lib/operations/uploads/index.ts');
const { readAuditLog } = await import('../../../../../../lib/platform/audit/index.ts');
const { organizationEntity } = await import('../../../../../../lib/platform/organization/index.ts');
const { create } = await import('../../../../../../lib/platform/table/index.ts');
const { renderContent } = await import('../../../../../../lib/reactions/webhooks/render-content.ts');
const { filledOrder } = await import('../../../../../support/builders/filled-order.ts');
const { startDispatchApi } = await import('../../../../../support/dispatch-api.ts');
const { faultyProvider } = await import('../../../../../support/faulty-provider.ts');

let api: Awaited<ReturnType<typeof startDispatchApi>>;
beforeEach(async () => {
  api = await startDispatchApi([faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 }).provider], {
    areas: [uploadsArea, activitiesArea],
    workers: [splitUploads, doBulkWork],
  });
  const at = '2026-03-01T00:00:00.000Z';
  const organization = { id: 'org_test', name: 'Test', listShards: 1, createdAt: at, updatedAt: at };
  await api.deps.table.write([
    create(organizationEntity, organizationEntity.definition.schema.parse(organization)),
  ]);
});
afterEach(() => api.stop());

const MESSAGE = 'Happy birthday, Ada';
const patchOrder = (id: string, body: object) => api.must('PATCH /v1/order/{id}', { params: { id }, body });
const packageOf = (job: { jobConfigurations: { package: object }[] }) => job.jobConfigurations[0]!.package;
const patchJob = async (id: string, body: object) =>
  packageOf(await api.must('PATCH /v1/jobs/{id}', { params: { id }, body }));

describe('2.2 a new field of an order, declared once', () => {
  it('is stored, shown, kept by other changes, judged by its length, and cleared', async () => {
    const { id, giftMessage } = await api.order({ giftMessage: MESSAGE });
    expect(giftMessage).toBe(MESSAGE);
    expect((await patchOrder(id, { tipAmountCents: 5 })).giftMessage).toBe(MESSAGE);
    const long = await patchOrder(id, { giftMessage: 'x'.repeat(281) });
    expect(Object.keys(long.validationErrors)).toEqual(['giftMessage']);
    expect((await patchOrder(id, { giftMessage: null })).giftMessage).toBeNull();
  });

  it('goes to the package of the job, is kept by other changes, and its own is audited', async () => {
    const order = await api.order(filledOrder());
    expect(order.giftMessage).toBe('giftMessage as text');
    const { job } = await api.must('POST /v1/order/{id}/autodispatch', { params: { id: order.id } });
    expect(packageOf(job)).toMatchObject({ giftMessage: 'giftMessage as text' });
    expect(await patchJob(job.id, { itemsCount: 3 })).toEqual({ ...packageOf(job), itemsCount: 3 });
    expect(await patchJob(job.id, { packageGiftMessage: MESSAGE })).toMatchObject({ giftMessage: MESSAGE });
    const { results } = await readAuditLog(api.deps, 'org_test', { entityId: job.id, limit: 10 });
    expect(results.flatMap(({ changes }) => changes ?? [])).toContainEqual({
      field: `packages.${job.jobConfigurations[0].id}.giftMessage`,
      before: 'giftMessage as text',
      after: MESSAGE,
    });
  });

  it('is taken from a job request, and refused under the name that it has there', async () => {
    const job = await api.must('POST /v1/jobs', { body: { ...jobBodyExample, packageGiftMessage: MESSAGE } });
    expect(packageOf(job)).toMatchObject({ giftMessage: MESSAGE });
    expect(await patchJob(job.id, { itemsCount: 3 })).toEqual({ ...packageOf(job), itemsCount: 3 });
    const { json } = await api.call('POST /v1/jobs', {
      body: { ...jobBodyExample, packageGiftMessage: 'x'.repeat(281) },
    });
    expect(json.error.details.field).toBe('packageGiftMessage');
    expect(json.error.message).toMatch(/^packageGiftMessage has 281 characters/);
  });

  it('is in the webhook of its delivery', async () => {
    const { id } = await api.order({ giftMessage: MESSAGE });
    await api.must('POST /v1/order/{id}/autodispatch', { params: { id } });
    await api.drain();
    const [event] = await api.db.events(deliveryEvents.created.name);
    const content = await renderContent(api.deps, event!);
    expect(content?.data).toMatchObject({ jobConfigurations: [{ package: { giftMessage: MESSAGE } }] });
  });

  it('is a column of imports and exports', async () => {
    const { json: upload } = await api.call('POST /v1/uploads', {
      body: { kind: 'orders', fileName: 'orders.csv' },
    });
    const csv = `externalId,Gift message\nshop-1,"${MESSAGE}"\n`;
    await api.deps.bucket.put('org_test', uploadKey(upload.id), Buffer.from(csv), 'text/csv');
    await api.must('POST /v1/uploads/{id}/import', { params: { id: upload.id }, body: {} });
    await api.drain();
    const { status, json } = await api.call('GET /v1/orders/export', { query: {} });
    expect(status).toBe(200);
    const [header = '', row = ''] = String(json).split('\n');
    expect(header.split(',').at(-1)).toBe('giftMessage');
    expect(row).toMatch(new RegExp(`"${MESSAGE}"$`));
  });
});
