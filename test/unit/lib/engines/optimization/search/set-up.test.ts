import { describe, expect, it } from 'vitest';
import { defineProblem, type Problem } from '../../../../../../lib/engines/optimization/index.ts';
import { createBudget } from '../../../../../../lib/engines/optimization/search/budget.ts';
import { createRandom } from '../../../../../../lib/engines/optimization/search/random.ts';
import { createSetUp, preparingSearch } from '../../../../../../lib/engines/optimization/search/set-up.ts';
import { delivery, type Point, plane, van } from '../support/line-problem.ts';

/** Enough orders to measure the speed of a machine. */
const MANY = 800;

/** The depot and this many points around it. */
function scatteredPoints(count: number) {
  return plane(Array.from({ length: count + 1 }, (_, i): Point => [(i * 7919) % 1000, (i * 104_729) % 997]));
}

/** Orders at scattered points. A set-up reads the clock some 300 times for 100 of them and 3,000 times for 800. */
function scatteredOrders(orders: number): Problem {
  const points = Array.from(
    { length: orders + 1 },
    (_, i): Point => [(i * 7919) % 1000, (i * 104_729) % 997],
  );
  return defineProblem({
    travel: plane(points),
    jobs: Array.from({ length: orders }, (_, i) => delivery(`j${i}`, i + 1)),
    vehicles: [van('v')],
  });
}

/** A set-up with a clock that advances with every read, by `msPerLook`. */
function setUpOf(
  problem: Problem,
  { timeLimitMs, msPerLook = () => 1 }: { timeLimitMs?: number; msPerLook?: (look: number) => number } = {},
) {
  const controller = new AbortController();
  let looks = 0;
  let ms = 0;
  const budget = createBudget({
    timeLimitMs,
    iterations: undefined,
    now: () => {
      ms += msPerLook(++looks);
      return ms;
    },
    startedAt: 0,
    signal: controller.signal,
    stride: 1,
    report: undefined,
  });
  return {
    setUp: createSetUp(problem, createRandom(1), budget, timeLimitMs),
    controller,
    ms: () => ms,
    wait: (milliseconds: number) => {
      ms += milliseconds;
    },
  };
}

/** Milliseconds of the whole set-up by this clock. */
async function msOf(problem: Problem, msPerLook?: (look: number) => number): Promise<number> {
  const { setUp, ms } = setUpOf(problem, { msPerLook, timeLimitMs: 1e9 });
  await setUp.goOn();
  return ms();
}

/** Units of work of a whole set-up, and its number of pauses. */
function workOf(problem: Problem): { units: number; pauses: number } {
  const work = preparingSearch(problem, 0, createRandom(1));
  let units = 0;
  let pauses = 0;
  for (let step = work.next(); step.done !== true; step = work.next(), pauses++) units += step.value;
  return { units, pauses };
}

describe('a set-up', () => {
  const problem = scatteredOrders(100);

  it('without a limit makes a search for the whole problem', async () => {
    const search = await setUpOf(problem).setUp.goOn(0.5);
    expect([search?.model.visits, search?.neighbours.list.length]).toEqual([100, 100 * 99]);
  });

  it('stops at an abort', async () => {
    const { setUp, controller } = setUpOf(problem, {
      msPerLook: (look) => {
        if (look === 100) controller.abort();
        return 1;
      },
    });
    expect(await setUp.goOn()).toBeUndefined();
  });

  it('stops when the time is over', async () => {
    const timeLimitMs = Math.round((await msOf(problem)) / 2);
    const { setUp, ms } = setUpOf(problem, { timeLimitMs });
    expect(await setUp.goOn()).toBeUndefined();
    expect(ms()).toBeGreaterThanOrEqual(timeLimitMs);
    expect(ms()).toBeLessThan(timeLimitMs + 5);
  });

  it('stops early where it is plain that it takes more than its share of the time', async () => {
    const wholeMs = await msOf(problem);
    const { setUp, ms } = setUpOf(problem, { timeLimitMs: wholeMs / 2 });
    expect(await setUp.goOn(0.5)).toBeUndefined();
    expect(ms()).toBeLessThan(wholeMs / 6);
  });

  it('does not stop where its share of the time will do', async () => {
    const { setUp } = setUpOf(problem, { timeLimitMs: 3 * (await msOf(problem)) });
    expect(await setUp.goOn(0.5)).toBeDefined();
  });

  it('does not take a slow begin for its pace', async () => {
    const slowly = (look: number) => (look <= 10 ? 10 : 1);
    const { setUp } = setUpOf(problem, {
      timeLimitMs: 2.3 * (await msOf(problem, slowly)),
      msPerLook: slowly,
    });
    expect(await setUp.goOn(0.5)).toBeDefined();
  });

  it('goes on where it stopped', async () => {
    const wholeMs = await msOf(problem);
    const { setUp, ms } = setUpOf(problem, { timeLimitMs: 1.2 * wholeMs });
    expect(await setUp.goOn(0.1)).toBeUndefined();
    expect(ms()).toBeGreaterThan(20);
    expect((await setUp.goOn())?.model.visits).toBe(100);
    expect(ms()).toBeLessThan(wholeMs + 10);
  });

  it('that goes on only looks at what is left', async () => {
    const { setUp } = setUpOf(problem, { timeLimitMs: 2.1 * (await msOf(problem)) });
    expect(await setUp.goOn(0.2)).toBeUndefined();
    expect(await setUp.goOn(0.5)).toBeDefined();
  });
});

describe('how fast a machine is', () => {
  const problem = scatteredOrders(MANY);
  const { units, pauses } = workOf(problem);
  /** At this many milliseconds per pause, with two reads of the clock each, work takes its usual time. */
  const usual = (units * MANY * 3e-6) / pauses;

  it.each([
    [1, 1],
    [2.5, 2.5],
    [0.5, 0.5],
    [100, 4],
    [0.01, 0.25],
  ])('is told by a set-up that takes %d times as long as usual: %d', async (times, told) => {
    const { setUp } = setUpOf(problem, { timeLimitMs: 1e9, msPerLook: () => (times * usual) / 2 });
    await setUp.goOn();
    expect(setUp.slowness()).toBeCloseTo(told, 1);
    expect(setUp.wholeMs() / (told * usual * pauses)).toBeCloseTo(1, 1);
  });

  it('is told by pairs as well, each of two visits', async () => {
    const jobs = Array.from({ length: MANY / 2 }, (_, i) => ({
      kind: 'pair' as const,
      id: `p${i}`,
      pickup: { location: i + 1 },
      delivery: { location: MANY - i },
    }));
    const { setUp } = setUpOf(defineProblem({ travel: scatteredPoints(MANY), jobs, vehicles: [van('v')] }), {
      timeLimitMs: 1e9,
      msPerLook: () => usual,
    });
    await setUp.goOn();
    expect(setUp.slowness()).toBeGreaterThan(1.5);
    expect(setUp.slowness()).toBeLessThan(2.5);
  });

  it('is told from all stretches together, time between them left out', async () => {
    const wholeMs = 2 * usual * pauses;
    const { setUp, ms, wait } = setUpOf(problem, { timeLimitMs: 3 * wholeMs, msPerLook: () => usual });
    expect(await setUp.goOn(0.1)).toBeUndefined();
    expect(ms()).toBeGreaterThan(wholeMs / 10);
    wait(wholeMs);
    await setUp.goOn();
    expect(setUp.slowness()).toBeCloseTo(2, 1);
  });

  it('is taken for usual before much is done, and where there are few orders', async () => {
    const before = setUpOf(problem);
    expect(before.setUp.slowness()).toBe(1);
    const few = setUpOf(scatteredOrders(MANY - 1), { timeLimitMs: 1e9 });
    await few.setUp.goOn();
    expect(few.setUp.slowness()).toBe(1);
  });
});
