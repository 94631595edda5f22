import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordFacts } from '../../../../../lib/operations/insight/index.ts';
import { windowClosing, windowRefused } from '../../../../../lib/ordering/windows/index.ts';
import {
  EVERYTHING,
  type InsightWorld,
  ORGANIZATION,
  startInsight,
} from '../../../../support/insight-world.ts';

let world: InsightWorld;
beforeEach(async () => {
  world = await startInsight('2026-03-30T12:00:00.000Z');
});
afterEach(() => world.stop());

const PERIOD = { from: '2026-03-30', to: '2026-03-30' };
const aggregate = { organizationId: ORGANIZATION, type: 'window-occurrence', id: 'dw_1' };

/** The first step of a window's closing at its cutoff. */
const closing = (
  key: string,
  use: { places: number | null; taken: number; storeLocationId: string | null },
) =>
  windowClosing.event({
    aggregate: { ...aggregate, id: key },
    cause: 'begin',
    occurredAt: '2026-03-30T11:00:00.000Z',
    data: { key, after: null, use },
  });

describe('46 1: windows', () => {
  it('are used by what was taken of their places at the cutoff; later steps and unlimited ones do not count', async () => {
    const step = windowClosing.event({
      ...{ aggregate, cause: 'after ord_1', occurredAt: '2026-03-30T11:01:00.000Z' },
      data: { key: 'dw_1', after: 'ord_1' },
    });
    const told = [
      closing('dw_1', { places: 10, taken: 7, storeLocationId: 'store_x' }),
      closing('dw_2', { places: 10, taken: 0, storeLocationId: 'store_y' }),
      closing('dw_3', { places: null, taken: 5, storeLocationId: 'store_x' }),
      step,
    ];
    for (const event of [...told, ...told]) await recordFacts(world.deps, event);
    await world.settle();
    expect((await world.ask('window-use', PERIOD)).total).toMatchObject({ value: 0.35, n: 20 });
    const { rows } = await world.ask('window-use', { ...PERIOD, groupBy: ['store'] });
    expect(rows.map(({ key, value }) => [key.store, value]).sort()).toEqual([
      ['store_x', 0.7],
      ['store_y', 0],
    ]);
    const ofStore = { ...EVERYTHING, storeLocationIds: ['store_y'] };
    expect((await world.ask('window-use', PERIOD, ofStore)).total).toMatchObject({ value: 0, n: 10 });
  });

  it('refuse orders because they are full or closed, or because the order does not fit', async () => {
    const reasons = ['CAPACITY_EXHAUSTED', 'CAPACITY_EXHAUSTED', 'CUTOFF_PASSED', 'INACTIVE', 'OUTSIDE_ZONE'];
    const told = reasons.map((reason, index) =>
      windowRefused.event({
        ...{ aggregate, cause: `ord_1@${index}`, occurredAt: `2026-03-30T11:0${index}:00.000Z` },
        data: {
          ...{ orderId: 'ord_1', deliveryWindowId: 'dw_1', reason, tags: ['cold'] },
          ...{ storeLocationIds: ['store_x'], dispatchStrategyId: 'opn_1' },
        },
      }),
    );
    for (const event of [...told, ...told]) await recordFacts(world.deps, event);
    await world.settle();
    const parts = { full: 2, closed: 2, unfit: 1 };
    for (const name of ['store', 'tag', 'strategy'] as const)
      expect((await world.ask('window-refusals', { ...PERIOD, groupBy: [name] })).rows).toMatchObject([
        { value: 5, parts },
      ]);
  });
});
