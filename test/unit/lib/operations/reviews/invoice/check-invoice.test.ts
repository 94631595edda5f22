import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { activitiesArea } from '../../../../../../functions/api/activities/index.ts';
import { jobBodyExample } from '../../../../../../functions/api/jobs/job-schemas.ts';
import { worker as reviewDeliveries } from '../../../../../../functions/workers/review-deliveries.ts';
import { receiveProviderUpdate } from '../../../../../../lib/fulfilment/jobs/index.ts';
import { organizationEntity } from '../../../../../../lib/platform/organization/index.ts';
import { create } from '../../../../../../lib/platform/table/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../../support/dispatch-api.ts';
import { type FaultyProvider, faultyProvider } from '../../../../../support/faulty-provider.ts';

let one: FaultyProvider;
let api: DispatchApi;
beforeEach(async () => {
  one = faultyProvider({ id: 'prv_one', name: 'ONE', priceCents: 1_000 });
  const two = faultyProvider({ id: 'prv_two', name: 'TWO', priceCents: 2_000 });
  api = await startDispatchApi([one.provider, two.provider], {
    areas: [activitiesArea],
    workers: [reviewDeliveries],
  });
  const at = '2026-01-01T00:00:00.000Z';
  const organization = { id: 'org_test', name: 'Test', listShards: 1, createdAt: at, updatedAt: at };
  const preferences = { timeZone: 'UTC', currency: 'USD' };
  const stored = organizationEntity.definition.schema.parse({ ...organization, preferences });
  await api.deps.table.write([create(organizationEntity, stored)]);
});
afterEach(() => api.stop());

const DAYS = { from: '2026-03-01', to: '2026-03-03' };
const COLUMNS = { reference: 'Delivery', amount: 'Total' };

/** A job at the first provider whose delivery has had these statuses; by default it has ended. */
async function carried(...statuses: readonly string[]) {
  const { id: optionsGroupId } = await api.strategy({ enableAutoDispatch: true, allowedProviders: ['ONE'] });
  const job = await api.must('POST /v1/jobs', { body: { ...jobBodyExample, optionsGroupId } });
  await api.drain();
  const read = await api.must('GET /v1/jobs/{id}', { params: { id: job.id } });
  const deliveryId = read.jobConfigurations[0].delivery.id as string;
  const from = { organizationId: 'org_test', providerId: 'prv_one' };
  const reported = statuses.length > 0 ? statuses : ['pickup_complete', 'dropoff_complete'];
  for (const status of reported) await receiveProviderUpdate(api.deps, from, { deliveryId, status });
  await api.drain();
  return { deliveryId, jobId: job.id as string };
}

/** The activity of a check. */
async function check(content: string, more: object = { columns: COLUMNS }) {
  const body = { name: 'March', providerId: 'ONE', ...DAYS, content, ...more };
  const { status, json } = await api.call('POST /v1/dispatch/invoice-checks', { body });
  if (status !== 200) return { status, message: json.error.message as string };
  await api.drain();
  const ended = await api.must('GET /v1/activities/{id}', { params: { id: json.id } });
  expect(ended.status).toBe('SUCCESS');
  return { status, id: json.id as string, result: ended.result };
}

describe("46 7: a carrier's invoice", () => {
  it('is right, dearer than quoted, unknown, missing or twice, line by line', async () => {
    const [right, dear, missing, twice] = [
      await carried(),
      await carried(),
      await carried(),
      await carried(),
    ];
    const { result } = await check(
      [
        'Delivery;Date;Total',
        `${right.deliveryId};1 March;10,00`,
        `${dear.deliveryId.toUpperCase()};1 March;12,50`,
        'someone-elses;1 March;7,00',
        `${twice.deliveryId};1 March;10,00`,
        `${twice.jobId};2 March;10,00`,
        ';Sum;49,50',
      ].join('\n'),
    );
    expect(result).toMatchObject({
      counts: { right: 1 + 1, dearer: 1, unknown: 1, missing: 1, twice: 1 },
      // 2.50 too much, 7.00 of another, and 10.00 again.
      ...{ invoicedCents: 4_950, disputedCents: 1_950, missingCents: 1_000, isComplete: true },
    });
    expect(result.lines).toMatchObject([
      { row: 3, verdict: 'dearer', invoicedCents: 1_250, expectedCents: 1_000, deliveryId: dear.deliveryId },
      { row: 4, verdict: 'unknown', deliveryId: null },
      { row: 6, verdict: 'twice', expectedCents: 0, deliveryId: twice.deliveryId },
      { row: null, verdict: 'missing', deliveryId: missing.deliveryId },
    ]);
  });

  it('is disputed by a file for the carrier', async () => {
    const { deliveryId } = await carried();
    const { id } = await check(`Delivery,Total\n${deliveryId},12.50\n=cmd,1.00\n`);
    const { json } = await api.call('GET /v1/dispatch/invoice-checks/{id}/dispute', { params: { id: id! } });
    expect(String(json).replace('\uFEFF', '').trim().split('\n')).toEqual([
      'Row,Reference,Reason,Invoiced,Expected,Difference,Currency,Our delivery',
      `2,${deliveryId},Dearer than quoted,12.50,10.00,2.50,USD,${deliveryId}`,
      "3,'=cmd,No delivery of yours has this reference,1.00,0.00,1.00,USD,",
    ]);
  });

  it('may not ask for a delivery that was never picked up', async () => {
    const { deliveryId } = await carried('canceled_by_provider');
    const { result } = await check(`Delivery,Total\n${deliveryId},10.00\n`);
    expect(result).toMatchObject({ counts: { dearer: 1, missing: 0 }, disputedCents: 1_000 });
  });

  it('46 7: is not missing a delivery that is still on its way', async () => {
    await carried('pickup_complete', 'dropoff_enroute');
    const ended = await carried();
    const { result } = await check('Delivery,Total\nsomeone-elses,1.00\n');
    expect(result).toMatchObject({ counts: { missing: 1 }, missingCents: 1_000 });
    expect(result.lines[1]).toMatchObject({ verdict: 'missing', deliveryId: ended.deliveryId });
  });

  it('46 7: may ask what was quoted for a delivery that the courier has yet to pick up', async () => {
    const { deliveryId } = await carried('pickup_enroute');
    const { result } = await check(`Delivery,Total\n${deliveryId},10.00\n`);
    expect(result).toMatchObject({ counts: { right: 1, dearer: 0, missing: 0 }, disputedCents: 0 });
  });

  it('has the columns of the invoice before, once they were named', async () => {
    const { deliveryId } = await carried();
    const content = `Delivery,Total\n${deliveryId},10.00\n`;
    expect(await check(content, {})).toMatchObject({
      message: expect.stringMatching(/as "columns"\. The file has the columns "Delivery", "Total"/),
    });
    await check(content);
    expect((await check(content, {})).result.counts).toMatchObject({ right: 1 });
  });

  it.each([
    ['Delivery,Sum\nx,1\n', {}, /There is no column "Total"/],
    ['Delivery,Total\nx,much\n', {}, /Row 2 has "much" in "Total"/],
    ['Delivery,Total\n,1\n', {}, /No row has anything in "Delivery"/],
    ['Delivery,Total\nx,1\n', { providerId: 'NOBODY' }, /"NOBODY" is not a provider/],
    ['Delivery,Total\nx,1\n', { from: '2026-03-04' }, /is after to/],
  ])('is refused when it cannot be read: %j %j', async (content, more, message) => {
    const { message: told } = await check(content, { columns: COLUMNS, ...more });
    expect(told).toMatch(message);
  });
});
