import fc from 'fast-check';
import { expect, it } from 'vitest';
import { startServedTable } from '../../support/test-table.ts';
import { comparePrograms, program } from './programs.ts';

it('the table in memory and the DynamoDB of the local cloud answer 10,000 random programs alike', async () => {
  const served = await startServedTable();
  try {
    const compare = comparePrograms(served);
    await expect(fc.assert(fc.asyncProperty(program, compare), { numRuns: 10_000 })).resolves.toBeUndefined();
  } finally {
    await served.stop();
  }
});
