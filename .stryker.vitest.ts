import { defineConfig } from 'vitest/config';

/** The unit tests that judge mutants of dispatch, table, events, timers, webhooks and tenancy: exact ones, in memory. */
export default defineConfig({
  test: {
    include: ['test/unit/lib/timers/**/*.test.ts'],
    exclude: ['**/*.{deep,property}.test.ts'],
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
  },
});
