import { afterEach, describe, expect, it } from 'vitest';
import { askForMinute } from '../../../../../lib/operations/insight/due-counts.ts';
import { type Fact, recordFact } from '../../../../../lib/operations/insight/fact.ts';
import { countHour, hourCountsEntity } from '../../../../../lib/operations/insight/hour-counts.ts';
import { count } from '../../../../../lib/operations/insight/index.ts';
import type { GroupName } from '../../../../../lib/operations/insight/question.ts';
import {
  EVERYTHING,
  type InsightWorld,
  ORGANIZATION,
  startInsight,
} from '../../../../support/insight-world.ts';

let world: InsightWorld;
afterEach(() => world.stop());

const DAY = '2026-03-30';
const PERIOD = { from: DAY, to: DAY };
let number = 0;

/** This many attempts in a minute, of different stores, zones, providers and drivers. */
async function happened(minute: string, attempts: number) {
  for (let index = 0; index < attempts; index += 1) {
    number += 1;
    const places: Fact['places'] = {
      ...{ store: [`store_${number % 7}`], zone: [`zone_${number % 3}`], currency: ['GBP'] },
      ...{ provider: [`prv_${number % 5}`], driver: [`cou_${number}`] },
    };
    const sums = { attempts: 1, delivered: 1, timed: 1, onTime: number % 4 === 0 ? 0 : 1 };
    const id = `tsk_${number}`;
    await recordFact(world.deps, {
      ...{ organizationId: ORGANIZATION, minute, id, revision: 1, about: {}, places, sums },
    });
  }
  await askForMinute(world.deps, { organizationId: ORGANIZATION, minute });
}

const SPLITS: readonly (readonly GroupName[])[] = [
  ['hour'],
  ['store'],
  ['provider', 'zone'],
  ['driver'],
  ['store', 'hour'],
  ['driver', 'zone'],
];

/** What is answered about the day, by each split, for everybody and for a user of a store. */
async function answers() {
  const ofStore = { ...EVERYTHING, storeLocationIds: ['store_1'] };
  const all = SPLITS.flatMap((groupBy) =>
    [EVERYTHING, ofStore].map((asker) => world.ask('on-time', { ...PERIOD, groupBy }, asker)),
  );
  return (await Promise.all(all)).map(({ total, rows }) => ({ total, rows }));
}

const hours = async () =>
  new Set(
    (await world.db.items())
      .filter(({ type }) => type === hourCountsEntity.name)
      .map(({ data }) => String(data.hour)),
  );

describe('46 3: hours of an open day', () => {
  it.each(['UTC', 'Europe/Berlin', 'Asia/Kolkata'])(
    'are answered as their minutes are, in %s, also after something came late',
    async (timeZone) => {
      world = await startInsight(`${DAY}T12:00:00.000Z`, timeZone);
      for (const time of ['07:59', '08:00', '08:30', '09:10', '11:50']) await happened(`${DAY}T${time}`, 6);
      await world.settle();
      const byMinutes = await answers();
      for (const hour of ['07', '08', '09'])
        await countHour(
          world.deps,
          { organizationId: ORGANIZATION, hour: `${DAY}T${hour}` },
          world.db.deps.clock.now(),
        );
      expect(await answers()).toEqual(byMinutes);
      // An hour that is counted as a whole is counted again when one of its minutes changes, however few there are.
      await happened(`${DAY}T08:30`, 1);
      for (let turn = 0; turn < 6; turn += 1) await world.settle();
      expect(byMinutes[0]?.total.n).toBe(30);
      const after = await answers();
      expect(after[0]?.total.n).toBe(31);
      for (const { data } of await world.db.items())
        if (String(data.hour ?? '').startsWith(DAY)) expect(data.isTooLarge).toBe(false);
    },
  );

  it('are counted as wholes once they are over, if there is much in their minutes', async () => {
    world = await startInsight(`${DAY}T12:10:00.000Z`);
    await happened(`${DAY}T11:59`, 60);
    await happened(`${DAY}T10:30`, 6);
    // Its hour is not over.
    await happened(`${DAY}T12:09`, 60);
    for (let turn = 0; turn < 6; turn += 1) await world.settle();
    expect(await hours()).toEqual(new Set([`${DAY}T11`]));
    const { rows } = await world.ask('on-time', { ...PERIOD, groupBy: ['hour'] });
    expect(rows.map(({ key, n }) => [key.hour, n])).toEqual([
      ['10', 6],
      ['11', 60],
      ['12', 60],
    ]);
    // Messages that come twice change nothing.
    const before = JSON.stringify(await world.db.items());
    for (const { event } of world.messages.slice()) await count(world.deps, event);
    expect(JSON.stringify((await world.db.items()).filter(({ type }) => type === 'insightHour'))).toBe(
      JSON.stringify(JSON.parse(before).filter(({ type }: { type: string }) => type === 'insightHour')),
    );
  });
});
