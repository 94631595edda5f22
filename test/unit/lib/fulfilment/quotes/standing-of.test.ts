import { describe, expect, it } from 'vitest';
import { drawOf } from '../../../../../lib/fulfilment/quotes/standing-of.ts';

describe('6.2 weighted', () => {
  it('gives each provider its share of 10,000 dispatches within 2 %, whichever others can carry a package', () => {
    const weights = { prv_a: 50, prv_b: 30, prv_c: 20 };
    const share = (among: readonly (keyof typeof weights)[]) => {
      const wins: Record<string, number> = {};
      for (let round = 0; round < 10_000; round += 1) {
        const draws = among.map((id) => ({ id, draw: drawOf(`qot_${round}`, id, weights[id]) }));
        const first = draws.sort((a, b) => b.draw - a.draw)[0]!.id;
        wins[first] = (wins[first] ?? 0) + 1 / 10_000;
      }
      return wins;
    };
    const all = share(['prv_a', 'prv_b', 'prv_c']);
    for (const [id, weight] of Object.entries(weights))
      expect(Math.abs((all[id] ?? 0) - weight / 100)).toBeLessThan(0.02);
    // Without the first provider, the others share in the same proportion.
    expect(Math.abs((share(['prv_b', 'prv_c']).prv_b ?? 0) - 0.6)).toBeLessThan(0.02);
  });

  it('tries a provider of weight 0 last', () => {
    expect(drawOf('any', 'prv_a', 0)).toBe(0);
    expect(drawOf('any', 'prv_a', 0.001)).toBeGreaterThanOrEqual(0);
  });
});
