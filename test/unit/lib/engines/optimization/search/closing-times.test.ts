import { describe, expect, it } from 'vitest';
import {
  defineProblem,
  type JobInput,
  type VehicleInput,
} from '../../../../../../lib/engines/optimization/index.ts';
import { closingTimes, NO_CLOSING } from '../../../../../../lib/engines/optimization/search/closing-times.ts';
import { delivery, road, van } from '../support/line-problem.ts';

/** A thousand orders and one van. */
function thousandOrders({
  job = {},
  vehicle = {},
}: {
  job?: Partial<JobInput>;
  vehicle?: Partial<VehicleInput>;
} = {}) {
  return defineProblem({
    travel: road([0, 10]),
    jobs: Array.from({ length: 1000 }, (_, i) => delivery(`j${i}`, 1, i === 999 ? job : {})),
    vehicles: [van('v', vehicle)],
  });
}

describe('the time kept back', () => {
  it('is some for anything, some for each order and more for each one on a route', () => {
    const { afterSettling } = closingTimes(thousandOrders(), 1);
    // 4 + 1000 * 0.003 ms, and 0.02 ms for each on a route.
    expect(afterSettling(0)).toBeCloseTo(7);
    expect(afterSettling(500)).toBeCloseTo(17);
    expect(afterSettling(1000)).toBeCloseTo(27);
  });

  it('is less once the plan is built and only checked', () => {
    const { afterBuilding } = closingTimes(thousandOrders(), 1);
    expect(afterBuilding(0)).toBeCloseTo(0.7 * 7);
    expect(afterBuilding(1000)).toBeCloseTo(0.7 * 27);
  });

  it('is more on a slow machine', () => {
    expect(closingTimes(thousandOrders(), 3).afterSettling(1000)).toBeCloseTo(3 * 27);
  });

  it('is at most a quarter of the time limit', () => {
    const { afterSettling, afterBuilding, afterSearch } = closingTimes(thousandOrders(), 1, 60);
    expect(afterSettling(500)).toBe(15);
    expect(afterBuilding(500)).toBeCloseTo(0.7 * 15);
    expect(afterSearch(500, 0)).toBe(15);
    expect(closingTimes(thousandOrders(), 1, 0).afterSettling(1000)).toBe(0);
  });

  it('is more where it has to be explained why orders are on no route, up to a tenth of the limit', () => {
    const { afterSearch } = closingTimes(thousandOrders(), 1, 1000);
    expect(afterSearch(999, 0)).toBeCloseTo(26.98);
    expect(afterSearch(999, 1)).toBeCloseTo(26.98 + 20);
    expect(afterSearch(500, 500)).toBeCloseTo(17 + 100);
    expect(afterSearch(500, 10)).toBeCloseTo(17 + 50);
  });

  it.each([
    ['a vehicle wants several orders', { vehicle: { minOrders: 1 } }],
    ['an order is locked to a place', { job: { lock: { vehicle: 'v', position: 0 } } }],
  ])('is more where routes may owe something: %s', (_, more) => {
    const { afterSearch, afterSettling } = closingTimes(thousandOrders(more), 1, 1000);
    expect(afterSearch(1000, 0)).toBeCloseTo(27 + 50);
    expect(afterSearch(999, 1)).toBeCloseTo(26.98 + 50 + 20);
    expect(afterSettling(1000)).toBeCloseTo(27);
  });

  it('is no more where an order is only locked to a vehicle', () => {
    const { afterSearch } = closingTimes(thousandOrders({ job: { lock: { vehicle: 'v' } } }), 1, 1000);
    expect(afterSearch(1000, 0)).toBeCloseTo(27);
  });

  it('is no more than that where the time has no end and nothing is to be settled or explained', () => {
    expect(closingTimes(thousandOrders(), 1).afterSearch(1000, 0)).toBeCloseTo(27);
  });

  it('is none where nothing follows', () => {
    expect([NO_CLOSING.afterSearch(9, 9), NO_CLOSING.afterSettling(9), NO_CLOSING.afterBuilding(9)]).toEqual([
      0, 0, 0,
    ]);
  });
});
