import { describe, expect } from 'vitest';
import { demoOrder, STORIES, STRATEGIES } from '../demo/demo-order.ts';
import { type DispatchStory, eventually } from '../support/dispatch-story.ts';
import { recountInsights } from '../support/recount-insights.ts';
import { scenario } from '../support/scenario.ts';

scenario.override('skipsWaits', { scope: 'file' }, true);

interface Insight {
  readonly total: {
    readonly value: number | null;
    readonly n: number;
    readonly parts?: Readonly<Record<string, number>>;
  };
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

/** What is asked of a measure for its parts in a recount. */
const SPLITS: Readonly<Record<string, string>> = { deliveries: 'groupBy=provider' };

/** Some orders of every story of the demo, once they are delivered. */
async function partOfDemo(story: DispatchStory): Promise<void> {
  const ids: string[] = [];
  for (const [index, of] of STORIES.entries()) {
    const strategyId = await story.strategy(STRATEGIES[of.strategy]);
    for (let number = 0; number < Math.min(2, of.count); number += 1) {
      const order = demoOrder(of, 10 * index + number, 'recounted', strategyId);
      ids.push((await story.call<{ id: string }>('POST', '/v1/order', order)).id);
    }
  }
  for (const id of ids)
    await eventually(
      () => story.tasks(id),
      (tasks) => tasks.at(-1)?.delivery?.status === 'dropoff_complete',
    );
}

describe('46: measures of a part of the demo', () => {
  scenario('are those that its raw events say, by a program of its own', async ({ local, story }) => {
    local.cloud.clock.setSkipping(true);
    await partOfDemo(story);
    await local.untilIdle();
    local.cloud.clock.setSkipping(false);
    local.cloud.clock.advance(MINUTE);
    await local.untilIdle();
    const { organizationId } = await story.call<{ organizationId: string }>(
      'GET',
      '/v1/organization-management/me',
    );
    const place = { awsEndpoint: local.cloud.awsEndpoint, tableName: local.cloud.tableName() };
    const recounted = await recountInsights(place, organizationId);
    expect(recounted['attempts-by-end']?.value).toBeGreaterThan(recounted.deliveries!.value);
    for (const [measure, { value, parts }] of Object.entries(recounted)) {
      const split = SPLITS[measure];
      const path = `/v1/insights/${measure}?comparedWith=none${split ? `&${split}` : ''}`;
      const { total, rows } = await story.call<Insight>('GET', path);
      expect(total.value, measure).toBeCloseTo(value, 3);
      if (!parts) continue;
      const counted = split
        ? Object.fromEntries(rows.map((row) => [row.key.provider, row.value]))
        : Object.fromEntries(Object.entries(total.parts ?? {}).filter(([, count]) => count > 0));
      expect(counted, measure).toEqual(parts);
    }
  });
});
