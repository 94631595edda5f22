import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { COMPILED } from './cdk/local/node-process.mjs';

// Files that run in processes of their own load the same code: it is stripped of types and compiled once.
process.env.NODE_COMPILE_CACHE ??= COMPILED;

/** Many runs of what `vitest run` runs a few of: by `npm run test:deep` alone. */
const DEEP = 'test/**/*.deep.test.ts';

/**
 * These start processes that use both processors, change the process they run in, so that the next file would find it
 * changed, or run the same code often, which is faster where nothing else has run: each has a process to itself.
 */
const ALONE = [
  'test/contract/{closed-addresses,established,established-points}.test.ts',
  'test/simulation/simulation.test.ts',
  'test/unit/**/*.property.test.ts',
  'test/unit/cdk/tools/new.test.ts',
];

/**
 * Tests of the local cloud, the stacks and the whole API: they load most of the code. Beside the units, in processes that have
 * loaded everything, some would take half as long again.
 */
const LARGE = [
  'test/{contract,simulation,stacks}/**/*.test.ts',
  'test/conformance/models/**/*.test.ts',
  'test/unit/cdk/**/*.test.ts',
  'test/unit/lib/engines/sandbox/**/*.test.ts',
];

/** A process of each worker for all files of a project: loading the code takes longer than most of these files do. */
const IN_SHARED_PROCESSES = { isolate: false, restoreMocks: true, unstubEnvs: true };

/** Replace a module that another one imports by the import of a third, which Node's own loader does not support. */
const REPLACING = ['test/unit/lib/ordering/orders/fields/**/*.test.ts'];

/** Files of which `npm run test:deep` does more: of properties, see `propertyRuns`. */
const TRIED_MORE_OFTEN = [
  'test/console/fluid.test.ts',
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

/** From two, on which the whole run is planned, to four: many files start a cloud, or a compiler, of their own. */
const PROCESSORS = Math.min(Math.max(availableParallelism(), 2), 4);

export default defineConfig({
  test: {
    pool: 'forks',
    // A story often waits for its browser.
    maxWorkers: isAsked('console') ? PROCESSORS + 1 : PROCESSORS,
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
      { extends: true, test: { name: 'alone', include: ALONE, exclude: [DEEP] } },
      {
        extends: true,
        test: { name: 'large', include: LARGE, exclude: [...ALONE, DEEP], ...IN_SHARED_PROCESSES },
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
        extends: true,
        test: {
          name: 'units',
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/scenarios/**',
            'test/console/**',
            INDEPENDENT,
            ...ALONE,
            ...LARGE,
            ...REPLACING,
            DEEP,
          ],
          ...IN_SHARED_PROCESSES,
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
