import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countPast, recordFacts } from '../../../../../lib/operations/insight/index.ts';
import {
  findEndedHours,
  LAKE_TABLES,
  writeAgainFrom,
  writeLake,
} from '../../../../../lib/operations/lake/index.ts';
import { isWithoutPeople } from '../../../../../lib/operations/personal-data/handle-files.ts';
import { toInstant } from '../../../../../lib/platform/core/clock.ts';
import type { EventRecord } from '../../../../../lib/platform/events/index.ts';
import { ORGANIZATION } from '../../../../support/insight-world.ts';
import { type LakeWorld, startLake } from '../../../../support/lake-world.ts';
import { propertyRuns } from '../../../../support/property-runs.ts';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-03-29T08:00:00.000Z');

/** A package that arrives some minutes after the start, so late. */
async function deliver(
  world: LakeWorld,
  index: number,
  { minute, late, cents }: { readonly minute: number; readonly late: number; readonly cents: number },
): Promise<readonly EventRecord[]> {
  const at = toInstant(START + 60_000 * minute);
  return world.end(
    {
      id: `job_${String(index).padStart(26, '0')}`,
      job: { createdAt: toInstant(START), tags: ['cold'] },
      package: { pickupStoreLocationId: 'store_x', dropoffStoreLocationId: null },
      task: { providerId: 'prv_one' },
      delivery: {
        providerId: 'prv_one',
        dropoffDeadline: toInstant(Date.parse(at) - 60_000 * late),
        totalPriceCents: cents,
      },
    },
    { status: 'dropoff_complete', at, isLast: true },
  );
}

const arrival = fc.record({
  minute: fc.integer({ min: 0, max: 5 * 60 - 1 }),
  late: fc.integer({ min: -30, max: 90 }),
  cents: fc.integer({ min: 100, max: 2_000 }),
});

describe('46 2: the data lake contains what happened', () => {
  it('once each, however often, late and in whatever order events come, and whenever hours are written', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(arrival, { minLength: 1, maxLength: 14 }),
        fc.infiniteStream(fc.nat()),
        async (all, order) => {
          const world = await startLake('2026-03-29T14:00:00.000Z');
          try {
            const events: EventRecord[] = [];
            for (const [index, one] of all.entries()) events.push(...(await deliver(world, index, one)));
            const bag = [...events, ...events.filter(() => order.next().value! % 2 === 0)];
            while (bag.length > 0) {
              const [event] = bag.splice(order.next().value! % bag.length, 1);
              await recordFacts(world.deps, event!);
              world.db.deps.clock.advance(60_000);
              if (order.next().value! % 4 === 0) await world.settleLake();
              if (order.next().value! % 4 === 0) await world.endHours();
              // A message that comes twice, and one that comes late.
              const again = world.lakeMessages[0]?.event;
              if (again) await writeLake(world.lake, again);
            }
            await world.settleLake();
            await world.endHours();
            const rows = await world.rowsOf('attempts');
            const expected = all.map(({ minute, late, cents }) => ({
              day: toInstant(START + 60_000 * minute).slice(0, 10),
              hour: toInstant(START + 60_000 * minute).slice(11, 13),
              late: Math.max(0, 60 * late),
              cents,
            }));
            const found = rows.map(({ key, late_seconds, cost_cents }) => {
              const [, day, hour] = /day=([\d-]+)\/(\d\d)-\d+\.parquet$/.exec(String(key)) ?? [];
              return { day, hour, late: Number(late_seconds), cents: Number(cost_cents) };
            });
            const sorted = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).sort();
            expect(sorted(found)).toEqual(sorted(expected));
          } finally {
            await world.stop();
          }
        },
      ),
      { numRuns: propertyRuns(8, 300) },
    );
  });

  it('with ids, times and amounts of each attempt, and nobody’s name', async () => {
    const world = await startLake('2026-03-29T08:30:00.000Z');
    const events = await deliver(world, 1, { minute: 20, late: 5, cents: 850 });
    for (const event of events) await recordFacts(world.deps, event);
    await world.settleLake();
    world.db.deps.clock.advance(HOUR_MS);
    await world.endHours();
    expect(await world.rowsOf('attempts')).toEqual([
      expect.objectContaining({
        job_id: `job_${'1'.padStart(26, '0')}`,
        ended_at: new Date(START + 20 * 60_000),
        outcome: 'delivered',
        provider_id: 'prv_one',
        store_ids: ['store_x'],
        zone_ids: [],
        tags: ['cold'],
        is_retry: false,
        is_last: true,
        late_seconds: 300n,
        early_seconds: 0n,
        cost_cents: 850n,
        route_id: null,
        driver_id: null,
        key: `${ORGANIZATION}/lake/attempts/organization=${ORGANIZATION}/day=2026-03-29/08-0.parquet`,
      }),
    ]);
    await world.stop();
  });

  it('in files of bounded size, and none is left over when an hour is written again', async () => {
    const world = await startLake('2026-03-29T10:30:00.000Z', { rowsOfPart: 2 });
    for (let index = 0; index < 5; index += 1)
      for (const event of await deliver(world, index, { minute: index, late: 0, cents: 100 }))
        await recordFacts(world.deps, event);
    await world.settleLake();
    await world.endHours();
    const keys = () => [...world.lake.bucket.objects.keys()].map((key) => key.split('/').at(-1)).sort();
    expect(keys()).toEqual(['08-0.parquet', '08-1.parquet', '08-2.parquet']);
    world.db.deps.clock.advance(1);
    await writeAgainFrom(world.lake, { organizationId: ORGANIZATION, from: toInstant(START) });
    const larger = { ...world.lake, rowsOfPart: 10 };
    for (const hours of [1, 1]) {
      world.db.deps.clock.advance(hours);
      for await (const due of findEndedHours(larger)) for (const event of due) await writeLake(larger, event);
    }
    expect(keys()).toEqual(['08-0.parquet']);
    expect(await world.rowsOf('attempts')).toHaveLength(5);
    await world.stop();
  });

  it('of the past too, once that has been counted', async () => {
    const world = await startLake('2026-03-29T12:30:00.000Z');
    await world.endHours();
    await deliver(world, 1, { minute: 20, late: 0, cents: 850 });
    const period = { organizationId: ORGANIZATION, from: toInstant(START), to: '2026-03-29T12:00:00.000Z' };
    await countPast(world.deps, period);
    await world.endHours();
    expect(await world.rowsOf('attempts')).toEqual([]);
    await writeAgainFrom(world.lake, period);
    await world.endHours();
    expect(await world.rowsOf('attempts')).toHaveLength(1);
    await world.stop();
  });

  it('in turns: an organization with many hours lets others write between', async () => {
    const world = await startLake('2026-03-29T12:30:00.000Z');
    for (const event of await deliver(world, 1, { minute: 20, late: 0, cents: 850 }))
      await recordFacts(world.deps, event);
    await world.settleLake();
    const short = { ...world.lake, turnMs: 0 };
    await world.endHours();
    const written = await world.rowsOf('attempts');
    expect(written).toHaveLength(1);
    world.db.deps.clock.advance(2 * HOUR_MS);
    for await (const due of findEndedHours(short)) for (const event of due) await writeLake(short, event);
    expect(world.lakeMessages.map(({ event }) => event.name)).toEqual(['lake.hours_due']);
    await world.stop();
  });

  it('46 2 erasures reach it: no file says anything about the person, so that nothing is left to erase', async () => {
    const world = await startLake('2026-03-29T08:30:00.000Z');
    const events = await deliver(world, 1, { minute: 20, late: 5, cents: 850 });
    for (const event of events) await recordFacts(world.deps, event);
    await world.settleLake();
    world.db.deps.clock.advance(HOUR_MS);
    await world.endHours();
    const texts = ['"Ann"', '"Lee"', '+442079460000', 'Corner Shop'];
    const isIn = (all: unknown, text: string) =>
      JSON.stringify(all, (_, value) => (typeof value === 'bigint' ? Number(value) : value)).includes(text);
    const items = await world.db.items();
    const rows = await Promise.all(LAKE_TABLES.map(({ name }) => world.rowsOf(name)));
    expect(rows.flat()).not.toEqual([]);
    for (const text of texts) expect([isIn(items, text), isIn(rows, text)], text).toEqual([true, false]);
    // An erasure passes over these files, and over no others.
    const keys = [...world.lake.bucket.objects.keys()].map((key) => key.slice(`${ORGANIZATION}/`.length));
    expect(keys.filter((key) => !isWithoutPeople(key))).toEqual([]);
    expect(isWithoutPeople('uploads/lake.csv')).toBe(false);
    await world.stop();
  });
});
