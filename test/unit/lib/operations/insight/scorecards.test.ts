import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  EVERYWHERE,
  expectationOf,
  scorecardEntity,
} from '../../../../../lib/fulfilment/strategies/index.ts';
import { type Fact, recordFact } from '../../../../../lib/operations/insight/fact.ts';
import { countMinute } from '../../../../../lib/operations/insight/minute-counts.ts';
import { makeScorecards } from '../../../../../lib/operations/insight/scorecards.ts';
import { type InsightWorld, ORGANIZATION, startInsight } from '../../../../support/insight-world.ts';

let world: InsightWorld;
let number = 0;
beforeEach(async () => {
  number = 0;
  world = await startInsight('2026-03-30T12:00:00.000Z', 'Europe/Berlin');
});
afterEach(() => world.stop());

/** Counts facts of a provider in zones in a minute. */
async function happened(
  minute: string,
  provider: string,
  zones: readonly string[],
  all: readonly Fact['sums'][],
) {
  const of = { organizationId: ORGANIZATION, minute };
  for (const sums of all) {
    number += 1;
    const places = { provider: [provider], ...(zones.length > 0 ? { zone: [...zones] } : {}) };
    await recordFact(world.deps, { ...of, id: `tsk_${number}`, revision: 1, about: {}, places, sums });
  }
  await countMinute(world.deps, of, world.db.deps.clock.now());
}

const ON_TIME = { attempts: 1, delivered: 1, timed: 1, onTime: 1 };
const LATE = { attempts: 1, delivered: 1, timed: 1, late: 1, lateSeconds: 600 };
const GIVEN_UP = { attempts: 1, canceledByProvider: 1 };
const BY_CUSTOMER = { attempts: 1, canceledByCustomer: 1 };

const make = (untilMs = world.db.deps.clock.now()) => makeScorecards(world.deps, ORGANIZATION, untilMs);
const card = async (zoneId: string) =>
  (await world.deps.table.get(scorecardEntity, { organizationId: ORGANIZATION, zoneId }))?.value;

describe('46 5: scorecards of providers', () => {
  it('count what says something about a provider, everywhere and in each zone, by local hour', async () => {
    await happened(
      '2026-03-30T07:10',
      'prv_one',
      ['zone_a', 'zone_b'],
      [ON_TIME, LATE, GIVEN_UP, BY_CUSTOMER],
    );
    await happened('2026-03-30T08:10', 'prv_one', [], [ON_TIME]);
    await make();
    expect(await card(EVERYWHERE)).toMatchObject({
      timeZone: 'Europe/Berlin',
      zones: { zone_a: 3, zone_b: 3 },
      // Ended, completed, canceled, timed, late, seconds late; 07:10 UTC is 09:10 in Berlin.
      providers: {
        prv_one: {
          all: [4, 3, 1, 3, 1, 600],
          hours: { '09': [3, 2, 1, 2, 1, 600], '10': [1, 1, 0, 1, 0, 0] },
        },
      },
    });
    expect((await card('zone_a'))?.providers).toEqual({
      prv_one: { all: [3, 2, 1, 2, 1, 600], hours: { '09': [3, 2, 1, 2, 1, 600] } },
    });
  });

  it('are the same from open days and from closed ones, and forget what is older than 28 days', async () => {
    await happened('2026-03-29T07:10', 'prv_one', ['zone_a'], [ON_TIME, LATE]);
    await make();
    const open = [(await card(EVERYWHERE))?.providers, (await card('zone_a'))?.providers];
    world.db.deps.clock.advance(24 * 3_600_000);
    await world.close();
    await make();
    expect([(await card(EVERYWHERE))?.providers, (await card('zone_a'))?.providers]).toEqual(open);
    expect(open[0]).not.toEqual({});
    world.db.deps.clock.advance(29 * 24 * 3_600_000);
    await make();
    expect(await card(EVERYWHERE)).toMatchObject({ providers: {}, zones: {} });
  });

  it('are made once for all that ask until a time', async () => {
    await happened('2026-03-30T07:10', 'prv_one', [], [ON_TIME]);
    expect(await make()).toBe('made');
    expect(await make()).toBe('known');
    world.db.deps.clock.advance(1_000);
    expect(await make()).toBe('made');
  });

  it('46 5 a new provider is judged as the prior says, one with many deliveries by its own', async () => {
    await happened(
      '2026-03-30T07:10',
      'prv_one',
      ['zone_a'],
      Array.from({ length: 60 }, () => LATE),
    );
    await make();
    const cards = { everywhere: await card(EVERYWHERE), zone: await card('zone_a') };
    expect(expectationOf(cards, 'prv_new', '2026-03-30T07:00:00.000Z')).toMatchObject({
      ...{ completion: 0.9, onTime: 0.85, lateMinutes: 3, attempts: 0, hour: '09' },
    });
    const at = (instant: string) => expectationOf(cards, 'prv_one', instant);
    // Everywhere (0 + 20 * 0.85) / 80, in the zone (0 + 20 * 0.2125) / 80, at nine (0 + 20 * 0.053125) / 80.
    expect(at('2026-03-30T07:30:00.000Z').onTime).toBeCloseTo(0.01328125, 8);
    // At another hour the zone decides.
    expect(at('2026-03-30T15:30:00.000Z').onTime).toBeCloseTo(0.053125, 8);
    expect(at('2026-03-30T07:30:00.000Z')).toMatchObject({ timed: 60, kept: 0, attempts: 60 });
  });
});
