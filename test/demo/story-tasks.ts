import type { DemoApi } from './api.ts';

/** The attempt of a package, as far as stories use it. */
export interface StoryTask {
  readonly id: string;
  readonly status: string;
  readonly delivery: {
    readonly id: string;
    readonly status: string;
    readonly providerName: string;
    readonly priceCents: number | null;
  } | null;
}

/** The latest attempt of every package of a job. */
export async function tasksOfJob(api: DemoApi, jobId: string): Promise<readonly StoryTask[]> {
  const job = await api.call<{ jobConfigurations: readonly { tasks: readonly StoryTask[] }[] }>(
    'GET',
    `/v1/jobs/${jobId}`,
  );
  return job.jobConfigurations.flatMap(({ tasks }) => tasks.slice(-1));
}

/** The latest attempt of an order and its job; no attempt before its dispatch. */
export async function taskOfOrder(
  api: DemoApi,
  orderId: string,
): Promise<{ readonly jobId: string | null; readonly task?: StoryTask | undefined }> {
  const { jobId } = await api.call<{ jobId: string | null }>('GET', `/v1/order/${orderId}`);
  if (jobId === null) return { jobId };
  const [task] = await tasksOfJob(api, jobId);
  return { jobId, task };
}

export const isDelivered = (task: StoryTask | undefined) => task?.delivery?.status === 'dropoff_complete';
