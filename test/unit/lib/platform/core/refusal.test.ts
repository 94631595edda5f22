import { expect, it } from 'vitest';
import { defineRefusal } from '../../../../../lib/platform/core/refusal.ts';
import { REFUSAL_STATUSES } from '../../../../../lib/platform/core/refusal-codes.ts';

it('a refusal is answered with the status of its code, and names whoever has to act', () => {
  const missing = defineRefusal({ code: 'NOT_FOUND', summary: 'There is none.' });
  expect(missing.kind).toEqual({
    code: 'NOT_FOUND',
    status: 404,
    blame: 'caller',
    summary: 'There is none.',
  });
  const older = defineRefusal({ code: 'VALIDATION_ERRORS', status: 400, summary: 'As older operations do.' });
  expect(older.kind.status).toBe(400);
});

it('details have the fields of their code and no others', () => {
  const missing = defineRefusal({ code: 'ROUTE_NOT_FOUND', summary: 'There is none.' });
  expect(missing('There is no route "rte_1".', { id: 'rte_1' }).details).toEqual({ id: 'rte_1' });
  // @ts-expect-error The code has no such field.
  expect(missing('There is no route "rte_1".', { name: 'rte_1' }).details).toEqual({ name: 'rte_1' });
  expect(missing('There is none.').details).toEqual({});
});

it('statuses are those of refusals', () => {
  expect(Object.values(REFUSAL_STATUSES).filter((status) => status < 400 || status > 503)).toEqual([]);
});
