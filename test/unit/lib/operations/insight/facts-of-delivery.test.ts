import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addFeedback } from '../../../../../lib/fulfilment/dispatch/index.ts';
import { recordFacts } from '../../../../../lib/operations/insight/index.ts';
import { isRefusal } from '../../../../../lib/platform/core/refusal.ts';
import {
  type InsightWorld,
  ORGANIZATION,
  recordAll,
  startInsight,
} from '../../../../support/insight-world.ts';

let world: InsightWorld;
beforeEach(async () => {
  world = await startInsight('2026-03-30T12:00:00.000Z');
});
afterEach(() => world.stop());

const PERIOD = { from: '2026-03-30', to: '2026-03-30' };
const END = { status: 'dropoff_complete', at: '2026-03-30T11:30:00.000Z' } as const;
const jobId = (number: number) => `job_${String(number).padStart(26, '0')}`;

describe('46 1: deliveries', () => {
  it('are proved by a photo, a signature or a code, by all that arrived', async () => {
    const photo = { type: 'photo', url: 'https://example.com/1.jpg' };
    const all = [
      { proofOfDelivery: [photo] },
      { pincodeVerifiedAt: '2026-03-30T11:29:00.000Z' },
      { proofOfDelivery: [photo], pincodeVerifiedAt: '2026-03-30T11:29:00.000Z' },
      {},
    ];
    for (const [index, delivery] of all.entries())
      await recordAll(world, await world.end({ id: jobId(index), delivery }, END));
    // What did not arrive needs no proof.
    await recordAll(
      world,
      await world.end({ id: jobId(9), delivery: { proofOfDelivery: [photo] } }, { ...END, status: 'failed' }),
    );
    await world.settle();
    expect((await world.ask('proof-rate', PERIOD)).total).toMatchObject({ value: 0.75, n: 4 });
  });

  it('are rated once each: the latest rating counts, at the time of the first', async () => {
    for (const number of [1, 2, 3]) await recordAll(world, await world.end({ id: jobId(number) }, END));
    const actor = { organizationId: ORGANIZATION, storeLocationIds: null, driverGroupIds: null };
    const rate = async (number: number, score: number) => {
      const deliveryId = `dlv_${jobId(number).slice('job_'.length)}c1a1`;
      const added = await addFeedback(world.deps, actor, { deliveryId, score });
      if (isRefusal(added)) throw new Error(added.message);
    };
    await rate(1, 1);
    await rate(2, 4);
    world.db.deps.clock.advance(3_600_000);
    await rate(1, 5);
    await rate(3, 0);
    const told = await world.db.events('delivery.feedback_added');
    expect(told).toHaveLength(4);
    for (const event of [...told.toReversed(), ...told]) await recordFacts(world.deps, event);
    await world.settle();
    expect((await world.ask('rating', PERIOD)).total).toMatchObject({ value: 3, n: 3 });
    expect((await world.ask('low-ratings', PERIOD)).total).toMatchObject({ value: 0.3333, n: 3 });
    const { rows } = await world.ask('rating', { ...PERIOD, groupBy: ['hour'] });
    expect(rows.map(({ key, value }) => [key.hour, value])).toEqual([
      ['12', 4.5],
      ['13', 0],
    ]);
    const byProvider = await world.ask('rating', { ...PERIOD, groupBy: ['provider'] });
    expect(byProvider.rows).toMatchObject([{ key: { provider: 'prv_one' }, n: 3 }]);
  });
});
