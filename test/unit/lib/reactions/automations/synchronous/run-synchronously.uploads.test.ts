import { afterEach, beforeEach, expect, it } from 'vitest';
import { activitiesArea } from '../../../../../../functions/api/activities/index.ts';
import { uploadsArea } from '../../../../../../functions/api/uploads/index.ts';
import { worker as doBulkWork } from '../../../../../../functions/workers/do-bulk-work.ts';
import { worker as splitUploads } from '../../../../../../functions/workers/split-uploads.ts';
import { uploadKey } from '../../../../../../lib/operations/uploads/index.ts';
import { type Automations, act, startAutomations, when } from '../../../../../support/automations.ts';

let api: Automations;
beforeEach(async () => {
  api = await startAutomations([], {
    areas: [uploadsArea, activitiesArea],
    workers: [splitUploads, doBulkWork],
  });
});
afterEach(() => api.stop());

it('4.6.10 the workflows inside a request run for every row of a CSV upload', async () => {
  await api.workflow('order.creating', [act('add_tag', { tag: 'new' })]);
  await api.workflow('order.validating', [
    when('dear', { field: 'order.valueCents', operator: 'greater_than', value: 5_000 }),
    act('add_validation_error', { field: 'valueCents', message: 'Too dear: {{order.valueCents}}' }),
  ]);
  const { id } = await api.must('POST /v1/uploads', { body: { kind: 'orders', fileName: 'orders.csv' } });
  const row = (value: string) =>
    `"900 Valencia Street, San Francisco, CA 94110",+14155550101,Ada,"100 Market Street, San Francisco, CA 94105",+14155550102,Bakery,${value}`;
  const header =
    'Dropoff address,Dropoff phone,Dropoff first name,Pickup address,Pickup phone,Pickup business name,Value';
  const content = [header, row('25.00'), row('99.00')].join('\n');
  await api.deps.bucket.put('org_test', uploadKey(id), Buffer.from(content), 'text/csv');
  await api.must('POST /v1/uploads/{id}/import', { params: { id }, body: {} });
  await api.drain();
  const made = (await api.rows('order')).toSorted((one, other) => one.valueCents - other.valueCents);
  expect(made.map(({ tags }) => tags)).toEqual([['new'], ['new']]);
  expect(made[0].validationErrors).not.toHaveProperty('valueCents');
  expect(made[1]).toMatchObject({
    status: 'needs_attention',
    validationErrors: { valueCents: 'Too dear: 9900' },
  });
});
