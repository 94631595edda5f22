import { describe, expect, it } from 'vitest';
import type { Individual } from '../../../../../../../lib/engines/optimization/search/genetic/individual.ts';
import { keepRoutes } from '../../../../../../../lib/engines/optimization/search/genetic/individual.ts';
import {
  type Steering,
  steerPenalties,
} from '../../../../../../../lib/engines/optimization/search/genetic/steer-penalties.ts';
import { scattered } from '../../support/scattered-routes.ts';

const LEG = Object.freeze({ cents: 10, seconds: 5 });

function steering(): {
  steering: Steering;
  child: (broken: { warp?: number; excess?: number }) => Individual;
} {
  const { model, routes } = scattered(1);
  const kept = keepRoutes(routes, model);
  return {
    steering: steerPenalties(model, LEG),
    child: (broken) => ({ ...kept, warp: 0, excess: 0, ...broken }),
  };
}

describe('prices of broken rules', () => {
  it('begin at multiples of a leg between near visits', () => {
    const { penalties } = steering().steering;
    expect(penalties.warp).toBe((6 * LEG.cents) / LEG.seconds);
    expect(penalties.excess).toBeGreaterThan(0);
  });

  it('stay as they are until fifty children have been counted', () => {
    const { steering: prices, child } = steering();
    const before = { ...prices.penalties };
    for (let n = 0; n < 49; n++) expect(prices.note(child({ warp: 1, excess: 1 }))).toBe(false);
    expect(prices.penalties).toEqual(before);
    expect(prices.note(child({ warp: 1, excess: 1 }))).toBe(true);
    expect(prices.penalties).not.toEqual(before);
  });

  it.each([
    ['rises where few keep the rule', 18, 1],
    ['stays where about four in ten do', 21, 0],
    ['falls where many do', 25, -1],
  ])('a price %s, each rule for itself', (_, kept, direction) => {
    for (const rule of ['warp', 'excess'] as const) {
      const { steering: prices, child } = steering();
      const other = rule === 'warp' ? 'excess' : 'warp';
      const before = { ...prices.penalties };
      for (let n = 0; n < 50; n++) prices.note(child({ [rule]: n < kept ? 0 : 3, [other]: n < 21 ? 0 : 3 }));
      expect(Math.sign(prices.penalties[rule] - before[rule])).toBe(direction);
      expect(prices.penalties[other]).toBe(before[other]);
    }
  });

  it('count children anew after each change', () => {
    const { steering: prices, child } = steering();
    for (let n = 0; n < 50; n++) prices.note(child({ warp: 1, excess: 1 }));
    const before = { ...prices.penalties };
    for (let n = 0; n < 50; n++) prices.note(child(n < 21 ? {} : { warp: 1, excess: 1 }));
    expect(prices.penalties).toEqual(before);
  });

  it('are dearer while a plan is mended, and as before afterwards', async () => {
    const { penalties, whileDear } = steering().steering;
    const before = { ...penalties };
    const during = await whileDear(async () => ({ ...penalties }));
    expect(during.warp).toBeGreaterThan(5 * before.warp);
    expect(during.excess).toBeGreaterThan(5 * before.excess);
    expect(penalties).toEqual(before);
  });
});
