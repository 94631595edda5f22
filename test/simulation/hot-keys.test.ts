import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  atPeak,
  HOT_KEYS,
  type HotKey,
  MOST_A_SECOND,
  PEAK_ORDERS_PER_SECOND,
} from '../../cdk/tools/hot-keys.ts';
import { worker as makeNotifications } from '../../functions/workers/make-notifications.ts';

const MEASUREMENT = fileURLToPath(new URL('./hot-keys.ts', import.meta.url));

describe('47 1.5: at 58 orders a second of one organization', () => {
  it('each key of the table takes what ACCESS-PATTERNS.md says of it, within a tenth', {
    timeout: 120_000,
  }, async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [MEASUREMENT]);
    const measured = JSON.parse(stdout) as readonly HotKey[];
    const keys = (list: readonly HotKey[]) => list.map(({ key }) => key).sort();
    expect(keys(measured)).toEqual(keys(HOT_KEYS));
    const isAlike = (one: number, other: number) => Math.abs(one - other) <= Math.max(0.1 * other, 0.1);
    const differing = measured.filter(({ key, readUnits, writeUnits }) => {
      const declared = HOT_KEYS.find((one) => one.key === key)!;
      return !isAlike(readUnits, declared.readUnits) || !isAlike(writeUnits, declared.writeUnits);
    });
    expect(differing).toEqual([]);
  });

  it.each(HOT_KEYS.map((hot) => [hot.key, hot] as const))(
    '%s takes less than half of a partition',
    (_, hot) => {
      expect(atPeak(hot).readUnits).toBeLessThan(MOST_A_SECOND.readUnits);
      expect(atPeak(hot).writeUnits).toBeLessThan(MOST_A_SECOND.writeUnits);
    },
  );

  it('notifications are made as fast as their events come', () => {
    // Of an order, where somebody listens to all that triggers may listen to.
    const EVENTS = 10;
    const eventsPerSecond = EVENTS * PEAK_ORDERS_PER_SECOND;
    const SECONDS_A_BATCH = 0.25;
    const handled =
      ((makeNotifications.maxConcurrency ?? 5) * (makeNotifications.batchSize ?? 10)) / SECONDS_A_BATCH;
    expect(handled).toBeGreaterThan(1.3 * eventsPerSecond);
  });
});
