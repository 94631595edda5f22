import { setTimeout as sleep } from 'node:timers/promises';
import type { MeteredCall } from '../../cdk/local/meter.ts';
import { demoApi } from '../demo/api.ts';
import { demoOrder, STORIES, STRATEGIES } from '../demo/demo-order.ts';
import { type Followed, look } from '../demo/follow-orders.ts';
import { runCloud } from '../support/running-cloud.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import { bundleFunctions } from './bundle-functions.ts';
import { countLogBytes } from './count-log-bytes.ts';
import type { Usage } from './usage.ts';

/** Usage of a number of orders, from creation to delivery and the last webhook. */
export interface MeasuredOrders {
  readonly orders: number;
  readonly attempts: number;
  readonly webhooks: number;
  /** Memory of a function, in gigabytes. */
  readonly memoryGigabytes: number;
  /** By bundle name, for all of the orders together. */
  readonly functions: ReadonlyMap<string, { readonly usage: Usage }>;
}

/** Orders of the measurement, and how many of them need a second attempt. */
const ORDERS = 20;
const SECOND_ATTEMPTS = 6;

/** What simulated couriers remember, which a real carrier would store itself. */
const CARRIER = 'simulatedDelivery';

/** Everything has ended when nothing was called for this long. Milliseconds; simulated couriers need at most one. */
const QUIET_MS = 5_000;

/** A message costs its sending (a batch of them), a receive and a delete. */
const REQUESTS_A_MESSAGE = 3;

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
    await look(api, orders);
    const memories = [...functions.values()].map(({ properties }) => Number(properties.MemorySize ?? 128));
    return {
      orders: ORDERS,
      attempts: orders.reduce((sum, { tasks }) => sum + tasks.length, 0),
      webhooks: receiver.received.length,
      memoryGigabytes: memories.reduce((sum, memory) => sum + memory, 0) / memories.length / 1024,
      functions: new Map(
        [...functions].map(([name, { physicalName }]) => [
          name,
          { usage: usageOf(name, physicalName, made, logs) },
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
