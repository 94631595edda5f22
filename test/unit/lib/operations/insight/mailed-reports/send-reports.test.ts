import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createReport,
  deleteReport,
  listReports,
  type Report,
  recordFacts,
} from '../../../../../../lib/operations/insight/index.ts';
import { sendReports } from '../../../../../../lib/operations/insight/mailed-reports/send-reports.ts';
import { notificationEntity } from '../../../../../../lib/reactions/notifications/index.ts';
import { type InsightWorld, ORGANIZATION, startInsight } from '../../../../../support/insight-world.ts';
import { must } from '../../../../../support/notifications-at-work.ts';

let world: InsightWorld;
beforeEach(async () => {
  // A Monday: 22:00 of the Sunday in New York is 02:00 in UTC.
  world = await startInsight('2026-03-30T02:00:00.000Z', 'America/New_York');
});
afterEach(() => world.stop());

const fields = (more: Partial<Report> = {}) => ({
  ...{
    name: 'Our week',
    period: 'week' as const,
    hour: 7,
    emails: ['Ops@Example.com', 'boss@example.com'],
  },
  measures: ['deliveries', 'on-time'] as Report['measures'],
  ...more,
});

/** A package that came at this instant, this many minutes after its window. */
async function delivered(number: number, at: string, late: number) {
  const deadline = new Date(Date.parse(at) - 60_000 * late).toISOString();
  const id = `job_${String(number).padStart(26, '0')}`;
  const delivery = { dropoffDeadline: deadline };
  const events = await world.end({ id, delivery }, { status: 'dropoff_complete', at, isLast: true });
  for (const event of events) await recordFacts(world.deps, event);
}

/** Looks at the reports at an instant, twice, as messages come twice; all e-mails so far, oldest first. */
async function sentAt(instant: string) {
  // Settling takes a minute.
  world.db.deps.clock.advance(Date.parse(instant) - 60_000 - world.db.deps.clock.now());
  await world.settle();
  for (let turn = 0; turn < 2; turn += 1) await sendReports(world.deps, ORGANIZATION);
  const all = (await world.db.items()).filter(({ type }) => type === notificationEntity.name);
  return all
    .map(({ data }) => notificationEntity.definition.schema.parse(data))
    .sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
}

describe('46 3: reports by e-mail', () => {
  it('tell of each week once, from their hour of the Monday in the time zone of the organization', async () => {
    must(await createReport(world.deps, ORGANIZATION, 'rpt_1', fields()));
    await delivered(1, '2026-03-25T15:00:00.000Z', 0);
    await delivered(2, '2026-03-29T15:00:00.000Z', 5);
    // 22:30 of the Sunday.
    await delivered(3, '2026-03-30T02:30:00.000Z', 0);
    expect(await sentAt('2026-03-30T10:59:00.000Z')).toEqual([]);
    // The Monday itself belongs to the next week.
    await delivered(4, '2026-03-30T11:05:00.000Z', 9);
    const sent = await sentAt('2026-03-30T11:10:00.000Z');
    expect(sent.map(({ recipient }) => recipient).sort()).toEqual(['boss@example.com', 'ops@example.com']);
    const { subject, body, html, channel } = sent[0]!;
    expect([channel, subject]).toEqual(['email', 'Our week: Mar 23, 2026 to Mar 29, 2026']);
    expect(body).toContain('Packages delivered: 3, before 0');
    expect(body).toContain('On time: 66.67 % (of 3), before –');
    expect(body).toContain('/console#/insights?days=2026-03-23..2026-03-29');
    // Bars by day: two on Sunday are twice as long as the one on Wednesday.
    expect(html).toMatch(/Wed, Mar 25.*?width="120".*?Sun, Mar 29.*?width="240"/s);
    expect(await sentAt('2026-04-05T23:00:00.000Z')).toHaveLength(2);
    const next = await sentAt('2026-04-06T11:00:00.000Z');
    expect(next.slice(2).map(({ subject: again }) => again)).toEqual([
      'Our week: Mar 30, 2026 to Apr 5, 2026',
      'Our week: Mar 30, 2026 to Apr 5, 2026',
    ]);
    expect(next[2]?.body).toContain('Packages delivered: 1, before 3');
  });

  it('tell of each day, by the hour, and no more once they are deleted', async () => {
    const daily = fields({ name: 'Day', period: 'day', hour: 6, emails: ['ops@example.com'] });
    must(await createReport(world.deps, ORGANIZATION, 'rpt_1', daily));
    await delivered(1, '2026-03-29T15:00:00.000Z', 0);
    const [first] = await sentAt('2026-03-30T10:00:00.000Z');
    expect(first?.subject).toBe('Day: Mar 29, 2026');
    expect(first?.html).toContain('11:00');
    expect(await sentAt('2026-03-31T09:59:00.000Z')).toHaveLength(1);
    expect(await sentAt('2026-03-31T10:00:00.000Z')).toHaveLength(2);
    must(await deleteReport(world.deps, ORGANIZATION, 'rpt_1'));
    expect(await listReports(world.deps.table, ORGANIZATION)).toEqual([]);
    expect(await sentAt('2026-04-01T10:00:00.000Z')).toHaveLength(2);
  });

  it('begin with the period that ends after their creation, and escape what people named', async () => {
    world.db.deps.clock.advance(3 * 86_400_000);
    must(await createReport(world.deps, ORGANIZATION, 'rpt_1', fields({ name: '<b>Week</b>' })));
    expect(await sentAt('2026-04-02T12:00:00.000Z')).toEqual([]);
    const [first] = await sentAt('2026-04-06T12:00:00.000Z');
    expect(first?.html).toContain('&lt;b&gt;Week&lt;/b&gt;');
  });

  it('have a bound', async () => {
    for (let index = 0; index < 20; index += 1)
      must(await createReport(world.deps, ORGANIZATION, `rpt_${index}`, fields()));
    const oneMore = await createReport(world.deps, ORGANIZATION, 'rpt_20', fields());
    expect(oneMore).toMatchObject({ message: expect.stringMatching(/There are 20 reports/) });
    // A repeated request finds its own.
    expect(must(await createReport(world.deps, ORGANIZATION, 'rpt_3', fields())).id).toBe('rpt_3');
  });
});
