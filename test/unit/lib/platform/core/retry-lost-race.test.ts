import { expect, it } from 'vitest';
import { FEW_TRIES, retryLostRace } from '../../../../../lib/platform/core/retry-lost-race.ts';

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

it('a step may end with whether its write was done', async () => {
  const { waited, clock } = pauses();
  expect(await retryLostRace(clock, async (attempt) => attempt === 1)).toBe(true);
  expect(waited).toEqual([20]);
});

it.each([0, '', null])('%j is a result and no lost race', async (result) => {
  const { waited, clock } = pauses();
  expect(await retryLostRace(clock, async () => result)).toBe(result);
  expect(waited).toEqual([]);
});

it('a race that is lost again and again ends with nothing, within three seconds of pauses', async () => {
  const { waited, clock } = pauses();
  expect(await retryLostRace(clock, async () => undefined)).toBeUndefined();
  expect(waited).toEqual([20, 40, 80, 160, 320, 400, 400, 400, 400, 400, 400]);
  expect(waited.reduce((sum, each) => sum + each) / 2).toBeLessThan(3_000);
});

it('a step whose tries cost calls of others is tried four times', async () => {
  const { waited, clock } = pauses();
  expect(await retryLostRace(clock, async () => false, FEW_TRIES)).toBeUndefined();
  expect(waited).toEqual([20, 40, 80]);
});

it('what a step throws ends the tries', async () => {
  const { waited, clock } = pauses();
  const step = async () => {
    throw new Error('outage');
  };
  await expect(retryLostRace(clock, step)).rejects.toThrow('outage');
  expect(waited).toEqual([]);
});
