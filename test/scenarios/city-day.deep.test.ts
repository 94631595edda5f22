import { describe, expect } from 'vitest';
import { demoApi } from '../demo/api.ts';
import { cityDay } from '../demo/city-day.ts';
import { scenario as test } from '../support/scenario.ts';

describe('a city day from creation to delivered, with a skipping clock', () => {
  test.for([
    { orders: 8, couriers: 2 },
    { orders: 300, couriers: 12 },
  ])(
    'killed with -9 in planning and in execution loses nothing: $orders orders',
    async ({ orders, couriers }, { killable }) => {
      const target = await killable.start();
      let kills = 0;
      const restart = async () => {
        await killable.kill();
        kills += 1;
        return killable.start();
      };
      const restartSkipping = async () =>
        demoApi(await restart()).call('POST', '/_local/clock', { skipping: true });
      const day = await cityDay({
        target,
        orders,
        couriers,
        whilePlanning: restart,
        whileDriving: restartSkipping,
      });
      expect(day).toMatchObject({ orders, unassigned: 0, delivered: orders, misplaced: [] });
      expect(day.completedRoutes).toBe(day.routes);
      expect(kills).toBe(2);
      // For `lib/fleet/planning/README.md`.
      console.log(JSON.stringify(day));
    },
  );
});
