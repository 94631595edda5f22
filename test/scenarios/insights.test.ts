import { describe, expect } from 'vitest';
import { eventually } from '../support/dispatch-story.ts';
import { scenario } from '../support/scenario.ts';

interface Insight {
  readonly total: { readonly value: number | null; readonly n: number };
  readonly rows: readonly { readonly key: Readonly<Record<string, string | null>>; readonly value: number }[];
}

const MINUTE = 60_000;

describe('46 3: numbers about deliveries', () => {
  scenario('are there within a minute, and are those of the deliveries', async ({ local, story }) => {
    const ask = (question: string) => story.call<Insight>('GET', `/v1/insights/${question}`);
    const dispatchStrategyId = await story.strategy(['FleetSimulatorFast']);
    const orders = await Promise.all([1, 2, 3].map(() => story.order({ dispatchStrategyId })));
    for (const { id } of orders)
      await eventually(
        () => story.tasks(id),
        (tasks) => tasks.length === 1 && tasks.every(({ status }) => status === 'completed'),
      );
    await local.untilIdle();
    local.cloud.clock.advance(MINUTE);
    await local.untilIdle();
    expect((await ask('orders')).total).toMatchObject({ value: 3 });
    expect((await ask('deliveries?groupBy=provider')).rows).toMatchObject([{ value: 3 }]);
    expect((await ask('acceptance')).total).toMatchObject({ value: 1, n: 3 });
    expect((await ask('first-attempt-success?groupBy=strategy')).rows).toMatchObject([
      { key: { strategy: dispatchStrategyId }, value: 1 },
    ]);
    const cost = await ask('cost-per-delivery');
    expect(cost.total.n).toBe(3);
    expect(cost.total.value).toBeGreaterThan(0);
  });
});
