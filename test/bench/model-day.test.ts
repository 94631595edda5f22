import { expect, it } from 'vitest';
import { type DayStage, modelDay } from './model-day.ts';

/** Takes `atOnce` messages a second, one at a time. */
const stage = (name: string, atOnce: number, changes: Partial<DayStage> = {}): DayStage => ({
  name,
  perOrder: 1,
  atOnce,
  isReserved: false,
  batchSize: 1,
  batchOf: () => 1,
  secondsOf: () => 1,
  ...changes,
});

/** Ten orders a second for a hundred seconds, then none. */
const day = (stages: readonly DayStage[], changes: object = {}) =>
  modelDay({
    ordersOf: (second) => (second < 100 ? 10 : 0),
    seconds: 1_000,
    stages,
    account: 1_000,
    requestsOfOrder: 0,
    ...changes,
  });

it('47 4 a queue that takes as much as comes has no backlog', () => {
  expect(day([stage('enough', 10)])).toMatchObject({
    stages: [{ mostPerSecond: 10, capacityPerSecond: 10, mostWaiting: 0, oldestSeconds: 0 }],
    mostAtOnce: 10,
  });
});

it('47 4 a queue that takes half of what comes grows until the rush ends, and its last message waits as long again', () => {
  const [slow] = day([stage('slow', 5)]).stages;
  expect(slow?.mostWaiting).toBeCloseTo(500);
  expect(slow?.oldestSeconds).toBeGreaterThanOrEqual(99);
  expect(slow?.oldestSeconds).toBeLessThanOrEqual(101);
});

it('47 4 a backlog fills the batches of a queue that collects none before', () => {
  const batches = { batchSize: 10, secondsOf: (messages: number) => 1 + messages / 10 };
  const [queue] = day([stage('batches', 3, batches)]).stages;
  // One at a time it would take 2.7 a second; ten at a time 15.
  expect(queue?.mostWaiting).toBeLessThan(30);
});

it('47 4 requests come first, reserved concurrency is kept, and the others share the rest', () => {
  const stages = [stage('kept', 4, { isReserved: true, perOrder: 0.4 }), stage('a', 50), stage('b', 50)];
  const { stages: queues, mostAtOnce } = day(stages, { account: 20, requestsOfOrder: 0.6 });
  const [kept, a, b] = queues;
  expect(kept?.mostWaiting).toBe(0);
  expect(mostAtOnce).toBeLessThanOrEqual(20);
  // 20 less 4 reserved and 6 for requests are 10, for two queues that want 10 each and more with every second.
  expect(a?.mostWaiting).toBeCloseTo(500);
  expect(b?.mostWaiting).toBeCloseTo(500);
});
