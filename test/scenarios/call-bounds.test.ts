import { expect, inject, test } from 'vitest';
import { measureCalls } from '../bench/measure-calls.ts';

test('no operation asks DynamoDB more often than the bounds allow', async () => {
  const measured = await measureCalls(inject('assemblyDirectory'));
  const broken = measured.filter(({ isWithinBound }) => !isWithinBound);
  expect(broken).toEqual([]);
});
