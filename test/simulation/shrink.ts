import { type RunResult, runSeed, type Without } from './run-seed.ts';
import type { FaultName } from './world/faults.ts';

/** The smallest form of a seed that still breaks in the same way. */
export interface Shrunken {
  readonly result: RunResult;
  readonly runs: number;
}

/** Runs that a search may take. */
const MAX_RUNS = 400;

/**
 * Leaves out kinds of faults, requests and single faults as long as the seed still breaks one of the same invariants.
 */
export async function shrink(first: RunResult, faults: readonly FaultName[]): Promise<Shrunken> {
  const { seed } = first;
  let runs = 0;
  let best = first;
  let kinds = faults;
  let without: { actions: ReadonlySet<number>; faults: ReadonlySet<string> } = {
    actions: new Set(),
    faults: new Set(),
  };
  const breaks = async (nextKinds: readonly FaultName[], next: Without): Promise<boolean> => {
    if (runs >= MAX_RUNS) return false;
    runs += 1;
    const result = await runSeed(seed, { kinds: nextKinds, without: next, isTraced: true });
    if (!result.invariants.some((name) => first.invariants.includes(name))) return false;
    best = result;
    return true;
  };
  for (const kind of faults) {
    const fewer = kinds.filter((one) => one !== kind);
    if (await breaks(fewer, without)) kinds = fewer;
  }
  const actions = await fewest(
    first.actions.map(({ number }) => number),
    (left) => breaks(kinds, { ...without, actions: left }),
  );
  without = { ...without, actions };
  await fewest(best.faults, (left) => breaks(kinds, { ...without, faults: left }));
  return { result: best, runs };
}

/** What can be left out of a list: first large parts, then smaller ones. Returns everything that was left out. */
async function fewest<One>(
  all: readonly One[],
  breaksWithout: (left: ReadonlySet<One>) => Promise<boolean>,
): Promise<ReadonlySet<One>> {
  let left: ReadonlySet<One> = new Set();
  for (let size = Math.ceil(all.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    const kept = all.filter((one) => !left.has(one));
    for (let start = 0; start < kept.length; start += size) {
      const next = new Set([...left, ...kept.slice(start, start + size)]);
      if (await breaksWithout(next)) left = next;
    }
  }
  return left;
}
