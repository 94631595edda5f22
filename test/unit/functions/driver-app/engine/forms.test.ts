import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { workExample } from '../../../../../functions/api/driver/work-schema.ts';
import { formsAt, nameOfFilled, subjectOf } from '../../../../../functions/driver-app/engine/forms.ts';
import { toursOf } from '../../../../../functions/driver-app/engine/visits.ts';

const [visit] = toursOf(workExample)[0]!.visits;
const [shiftForm] = workExample.forms;
const form = { ...shiftForm!, key: 'door', moment: 'dropoff' as const };

test('45 5 a visit asks for the forms of its kind, until they are filled in for it', () => {
  expect(formsAt(visit!, [shiftForm!, form], [])).toEqual([form]);
  const filled = nameOfFilled({ formKey: 'door', ...subjectOf(visit!) });
  expect(formsAt(visit!, [form], [filled])).toEqual([]);
  expect(formsAt(visit!, [form], [nameOfFilled({ formKey: 'door', stopId: 'other' })])).toEqual([form]);
});
