import { defineConfig } from 'vitest/config';

/** The areas whose behaviour these mutants change. */
const AREAS = '{dispatch,events,jobs,orders,own-fleet,quotes,retention,table,tenancy,timers,webhooks}';

/** The tests that judge mutants of dispatch, table, events, timers, webhooks and tenancy: exact ones, in memory. */
export default defineConfig({
  test: {
    include: [
      `test/unit/lib/*/${AREAS}/**/*.test.ts`,
      'test/unit/functions/api/{deliveries,dispatch,jobs,orders,route-execution,tenancy,webhooks}/**/*.test.ts',
      'test/unit/functions/workers/**/*.test.ts',
    ],
    exclude: ['**/*.{deep,property}.test.ts'],
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    // A slow machine is no mutant that was found; Stryker has a time limit of its own.
    testTimeout: 120_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
