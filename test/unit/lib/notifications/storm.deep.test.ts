import { expect, it } from 'vitest';
import { storm } from '../../../support/notification-storm.ts';

it('6 of 100,000 events each makes its message once, and none for a denied contact', async () => {
  for (let run = 0; run < 10; run += 1) {
    const { events, crashes, handed, toDenied, statuses, missing, unexpected } = await storm(
      `deep-${run}`,
      10_000,
    );
    expect([missing, unexpected, toDenied]).toEqual([0, 0, 0]);
    expect(Number(statuses.sent) + Number(statuses.suppressed)).toBe(events);
    expect(handed.size).toBe(statuses.sent);
    expect([...handed.values()].reduce((sum, times) => sum + times - 1, 0)).toBeLessThan(crashes);
  }
});
