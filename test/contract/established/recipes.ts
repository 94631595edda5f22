import { bookDeliveryWindow } from '../../../functions/api/bookings/book-delivery-window.ts';
import { updateFleetDelivery } from '../../../functions/api/deliveries/update-delivery.ts';
import { refreshQuotes } from '../../../functions/api/dispatch/refresh-quotes.ts';
import { selectQuote } from '../../../functions/api/dispatch/select-quote.ts';
import { createBatchJob } from '../../../functions/api/jobs/create-batch-job.ts';
import { createJob } from '../../../functions/api/jobs/create-job.ts';
import { denyContact } from '../../../functions/api/notifications/deny-contact.ts';
import { getCatalog } from '../../../functions/api/notifications/get-catalog.ts';
import { createOrder } from '../../../functions/api/orders/create-order.ts';
import { optimizeOrders } from '../../../functions/api/planning/optimize-orders.ts';
import { dispatchRoutes } from '../../../functions/api/route-execution/dispatch-routes.ts';
import { upsertRoute } from '../../../functions/api/route-execution/upsert-route.ts';
import { listWebhookEndpoints } from '../../../functions/api/webhooks/list-endpoints.ts';
import { createDeliveryWindow } from '../../../functions/api/window-schedules/create-delivery-window.ts';
import { estimatedTravel } from '../../../lib/engines/travel/index.ts';
import type { Endpoint } from '../../../lib/platform/http/index.ts';
import { carryOptimization } from '../../support/carry-optimization.ts';
import { memoryBucket } from '../../support/memory-bucket.ts';
import type { OwnResource } from '../../support/own-resource.ts';
import { ownResources } from '../../support/own-resources.ts';
import { triggerTypes } from './notifications.ts';
import type { World } from './world.ts';

/** How an operation is called so that it succeeds. */
export interface Recipe {
  readonly params?: Readonly<Record<string, string>>;
  /** Values by field, beside those of the world. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** Fields that every request has: the operation needs them, although its schema does not require them. */
  readonly needs?: readonly string[];
  /** Fields that exclude each other, by schema: each turn leaves out one of the sets. */
  readonly leaveOut?: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** Lists that need more than one element. */
  readonly twice?: readonly string[];
  /** The body, where the contract states none. */
  readonly body?: unknown;
}

type Prepare = (world: World) => Promise<Recipe> | Recipe;

/** That of the endpoint's own resources. */
const from =
  (name: string): Prepare =>
  async (world) => {
    const own: OwnResource = (await ownResources[name]?.(world)) ?? { params: {} };
    return { params: own.params, ...(own.body === undefined ? {} : { values: Object(own.body) }) };
  };

/** A recipe with more values. */
const withValues =
  (prepare: Prepare, values: Readonly<Record<string, unknown>>): Prepare =>
  async (world) => {
    const recipe = await prepare(world);
    return { ...recipe, values: { ...recipe.values, ...values } };
  };

/** A valid order. */
const order = async (world: World, fields: object = {}) =>
  world.made(createOrder.routeKey, {
    ...Object(createOrder.bodyExample),
    externalId: world.own(),
    deliveryMode: 'scheduled',
    pickupStartTime: world.at(24),
    pickupEndTime: world.at(25),
    dropoffStartTime: world.at(26),
    dropoffEndTime: world.at(27),
    pickupEmail: 'shop@example.com',
    dropoffEmail: 'ada@example.com',
    ...fields,
  });

const job = async (world: World, fields: object = {}) =>
  world.made(createJob.routeKey, { ...Object(createJob.bodyExample), ...fields });

/** A booking of an order that waits for its confirmation. */
const booked: Prepare = async (world) => {
  const { params = {}, values } = await from('bookDeliveryWindow')(world);
  await world.made(bookDeliveryWindow.routeKey, values, params);
  return { params };
};

const window = async (world: World) =>
  world.made(createDeliveryWindow.routeKey, { startTime: world.at(48), endTime: world.at(49) });

/** Windows that a body names by their ids. */
const windows: Prepare = async (world) => ({
  values: { ids: [(await window(world)).id], id: (await window(world)).id },
});

const webhookMessage: Prepare = async (world) => {
  const { params = {} } = await from('listWebhookAttempts')(world);
  return { params };
};

const endpointOf = async (world: World) => {
  const { json } = await world.call(listWebhookEndpoints.routeKey, { key: world.key });
  return json.endpoints[0];
};

/** A contact of the deny list. */
const contact = { 'deniedContactInput.type': 'phone', 'deniedContactInput.value': '+14155550123' };

/** A workflow. */
const graph = {
  nodes: [
    { nodeKey: 'start', nodeType: 'trigger' },
    { nodeKey: 'tag', nodeType: 'action', nodeAction: 'add_tag', nodeActionConfig: { tag: 'high-value' } },
  ],
  edges: [{ edgeKey: 'e1', sourceNodeKey: 'start', targetNodeKey: 'tag', executionOrder: 0 }],
  trigger: { triggerType: 'event', eventName: 'order.created' },
};

/** A store has one address. */
const store: Prepare = () => ({
  needs: ['address'],
  leaveOut: {
    storeInput: [['addressComponents'], ['address']],
    storeChange: [['addressComponents'], ['address']],
  },
});

/** An order on a dispatched route. */
const onRoute = async (world: World) => {
  const made = await order(world);
  const route = await routeOf(world, [made.id]);
  await world.made(dispatchRoutes.routeKey, { routeIds: [route.id] });
  return made;
};

/** A route that drops orders off. */
const routeOf = async (world: World, orderIds: readonly string[]) => {
  const stops = ['PICKUP', 'DROPOFF'].map((stopType) => ({
    stopType,
    objectIds: orderIds,
    location: { lat: 37.78, lng: -122.4 },
  }));
  const { courierId, driverGroupId } = world.values;
  return (await world.made(upsertRoute.routeKey, { stops, courierId, driverGroupId })).route;
};

/** An order whose courier can be called. */
const withCourier = async (world: World) => {
  const made = await order(world);
  const { quotes } = await world.made(refreshQuotes.routeKey, { orderId: made.id });
  const { job: taken } = await world.made(selectQuote.routeKey, { quoteId: quotes[0].id });
  const delivery_id = taken.jobConfigurations[0].delivery.id;
  await world.made(
    updateFleetDelivery.routeKey,
    { courier: { phoneNumber: '+14155550177' } },
    { delivery_id },
  );
  return made;
};

/** An order that a provider has. */
const toManifest = async (world: World) => {
  const made = await order(world);
  const { quotes } = await world.made(refreshQuotes.routeKey, { orderId: made.id });
  const simulated = quotes.find(
    ({ providerId }: { providerId: string }) => providerId === 'prv_fleet_simulator',
  );
  await world.made(selectQuote.routeKey, { quoteId: simulated.id });
  return made;
};

/** A task that a provider has. */
const carried: Prepare = async (world) => {
  const { params = {}, values = {} } = await from('selectTaskQuote')(world);
  await world.made(selectQuote.routeKey, values);
  return { params };
};

/** A delivery of the organization's own fleet. */
const ownDelivery: Prepare = async (world) => {
  const { params = {} } = await from('updateFleetDelivery')(world);
  return { params, values: { deliveryId: params.delivery_id } };
};

/** An optimization that has found routes. */
const optimized: Prepare = async (world) => {
  const orders = [await order(world), await order(world)];
  const orderIds = orders.map(({ id }) => id);
  const { id } = await world.made(optimizeOrders.routeKey, { orderIds });
  await carryOptimization(
    { ...world.deps, travel: estimatedTravel(), bucket: memoryBucket(), iterations: 10 },
    { organizationId: world.organizationId, activityId: id },
  );
  return { params: { id }, values: { orderIds } };
};

/** What the catalogue says that a type of trigger supports. */
const triggers: Prepare = async (world) => {
  const { json } = await world.call(getCatalog.routeKey, { key: world.key });
  const supports =
    (kind: 'supportedFilters' | 'supportedActions', name: string, value: unknown) => (turn: number) => {
      const type = triggerTypes[turn % triggerTypes.length];
      const entry = json.triggers.find(
        (one: { type: string }) =>
          one.type === type || (type === 'nash_ai_invalid_pod' && one.type === 'ai_invalid_pod'),
      );
      return entry?.[kind].includes(name) ? value : undefined;
    };
  const { optionsGroupIds, contractIds, zoneIds, conditionalLogic, customEventName } = world.values;
  return {
    values: {
      'triggerInput.optionsGroupIds': supports('supportedFilters', 'dispatch_strategies', optionsGroupIds),
      'triggerInput.contractIds': supports('supportedFilters', 'contracts', contractIds),
      'triggerInput.zoneIds': supports('supportedFilters', 'zones', zoneIds),
      'triggerInput.conditionalLogic': supports('supportedFilters', 'metadata_conditions', conditionalLogic),
      'triggerInput.flag': supports('supportedActions', 'flag_delivery', true),
      'triggerInput.autoResolveFlag': supports('supportedActions', 'auto_resolve_flag', true),
      'triggerInput.customEventName': supports('supportedActions', 'add_custom_event', customEventName),
      statusHistoryIncludes: 'pickup_complete',
      statusHistoryDoesNotInclude: 'failed',
    },
  };
};

const REFUND_TURN = (turn: number) => (turn % 2 === 0 ? 100 : undefined);

export const recipes: Readonly<Record<string, Prepare>> = {
  'GET /v1/orders': () => ({ values: { status: 'valid', creationSource: 'api' } }),
  'GET /v1/workflows/{id}/executions': withValues(from('listWorkflowExecutions'), { status: ['completed'] }),
  'GET /v1/workflows/{id}/executions/count': withValues(from('countWorkflowExecutions'), {
    status: ['completed'],
  }),
  'PATCH /v1/order/{id}': async (world) => ({
    ...(await from('updateOrder')(world)),
    leaveOut: { quotedOrderInput: [BY_COMPONENTS] },
  }),
  'POST /v1/workflows/{id}/trigger': async (world) => {
    const { params = {} } = await from('triggerWorkflow')(world);
    return { params, needs: ['jobId'], values: { jobId: (await job(world)).id, entityRefs: {} } };
  },
  'GET /v1/eligible_delivery_windows': () => ({
    needs: ['orderId'],
    leaveOut: { query: [['externalOrderId'], ['orderId']] },
  }),
  'POST /v1/flags': async (world) => {
    const { params = {} } = await from('selectTaskQuote')(world);
    const { delivery_id: deliveryId } = (await from('addFeedback')(world)).params ?? {};
    return { values: { jobId: params.jobId, taskId: params.taskId, deliveryId }, needs: ['orderId'] };
  },
  'POST /v1/jobs/{jobId}/{taskId}/reassign': carried,
  'POST /v1/jobs/{id}/rebook': async (world) => {
    const { params = {} } = await carried(world);
    return { params: { id: params.jobId ?? '' } };
  },
  'POST /v1/jobs/{jobId}/tasks/{taskId}/delivery_incident': withValues(from('createDeliveryIncident'), {
    requestAmountDeliveryFeeCents: REFUND_TURN,
    requestAmountOrderValueCents: REFUND_TURN,
    requestAmountTipCents: REFUND_TURN,
  }),
  'PATCH /v1/fleet/deliveries': async (world) => ({
    ...(await ownDelivery(world)),
    params: {},
    needs: ['deliveryId', 'status'],
    leaveOut: { bulkDeliveryUpdateItem: [['packageExternalIdentifier']] },
  }),
  'PATCH /v1/fleet/deliveries/{delivery_id}': async (world) => ({
    ...(await ownDelivery(world)),
    needs: ['status'],
  }),
  'POST /v1/activities/{id}/dispatch': optimized,
  'POST /v1/activities/{id}/save-routes': optimized,
  'POST /v1/notification-triggers': triggers,
  'POST /v1/inventory': () => ({ needs: ['externalProductId', 'externalStoreLocationId'] }),
  'POST /v1/messages/send': async (world) => ({ values: { order_id: (await withCourier(world)).id } }),
  'GET /v1/refund-requests': async (world) => {
    const { params = {} } = await from('getDeliveryIncident')(world);
    return { values: params, needs: ['taskId'] };
  },
  'GET /v1/zones/coverage': () => ({ needs: ['latitude', 'longitude'] }),
  'GET /v1/store_locations/coverage': () => ({ needs: ['latitude', 'longitude'] }),
  'POST /v1/batch_job': () => ({ needs: PLACES, twice: ['packages'] }),
  'PATCH /v1/options_group/{id}': async (world) => {
    const { params = {} } = await from('updateOptionsGroup')(world);
    return { params, values: { 'strategyInput.id': params.id } };
  },
  'POST /v1/jobs': () => ({ needs: PLACES }),
  'POST /v1/routes/{id}/assign': async (world) => ({
    params: { id: (await routeOf(world, [(await order(world)).id])).id },
  }),
  'POST /v1/routes/external-identifier/{external_id}/assign': async (world) => {
    const { id } = await routeOf(world, [(await order(world)).id]);
    const externalId = world.own();
    await world.made(upsertRoute.routeKey, { externalId: id, name: externalId });
    return { params: { external_id: id } };
  },
  'POST /v1/routes/dispatch': async (world) => ({
    values: { routeIds: [(await routeOf(world, [(await order(world)).id])).id] },
  }),
  'POST /v1/routes': async (world) => {
    const { id } = await order(world);
    const location = { lat: 37.78, lng: -122.4 };
    return {
      values: {
        stops: [
          { stopType: 'PICKUP', objectIds: [id], location },
          {
            stopType: 'DROPOFF',
            objectIds: [id],
            location,
            serviceTime: 60,
            distanceFromPrevious: 100,
            durationFromPrevious: 60,
            arrivalTime: world.at(25),
            departTime: world.at(25.1),
            metadata: { door: 'red' },
          },
        ],
      },
    };
  },
  'POST /v1/templates/upsert': (world) => ({
    needs: ['deliveryWindowTemplatePayload', 'startDatetime', 'endDatetime'],
    values: {
      'templateInput.type': (turn: number) => ['DELIVERY_WINDOW', 'SHIFT'][turn % 2],
      deliveryWindowTemplatePayload: (turn: number) =>
        turn % 2 === 0 ? { startTimeLocal: '10:00', endTimeLocal: '12:00', maximumCapacity: 4 } : undefined,
      shiftTemplatePayload: (turn: number) =>
        turn % 2 === 1 ? { startTimeLocal: '10:00', endTimeLocal: '12:00' } : undefined,
      'templateInput.externalId': () => undefined,
      startDatetime: world.at(24),
      endDatetime: world.at(25),
      daysOfWeek: ['MONDAY'],
      generationFrequencyUnit: 'WEEKS',
      createInstancesUpToUnit: 'WEEKS',
    },
  }),
  'POST /v1/ai/mask-face-in-photo': (world) => ({ values: { imageUrl: world.photo } }),
  'POST /v1/ai/verify-photo': async (world) => {
    const { params = {}, values = {} } = await from('selectTaskQuote')(world);
    const { job: taken } = await world.made(selectQuote.routeKey, values);
    const podTypes = ['photo_proof_of_delivery', 'photo_proof_of_pickup', 'signature_proof_of_delivery'];
    await world.made(
      updateFleetDelivery.routeKey,
      { proofOfDelivery: podTypes.map((podType) => ({ podType, imageUrl: world.photo })) },
      { delivery_id: taken.jobConfigurations[0].delivery.id },
    );
    return { values: { jobId: params.jobId, userQuestion: 'Is the door red?' } };
  },
  'POST /v1/ai/detect-dropoff-anomaly': async (world) => {
    const { params = {} } = await from('addFeedback')(world);
    await world.made(updateFleetDelivery.routeKey, { status: 'dropoff_complete' }, params);
    return { values: { deliveryId: params.delivery_id } };
  },
  'POST /v1/manifest': async (world) => {
    const [one, other] = [await toManifest(world), await toManifest(world)];
    return {
      needs: ['orderIds'],
      values: {
        orderIds: [one.id],
        externalOrderIds: [other.externalId],
        providerIds: ['prv_fleet_simulator'],
      },
    };
  },
  'POST /v1/notes': async (world) => ({ values: (await from('selectTaskQuote')(world)).params ?? {} }),
  'POST /v1/select_quote': from('selectTaskQuote'),
  'POST /v1/order/refresh_quotes': () => ({
    needs: ['orderId'],
    leaveOut: { refreshOrderQuotesInput: [['externalOrderId'], ['orderId']] },
  }),
  'POST /v1/orders/{order_id}/undispatch': async (world) => ({
    params: { order_id: (await onRoute(world)).id },
  }),
  'POST /v1/orders/external-identifier/{external_id}/undispatch': async (world) => ({
    params: { external_id: (await onRoute(world)).externalId },
  }),
  'POST /v1/orders/external-identifier': () => ({ needs: ['externalId'] }),
  'POST /v2/orders/upsert/bulk': () => ({ needs: ['externalId'] }),
  'POST /v1/order/external-identifier/{externalId}': (world) => {
    const externalId = world.own();
    return { params: { externalId }, values: { externalId } };
  },
  'POST /v1/order/external-identifier/{externalId}/delivery-window': (world) => {
    const externalId = world.own();
    return { params: { externalId }, values: { externalId } };
  },
  'POST /v1/order/external-identifier/{externalId}/delivery-window/confirm': booked,
  'POST /v1/order/external-identifier/{externalId}/delivery-window/revoke': booked,
  'POST /v1/jobs/external_identifier/{externalIdentifier}': (world) => {
    const externalIdentifier = world.own();
    return { params: { externalIdentifier }, values: { externalIdentifier }, needs: PLACES };
  },
  'POST /v1/delivery-window': () => ({ needs: ['startTime', 'endTime'] }),
  'POST /v1/delivery-windows': () => ({ needs: ['startTime', 'endTime'] }),
  'POST /v1/delivery-windows/upsert': () => ({ needs: ['startTime', 'endTime'] }),
  'DELETE /v1/delivery-windows': windows,
  'PATCH /v1/delivery-windows': windows,
  'PATCH /v1/delivery-windows/disable': windows,
  'PATCH /v1/delivery-windows/enable': windows,
  'PATCH /v1/delivery-windows/restore': windows,
  'POST /v1/organization-management/notifications/deny-list': () => ({ values: contact }),
  'DELETE /v1/organization-management/notifications/deny-list': async (world) => {
    await world.made(denyContact.routeKey, { type: 'phone', value: '+14155550123' });
    return { values: contact };
  },
  'POST /v1/store_locations': store,
  'POST /v1/store_locations/external-identifier/{externalIdentifier}': async (world) => {
    const externalIdentifier = world.own();
    return {
      ...(await store(world)),
      params: { externalIdentifier },
      values: { externalId: externalIdentifier },
    };
  },
  'POST /v1/store_locations/upsert': async (world) => ({
    ...(await store(world)),
    needs: ['address', 'externalId'],
  }),
  'POST /v1/store_locations/upsert/bulk': (world) => ({
    body: {
      storeLocations: [
        { name: 'Corner', phoneNumber: '+14155550100', address: '1 Market Street', externalId: world.own() },
      ],
    },
  }),
  'PATCH /v1/store_locations/{id}': async (world) => ({
    ...(await store(world)),
    ...(await from('updateStoreLocation')(world)),
  }),
  'POST /v1/zones': () => ({ needs: ['polygon', 'externalId'] }),
  'POST /v1/zones/upsert': () => ({ needs: ['polygon'] }),
  'PATCH /v1/jobs/{id}/{jobConfigurationId}': async (world) => {
    const { packages } = Object(createBatchJob.bodyExample);
    const made = await world.made(createBatchJob.routeKey, { packages });
    return { params: { id: made.id, jobConfigurationId: made.jobConfigurations[0].id } };
  },
  'POST /v1/webhooks/messages/replay': async (world) => ({
    values: { msgId: (await webhookMessage(world)).params?.msg_id, endpointId: (await endpointOf(world)).id },
    needs: ['msgId'],
    leaveOut: { webhookMessageReplayRequest: [['tag', 'eventType']] },
  }),
  'GET /v1/webhooks/messages/{msg_id}/attempts': webhookMessage,
  'POST /v1/workflows': () => ({ values: graph }),
  'PATCH /v1/workflows/{id}': withValues(from('updateWorkflow'), graph),
  'POST /v1/notification/{id}/trigger': from('fireNotificationTrigger'),
  'POST /v1/order/{id}/events': withValues(from('emitOrderEvent'), { name: 'item_scanned' }),
  'GET /v1/webhooks/messages': () => ({ values: { eventTypes: 'delivery.created' } }),
  'GET /v1/jobs': () => ({ values: { shortReferenceCode: '1234567' } }),
};

const PLACES = [
  'pickupAddress',
  'dropoffAddress',
  'pickupPhoneNumber',
  'dropoffPhoneNumber',
  'pickupBusinessName',
  'dropoffBusinessName',
  'packageValueCents',
  'packagePickupStartTime',
  'packageDropoffEndTime',
];

/** Fields of addresses and their kin, of which each request has one kind. */
const COMPONENTS = [
  'Number',
  'Secondarynumber',
  'FormattedStreet',
  'City',
  'County',
  'State',
  'Zip',
  'Country',
];
const SIDES = ['pickup', 'dropoff'] as const;
const ofSides = (...fields: readonly string[]) =>
  SIDES.flatMap((side) => fields.map((field) => side + field));
const line = ofSides('Address');
const placeId = ofSides('PlaceId');
const components = ofSides(...COMPONENTS.map((part) => `Address${part}`), 'Lat', 'Lng');
const oneStore = ['pickupStoreLocationId', 'pickupExternalStoreLocationId'];
const manyStores = ['pickupStoreLocationIds'];
const stores = [...oneStore, ...manyStores, 'pickupZoneIds'];
/** An order names its places by line, place id, components or store. */
const BY_COMPONENTS = [...line, ...placeId, ...stores];
const orderPlaces = [
  [...placeId, ...components, ...stores],
  [...line, ...components, ...stores],
  BY_COMPONENTS,
  [...placeId, ...components, 'pickupAddress', ...manyStores, 'pickupZoneIds'],
  [...placeId, ...components, 'pickupAddress', ...oneStore, 'pickupZoneIds'],
];
const jobComponents = ofSides('AddressComponents');
const jobPoint = ofSides('Latitude', 'Longitude');
const jobStores = ['pickupStoreLocationId', 'dropoffStoreLocationId', 'dropoffExternalStoreLocationId'];
const jobPlaces = [
  [...placeId, ...jobComponents, ...jobPoint, ...jobStores],
  [...line, ...jobComponents, ...jobPoint, ...jobStores],
  [...line, ...placeId, ...jobPoint, ...jobStores],
  [
    ...placeId,
    ...jobComponents,
    ...jobPoint,
    'pickupAddress',
    'dropoffStoreLocationId',
    'dropoffExternalStoreLocationId',
  ],
];
const all = (names: readonly string[], sets: readonly (readonly string[])[]) =>
  Object.fromEntries(names.map((name) => [name, sets]));

export const leaveOut = {
  ...all(
    [
      'orderInput',
      'quotedOrderInput',
      'windowedOrderInput',
      'orderChange',
      'orderUpsert',
      'shippedOrderInput',
    ],
    orderPlaces,
  ),
  ...all(['packageInput', 'jobInput', 'jobUpsert', 'jobChange'], jobPlaces),
  ...all(
    ['deliveryWindowInput', 'updateDeliveryWindowInput'],
    [
      ['startTimeLocal', 'endTimeLocal', 'cutoffTimeLocal'],
      ['startTime', 'endTime', 'cutoffTime'],
    ],
  ),
  ...all(
    ['zoneInput', 'updateZoneInput', 'upsertZoneInput'],
    [['coverageAreaId'], ['polygon', 'cityZipcodes']],
  ),
  // An id changes the shift that has it.
  shiftInput: [['id']],
  // No issuer signs users of the test in.
  userCreate: [['auth0Id']],

  query: [['cursor', 'iterator']],
  optimizationParameters: [['clusterLabel'], ['mxLabel']],
  flagInput: [
    ['jobId', 'taskId', 'deliveryId'],
    ['jobId', 'taskId', 'orderId'],
    ['jobId', 'orderId', 'deliveryId'],
    ['taskId', 'orderId', 'deliveryId'],
  ],
};

/** The recipe of an operation: its own, or that of its endpoint's resources. */
export async function recipeOf({ routeKey, name }: Endpoint, world: World): Promise<Recipe> {
  return (recipes[routeKey] ?? from(name))(world);
}
