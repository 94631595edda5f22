import { describe, expect, it } from 'vitest';
import { defineProblem } from '../../../../../../../lib/engines/optimization/index.ts';
import { compileModel } from '../../../../../../../lib/engines/optimization/search/compile-model.ts';
import { beginPopulations } from '../../../../../../../lib/engines/optimization/search/genetic/begin-populations.ts';
import type { Sequences } from '../../../../../../../lib/engines/optimization/search/genetic/raise-children.ts';
import { scatterVisits } from '../../../../../../../lib/engines/optimization/search/genetic/scatter-visits.ts';
import { createRandom } from '../../../../../../../lib/engines/optimization/search/random.ts';
import { delivery, road, van } from '../../support/line-problem.ts';

describe('a scattered plan', () => {
  const opening = [50, 10, 40, 0, 30, 20, 60];
  const model = compileModel(
    defineProblem({
      travel: road([0, ...opening.map((_, i) => 10 * i)]),
      jobs: opening.map((from, i) => delivery(`j${i}`, i + 1, { windows: [{ from, to: from + 100 }] })),
      vehicles: [van('v'), van('w'), van('x')],
    }),
  );
  const visits = [0, 1, 2, 4, 5, 6];
  const scattered = (seed: number, vehicles: number): number[][] =>
    scatterVisits(model, visits, vehicles, createRandom(seed)).map((route) => Array.from(route));

  it('serves each of the given visits once, on as many vehicles as told, in order of their windows', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const plan = scattered(seed, 3);
      expect(plan.map(({ length }) => length)).toEqual([2, 2, 2]);
      expect(plan.flat().sort()).toEqual(visits);
      for (const [a, b] of plan) expect(opening[a!]).toBeLessThan(opening[b!]!);
    }
  });

  it('differs from the next, and has no route without visits', () => {
    expect(new Set([1, 2, 3, 4, 5].map((seed) => JSON.stringify(scattered(seed, 3)))).size).toBe(5);
    expect(scattered(1, 10)).toHaveLength(visits.length);
  });
});

describe('populations', () => {
  const plan = (...visits: number[]): Sequences => [Int32Array.from(visits)];
  const scatter = (count: number): Sequences[] => Array.from({ length: count }, (_, i) => plan(i, count));
  const first = [plan(1, 2, 3), plan(3, 2, 1)];
  const ended = plan(2, 1, 3);
  const other = plan(2, 3, 1);

  it('of few visits begin in turn with scattered plans and with what two populations ended with', () => {
    const beginnings = beginPopulations(150, first, scatter);
    expect(beginnings.next([]).value).toEqual([...first, ...scatter(12)]);
    expect(beginnings.next([ended]).value).toEqual(scatter(60));
    expect(beginnings.next([other]).value).toEqual([ended, other]);
    expect(beginnings.next([first[0]!]).value).toEqual(scatter(60));
    expect(beginnings.next([other]).value).toEqual([first[0]!, other]);
  });

  it('of many visits go on with the plans of the one before, where there are any', () => {
    const beginnings = beginPopulations(151, first, scatter);
    expect(beginnings.next([]).value).toEqual(first);
    expect(beginnings.next([ended]).value).toEqual([ended]);
    expect(beginnings.next([]).value).toEqual([ended]);
  });
});
