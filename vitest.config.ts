import { defineConfig } from 'vitest/config';

/** Two workers: the whole run is sized for a machine with two cores. */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // A test that expects nothing shows nothing.
    expect: { requireAssertions: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['test/**/*.test.ts'],
          exclude: ['test/scenarios/**'],
        },
      },
      {
        // Stories over HTTP through the local cloud; its assembly is made once, before they start.
        extends: true,
        test: {
          name: 'scenarios',
          include: ['test/scenarios/**/*.test.ts'],
          globalSetup: ['test/support/prepare-assembly.ts'],
        },
      },
    ],
  },
});
