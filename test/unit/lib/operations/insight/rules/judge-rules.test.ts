import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Fact, recordFact } from '../../../../../../lib/operations/insight/fact.ts';
import { countHour } from '../../../../../../lib/operations/insight/hour-counts.ts';
import { refuseRule } from '../../../../../../lib/operations/insight/index.ts';
import { countMinute } from '../../../../../../lib/operations/insight/minute-counts.ts';
import { judgeRules } from '../../../../../../lib/operations/insight/rules/judge-rules.ts';
import { isRefusal } from '../../../../../../lib/platform/core/refusal.ts';
import {
  changeTrigger,
  createDestination,
  createTrigger,
  listNotifications,
  notify,
  type TriggerFields,
} from '../../../../../../lib/reactions/notifications/index.ts';
import { type InsightWorld, ORGANIZATION, startInsight } from '../../../../../support/insight-world.ts';
import { must } from '../../../../../support/notifications-at-work.ts';

let world: InsightWorld;
let context: Parameters<typeof createTrigger>[0];
let number: number;
beforeEach(async () => {
  number = 0;
  world = await startInsight('2026-03-30T12:00:00.000Z');
  const actor = { type: 'key' as const, id: 'key_1', name: 'Test' };
  const origin = { organizationId: ORGANIZATION, actor, cause: 'request:1' };
  context = { ...world.deps, origin, refuseTrigger: refuseRule };
  const first = { recipients: ['ops@example.com'], message: null, subject: null, emailTemplateId: null };
  const channels = [{ type: 'email' as const, ...first }];
  must(
    await createDestination(
      context,
      { name: 'Ops', channels, digestMinutes: null, quietHours: null },
      'dst_1',
    ),
  );
});
afterEach(() => world.stop());

/** The fields of a trigger with a rule: on time below 92 % for two hours. */
const fields = (rule: object = {}): TriggerFields => ({
  ...{ type: 'measure_threshold', name: 'Late', description: null, enabled: true, message: null },
  ...{ notificationGroupIds: ['dst_1'], variants: [], optionsGroupIds: [], conditionalLogic: null },
  ...{ contractIds: [], zoneIds: [], flag: false, autoResolveFlag: false, customEventName: null },
  ...{ agentId: null, oncePerJob: false, isInternal: true },
  parameters: { measure: 'on-time', comparison: 'below', threshold: 0.92, hours: 2, ...rule },
});

/** This many packages on time and late in a minute of the morning of the 30th. */
async function happened(time: string, onTime: number, late: number, places: Fact['places'] = {}) {
  const of = { organizationId: ORGANIZATION, minute: `2026-03-30T${time}` };
  number += 1;
  const sums = { timed: onTime + late, onTime, late };
  await recordFact(world.deps, { ...of, id: `tsk_${number}`, revision: 1, about: {}, places, sums });
  await countMinute(world.deps, of, world.db.deps.clock.now());
}

/** Judges the rules at a time; the bodies of all messages so far. */
async function judgeAt(time: string): Promise<readonly string[]> {
  world.db.deps.clock.advance(Date.parse(`2026-03-30T${time}:00.000Z`) - world.db.deps.clock.now());
  await judgeRules(world.deps, ORGANIZATION);
  const told = (await world.db.events()).filter(({ name }) => name.startsWith('insight.measure_'));
  // Events come again.
  for (const event of [...told, ...told]) await notify(world.deps, event);
  const caller = { organizationId: ORGANIZATION, listShards: 1, storeLocationIds: null };
  const { results } = await listNotifications(world.deps, caller, {}, { limit: 100, offset: 0 });
  return results.map(({ body }) => body).toReversed();
}

const BELOW = 'On time: 90 % (of 20) in the last 2 hours, below 92 %.';

describe('46 3: a rule on a measure', () => {
  it('fires once for a breach, tells when it is over if asked to, and fires again for the next', async () => {
    must(await createTrigger(context, fields({ tellsWhenOver: true }), 'ntr_1'));
    await happened('10:30', 10, 0);
    expect(await judgeAt('12:00')).toEqual([]);
    await happened('11:30', 8, 2);
    expect(await judgeAt('12:15')).toEqual([BELOW]);
    expect(await judgeAt('12:20')).toEqual([BELOW]);
    // The minute of 10:30 lies more than two hours back: 8 of 10 are left.
    expect(await judgeAt('12:31')).toEqual([BELOW]);
    await happened('12:30', 90, 0);
    const over = 'On time: 98 % (of 100) in the last 2 hours, no longer below 92 %.';
    expect(await judgeAt('12:45')).toEqual([BELOW, over]);
    await happened('12:44', 0, 50);
    expect((await judgeAt('13:00')).slice(2)).toEqual([
      'On time: 65.33 % (of 150) in the last 2 hours, below 92 %.',
    ]);
  });

  it('is silent about the end unless asked, and says nothing while too little happens', async () => {
    must(await createTrigger(context, fields({ minimumCases: 20 }), 'ntr_1'));
    await happened('11:00', 0, 19);
    expect(await judgeAt('12:00')).toEqual([]);
    await happened('11:01', 18, 1);
    expect(await judgeAt('12:01')).toEqual(['On time: 47.37 % (of 38) in the last 2 hours, below 92 %.']);
    await happened('12:01', 1_000, 0);
    expect(await judgeAt('12:30')).toHaveLength(1);
    // Nothing happened in the last two hours, so nothing changes.
    expect(await judgeAt('23:00')).toHaveLength(1);
  });

  it('measures what its filters name, and a count without any case is one of 0', async () => {
    must(await createTrigger(context, fields({ zone: ['zone_a'], provider: ['prv_one'] }), 'ntr_1'));
    must(await createTrigger(context, fields({ measure: 'orders', threshold: 1, hours: 1 }), 'ntr_2'));
    await happened('11:00', 0, 10, { zone: ['zone_b'], provider: ['prv_one'] });
    await happened('11:01', 0, 10, { zone: ['zone_a'], provider: ['prv_two'] });
    await happened('11:02', 10, 0, { zone: ['zone_a'], provider: ['prv_one'] });
    expect(await judgeAt('12:00')).toEqual(['Orders created: 0 in the last hour, below 1.']);
    await happened('11:03', 0, 10, { zone: ['zone_a', 'zone_b'], provider: ['prv_one'] });
    expect((await judgeAt('12:01')).slice(1)).toEqual([
      'On time: 50 % (of 20) in the last 2 hours, below 92 %.',
    ]);
  });

  it('over a day reads the hours that are kept as wholes instead of their minutes, and says the same', async () => {
    must(await createTrigger(context, fields({ hours: 24 }), 'ntr_1'));
    const hours = ['02', '03', '04'];
    for (const hour of hours)
      for (let minute = 10; minute < 30; minute += 1) await happened(`${hour}:${minute}`, 8, 2);
    await happened('11:59', 0, 0);
    const judged = () => world.db.rowsRead(() => judgeRules(world.deps, ORGANIZATION));
    const byMinutes = await judged();
    const nowMs = world.db.deps.clock.now();
    for (const hour of hours)
      await countHour(world.deps, { organizationId: ORGANIZATION, hour: `2026-03-30T${hour}` }, nowMs);
    expect(byMinutes - (await judged())).toBeGreaterThan(50);
    must(await createTrigger(context, fields({ hours: 24, threshold: 0.9 }), 'ntr_2'));
    // Both at the same instant, so in either order.
    expect((await judgeAt('12:00')).toSorted()).toEqual([
      'On time: 80 % (of 600) in the last 24 hours, below 90 %.',
      'On time: 80 % (of 600) in the last 24 hours, below 92 %.',
    ]);
  });

  it('that is changed is a new one, and one that is disabled is not judged', async () => {
    must(await createTrigger(context, fields(), 'ntr_1'));
    await happened('11:00', 0, 10);
    expect(await judgeAt('12:00')).toHaveLength(1);
    must(await changeTrigger(context, 'ntr_1', { parameters: { ...fields().parameters, threshold: 0.5 } }));
    expect(await judgeAt('12:01')).toHaveLength(2);
    must(await changeTrigger(context, 'ntr_1', { enabled: false }));
    await happened('12:02', 1_000, 0);
    await judgeAt('12:10');
    must(await changeTrigger(context, 'ntr_1', { enabled: true }));
    await happened('12:11', 0, 9_000);
    // It did not see that the breach had ended.
    expect(await judgeAt('12:20')).toHaveLength(2);
  });

  it.each([
    [{ measure: 'on-tine' }, /parameters\.measure/],
    [{ hours: 25 }, /parameters\.hours/],
    [{ measure: 'orders', zone: ['zone_a'] }, /parameters\.zone.*"orders" is not kept by "zone"/],
  ])('refuses %j, and says why', async (rule, message) => {
    const refused = await createTrigger(context, fields(rule), 'ntr_1');
    expect(isRefusal(refused) && refused.message).toMatch(message);
  });

  it('may be one of 20', async () => {
    for (let index = 0; index < 20; index += 1) must(await createTrigger(context, fields(), `ntr_${index}`));
    const refused = await createTrigger(context, fields(), 'ntr_20');
    expect(isRefusal(refused) && refused.message).toMatch(/There are 20 triggers of the type/);
  });
});
