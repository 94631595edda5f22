import { expect, test } from 'vitest';
import { fillIn, valueAt } from '../../../../../functions/console/screens/workflow-values.ts';

const entities = { order: { dropoffFirstName: 'Ada', valueCents: 0, orderMetadata: { tier: 'gold' } } };
const customer = {
  path: 'customer.first_name',
  sources: ['message.first_name', 'order.dropoffFirstName'],
  ...{ label: 'First name', group: 'Customer', type: 'text', hasKeysBelow: false },
};

test('44 5 a value is the first of its places that has one', () => {
  expect(valueAt(entities, customer.path, customer.sources)).toBe('Ada');
  expect(valueAt(entities, 'order.orderMetadata.tier')).toBe('gold');
  expect(valueAt(entities, 'order.valueCents')).toBe(0);
  expect(valueAt(entities, 'job.id')).toBeUndefined();
});

test('44 5 a text is filled in, what has no value is named, and what nodes will say stays', () => {
  const text = 'Dear {{ customer.first_name }}, {{job.id}} {{node_var_ask__branch}}';
  expect(fillIn(text, entities, [customer])).toEqual({
    text: 'Dear Ada,  {{node_var_ask__branch}}',
    missing: ['job.id'],
  });
});
