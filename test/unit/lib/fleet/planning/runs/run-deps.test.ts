import { describe, expect, it } from 'vitest';
import { ROUNDS, roundOf, searchLimits } from '../../../../../../lib/fleet/planning/runs/run-deps.ts';

const run = { orders: 5_000, level: 2 };

describe('42 9 the rounds of a split run', () => {
  it('search three eighths of the time of one long run together, each later one cooler from its begin', () => {
    const limits = ROUNDS.map((_, round) => searchLimits({}, run, roundOf(9, round)));
    expect(limits.map(({ timeLimitMs }) => timeLimitMs)).toEqual([62_500, 62_500, 62_500]);
    expect(limits.map(({ resumeAt }) => resumeAt)).toEqual([0, 0.6, 0.7]);
    const ends = ROUNDS.map(({ progress: [, to] }) => to);
    expect(ROUNDS.map(({ progress: [from] }) => from)).toEqual([0, ...ends.slice(0, -1)]);
    expect(ends.at(-1)).toBe(1);
  });

  it('do not concern a run in one part', () => {
    expect(searchLimits({}, { orders: 100, level: 2 }, roundOf(1, 0))).toEqual({
      seed: 1,
      timeLimitMs: 10_000,
      resumeAt: 0,
    });
  });

  it('continue where a function died, as cool as its plan was, and never at the end', () => {
    const continued = (spentMs: number) => searchLimits({}, { ...run, spentMs }, roundOf(9, 1));
    expect(continued(31_250)).toEqual({ seed: 1, timeLimitMs: 31_250, resumeAt: 0.8 });
    expect(continued(62_500)).toEqual({ seed: 1, timeLimitMs: 1_000, resumeAt: 0.96 });
  });
});
