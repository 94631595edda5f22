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

it('details have the fields that the refusal declares, and no others', () => {
  const missing = defineRefusal<{ id: string; version?: number }>({
    code: 'ROUTE_NOT_FOUND',
    summary: 'There is none.',
  });
  expect(missing('There is no route "rte_1".', { id: 'rte_1' }).details).toEqual({ id: 'rte_1' });
  expect(missing('There is none.', { id: 'rte_1', version: 2 }).details).toEqual({ id: 'rte_1', version: 2 });
  // @ts-expect-error It declares no such field.
  missing('There is no route "rte_1".', { id: 'rte_1', name: 'Monday' });
  // @ts-expect-error The id is missing.
  missing('There is no route.', { version: 2 });
  // @ts-expect-error So are all details.
  missing('There is no route.');
});

it('a refusal that declares no details takes none', () => {
  const gone = defineRefusal({ code: 'GONE', summary: 'The link has expired.' });
  expect(gone('The link has expired.').details).toEqual({});
  // @ts-expect-error It declares no details.
  gone('The link has expired.', { id: 'rte_1' });
});

it('statuses are those of refusals', () => {
  expect(Object.values(REFUSAL_STATUSES).filter((status) => status < 400 || status > 503)).toEqual([]);
});
