import { describe, expect, it } from 'vitest';
import {
  hasFields,
  kindOfBody,
  rowsOfBody,
  valueOfRows,
} from '../../../../../functions/console/screens/workflow-body-rows.ts';

describe('44 5 the fields of a body', () => {
  it.each([
    [{ who: '{{customer.first_name}}', floor: 3, rings: true, note: null, more: { deep: [] } }, false],
    [['a', 1, { deep: {} }], true],
    [[], true],
    [{}, false],
  ])('are made of %j, and make it again', (value, isList) => {
    expect(kindOfBody(value)).toBe(isList ? 'list' : 'group');
    expect(valueOfRows(rowsOfBody(value), isList)).toEqual(value);
  });

  it('without a name are left out, and of two with the same one the last counts', () => {
    const rows = [
      { id: 0, name: '', value: 1 },
      { id: 1, name: 'a', value: 2 },
      { id: 2, name: 'a', value: 3 },
    ];
    expect(valueOfRows(rows, false)).toEqual({ a: 3 });
  });

  it.each([
    [undefined, true],
    [{}, true],
    [[], false],
    ['{{order.id}}', false],
    [null, false],
    [4, false],
  ])('%j has fields: %s', (value, expected) => {
    expect(hasFields(value)).toBe(expected);
  });
});
