import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoApi } from './api.ts';

interface Delivery {
  readonly id: string;
  readonly status: string;
  readonly providerName: string;
  readonly statusHistory: readonly { readonly created_at: string; readonly status: string }[];
}

interface Task {
  readonly createdAt: string;
  readonly status: string;
  readonly delivery: Delivery | null;
}

/** An order of the demo and its progress. */
export interface Followed {
  readonly orderId: string;
  readonly story: string;
  readonly createdAt: string;
  /** Its job, once it is dispatched. */
  jobId?: string;
  /** Its latest delivery. */
  deliveryId?: string | null;
  tasks: readonly Task[];
  status: string;
}

const OVER = new Set([
  'dropoff_complete',
  'canceled_by_customer',
  'canceled_by_system',
  'returned',
  'expired',
]);

/** True when the last attempt has ended for good. */
export function isOver({ status }: Followed): boolean {
  return OVER.has(status);
}

/** An order as the list shows it. */
interface Row {
  readonly id: string;
  readonly status: string;
  readonly jobId: string | null;
  readonly deliveryId: string | null;
  readonly deliveryStatus: string | null;
}

/**
 * Reads every order that is not over yet: all with one call, as an organization's calls are limited, and the job of
 * those that have another delivery than before, or are over now.
 */
export async function look(api: DemoApi, orders: readonly Followed[]): Promise<void> {
  const open = new Map(orders.filter((order) => !isOver(order)).map((order) => [order.orderId, order]));
  if (open.size === 0) return;
  const { results } = await api.call<{ results: readonly Row[] }>(
    'GET',
    `/v1/orders?limit=100&ids=${[...open.keys()].join(',')}`,
  );
  await Promise.all(
    results.map(async ({ id, status, jobId, deliveryId, deliveryStatus }) => {
      const order = open.get(id);
      if (order === undefined) return;
      order.status = jobId === null ? status : (deliveryStatus ?? 'waiting');
      if (jobId === null) return;
      order.jobId = jobId;
      if (deliveryId === order.deliveryId && !isOver(order)) return;
      order.deliveryId = deliveryId;
      const job = await api.call<{ jobConfigurations: readonly { tasks: readonly Task[] }[] }>(
        'GET',
        `/v1/jobs/${jobId}`,
      );
      order.tasks = job.jobConfigurations.flatMap(({ tasks }) => tasks);
      order.status = order.tasks.at(-1)?.delivery?.status ?? 'waiting';
    }),
  );
}

/** Reads again and again until all orders are over or the time is up. `seen` is called after every round. */
export async function follow(
  api: DemoApi,
  orders: readonly Followed[],
  options: { patienceMs: number; seen: () => void },
): Promise<void> {
  const until = Date.now() + options.patienceMs;
  while (orders.some((order) => !isOver(order)) && Date.now() < until) {
    await look(api, orders);
    options.seen();
    await sleep(300);
  }
}
