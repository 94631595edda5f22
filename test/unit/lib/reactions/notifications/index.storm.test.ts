import { expect, it } from 'vitest';
import { storm } from '../../../../support/notification-storm.ts';

it('6 events that come twice, out of order and through crashes make each message once, and none for a denied contact', async () => {
  const { events, crashes, handed, toDenied, statuses, missing, unexpected } = await storm('small', 180);
  expect(events).toBe(180);
  expect(crashes).toBeGreaterThan(4);
  expect([missing, unexpected, toDenied]).toEqual([0, 0, 0]);
  expect(Number(statuses.sent) + Number(statuses.suppressed)).toBe(events);
  expect(statuses.suppressed).toBeGreaterThan(15);
  // A channel gets a message a second time only when the invocation that had passed it on died.
  const again = [...handed.values()].reduce((sum, times) => sum + times - 1, 0);
  expect(again).toBeLessThan(crashes);
  expect(handed.size).toBe(statuses.sent);
});
