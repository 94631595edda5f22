import { defineConfig } from 'vitest/config';

/** Two workers: the whole run is sized for a machine with two cores. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
