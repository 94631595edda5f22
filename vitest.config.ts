import { defineConfig } from 'vitest/config';
import { COMPILED } from './cdk/local/node-process.mjs';

// Files that run in processes of their own load the same code: it is stripped of types and compiled once.
process.env.NODE_COMPILE_CACHE ??= COMPILED;

/** Many runs of what `vitest run` runs a few of: by `npm run test:deep` alone. */
const DEEP = 'test/**/*.deep.test.ts';

/**
 * Tests of the local cloud, the stacks, the simulation and the whole API, and whatever else needs its own process; and
 * those that take long by themselves: two in the same of two processes would leave the other one idle.
 */
const ALONE = [
  'test/{contract,simulation,stacks}/**/*.test.ts',
  'test/conformance/models/**/*.test.ts',
  'test/unit/**/*.property.test.ts',
  'test/unit/cdk/**/*.test.ts',
  'test/unit/lib/engines/sandbox/**/*.test.ts',
];

/** Replace a module that another one imports by the import of a third, which Node's own loader does not support. */
const REPLACING = ['test/unit/lib/ordering/orders/fields/**/*.test.ts'];

/** Files whose properties `npm run test:deep` tries more often: see `propertyRuns`. */
const TRIED_MORE_OFTEN = [
  'test/contract/{foreign-organization,fuzz}.test.ts',
  'test/unit/cdk/local/functions/function-thread.test.ts',
  'test/unit/functions/driver-app/engine/sync.{day,two-phones}.property.test.ts',
  'test/unit/lib/engines/optimization/solve.{exhaustive-optimum,limits,travel-of-vehicles}.test.ts',
  'test/unit/lib/engines/optimization/search/genetic/route-pool.test.ts',
];

const deep = {
  extends: true as const,
  test: {
    name: 'deep',
    include: [DEEP, ...TRIED_MORE_OFTEN],
    env: { DEEP: 'true' },
    globalSetup: ['test/support/prepare-assembly.ts', 'test/support/prepare-laptop.ts'],
    testTimeout: 6 * 3_600_000,
  },
};

/** Stories in a browser through the local cloud: by `npm run check:console`, where Chromium is installed. */
const inBrowser = {
  extends: true as const,
  test: {
    name: 'console',
    include: ['test/console/**/*.test.ts'],
    exclude: [DEEP],
    globalSetup: ['test/support/prepare-laptop.ts'],
    // A story waits for each thing by itself (PATIENCE_MS), so this ends only what hangs.
    testTimeout: 1_800_000,
    // A browser beside a whole cloud on two cores: a story that fails once is told again, and both are reported.
    retry: 1,
  },
};

/** What the local cloud does beside what moto does: by `npm run test:independent`, where moto is installed. */
const INDEPENDENT = 'test/independent/**/*.test.ts';

const independent = {
  extends: true as const,
  test: { name: 'independent', include: [INDEPENDENT] },
};

/** Whether the command line asks for a project by its name. */
const isAsked = (name: string) => process.argv.some((word) => word === name || word === `--project=${name}`);

/** Two workers: the whole run is sized for a machine with two cores. */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // Far beyond what a test takes on a busy machine: it ends tests that hang, and judges no speed.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A test that expects nothing shows nothing.
    expect: { requireAssertions: true },
    // Node loads the code as it does for `npm start`: in two thirds of the time, and what runs is what was written.
    experimental: { viteModuleRunner: false },
    projects: [
      ...(isAsked('deep') ? [deep] : []),
      ...(isAsked('console') ? [inBrowser] : []),
      ...(isAsked('independent') ? [independent] : []),
      {
        // These change the process they run in, start others or measure it: each file has one to itself.
        extends: true,
        test: { name: 'alone', include: ALONE, exclude: [DEEP] },
      },
      {
        extends: true,
        test: {
          name: 'replacing',
          include: REPLACING,
          exclude: [DEEP],
          experimental: { viteModuleRunner: true },
        },
      },
      {
        // Two processes for all of them: loading the code takes longer than most of these files do.
        extends: true,
        test: {
          name: 'units',
          include: ['test/**/*.test.ts'],
          exclude: ['test/scenarios/**', 'test/console/**', INDEPENDENT, ...ALONE, ...REPLACING, DEEP],
          isolate: false,
          restoreMocks: true,
          unstubEnvs: true,
        },
      },
      {
        // Stories over HTTP through the local cloud; its assembly is made once, before they start.
        extends: true,
        test: {
          name: 'scenarios',
          include: ['test/scenarios/**/*.test.ts'],
          exclude: [DEEP],
          testTimeout: 240_000,
          globalSetup: ['test/support/prepare-assembly.ts'],
        },
      },
    ],
  },
});
