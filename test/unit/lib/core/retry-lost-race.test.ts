import { expect, it } from 'vitest';
import { retryLostRace } from '../../../../lib/core/retry-lost-race.ts';

function pauses() {
  const waited: number[] = [];
  return { waited, clock: { pause: async (upToMs: number) => void waited.push(upToMs) } };
}

it('a step is repeated until it returns something, with growing pauses in between', async () => {
  const { waited, clock } = pauses();
  const result = await retryLostRace(clock, async (attempt) => (attempt === 3 ? 'won' : undefined));
  expect(result).toBe('won');
  expect(waited).toEqual([20, 40, 80]);
});

it('a race that is lost again and again ends with nothing', async () => {
  const { waited, clock } = pauses();
  expect(await retryLostRace(clock, async () => undefined, 3)).toBeUndefined();
  expect(waited).toHaveLength(2);
});
