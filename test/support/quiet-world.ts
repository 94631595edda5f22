import { Faults } from '../simulation/world/faults.ts';
import { FunctionPool, Instance } from '../simulation/world/function-pool.ts';
import { World } from '../simulation/world/world.ts';

export const NOON_MS = Date.parse('2026-03-01T12:00:00Z');

/** The simulated AWS without faults, with plain functions and a caller. Its time passes on demand. */
export function quietWorld(functions: Readonly<Record<string, (event: never) => unknown>> = {}) {
  const faults = new Faults({ strength: 0 });
  const world = new World({ seed: 'quiet', startMs: NOON_MS, pace: 2, faults, isTraced: false });
  const pool = new FunctionPool(
    world,
    Object.entries(functions).map(([name, run]) => ({
      name,
      timeoutSeconds: 60,
      make: () => async (event: never) => run(event),
    })),
  );
  return {
    world,
    pool,
    caller: new Instance('caller', world, 'test'),
    /** The answer to a call: time passes until it arrives. */
    async done<Answer>(call: Promise<Answer>): Promise<Answer> {
      let isDone = false;
      const end = () => {
        isDone = true;
      };
      call.then(end, end);
      await world.scheduler.run(world.now() + 60_000, () => isDone);
      return call;
    },
    pass: (ms: number) => world.scheduler.run(world.now() + ms, () => false),
  };
}
