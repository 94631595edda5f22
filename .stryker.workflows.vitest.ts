import { defineConfig } from 'vitest/config';

/** The tests that judge mutants of filters, variables and reschedule: the exact ones, not the random ones. */
export default defineConfig({
  test: {
    include: ['test/unit/lib/workflows/{filters,variables,reschedule,message-actions}.test.ts'],
    pool: 'threads',
    maxWorkers: 1,
  },
});
