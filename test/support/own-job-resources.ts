import { selectQuote } from '../../functions/api/dispatch/select-quote.ts';
import { createBatchJob } from '../../functions/api/jobs/create-batch-job.ts';
import { createJob } from '../../functions/api/jobs/create-job.ts';
import { createOrder } from '../../functions/api/orders/create-order.ts';
import type { MakeResource, Maker } from './own-resource.ts';

async function ownJob({ call, key }: Maker) {
  const { json } = await call(createJob.routeKey, { key, body: createJob.bodyExample });
  const [configuration] = json.jobConfigurations;
  return { id: json.id, configurationId: configuration.id, task: configuration.advancedTask };
}

const dispatchedOrder: MakeResource = async ({ call, key }) => {
  const { json } = await call(createOrder.routeKey, { key, body: createOrder.bodyExample });
  return { params: { order_id: json.id } };
};

const namedOrder: MakeResource = async ({ call, key, deps }) => {
  const externalId = `own-${deps.ids.next('ord')}`;
  const body = { ...(createOrder.bodyExample as Record<string, unknown>), externalId };
  await call(createOrder.routeKey, { key, body });
  return { params: { external_id: externalId } };
};

const job: MakeResource = async (maker) => ({ params: { id: (await ownJob(maker)).id } });

const task: MakeResource = async (maker) => {
  const own = await ownJob(maker);
  return { params: { jobId: own.id, taskId: own.task.id } };
};

/** Fresh resources of the endpoints that change jobs and look into them. */
export const jobResources: Readonly<Record<string, MakeResource>> = {
  undispatchOrder: dispatchedOrder,
  undispatchOrderByExternalId: namedOrder,
  updateJob: job,
  updateJobConfiguration: async (maker) => {
    const own = await ownJob(maker);
    return { params: { id: own.id, jobConfigurationId: own.configurationId } };
  },
  rebookJob: job,
  refreshJob: job,
  listJobDecisions: job,
  refreshTaskQuotes: task,
  reassignTask: task,
  assignCourier: task,
  selectTaskQuote: async (maker) => {
    const own = await ownJob(maker);
    const params = { jobId: own.id, taskId: own.task.id };
    return { params, body: { quoteId: own.task.quotes[0].id } };
  },
  addFeedback: async (maker) => {
    const { call, key } = maker;
    const { json } = await call(createJob.routeKey, { key, body: createJob.bodyExample });
    const quoteId = json.jobConfigurations[0].advancedTask.quotes[0].id;
    const selected = await call(selectQuote.routeKey, { key, body: { quoteId } });
    return { params: { delivery_id: selected.json.job.jobConfigurations[0].delivery.id } };
  },
  addFeedbackByExternalIdentifier: async ({ call, key, deps }) => {
    const externalIdentifier = `own-${deps.ids.next('job')}`;
    const body = { ...(createJob.bodyExample as Record<string, unknown>), externalIdentifier };
    const { json } = await call(createJob.routeKey, { key, body });
    const quoteId = json.jobConfigurations[0].advancedTask.quotes[0].id;
    await call(selectQuote.routeKey, { key, body: { quoteId } });
    return { params: { external_identifier: externalIdentifier } };
  },
  refreshBatchQuotes: async ({ call, key, deps }) => {
    const externalIdentifier = `own-${deps.ids.next('job')}`;
    const body = { ...(createBatchJob.bodyExample as Record<string, unknown>), externalIdentifier };
    const { json } = await call(createBatchJob.routeKey, { key, body });
    return { params: { jobId: json.id, batchId: json.batch.id } };
  },
};
