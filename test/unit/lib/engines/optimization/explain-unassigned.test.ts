import { describe, expect, it } from 'vitest';
import { reason } from '../../../../../lib/engines/optimization/changes.ts';
import { explainUnassigned } from '../../../../../lib/engines/optimization/explain-unassigned.ts';
import { defineProblem } from '../../../../../lib/engines/optimization/index.ts';
import { compileModel } from '../../../../../lib/engines/optimization/search/compile-model.ts';
import { createSearch } from '../../../../../lib/engines/optimization/search/create-search.ts';
import { createRandom } from '../../../../../lib/engines/optimization/search/random.ts';
import { finish } from '../../../../../lib/engines/optimization/work.ts';
import { delivery, road, van } from './support/line-problem.ts';

const NOT_TRIED = reason('NOT_TRIED', [{ kind: 'time', milliseconds: 1_000, isAborted: false }]);
const BRIEFLY = reason('NOT_TRIED', []);

/** Explains why the last order is on no route, as long as this many reads of the clock show some time left. */
function explained(looks: number, { late }: { late: boolean }) {
  const problem = defineProblem({
    travel: road([0, 100, 200, 300, 400]),
    jobs: [1, 2, 3, 4].map((at) =>
      delivery(`j${at}`, at, late && at === 4 ? { windows: [{ from: 0, to: 350 }] } : {}),
    ),
    vehicles: [van('v', { maxOrders: 3 })],
  });
  const search = createSearch(compileModel(problem), createRandom(1), 0);
  search.plan.layOut(0, [0, 1, 2]);
  search.evaluator.refresh(0);
  const before = search.simulator.result.count;
  let looked = 0;
  const [only, ...others] = finish(explainUnassigned(search, () => looked++ < looks, NOT_TRIED));
  expect([only!.job, others]).toEqual(['j4', []]);
  return { reasons: only!.reasons, looked, simulated: search.simulator.result.count - before };
}

describe('why an order is on no route', () => {
  const change = 'extend the time window of the order "j4" by 50 s, and raise the order limit of v by 1';

  it('is told closely where there is time', () => {
    expect(explained(1e9, { late: true }).reasons).toMatchObject([
      { code: 'TIME_WINDOW', change },
      { code: 'ORDER_LIMIT', change },
    ]);
    expect(explained(1e9, { late: false }).reasons.map(({ code }) => code)).toEqual([
      'ORDER_LIMIT',
      'NO_VEHICLE',
    ]);
  });

  it('42 1 is a fact or not looked into, never wrong, wherever the time for a closer look ends', () => {
    const { looked } = explained(1e9, { late: true });
    const fact = reason('TIME_WINDOW', [], true);
    for (let looks = 0; looks < looked; looks++)
      expect(explained(looks, { late: true }).reasons).toEqual([fact]);
    expect(explained(0, { late: false }).reasons).toEqual([BRIEFLY]);
  });

  it('is measured no more once the time for a closer look is over, and nothing is made of what was not', () => {
    const { looked } = explained(1e9, { late: false });
    expect(looked).toBeGreaterThan(20);
    for (let looks = 0; looks < looked; looks++) {
      const { simulated, reasons } = explained(looks, { late: false });
      expect(simulated).toBeLessThanOrEqual(looks);
      expect(['ORDER_LIMIT', 'NO_VEHICLE', 'NOT_TRIED']).toEqual(
        expect.arrayContaining(reasons.map(({ code }) => code)),
      );
    }
  });
});
