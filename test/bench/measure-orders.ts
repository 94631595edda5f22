import { setTimeout as sleep } from 'node:timers/promises';
import { ROUTER } from '../../cdk/fixed-functions.ts';
import { localTable } from '../../cdk/local/local-table.ts';
import type { MeteredCall } from '../../cdk/local/meter.ts';
import { eventEntity } from '../../lib/platform/events/index.ts';
import { demoApi } from '../demo/api.ts';
import { demoOrder, STORIES, STRATEGIES } from '../demo/demo-order.ts';
import { type Followed, look } from '../demo/follow-orders.ts';
import { runCloud } from '../support/running-cloud.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import { bundleFunctions } from './bundle-functions.ts';
import { countLogBytes } from './count-log-bytes.ts';
import { measureStorage, type StoredItems } from './measure-storage.ts';
import type { Usage } from './usage.ts';

/** Usage of a number of orders, from creation to delivery and the last webhook. */
export interface MeasuredOrders {
  readonly orders: number;
  readonly attempts: number;
  readonly webhooks: number;
  /** Bytes of their bodies. */
  readonly webhookBytes: number;
  /** What is in the table because of the orders. */
  readonly stored: readonly StoredItems[];
  /** Events that were written, without those of simulated couriers. */
  readonly events: number;
  /** Messages that the router sent, by queue. */
  readonly routed: ReadonlyMap<string, number>;
  /** By bundle name, for all of the orders together. */
  readonly functions: ReadonlyMap<string, MeasuredFunction>;
}

/** What a function did for all of the orders together. */
export interface MeasuredFunction {
  readonly usage: Usage;
  /** Messages that came to its queue. */
  readonly received: number;
  /** Calls with which it sent messages. */
  readonly sends: number;
  readonly memoryGigabytes: number;
}

/** Orders of the measurement, and how many of them need a second attempt. */
const ORDERS = 20;
const SECOND_ATTEMPTS = 6;

/** What simulated couriers remember, which a real carrier would store itself. */
const CARRIER = 'simulatedDelivery';

/** Everything has ended when nothing was called for this long. Milliseconds; simulated couriers need at most one. */
const QUIET_MS = 5_000;

/** A message costs its sending, a receive and a delete, each in a batch of five. */
const REQUESTS_A_MESSAGE = 3 / 5;

/**
 * Sends orders through a local cloud in memory, with one receiver of all webhooks, and counts the calls of each
 * function.
 */
export async function measureOrders(assemblyDirectory: string): Promise<MeasuredOrders> {
  const calls: MeteredCall[] = [];
  const { bytes, echo } = countLogBytes();
  const local = await runCloud({ assemblyDirectory, meter: (call) => calls.push(call), echo });
  const receiver = await startWebhookReceiver();
  try {
    const functions = bundleFunctions(local.cloud.resources);
    const { organizationId, apiKey } = await local.tenant();
    const api = demoApi({ baseUrl: local.cloud.baseUrl, organizationId, apiKey });
    await api.call('POST', '/_local/clock', { skipping: true });
    await api.call('POST', '/v1/webhooks/endpoints', { url: receiver.url });
    const strategies = await makeStrategies(api);
    await local.untilIdle();
    const storage = await measureStorage(localTable(local.cloud.awsEndpoint, local.cloud.tableName()));
    calls.length = 0;
    bytes.clear();
    const orders: Followed[] = [];
    for (let index = 0; index < ORDERS; index += 1) {
      const story = STORIES[index < SECOND_ATTEMPTS ? 1 : 0];
      const order = demoOrder(story, index, 'bill', strategies.get(story.strategy) ?? '');
      const { id, createdAt, status } = await api.call<{ id: string; createdAt: string; status: string }>(
        'POST',
        '/v1/order',
        order,
      );
      orders.push({ orderId: id, story: story.name, tasks: [], createdAt, status });
    }
    await untilQuiet(calls);
    const made = [...calls];
    const logs = new Map(bytes);
    const stored = (await storage()).filter(({ type }) => type !== CARRIER);
    await look(api, orders);
    const sends = made.filter(({ messages }) => messages > 0);
    const messagesOf = (list: readonly MeteredCall[]) =>
      list.reduce((sum, { messages }) => sum + messages, 0);
    const router = functions.get(ROUTER.name)?.physicalName;
    const routed = Map.groupBy(
      sends.filter(({ caller }) => caller === router),
      ({ queue }) => queue,
    );
    return {
      orders: ORDERS,
      attempts: orders.reduce((sum, { tasks }) => sum + tasks.length, 0),
      webhooks: receiver.received.length,
      webhookBytes: receiver.received.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0),
      stored,
      events: made
        .filter(({ items }) => !items.includes(CARRIER))
        .reduce((sum, { items }) => sum + items.filter((item) => item === eventEntity.name).length, 0),
      routed: new Map([...routed].map(([queue, list]) => [queue, messagesOf(list)])),
      functions: new Map(
        [...functions].map(([name, { physicalName, properties }]) => [
          name,
          {
            usage: usageOf(name, physicalName, made, logs),
            // Queues are named after their workers.
            received: messagesOf(sends.filter(({ queue }) => queue === physicalName)),
            sends: sends.filter(({ caller }) => caller === physicalName).length,
            memoryGigabytes: Number(properties.MemorySize ?? 128) / 1024,
          },
        ]),
      ),
    };
  } finally {
    await local.stop();
    await receiver.stop();
  }
}

/** Resolves when no call was made for a while: reading the orders themselves would add to the bill. */
async function untilQuiet(calls: readonly MeteredCall[]): Promise<void> {
  for (let seen = -1; seen !== calls.length; ) {
    seen = calls.length;
    await sleep(QUIET_MS);
  }
}

async function makeStrategies(api: ReturnType<typeof demoApi>): Promise<ReadonlyMap<string, string>> {
  const strategies = new Map<string, string>();
  for (const name of ['plain', 'failover'] as const) {
    const { id } = await api.call<{ id: string }>('POST', '/v1/options_group', {
      label: name,
      allowedProviders: STRATEGIES[name],
      enableAutoDispatch: true,
      providerSelectionStrategy: 'preferred_order',
      reassignOnFailure: true,
    });
    strategies.set(name, id);
  }
  return strategies;
}

/** What a function asked for. */
export function usageOf(
  bundle: string,
  functionName: string,
  calls: readonly MeteredCall[],
  logs: ReadonlyMap<string, number>,
): Usage {
  const own = calls.filter(({ caller, items }) => caller === functionName && !items.includes(CARRIER));
  const total = (value: (call: MeteredCall) => number) => own.reduce((sum, call) => sum + value(call), 0);
  const count = (action: string) => own.filter((call) => call.action === action).length;
  const invocations = count('Invoke');
  return {
    writeUnits: total(({ writeUnits }) => writeUnits),
    readUnits: total(({ readUnits }) => readUnits),
    invocations,
    queueRequests: REQUESTS_A_MESSAGE * total(({ messages }) => messages),
    apiRequests: bundle.startsWith('api-') ? invocations : 0,
    // The one state machine of timers waits and then starts a function.
    transitions: 3 * count('StartExecution'),
    logBytes: logs.get(functionName) ?? 0,
  };
}
