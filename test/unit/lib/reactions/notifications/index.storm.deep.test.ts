import { expect, it } from 'vitest';
import { storm } from '../../../../support/notification-storm.ts';

/** Number of events of all storms together; `STORM_EVENTS` overrides it. */
const EVENTS = Number(process.env.STORM_EVENTS ?? 100_000);

/** Storms of this size, because each keeps its table in memory. */
const AT_ONCE = 10_000;

it('6 of 100,000 events each makes its message once, and none for a denied contact', async () => {
  for (let from = 0; from < EVENTS; from += AT_ONCE) {
    const { events, crashes, handed, toDenied, statuses, missing, unexpected } = await storm(
      `deep-${from / AT_ONCE}`,
      Math.min(AT_ONCE, EVENTS - from),
    );
    console.log(`storm ${from / AT_ONCE}: ${events} events, ${crashes} crashes, ${statuses.sent} sent`);
    expect([missing, unexpected, toDenied]).toEqual([0, 0, 0]);
    expect(Number(statuses.sent) + Number(statuses.suppressed)).toBe(events);
    expect(handed.size).toBe(statuses.sent);
    expect([...handed.values()].reduce((sum, times) => sum + times - 1, 0)).toBeLessThan(crashes);
  }
});
