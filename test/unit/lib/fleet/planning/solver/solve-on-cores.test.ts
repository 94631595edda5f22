import { expect, it } from 'vitest';
import {
  defineProblem,
  estimateTravel,
  type ProblemInput,
  solve,
} from '../../../../../../lib/engines/optimization/index.ts';
import { coresOf, solveOnCores } from '../../../../../../lib/fleet/planning/solver/solve-on-cores.ts';
import { recordingLog } from '../../../../../support/recording-log.ts';

const JOBS = 30;
const SIDE = JOBS + 1;

/** A line of places, a hundred seconds apart. */
const table = Int32Array.from(
  { length: SIDE ** 2 },
  (_, at) => 100 * Math.abs((at % SIDE) - Math.floor(at / SIDE)),
);

const line: ProblemInput = {
  travel: { locationCount: SIDE, tables: { car: { durations: table, distances: table } } },
  jobs: Array.from({ length: JOBS }, (_, index) => ({
    kind: 'delivery',
    id: `job ${index}`,
    stop: { location: index + 1 },
  })),
  vehicles: [{ id: 'van', start: 0, end: 0, cost: { centsPerKilometre: 1_000 } }],
};

/** A clock on which any limit is exceeded at once. */
function hurriedClock(): () => number {
  let now = 0;
  return () => {
    now += 1_000_000;
    return now;
  };
}

it('counts the memory of a function in processors', () => {
  expect([undefined, '512', '1769', '3538', '10240'].map(coresOf)).toEqual([1, 1, 1, 2, 5]);
});

it('takes the better plan of another thread', async () => {
  const log = recordingLog();
  const limits = { timeLimitMs: 1_000, now: hurriedClock() };
  const alone = await solveOnCores({ cores: 1, log }, line, { ...limits, now: hurriedClock() });
  expect(alone.unassigned.length).toBeGreaterThan(0);
  const together = await solveOnCores({ cores: 2, log }, line, limits);
  expect(together.unassigned).toEqual([]);
  expect(together.costs.total).toBe(6_000);
  expect(log.entries).toEqual([]);
});

it('keeps its own plan when a thread fails, and says so in the log', async () => {
  const log = recordingLog();
  // Functions cannot be passed to a thread.
  const locations = Array.from({ length: SIDE }, (_, index) => ({ lat: 52 + index / 100, lng: 13 }));
  const travel = { model: estimateTravel(), locations };
  const { unassigned } = await solveOnCores({ cores: 2, log }, { ...line, travel }, { timeLimitMs: 200 });
  expect(unassigned).toEqual([]);
  expect(log.entries).toMatchObject([{ code: 'planning.thread-failed' }]);
});

it('ends with its threads when it is cancelled', async () => {
  const abort = new AbortController();
  const solving = solveOnCores({ cores: 2, log: recordingLog() }, line, {
    timeLimitMs: 3_600_000,
    signal: abort.signal,
  });
  abort.abort();
  expect((await solving).routes).toBeDefined();
});

it('searches once, the same on every machine, where it is given a number of iterations', async () => {
  const log = recordingLog();
  const own = await solve(defineProblem(line), { iterations: 50 });
  const { statistics } = await solveOnCores({ cores: 4, log }, line, { iterations: 50 });
  expect(statistics.iterations).toBe(own.statistics.iterations);
});
