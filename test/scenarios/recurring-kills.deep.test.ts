import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { demoApi } from '../demo/api.ts';
import { eventually } from '../support/dispatch-story.ts';
import { type Recurring, recurringBread } from '../support/recurring-bread.ts';
import { scenario as test } from '../support/scenario.ts';

const KILLS = Number(process.env.KILLS ?? 5);
const RECURRING = 6;
const DAYS_AHEAD = 40;

describe('43 3 recurring orders whose service is killed with -9', () => {
  test(`give each occurrence one order, after ${KILLS} kills in the middle`, async ({ killable }) => {
    let target = await killable.start();
    const call = <Reply>(method: string, path: string, body?: unknown) =>
      demoApi(target).call<Reply>(method, path, body);
    const made = await Promise.all(
      Array.from({ length: RECURRING }, () =>
        call<Recurring>('POST', '/v1/recurring/orders', {
          ...recurringBread(1, `FREQ=DAILY;COUNT=${DAYS_AHEAD}`),
          daysAhead: DAYS_AHEAD + 1,
        }),
      ),
    );
    for (let killed = 0; killed < KILLS; killed += 1) {
      await sleep(200 + 150 * killed);
      await killable.kill();
      target = await killable.start();
    }
    for (const { id } of made) {
      const { occurrences } = await eventually(
        () => call<Recurring>('GET', `/v1/recurring/orders/${id}?limit=100`),
        (one) => one.occurrences.every(({ status }) => status === 'made'),
        300_000,
      );
      expect(occurrences).toHaveLength(DAYS_AHEAD);
    }
    const { totalCount } = await call<{ totalCount: number }>('GET', '/v1/orders?search=bread-&limit=1');
    expect(totalCount).toBe(RECURRING * DAYS_AHEAD);
  }, 900_000);
});
