import { type Inbox, startInbox } from '../demo/inbox.ts';
import { validOrder } from './orders-api.ts';
import type { RequestOptions, TestCloud } from './running-cloud.ts';

/** A delivery, as far as stories use it. */
export interface StoryDelivery {
  readonly id: string;
  readonly status: string;
  readonly providerName: string;
  readonly statusHistory: readonly { readonly status: string }[];
}

export interface StoryTask {
  readonly id: string;
  readonly status: string;
  readonly failureReason: unknown;
  readonly delivery: StoryDelivery | null;
}

export interface StoryOrder {
  readonly id: string;
  readonly status: string;
  readonly jobId: string | null;
}

/** An organization whose orders are dispatched, with a receiver of its webhooks. */
export interface DispatchStory {
  readonly key: string;
  readonly inbox: Inbox;
  /** A request that must succeed. Returns its body. */
  call<Body>(method: string, path: string, body?: unknown): Promise<Body>;
  /** Creates a strategy that dispatches automatically and asks these providers in this order. Returns its id. */
  strategy(allowedProviders: readonly string[], settings?: object): Promise<string>;
  /** Creates an order without an address that must be looked up. */
  order(fields: object): Promise<StoryOrder>;
  read(orderId: string): Promise<StoryOrder>;
  /** Tasks of the order's job, oldest first; none before its dispatch. */
  tasks(orderId: string): Promise<readonly StoryTask[]>;
  /** Tasks of a job, oldest first. */
  tasksOf(jobId: string): Promise<readonly StoryTask[]>;
  stop(): Promise<void>;
}

/** Creates a tenant with a webhook endpoint. */
export async function dispatchStory(local: TestCloud): Promise<DispatchStory> {
  const { apiKey: key } = await local.tenant();
  const inbox = await startInbox();
  const call = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const options: RequestOptions = { key, ...(body === undefined ? {} : { body }) };
    const reply = await local.request<Body>(method, path, options);
    if (reply.status >= 300)
      throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const { secret } = await call<{ secret: string }>('POST', '/v1/webhooks/endpoints', { url: inbox.url });
  inbox.secretIs(secret);
  const read = (orderId: string) => call<StoryOrder>('GET', `/v1/order/${orderId}`);
  const tasksOf = async (jobId: string) => {
    const job = await call<{ jobConfigurations: readonly { tasks: readonly StoryTask[] }[] }>(
      'GET',
      `/v1/jobs/${jobId}`,
    );
    return job.jobConfigurations.flatMap(({ tasks }) => tasks);
  };
  return {
    key,
    inbox,
    call,
    async strategy(allowedProviders, settings = {}) {
      const { id } = await call<{ id: string }>('POST', '/v1/options_group', {
        label: allowedProviders.join(', '),
        allowedProviders,
        enableAutoDispatch: true,
        providerSelectionStrategy: 'preferred_order',
        reassignOnFailure: true,
        ...settings,
      });
      return id;
    },
    order: (fields) => call<StoryOrder>('POST', '/v1/order', { ...validOrder, ...fields }),
    read,
    async tasks(orderId) {
      const { jobId } = await read(orderId);
      return jobId === null ? [] : tasksOf(jobId);
    },
    tasksOf,
    stop: () => inbox.stop(),
  };
}

/** Pause between reads, because every read is work for the cloud that is busy getting there. */
const ASK_EVERY_MS = 100;

/** Reads until the answer is there. After `limitMs` of machine time it throws what it saw last. */
export async function eventually<Value>(
  ask: () => Promise<Value>,
  isThere: (value: Value) => boolean,
  limitMs = 120_000,
): Promise<Value> {
  const limit = performance.now() + limitMs;
  for (;;) {
    const value = await ask();
    if (isThere(value)) return value;
    if (performance.now() > limit) throw new Error(`still ${JSON.stringify(value)} after ${limitMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}
