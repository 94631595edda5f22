import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../../../../lib/fulfilment/jobs/index.ts';
import { count, recordFacts } from '../../../../../lib/operations/insight/index.ts';
import { toInstant } from '../../../../../lib/platform/core/clock.ts';
import type { EventRecord } from '../../../../../lib/platform/events/index.ts';
import { EVERYTHING, type InsightWorld, startInsight } from '../../../../support/insight-world.ts';
import { propertyRuns } from '../../../../support/property-runs.ts';

const STATUSES: readonly Delivery['status'][] = [
  'dropoff_complete',
  'dropoff_complete',
  'failed',
  'canceled_by_provider',
  'canceled_by_customer',
];

/** What happened to a package, in the words of the test. */
interface Happening {
  readonly provider: string;
  readonly stores: readonly string[];
  readonly tags: readonly string[];
  readonly status: Delivery['status'];
  readonly isLast: boolean;
  /** Minutes after the beginning of the first day. */
  readonly endsAt: number;
  /** Minutes between the end of its window and its arrival; undefined = no window. */
  readonly late: number | undefined;
  readonly cents: number;
}

const START = Date.parse('2026-03-28T00:00:00.000Z');

const happening: fc.Arbitrary<Happening> = fc.record({
  provider: fc.constantFrom('prv_one', 'prv_two'),
  stores: fc.subarray(['store_x', 'store_y']),
  tags: fc.subarray(['cold', 'fragile']),
  status: fc.constantFrom(...STATUSES),
  isLast: fc.boolean(),
  endsAt: fc.integer({ min: 0, max: 3 * 24 * 60 - 1 }),
  late: fc.option(fc.integer({ min: -40, max: 90 }), { nil: undefined }),
  cents: fc.integer({ min: 100, max: 2_000 }),
});

/** How the events come: which of them again, in which order, and when counts are made in between. */
const delivery = fc.record({
  order: fc.infiniteStream(fc.nat()),
  again: fc.infiniteStream(fc.boolean()),
});

async function happen(world: InsightWorld, all: readonly Happening[]): Promise<readonly EventRecord[]> {
  const events: EventRecord[] = [];
  for (const [index, one] of all.entries()) {
    const at = toInstant(START + 60_000 * one.endsAt);
    const deadline = one.late === undefined ? null : toInstant(Date.parse(at) - 60_000 * one.late);
    const id = `job_${String(index).padStart(26, '0')}`;
    const made = await world.end(
      {
        id,
        job: { createdAt: toInstant(Date.parse(at) - 3_600_000), tags: [...one.tags] },
        package: {
          pickupStoreLocationId: one.stores[0] ?? null,
          dropoffStoreLocationId: one.stores[1] ?? null,
        },
        task: { providerId: one.provider },
        delivery: { providerId: one.provider, dropoffDeadline: deadline, totalPriceCents: one.cents },
      },
      { status: one.status, at, isLast: one.isLast },
    );
    events.push(...made);
  }
  return events;
}

/** The numbers of days in a time zone, computed from what happened by a program of its own. */
function expected(all: readonly Happening[], timeZone: string) {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  const days = new Map<string, { delivered: number; timed: number; onTime: number; ended: number }>();
  for (const { endsAt, status, late, isLast } of all) {
    const date = day.format(START + 60_000 * endsAt);
    const one = days.get(date) ?? { delivered: 0, timed: 0, onTime: 0, ended: 0 };
    days.set(date, one);
    if (status === 'dropoff_complete') {
      one.delivered += 1;
      if (late !== undefined) one.timed += 1;
      if (late !== undefined && late <= 0) one.onTime += 1;
    }
    if (isLast || status === 'dropoff_complete' || status === 'canceled_by_customer') one.ended += 1;
  }
  return days;
}

const PERIOD = { from: '2026-03-27', to: '2026-03-31' };

describe('46 2: numbers are those of what happened', () => {
  it.each(['UTC', 'Asia/Kolkata', 'Europe/Berlin'])(
    'in %s: however often, late and in whatever order events come, and whenever counts are made',
    async (timeZone) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(happening, { minLength: 1, maxLength: 12 }),
          delivery,
          async (all, { order, again }) => {
            const world = await startInsight('2026-03-31T09:00:00.000Z', timeZone);
            try {
              const made = await happen(world, all);
              const bag = [...made, ...made.filter(() => again.next().value)];
              while (bag.length > 0) {
                const [event] = bag.splice(order.next().value! % bag.length, 1);
                await recordFacts(world.deps, event!);
                world.db.deps.clock.advance(7_000);
                if (again.next().value && world.messages.length > 0) {
                  const which = order.next().value! % world.messages.length;
                  // A message that comes twice.
                  await count(world.deps, world.messages[which]!.event);
                }
                if (order.next().value! % 5 === 0) await world.close();
                if (order.next().value! % 3 === 0) await world.settle();
              }
              await world.settle();
              await world.close();
              world.db.deps.clock.advance(300_000);
              await world.settle();
              const days = expected(all, timeZone);
              const [delivered, onTime, first] = await Promise.all(
                ['deliveries', 'on-time', 'first-attempt-success'].map((name) =>
                  world.ask(name, { ...PERIOD, groupBy: ['day'] }),
                ),
              );
              const of = (field: 'delivered' | 'timed' | 'onTime' | 'ended') =>
                [...days]
                  .filter(([, one]) => one[field] > 0)
                  .map(([date, one]) => [date, one[field]])
                  .sort();
              const rows = (answer: typeof delivered) =>
                answer!.rows.filter(({ n }) => n > 0).map(({ key, n }) => [key.day, n]);
              expect(rows(delivered)).toEqual(of('delivered'));
              expect(rows(onTime)).toEqual(of('timed'));
              expect(rows(first)).toEqual(of('ended'));
              for (const { key, value } of onTime!.rows) {
                const { onTime: hits, timed } = days.get(key.day!)!;
                expect(value).toBeCloseTo(hits / timed, 3);
              }
            } finally {
              await world.stop();
            }
          },
        ),
        { numRuns: propertyRuns(8, 400) },
      );
    },
  );

  it('by store, provider and tag, each as its own sum, and the total counts everything once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 12 }), async (drawn) => {
        const world = await startInsight('2026-03-30T09:00:00.000Z');
        // On the 29th and the 30th, which are open at first.
        const all = drawn.map((one) => ({ ...one, endsAt: 24 * 60 + (one.endsAt % (33 * 60)) }));
        try {
          for (const event of await happen(world, all)) await recordFacts(world.deps, event);
          await world.settle();
          // Once from the minutes, and once from the counts of whole days.
          for (const round of ['minutes', 'days']) {
            if (round === 'days') {
              world.db.deps.clock.advance(24 * 3_600_000);
              await world.close();
            }
            const delivered = all.filter(({ status }) => status === 'dropoff_complete');
            const by = async (name: 'store' | 'provider' | 'tag', asker = EVERYTHING) => {
              const answer = await world.ask('deliveries', { ...PERIOD, groupBy: [name] }, asker);
              return new Map(answer.rows.map(({ key, n }) => [key[name], n]));
            };
            const stores = await by('store');
            const tags = await by('tag');
            for (const store of ['store_x', 'store_y'])
              expect(stores.get(store) ?? 0).toBe(
                delivered.filter((one) => one.stores.includes(store)).length,
              );
            for (const tag of ['cold', 'fragile'])
              expect(tags.get(tag) ?? 0).toBe(delivered.filter((one) => one.tags.includes(tag)).length);
            const total = await world.ask('deliveries', PERIOD);
            expect(total.total.n).toBe(delivered.length);
            // A user of a store: its deliveries, by provider, and no other store's name.
            const ofStore = { ...EVERYTHING, storeLocationIds: ['store_x'] };
            const own = delivered.filter((one) => one.stores.includes('store_x'));
            const providers = await by('provider', ofStore);
            for (const provider of ['prv_one', 'prv_two'])
              expect(providers.get(provider) ?? 0).toBe(
                own.filter((one) => one.provider === provider).length,
              );
            expect([...(await by('store', ofStore)).keys()]).toEqual(own.length > 0 ? ['store_x'] : []);
          }
        } finally {
          await world.stop();
        }
      }),
      { numRuns: propertyRuns(6, 200) },
    );
  });
});
