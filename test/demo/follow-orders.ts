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

/** Reads every order that is not over yet. */
export async function look(api: DemoApi, orders: readonly Followed[]): Promise<void> {
  await Promise.all(
    orders
      .filter((order) => !isOver(order))
      .map(async (order) => {
        if (order.jobId === undefined) {
          const { jobId, status } = await api.call<{ jobId: string | null; status: string }>(
            'GET',
            `/v1/order/${order.orderId}`,
          );
          order.status = status;
          if (jobId === null) return;
          order.jobId = jobId;
        }
        const job = await api.call<{ jobConfigurations: readonly { tasks: readonly Task[] }[] }>(
          'GET',
          `/v1/jobs/${order.jobId}`,
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
