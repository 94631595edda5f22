import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Fact, factEntity, recordFact } from '../../../../../lib/operations/insight/fact.ts';
import { countMinute, minutesOfHour } from '../../../../../lib/operations/insight/minute-counts.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

const NOW = Date.parse('2026-03-30T12:00:00.000Z');
const MINUTE = { organizationId: 'org_a', minute: '2026-03-30T11:58' };

const fact = (revision: number, packages: number, id = 'tsk_1'): Fact => ({
  ...MINUTE,
  id,
  revision,
  about: {},
  places: {},
  sums: { attempts: 1, packages },
});

let db: TestTable;
beforeEach(async () => {
  db = await startTestTable('2026-03-30T12:00:00.000Z');
});
afterEach(() => db.stop());

const stored = () => db.deps.table.get(factEntity, fact(1, 0));
const counted = async () => (await minutesOfHour(db.deps.table, 'org_a', '2026-03-30T11'))[0]?.cells;

it('46 2: of two readings of the same occurrence the newer one counts, whichever comes first', async () => {
  await recordFact(db.deps, fact(5, 1));
  await recordFact(db.deps, fact(3, 0));
  expect((await stored())?.value).toEqual(fact(5, 1));
  await recordFact(db.deps, fact(6, 0));
  expect((await stored())?.value).toEqual(fact(6, 0));
});

it('46 2: a repetition writes nothing', async () => {
  await recordFact(db.deps, fact(5, 1));
  await recordFact(db.deps, fact(5, 1));
  expect((await stored())?.version).toBe(1);
});

it('46 2: a minute is counted again for what was written since, and not for a message about what is counted', async () => {
  await recordFact(db.deps, fact(1, 0, 'tsk_1'));
  expect((await countMinute(db.deps, MINUTE, NOW)).outcome).toBe('counted');
  expect((await countMinute(db.deps, MINUTE, NOW)).outcome).toBe('known');
  db.deps.clock.advance(30_000);
  await recordFact(db.deps, fact(1, 1, 'tsk_2'));
  expect((await countMinute(db.deps, MINUTE, NOW + 30_000)).outcome).toBe('counted');
  expect(await counted()).toEqual([{ places: {}, sums: { attempts: 2, packages: 1 } }]);
});

it('46 2: counts of a minute stay when its facts may have expired', async () => {
  await recordFact(db.deps, fact(1, 1));
  await countMinute(db.deps, MINUTE, NOW);
  db.deps.clock.advance(89.5 * 86_400_000);
  expect((await countMinute(db.deps, MINUTE, db.deps.clock.now())).outcome).toBe('known');
  expect(await counted()).toEqual([{ places: {}, sums: { attempts: 1, packages: 1 } }]);
});
