import type { MeteredCall } from '../../cdk/local/meter.ts';
import { createOrder } from '../../functions/api/orders/create-order.ts';
import { act, chain, when } from '../support/automations.ts';
import { runCloud, type TestCloud } from '../support/running-cloud.ts';
import { bundleFunctions } from './bundle-functions.ts';
import { countLogBytes } from './count-log-bytes.ts';
import { usageOf } from './measure-orders.ts';
import type { Usage } from './usage.ts';

/** Usage of workflow runs on a local cloud. */
export interface MeasuredRuns {
  /** Milliseconds from the event to the end of its run, one order after the other. */
  readonly latenciesMs: readonly number[];
  /** Runs per second when all orders arrive at once. */
  readonly perSecond: number;
  /** Usage of one run by function, by bundle name. */
  readonly perRun: ReadonlyMap<string, Usage>;
  /** AWS calls of `run-workflows` for one run, with how often each is made. */
  readonly calls: ReadonlyMap<string, number>;
  /** Memory of `run-workflows`, in gigabytes. */
  readonly memoryGigabytes: number;
  readonly synchronous: readonly MeasuredOrder[];
}

/** Usage of creating an order with workflows inside the request. */
export interface MeasuredOrder {
  readonly workflows: number;
  readonly milliseconds: readonly number[];
  /** Of the function that creates orders, per order. */
  readonly usage: Usage;
}

const CARRIER = 'run-workflows';

/** A small number, so that it takes a minute: calls and units are the same for every order. */
const ORDERS = 20;
const AT_ONCE = 8;
const WARM_UP = 3;
const BURST = 40;
const SYNCHRONOUS = [0, 1, 5];
const SYNCHRONOUS_ORDERS = 10;

const { externalId: _, ...orderBody } = createOrder.bodyExample as Readonly<Record<string, unknown>>;

/** Trigger, filter, and four actions that change the order and write a message: six nodes, no waits. */
const SIX_NODES = [
  when('dear', { field: 'order.valueCents', operator: 'is_set' }),
  act('add_tag', { tag: 'seen' }),
  act('add_requirements', { requirements: ['meet_on_delivery'] }),
  act('modify_order_price_or_tip', { target: 'tip', operation: 'at_least', amountCents: 300 }),
  act('extract_metadata_field', { path: 'tier' }),
];

/**
 * Creates orders without workflows, with workflows, and with workflows inside the request, and counts the calls of each
 * function.
 */
export async function measureWorkflows(assemblyDirectory: string): Promise<MeasuredRuns> {
  const calls: MeteredCall[] = [];
  const { bytes, echo } = countLogBytes();
  const local = await runCloud({ assemblyDirectory, meter: (call) => calls.push(call), echo });
  try {
    const functions = bundleFunctions(local.cloud.resources);
    const { apiKey: key } = await local.tenant();
    const client = clientOf(local, key);
    const usages = () =>
      new Map(
        [...functions].map(([name, { physicalName }]) => [name, usageOf(name, physicalName, calls, bytes)]),
      );
    const orders = async (count: number) => {
      await local.untilIdle();
      calls.length = 0;
      bytes.clear();
      const made = [];
      for (let index = 0; index < count; index += 1) made.push(await client.order());
      await local.untilIdle();
      return made;
    };
    await orders(WARM_UP);
    await orders(ORDERS);
    const without = usages();
    const id = await client.workflow('order.created', SIX_NODES);
    await orders(WARM_UP);
    const made = await orders(ORDERS);
    const withRuns = usages();
    const own = calls.filter(({ caller }) => caller === functions.get(CARRIER)?.physicalName);
    const latenciesMs = await client.latencies(id, made);
    const perSecond = await burst(client, id, local);
    await client.must('POST', `/v1/workflows/${id}/status`, { status: 'inactive' });
    const synchronous: MeasuredOrder[] = [];
    let active = 0;
    for (const workflows of SYNCHRONOUS) {
      for (; active < workflows; active += 1) await client.workflow('order.creating', SIX_NODES.slice(0, 3));
      await orders(WARM_UP);
      const milliseconds = (await orders(SYNCHRONOUS_ORDERS)).map(({ tookMs }) => tookMs);
      const usage = divided(usages().get('api-orders')!, SYNCHRONOUS_ORDERS);
      synchronous.push({ workflows, milliseconds, usage });
    }
    return {
      latenciesMs,
      perSecond,
      perRun: new Map(
        [...withRuns].map(([name, usage]) => [
          name,
          // The function that executes runs is counted whole; of the others, only what they do in addition.
          divided(name === CARRIER ? usage : less(usage, without.get(name)!), ORDERS),
        ]),
      ),
      calls: countsOf(own),
      memoryGigabytes: Number(functions.get(CARRIER)?.properties.MemorySize ?? 128) / 1024,
      synchronous,
    };
  } finally {
    await local.stop();
  }
}

interface MadeOrder {
  readonly id: string;
  readonly createdAt: string;
  readonly tookMs: number;
}

type Client = ReturnType<typeof clientOf>;

function clientOf(local: TestCloud, key: string) {
  const must = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const reply = await local.request<Body>(method, path, { key, ...(body === undefined ? {} : { body }) });
    if (reply.status >= 300)
      throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const ends = async (workflowId: string) => {
    const path = `/v1/workflows/${workflowId}/executions?limit=200`;
    const { results } = await must<{ results: readonly RunEntry[] }>('GET', path);
    return new Map(
      results.map(({ orderIds, completedAt }) => [orderIds[0], Date.parse(completedAt ?? '')] as const),
    );
  };
  return {
    must,
    ends,
    async order(): Promise<MadeOrder> {
      const from = performance.now();
      const { id, createdAt } = await must<MadeOrder>('POST', '/v1/order', orderBody);
      return { id, createdAt, tookMs: performance.now() - from };
    },
    async workflow(eventName: string, nodes: Parameters<typeof chain>[0]): Promise<string> {
      const trigger = { triggerType: 'event', eventName };
      const body = { name: 'Bench', status: 'active', ...chain(nodes), trigger };
      return (await must<{ id: string }>('POST', '/v1/workflows', body)).id;
    },
    async latencies(workflowId: string, made: readonly MadeOrder[]): Promise<readonly number[]> {
      const ended = await ends(workflowId);
      const all = made.map(({ id, createdAt }) => (ended.get(id) ?? Number.NaN) - Date.parse(createdAt));
      if (all.some(Number.isNaN)) throw new Error('Some orders have no finished run.');
      return all;
    },
  };
}

interface RunEntry {
  readonly orderIds: readonly string[];
  readonly completedAt: string | null;
}

/** From the first event to the end of the last run. */
async function burst(client: Client, workflowId: string, local: TestCloud): Promise<number> {
  const made: MadeOrder[] = [];
  const sender = async () => {
    for (let index = 0; index < BURST / AT_ONCE; index += 1) made.push(await client.order());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  await local.untilIdle();
  const ended = await client.ends(workflowId);
  const from = Math.min(...made.map(({ createdAt }) => Date.parse(createdAt)));
  const to = Math.max(...made.map(({ id }) => ended.get(id) ?? Number.NaN));
  return made.length / ((to - from) / 1_000);
}

function countsOf(calls: readonly MeteredCall[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { service, action } of calls) {
    const name = `${service} ${action}`;
    counts.set(name, (counts.get(name) ?? 0) + 1 / ORDERS);
  }
  return counts;
}

const mapped = (usage: Usage, change: (value: number, key: keyof Usage) => number): Usage => ({
  writeUnits: change(usage.writeUnits, 'writeUnits'),
  readUnits: change(usage.readUnits, 'readUnits'),
  invocations: change(usage.invocations, 'invocations'),
  queueRequests: change(usage.queueRequests, 'queueRequests'),
  apiRequests: change(usage.apiRequests, 'apiRequests'),
  transitions: change(usage.transitions, 'transitions'),
  logBytes: change(usage.logBytes, 'logBytes'),
});
const divided = (usage: Usage, by: number) => mapped(usage, (value) => value / by);
const less = (usage: Usage, other: Usage) => mapped(usage, (value, key) => value - other[key]);
