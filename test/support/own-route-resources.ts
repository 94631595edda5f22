import { raiseRouteException } from '../../functions/api/execute/exceptions.ts';
import { bulkOrders } from '../../functions/api/order-operations/bulk-operations.ts';
import { addInternalNote } from '../../functions/api/order-operations/internal-notes.ts';
import { createOrder } from '../../functions/api/orders/create-order.ts';
import { createOptimizationStrategy } from '../../functions/api/planning/optimization-strategies.ts';
import { createRouteRestriction } from '../../functions/api/planning/route-restrictions.ts';
import { upsertRoute } from '../../functions/api/route-execution/upsert-route.ts';
import { getRoute } from '../../functions/api/routes/get-route.ts';
import { createImportTemplate } from '../../functions/api/uploads/import-templates.ts';
import { createUpload } from '../../functions/api/uploads/uploads.ts';
import { plannedActivity } from '../../lib/platform/activities/index.ts';
import type { MakeResource } from './own-resource.ts';

const activity: MakeResource = async ({ organizationId, deps }) => {
  const id = deps.ids.next('act');
  const owner = { organizationId, createdBy: 'key_own', storeLocationIds: null, driverGroupIds: null };
  const made = { id, action: 'act_optimize_orders' as const, request: {} };
  await deps.table.write(plannedActivity(owner, made, deps.clock.now()).operations);
  return { params: { id } };
};

/** As a worker finds it: the rows are in the bucket. */
const bulkOperation: MakeResource = async ({ call, key }) => {
  const { routeKey, bodyExample: body } = bulkOrders;
  return { params: { id: (await call(routeKey, { key, body })).json.id } };
};

/** A route with a stop that breaks no rule; `name` is the path's name for its id. */
const route: MakeResource = async ({ call, key }) => {
  const { json } = await call(upsertRoute.routeKey, {
    key,
    body: {
      stops: [
        { stopType: 'ROUTE_START', location: { lat: 52, lng: 13 } },
        { stopType: 'DRIVER_BREAK', objectIds: ['lunch'] },
      ],
    },
  });
  return { params: { id: json.route.id } };
};

/** A route, and a body that names another route of the same organization as the destination. */
const moved: MakeResource = async (maker) => {
  const from = await route(maker);
  const to = await route(maker);
  return { ...from, body: { stopIds: ['stp_none'], toRouteId: to.params.id } };
};

/** A route with an order that is late. */
const late: MakeResource = async ({ call, key }) => {
  const order = {
    ...(createOrder.bodyExample as Record<string, unknown>),
    externalId: undefined,
    dropoffEndTime: '2026-03-02T10:00:00.000Z',
  };
  const made = await call(createOrder.routeKey, { key, body: order });
  const stop = {
    stopType: 'DROPOFF',
    objectIds: [made.json.id],
    location: { lat: 52, lng: 13 },
    arrivalTime: '2099-01-01T00:00:00.000Z',
  };
  const { json } = await call(upsertRoute.routeKey, { key, body: { stops: [stop] } });
  return { params: { id: json.route.id, violationId: json.route.health.violations[0].id } };
};

const strategy: MakeResource = async ({ call, key }) => {
  const { routeKey, bodyExample: body } = createOptimizationStrategy;
  const { json } = await call(routeKey, { key, body });
  return { params: { id: json.id } };
};

const restriction: MakeResource = async ({ call, key }) => {
  const { routeKey, bodyExample: body } = createRouteRestriction;
  const { json } = await call(routeKey, { key, body });
  return { params: { id: json.id } };
};

/** An exception of a route. */
const exception: MakeResource = async (maker) => {
  const { params } = await route(maker);
  const { routeKey, bodyExample: body } = raiseRouteException;
  const { json } = await maker.call(routeKey, { key: maker.key, params, body });
  return { params: { id: json.id } };
};

/** An order with an internal note. */
const noted: MakeResource = async ({ call, key }) => {
  const order = { ...(createOrder.bodyExample as Record<string, unknown>), externalId: undefined };
  const { json } = await call(createOrder.routeKey, { key, body: order });
  const { routeKey, bodyExample: body } = addInternalNote;
  const note = await call(routeKey, { key, params: { id: json.id }, body });
  return { params: { id: json.id, noteId: note.json.id } };
};

/** An import template. */
const importTemplate: MakeResource = async ({ call, key }) => {
  const body = { name: 'Till', columns: ['Order'] };
  const { json } = await call(createImportTemplate.routeKey, { key, body });
  return { params: { id: json.id }, body };
};

/** An upload whose file has not arrived yet. */
const upload: MakeResource = async ({ call, key }) => {
  const { routeKey, bodyExample: body } = createUpload;
  const { json } = await call(routeKey, { key, body });
  return { params: { id: json.id } };
};

/** Resources of activities and routes, for `ownResources`. */
export const routeResources: Readonly<Record<string, MakeResource>> = {
  getActivity: activity,
  cancelActivity: activity,
  getBulkOrders: bulkOperation,
  listRouteWorkflowExecutions: route,
  getRoute: route,
  updateRoute: route,
  moveStops: moved,
  addOrdersToRoute: async (maker) => {
    const { call, key } = maker;
    const made = await call(createOrder.routeKey, {
      key,
      body: { ...(createOrder.bodyExample as Record<string, unknown>), externalId: undefined },
    });
    return { ...(await route(maker)), body: { orderIds: [made.json.id] } };
  },
  splitRoute: route,
  archiveRoute: route,
  saveOptimizedRoutes: activity,
  dispatchOptimization: activity,
  getRouteRestriction: restriction,
  updateRouteRestriction: restriction,
  deleteRouteRestriction: restriction,
  setRouteRestrictions: strategy,
  getOptimizationStrategy: strategy,
  updateOptimizationStrategy: strategy,
  deleteOptimizationStrategy: strategy,
  assignRoute: async (maker) => ({ ...(await route(maker)), body: { driverGroupId: null } }),
  assignRouteByExternalId: async ({ call, key, deps }) => {
    const externalId = `own-${deps.ids.next('rte')}`;
    await call(upsertRoute.routeKey, { key, body: { externalId } });
    return { params: { external_id: externalId }, body: { driverGroupId: null } };
  },
  reportStop: async (maker) => {
    const { params } = await route(maker);
    const { json } = await maker.call(getRoute.routeKey, { key: maker.key, params });
    return { params: { ...params, stopId: json.stops[1].id } };
  },
  calculateTiming: route,
  resequenceRoute: route,
  unarchiveRoute: route,
  acknowledgeViolation: late,
  listInternalNotes: noted,
  addInternalNote: noted,
  removeInternalNote: noted,
  getUpload: upload,
  previewUpload: upload,
  importUpload: upload,
  getUploadResult: upload,
  replaceImportTemplate: importTemplate,
  deleteImportTemplate: importTemplate,
  getRunningRoute: route,
  reassignRunningRoute: async (maker) => ({ ...(await route(maker)), body: { courierId: null } }),
  listRouteExceptions: route,
  raiseRouteException: route,
  reportRouteException: route,
  clearExceptions: route,
  updateRouteException: exception,
  deleteRouteException: exception,
};
