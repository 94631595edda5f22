import { defineConfig } from 'vitest/config';

/** The tests that judge mutants of filters, variables and reschedule: the exact ones, not the random ones. */
export default defineConfig({
  test: {
    include: [
      'test/unit/lib/engines/workflows/{filters,variables}/*.test.ts',
      'test/unit/lib/engines/workflows/actions/{reschedule-order,action-catalogue.messages}.test.ts',
    ],
    pool: 'threads',
    maxWorkers: 1,
  },
});
