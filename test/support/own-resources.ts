import { saveProducts } from '../../functions/api/catalogue/save-products.ts';
import { createConnectionEndpoint } from '../../functions/api/connections/connections.ts';
import { createDocument } from '../../functions/api/documents/documents.ts';
import {
  createDeliveryIncident,
  getDeliveryIncident,
} from '../../functions/api/incidents/delivery-incident.ts';
import { createJob } from '../../functions/api/jobs/create-job.ts';
import { archiveOrder } from '../../functions/api/orders/archive-order.ts';
import { createOrder } from '../../functions/api/orders/create-order.ts';
import { createHttpFleet } from '../../functions/api/provider-accounts/http-fleets.ts';
import { createRecurring } from '../../functions/api/recurring-orders/recurring-orders.ts';
import { createShopEndpoint } from '../../functions/api/shops/shops.ts';
import { createStore } from '../../functions/api/stores/create-store.ts';
import { getStore } from '../../functions/api/stores/get-store.ts';
import { createOptionsGroup } from '../../functions/api/strategies/create-options-group.ts';
import { createApiKey } from '../../functions/api/tenancy/create-api-key.ts';
import { createWebhookEndpoint } from '../../functions/api/webhooks/create-endpoint.ts';
import { listWebhookMessages } from '../../functions/api/webhooks/list-messages.ts';
import { triggerWorkflow } from '../../functions/api/workflow-runs/trigger-workflow.ts';
import { createAgentEndpoint } from '../../functions/api/workflow-setup/create-agent.ts';
import { createCustomEventEndpoint } from '../../functions/api/workflow-setup/create-custom-event.ts';
import { createWorkflowEndpoint } from '../../functions/api/workflows/create-workflow.ts';
import { setWorkflowStatusEndpoint } from '../../functions/api/workflows/set-workflow-status.ts';
import { createZone } from '../../functions/api/zones/create-zone.ts';
import { createZoneRestriction } from '../../functions/api/zones/zone-restrictions.ts';
import { listFlags, planFlag } from '../../lib/fulfilment/flags/index.ts';
import { providerAccountEntity } from '../../lib/fulfilment/providers/accounts/index.ts';
import { SIMULATORS } from '../../lib/fulfilment/providers/simulators/index.ts';
import { type ShopMessage, shopMessageEntity } from '../../lib/operations/shops/index.ts';
import {
  type ActivityAction,
  finishedActivity,
  plannedActivity,
} from '../../lib/platform/activities/index.ts';
import { toInstant } from '../../lib/platform/core/clock.ts';
import { isRefusal } from '../../lib/platform/core/refusal.ts';
import { create } from '../../lib/platform/table/index.ts';
import { createWorkflow } from '../../lib/reactions/automations/index.ts';
import { makeMessage } from '../../lib/reactions/webhooks/index.ts';
import { anyEvent } from './builders/any-event.ts';
import { anyJob } from './builders/any-job.ts';
import { agentResources } from './own-agents.ts';
import { fleetResources } from './own-fleet.ts';
import { insightResources } from './own-insights.ts';
import { jobResources } from './own-job-resources.ts';
import { notificationResources } from './own-notifications.ts';
import { peopleResources } from './own-people.ts';
import type { MakeResource } from './own-resource.ts';
import { routeResources } from './own-route-resources.ts';
import { windowResources } from './own-windows.ts';
import { sendsNothing } from './sends-nothing.ts';

const apiKey: MakeResource = async ({ call, key }) => {
  const reply = await call(createApiKey.routeKey, { key, body: { name: 'Own' } });
  return { params: { id: reply.json.id } };
};

const webhookEndpoint: MakeResource = async ({ call, key }) => {
  const reply = await call(createWebhookEndpoint.routeKey, { key, body: createWebhookEndpoint.bodyExample });
  return { params: { id: reply.json.id } };
};

const webhookMessage: MakeResource = async (maker) => {
  await webhookEndpoint(maker);
  const { call, key, organizationId, deps } = maker;
  const event = anyEvent({
    organizationId,
    id: deps.ids.next('evt'),
    occurredAt: toInstant(deps.clock.now()),
  });
  await makeMessage({ ...deps, ...sendsNothing() }, event, async () => ({ data: {}, tags: [] }));
  const { json } = await call(listWebhookMessages.routeKey, { key });
  return { params: { msg_id: json.results[0].id } };
};

const order: MakeResource = async ({ call, key }) => {
  const reply = await call(createOrder.routeKey, { key, body: createOrder.bodyExample });
  return { params: { id: reply.json.id } };
};

const optionsGroup: MakeResource = async ({ call, key }) => {
  const reply = await call(createOptionsGroup.routeKey, { key, body: createOptionsGroup.bodyExample });
  return { params: { id: reply.json.id } };
};

/** A store with a unique external id. */
const store: MakeResource = async ({ call, key, deps }) => {
  const externalId = `own-${deps.ids.next('store')}`;
  const body = { ...(createStore.bodyExample as Record<string, unknown>), externalId };
  const reply = await call(createStore.routeKey, { key, body });
  return { params: { id: reply.json.id } };
};

const namedStore: MakeResource = async (maker) => {
  const { params } = await store(maker);
  const { json } = await maker.call(getStore.routeKey, { key: maker.key, params });
  return { params: { external_identifier: json.externalId } };
};

/** A zone with a unique external id, under the name of the endpoint's path parameter. */
const zoneAs =
  (parameter: 'id' | 'externalIdentifier'): MakeResource =>
  async ({ call, key, deps }) => {
    const externalId = `own-${deps.ids.next('zone')}`;
    const body = { ...(createZone.bodyExample as Record<string, unknown>), externalId };
    const { json } = await call(createZone.routeKey, { key, body });
    return { params: { [parameter]: parameter === 'id' ? json.id : externalId } };
  };

/** A product with a unique external identifier, under the name of the endpoint's path parameter. */
const productAs =
  (parameter: 'id' | 'externalIdentifier'): MakeResource =>
  async ({ call, key, deps }) => {
    const externalIdentifier = `own-${deps.ids.next('prd')}`;
    const { products } = saveProducts.bodyExample as { products: object[] };
    const body = { products: [{ ...products[0], externalIdentifier }] };
    const { json } = await call(saveProducts.routeKey, { key, body });
    return { params: { [parameter]: parameter === 'id' ? json[0].id : externalIdentifier } };
  };

const zoneRestriction: MakeResource = async ({ call, key, deps }) => {
  const body = { name: 'Own', externalId: `own-${deps.ids.next('zres')}` };
  const { json } = await call(createZoneRestriction.routeKey, { key, body });
  return { params: { id: json.id } };
};

const delivery: MakeResource = async ({ organizationId, deps }) => {
  const made = anyJob({
    organizationId,
    id: deps.ids.next('job'),
    task: { providerId: SIMULATORS[0]?.id ?? null },
    delivery: { providerId: SIMULATORS[0]?.id ?? '' },
  });
  await deps.table.write(made.operations);
  return { params: { delivery_id: made.next.deliveries[0]?.value.id ?? '' } };
};

/** A task that a simulated provider carries. */
const carriedTask: MakeResource = async ({ organizationId, deps }) => {
  const made = anyJob({ organizationId, id: deps.ids.next('job') });
  await deps.table.write(made.operations);
  return { params: { jobId: made.next.job.value.id, taskId: made.next.tasks[0]?.value.id ?? '' } };
};

/** A task with a report about it, which is a refund request. */
const reportedTask: MakeResource = async (maker) => {
  const { call, key } = maker;
  const task = await carriedTask(maker);
  const body = createDeliveryIncident.bodyExample;
  await call(createDeliveryIncident.routeKey, { key, params: task.params, body });
  return task;
};

const refundRequest: MakeResource = async (maker) => {
  const { params } = await reportedTask(maker);
  const { json } = await maker.call(getDeliveryIncident.routeKey, { key: maker.key, params });
  return { params: { id: json.refundRequestId } };
};

const httpFleet: MakeResource = async ({ call, key, deps }) => {
  const body = { ...(createHttpFleet.bodyExample as object), name: `Riders ${deps.ids.next('prv')}` };
  const { json } = await call(createHttpFleet.routeKey, { key, body });
  return { params: { id: json.id } };
};

/** An account with a carrier; its credentials lie where nothing looks here. */
const carrierAccount: MakeResource = async ({ organizationId, deps }) => {
  const at = toInstant(deps.clock.now());
  const id = `prv_carrier_${deps.ids.next('prv').slice(4)}`;
  await deps.table.write([
    create(providerAccountEntity, {
      organizationId,
      id,
      kind: 'carrier',
      name: 'Carrier',
      baseUrl: null,
      isEnabled: true,
      credentialsVersion: 1,
      createdAt: at,
      updatedAt: at,
      chatChannel: null,
      ownFleet: null,
    }),
  ]);
  return { params: { providerId: id } };
};

/** A document that was announced. */
const document: MakeResource = async (maker) => {
  const { params } = await delivery(maker);
  const { call, key } = maker;
  const { json } = await call(createDocument.routeKey, { key, params, body: createDocument.bodyExample });
  return { params: { id: json.id } };
};

/** An order with a unique external id. */
const namedOrder: MakeResource = async ({ call, key, deps }) => {
  const externalId = `own-${deps.ids.next('ord')}`;
  const body = { ...(createOrder.bodyExample as Record<string, unknown>), externalId };
  await call(createOrder.routeKey, { key, body });
  return { params: { externalId } };
};

/** A job that waits for its provider, under the name of the endpoint's path parameter. */
const jobAs =
  (parameter: 'id' | 'jobId'): MakeResource =>
  async ({ call, key }) => {
    const reply = await call(createJob.routeKey, { key, body: createJob.bodyExample });
    return { params: { [parameter]: reply.json.id } };
  };

const jobPart: MakeResource = async ({ call, key }) => {
  const { json } = await call(createJob.routeKey, { key, body: createJob.bodyExample });
  return { params: { jobId: json.id, objectId: json.jobConfigurations[0].id } };
};

const namedJob: MakeResource = async ({ call, key, deps }) => {
  const externalIdentifier = `own-${deps.ids.next('job')}`;
  const body = { ...(createJob.bodyExample as Record<string, unknown>), externalIdentifier };
  await call(createJob.routeKey, { key, body });
  return { params: { externalIdentifier } };
};

const workflow: MakeResource = async ({ call, key }) => {
  const reply = await call(createWorkflowEndpoint.routeKey, {
    key,
    body: createWorkflowEndpoint.bodyExample,
  });
  return { params: { id: reply.json.id } };
};

/** A workflow with a webhook trigger, which only a signed-in user may save. */
const hookedWorkflow: MakeResource = async ({ organizationId, deps }) => {
  const nodes = [{ nodeKey: 'start', nodeType: 'trigger' }];
  const input = { name: 'Own', nodes, edges: [], trigger: { triggerType: 'webhook' } };
  const made = await createWorkflow(deps, organizationId, input, { isSignedIn: true });
  if (isRefusal(made)) throw new Error(made.message);
  return { params: { id: made.workflow.id } };
};

const workflowVersion: MakeResource = async (maker) => {
  const { params } = await workflow(maker);
  return { params: { ...params, version: '1' } };
};

const customEvent: MakeResource = async ({ call, key, deps }) => {
  const body = { key: `own_${deps.ids.next('ced')}`, name: 'Own' };
  const reply = await call(createCustomEventEndpoint.routeKey, { key, body });
  return { params: { id: reply.json.id } };
};

const connection: MakeResource = async ({ call, key }) => {
  const { routeKey, bodyExample } = createConnectionEndpoint;
  const reply = await call(routeKey, { key, body: { ...(bodyExample as object), auth: { type: 'none' } } });
  return { params: { id: reply.json.id } };
};

/** A recurring order; its first occurrence is that of its first day. */
const recurringOrder: MakeResource = async ({ call, key, deps }) => {
  const startDate = toInstant(deps.clock.now() + 2 * 86_400_000).slice(0, 10);
  const { order, ...example } = createRecurring.bodyExample as { order: object };
  const { pickupStoreLocationId: _, ...fields } = order as { pickupStoreLocationId: string };
  const body = { ...example, startDate, rrule: 'FREQ=DAILY', order: fields };
  const reply = await call(createRecurring.routeKey, { key, body });
  return { params: { id: reply.json.id, date: startDate } };
};

const recurringOrderOnly: MakeResource = async (maker) => {
  const { params } = await recurringOrder(maker);
  return { params: { id: params.id ?? '' } };
};

const shop: MakeResource = async ({ call, key }) => {
  const { routeKey, bodyExample } = createShopEndpoint;
  const reply = await call(routeKey, { key, body: bodyExample });
  return { params: { id: reply.json.id } };
};

const shopMessage: MakeResource = async (maker) => {
  const { organizationId, deps } = maker;
  const own = await shop(maker);
  const message: ShopMessage = {
    ...{ organizationId, shopId: own.params.id ?? '', id: `shm_${deps.ids.next('shp')}`, topic: '' },
    ...{
      receivedAt: toInstant(deps.clock.now()),
      body: '{}',
      bytes: 2,
      weights: null,
      repetitions: 0,
      replays: 0,
    },
    ...{ outcome: 'ignored', message: null, shopOrderId: null, orderId: null, handledAt: null },
  };
  await deps.table.write([create(shopMessageEntity, message)]);
  return { params: { ...own.params, messageId: message.id } };
};

const agent: MakeResource = async ({ call, key }) => {
  const reply = await call(createAgentEndpoint.routeKey, { key, body: createAgentEndpoint.bodyExample });
  return { params: { id: reply.json.id } };
};

/** A run by hand of a workflow that reports nothing. */
const workflowRun: MakeResource = async (maker) => {
  const { params } = await workflow(maker);
  const { call, key } = maker;
  await call(setWorkflowStatusEndpoint.routeKey, { key, params, body: { status: 'active' } });
  const body = { entityRefs: { order: (await order(maker)).params.id } };
  const { json } = await call(triggerWorkflow.routeKey, { key, params, body });
  return { params: { id: json.id } };
};

/** A run that failed, because its action has no delivery to cancel. */
const failedRun: MakeResource = async (maker) => {
  const { call, key } = maker;
  const body = {
    name: 'Own',
    status: 'active',
    nodes: [
      { nodeKey: 'start', nodeType: 'trigger' },
      { nodeKey: 'end', nodeType: 'action', nodeAction: 'cancel_delivery', nodeActionConfig: {} },
    ],
    edges: [{ edgeKey: 'e', sourceNodeKey: 'start', targetNodeKey: 'end', executionOrder: 0 }],
    trigger: { triggerType: 'event', eventName: 'order.dispatched' },
  };
  const { json } = await call(createWorkflowEndpoint.routeKey, { key, body });
  const about = { entityRefs: { order: (await order(maker)).params.id }, sync: true };
  const run = await call(triggerWorkflow.routeKey, { key, params: { id: json.id }, body: about });
  return { params: { id: run.json.id } };
};

const orderWithEvent: MakeResource = async (maker) => {
  const { call, key } = maker;
  const name = `own_${maker.deps.ids.next('ced')}`;
  await call(createCustomEventEndpoint.routeKey, { key, body: { key: name, name: 'Own' } });
  return { ...(await order(maker)), body: { name } };
};

const jobWithEvent: MakeResource = async (maker) => ({
  ...(await orderWithEvent(maker)),
  ...(await jobAs('id')(maker)),
});

const flagOfJob: MakeResource = async ({ deps, organizationId }) => {
  const jobId = deps.ids.next('job');
  const target = { organizationId, jobId, target: 'delivery' as const, targetId: 'dlv_any' };
  const operations = planFlag(
    { ...target, message: null, isAutoResolved: false, raisedBy: 'test', cause: 'own' },
    toInstant(deps.clock.now()),
  );
  await deps.table.write(operations);
  const [raised] = await listFlags(deps, { organizationId, storeLocationIds: null });
  return { params: { id: raised?.id ?? '' } };
};

const measure: MakeResource = async () => ({
  params: { measure: 'on-time' },
  isOwnNamespace: true,
  isOfEverybody: true,
});

/** An activity that has ended. */
const ended =
  (action: ActivityAction, result: object): MakeResource =>
  async ({ organizationId, deps }) => {
    const id = deps.ids.next('act');
    const owner = { organizationId, createdBy: 'key_own', storeLocationIds: null, driverGroupIds: null };
    const now = deps.clock.now();
    const made = plannedActivity(owner, { id, action, request: {} }, now);
    await deps.table.write(made.operations);
    const over = finishedActivity(made.next, { trigger: 'succeed', result: { ...result } }, now);
    if ('operations' in over) await deps.table.write(over.operations);
    return { params: { id } };
  };

const checkedInvoice = ended('act_check_invoice', { name: 'March', currency: 'USD', lines: [] });

/**
 * For every endpoint with path parameters that needs a key, by its name: what another organization must not reach. The
 * test of the tenancy matrix reports what is missing here.
 */
export const ownResources: Readonly<Record<string, MakeResource>> = {
  ...routeResources,
  ...agentResources,
  ...fleetResources,
  ...jobResources,
  ...insightResources,
  ...notificationResources,
  ...peopleResources,
  ...windowResources,
  getExport: ended('act_export_person', {}),
  rotateApiKey: apiKey,
  revokeApiKey: apiKey,
  getWebhookEndpoint: webhookEndpoint,
  updateWebhookEndpoint: webhookEndpoint,
  deleteWebhookEndpoint: webhookEndpoint,
  rotateWebhookSecret: webhookEndpoint,
  sendWebhookTest: webhookEndpoint,
  listWebhookAttempts: webhookMessage,
  getProduct: productAs('id'),
  getProductByExternalIdentifier: productAs('externalIdentifier'),
  getZone: zoneAs('id'),
  getZoneByExternalIdentifier: zoneAs('externalIdentifier'),
  updateZone: zoneAs('id'),
  deleteZone: zoneAs('id'),
  updateZoneRestriction: zoneRestriction,
  getStoreLocation: store,
  getStoreLocationByExternalIdentifier: namedStore,
  getStoreLocationCapacity: store,
  updateStoreLocation: store,
  deleteStoreLocation: store,
  upsertStoreLocationByExternalIdentifier: async ({ deps }) => ({
    params: { externalIdentifier: `upserted-${deps.ids.next('store')}` },
    isOwnNamespace: true,
  }),
  updateOptionsGroup: optionsGroup,
  deleteOptionsGroup: optionsGroup,
  // Every organization has numbers of its own under the same names.
  getInsight: measure,
  listInsightFacts: measure,
  getInvoiceDispute: checkedInvoice,
  getWorkflowHook: hookedWorkflow,
  rotateWorkflowHookSecret: hookedWorkflow,
  replayWorkflow: workflow,
  getWorkflow: workflow,
  updateWorkflow: workflow,
  setWorkflowStatus: workflow,
  listWorkflowVersions: workflow,
  getWorkflowVersion: workflowVersion,
  diffWorkflowVersions: workflowVersion,
  triggerWorkflow: async (maker) => {
    const made = await workflow(maker);
    const { call, key } = maker;
    await call(setWorkflowStatusEndpoint.routeKey, { key, params: made.params, body: { status: 'active' } });
    return { ...made, body: { entityRefs: { order: (await order(maker)).params.id } } };
  },
  testWorkflow: async (maker) => ({ ...(await workflow(maker)), body: {} }),
  listWorkflowExecutions: workflow,
  countWorkflowExecutions: workflow,
  getWorkflowExecution: workflowRun,
  cancelWorkflowExecution: workflowRun,
  pauseWorkflowExecution: workflowRun,
  resumeWorkflowExecution: workflowRun,
  retryWorkflowExecution: failedRun,
  explainOrder: order,
  listOrderWorkflowExecutions: order,
  listJobWorkflowExecutions: jobAs('id'),
  emitOrderEvent: orderWithEvent,
  emitJobEvent: jobWithEvent,
  getFlag: flagOfJob,
  acknowledgeFlag: flagOfJob,
  resolveFlag: flagOfJob,
  getCustomEventDefinition: customEvent,
  archiveCustomEventDefinition: customEvent,
  getConnection: connection,
  updateConnection: connection,
  deleteConnection: connection,
  testConnection: connection,
  getRecurringOrder: recurringOrderOnly,
  updateRecurringOrder: recurringOrderOnly,
  endRecurringOrder: recurringOrderOnly,
  changeOccurrence: recurringOrder,
  restoreOccurrence: recurringOrder,
  getShop: shop,
  updateShop: shop,
  deleteShop: shop,
  rotateShopSecret: shop,
  testShop: shop,
  listShopMessages: shop,
  listShopNotices: shop,
  getShopMessage: shopMessage,
  replayShopMessage: shopMessage,
  getAgent: agent,
  updateAgent: agent,
  deleteAgent: agent,
  autodispatchOrder: order,
  autodispatchOrderByExternalId: namedOrder,
  getJob: jobAs('id'),
  autodispatchJob: jobAs('id'),
  cancelJob: jobAs('jobId'),
  cancelJobPart: jobPart,
  getJobByExternalIdentifier: namedJob,
  autodispatchJobByExternalIdentifier: namedJob,
  cancelJobByExternalIdentifier: namedJob,
  upsertJob: async ({ deps }) => ({
    params: { externalIdentifier: `upserted-${deps.ids.next('job')}` },
    body: createJob.bodyExample,
    isOwnNamespace: true,
  }),
  createDeliveryIncident: carriedTask,
  getDeliveryIncident: reportedTask,
  getRefundRequest: refundRequest,
  reviewRefundRequest: refundRequest,
  getProviderAccount: carrierAccount,
  deleteProviderCredentials: carrierAccount,
  // Carriers belong to the installation, so an unknown one is refused in the same way for everybody.
  setProviderCredentials: async () => ({ params: { providerId: 'prv_none_AAAA' }, isOwnNamespace: true }),
  getHttpFleet: httpFleet,
  updateHttpFleet: httpFleet,
  deleteHttpFleet: httpFleet,
  createDocument: delivery,
  completeDocument: document,
  getDocument: document,
  listOrderDocuments: order,
  updateFleetDelivery: delivery,
  simulateDelivery: delivery,
  getOrder: order,
  updateOrder: order,
  archiveOrder: order,
  confirmOrder: order,
  unarchiveOrder: async (maker) => {
    const { call, key } = maker;
    const made = await order(maker);
    await call(archiveOrder.routeKey, { key, params: made.params });
    return made;
  },
  upsertOrder: async () => {
    // The external id comes from the path; another one in the example would contradict it.
    const { externalId, ...body } = createOrder.bodyExample as Record<string, unknown>;
    return { params: { externalId: String(externalId) }, body, isOwnNamespace: true };
  },
};
