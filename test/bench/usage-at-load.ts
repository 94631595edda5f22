import { ROUTER } from '../../cdk/fixed-functions.ts';
import { queueWorkers } from '../../functions/workers/index.ts';
import type { MeasuredFunction, MeasuredOrders } from './measure-orders.ts';
import type { Usage } from './usage.ts';

/**
 * Polls of a queue that collect batches beside each other, at the least that Lambda keeps. More of them come only with a
 * backlog, which fills their batches.
 */
const POLLERS = 5;

/** Lambda asks a shard of a stream for records four times a second. */
const POLLS_A_SECOND = 4;

/** Shards of the stream: one for each partition of the table, and an on-demand table starts with four. */
const SHARDS = 4;

/** Processor time of an invocation in seconds, and of each message or request in it: ten take a tenth to a quarter of one. */
const SECONDS_OF_INVOCATION = 0.02;
const SECONDS_OF_MESSAGE = 0.01;

/** Average time that a webhook receiver takes to answer, and that of the slowest of a batch, in seconds. */
const SECONDS_OF_RECEIVER = 0.15;
const SECONDS_OF_SLOWEST_RECEIVER = 0.3;

/**
 * The function that waits for webhook receivers, for all messages of a batch at the same time, and reads the endpoints of
 * their organization once for all of them.
 */
const WAITS = 'make-webhook-messages';

/** Usage of a function for an order, at the load of a day, with the time that it runs. */
export interface UsageAtLoad {
  readonly usage: Usage;
  readonly gigabyteSeconds: number;
}

/**
 * Usage of the measured functions for an order when orders come `perSecond`. Counted are units, requests and messages;
 * computed are the invocations of functions that collect batches for some time, because the few orders of a measurement
 * fill none.
 */
export function usageAtLoad(measured: MeasuredOrders, perSecond: number): ReadonlyMap<string, UsageAtLoad> {
  return new Map(
    [...measured.functions].map(([name, one]) => {
      const perOrder = (value: number) => value / measured.orders;
      const invocations = invocationsAtLoad(name, one, measured, perSecond);
      const items = name === ROUTER.name ? perOrder(measured.events) : perOrder(one.received);
      const work = invocations * SECONDS_OF_INVOCATION + Math.max(items, invocations) * SECONDS_OF_MESSAGE;
      const usage: Usage = {
        ...(Object.fromEntries(
          Object.entries(one.usage).map(([key, value]) => [key, perOrder(value)]),
        ) as unknown as Usage),
        invocations,
        queueRequests:
          (name === ROUTER.name ? sendsOfRouter(measured, invocations) : perOrder(one.sends)) +
          // A batch is received once and deleted once.
          (one.received > 0 ? 2 * invocations : 0),
        // The router asks once for each organization of a batch, and rarely for what changed.
        ...(name === ROUTER.name ? { readUnits: invocations } : {}),
        ...(name === WAITS
          ? { readUnits: perOrder(one.usage.readUnits - one.usage.invocations) + invocations }
          : {}),
      };
      const seconds = work + (name === WAITS ? secondsOfWaits(items, invocations) : 0);
      return [name, { usage, gigabyteSeconds: seconds * one.memoryGigabytes }];
    }),
  );
}

/** Messages in a batch of a worker that collects for some seconds, at this rate, while nothing waits. */
export function batchOf(batchingSeconds: number | undefined, perSecond: number): number {
  return Math.max(1, (perSecond * (batchingSeconds ?? 0)) / POLLERS);
}

/** How long an invocation works on a batch, without what it waits for, in seconds. */
export function secondsOfBatch(messages: number): number {
  return SECONDS_OF_INVOCATION + messages * SECONDS_OF_MESSAGE;
}

function invocationsAtLoad(
  name: string,
  { usage, received }: MeasuredFunction,
  { orders, events }: MeasuredOrders,
  perSecond: number,
): number {
  const counted = usage.invocations / orders;
  if (name === ROUTER.name)
    return Math.min(events / orders, (POLLS_A_SECOND * SHARDS * ROUTER.lanes) / perSecond);
  const worker = queueWorkers.find((one) => one.name === name);
  if (!worker?.batchingSeconds) return counted;
  const messages = received / orders;
  const batch = batchOf(worker.batchingSeconds, messages * perSecond);
  return messages / Math.min(worker.batchSize ?? 10, batch);
}

/** Calls with which the router sends the messages of an order: one for each queue that a batch has events for. */
function sendsOfRouter({ orders, events, routed }: MeasuredOrders, invocations: number): number {
  const batch = events / orders / invocations;
  const calls = [...routed.values()].map((messages) => {
    const share = Math.min(1, messages / events);
    return invocations * Math.max(1 - (1 - share) ** batch, (batch * share) / 10);
  });
  return calls.reduce((sum, one) => sum + one, 0);
}

function secondsOfWaits(messages: number, invocations: number): number {
  const isAlone = messages / invocations < 2;
  return invocations * (isAlone ? SECONDS_OF_RECEIVER : SECONDS_OF_SLOWEST_RECEIVER);
}
