import { saveProducts } from '../../../functions/api/catalogue/save-products.ts';
import { createCourier } from '../../../functions/api/fleet/create-courier.ts';
import { createVehicle } from '../../../functions/api/fleet/create-vehicle.ts';
import { upsertDriverGroup } from '../../../functions/api/fleet/upsert-driver-group.ts';
import { createDestination } from '../../../functions/api/notifications/create-destination.ts';
import { createOrder } from '../../../functions/api/orders/create-order.ts';
import { createRouteRestriction } from '../../../functions/api/planning/route-restrictions.ts';
import { createStore } from '../../../functions/api/stores/create-store.ts';
import { createOptionsGroup } from '../../../functions/api/strategies/create-options-group.ts';
import { createRole } from '../../../functions/api/tenancy/create-role.ts';
import { createDeliveryWindow } from '../../../functions/api/window-schedules/create-delivery-window.ts';
import { createCustomEventEndpoint } from '../../../functions/api/workflow-setup/create-custom-event.ts';
import { createZone } from '../../../functions/api/zones/create-zone.ts';
import type { Maker } from '../../support/own-resource.ts';
import { deliveryStatusUpdateValue } from './fleet.ts';

const HOUR_MS = 3_600_000;

/** What an organization of the established contract has, as the test has made it. */
export interface World extends Maker {
  /** Address of a photo. */
  readonly photo: string;
  /** Values of fields by their names, such as ids of what exists. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The reply to a call that must succeed. */
  made(
    routeKey: string,
    body: unknown,
    params?: Readonly<Record<string, string>>,
  ): Promise<ReturnType<typeof JSON.parse>>;
  /** The time this number of hours after 18:00 UTC today. */
  at(hours: number): string;
  /** A text that nothing else has. */
  own(): string;
}

/** The statuses that fleets report, as their turns come. */
const REPORTED = deliveryStatusUpdateValue.options;

const POLYGON = [
  [37.7, -122.5],
  [37.7, -122.3],
  [37.8, -122.3],
  [37.8, -122.5],
];

const PICTURE = 'https://pictures.example/one.jpg';

/** An organization with one thing of each kind that bodies refer to. */
export async function establishedWorld(maker: Maker, photo: string): Promise<World> {
  const { call, key, deps } = maker;
  const made: World['made'] = async (routeKey, body, params) => {
    const { status, json } = await call(routeKey, { key, body, ...(params ? { params } : {}) });
    if (status !== 200) throw new Error(`${routeKey} answered ${status}: ${JSON.stringify(json)}`);
    return json;
  };
  // The next day at 18:00 UTC, when the store is open.
  const today = new Date(deps.clock.now()).setUTCHours(18, 0, 0, 0);
  const at = (hours: number) => new Date(today + hours * HOUR_MS).toISOString();
  const own = () => deps.ids.next('msg');
  const example = ({ bodyExample }: { readonly bodyExample?: unknown }) => Object(bodyExample);

  const shop = { name: 'Corner', phoneNumber: '+14155550100', address: '1 Market Street' };
  const store = await made(createStore.routeKey, { ...shop, externalId: own() });
  const otherStore = await made(createStore.routeKey, {
    ...shop,
    address: '900 Valencia Street',
    externalId: own(),
  });
  const zone = await made(createZone.routeKey, {
    name: 'Town',
    externalId: own(),
    polygon: POLYGON,
    storeLocationIds: [store.id],
  });
  const strategy = await made(createOptionsGroup.routeKey, example(createOptionsGroup));
  const vehicle = await made(createVehicle.routeKey, { name: 'Van', enabled: true });
  const courier = await made(createCourier.routeKey, { ...example(createCourier), vehicleIds: [vehicle.id] });
  const { driverGroup: group } = await made(upsertDriverGroup.routeKey, {
    externalIdentifier: own(),
    name: 'Riders',
    driverIds: [courier.id],
  });
  const destination = await made(createDestination.routeKey, example(createDestination));
  const restriction = await made(createRouteRestriction.routeKey, example(createRouteRestriction));
  const role = await made(createRole.routeKey, { name: own() });
  const window = await made(createDeliveryWindow.routeKey, { startTime: at(26), endTime: at(27) });
  const event = await made(createCustomEventEndpoint.routeKey, { key: 'item_scanned', name: 'Item scanned' });
  const [product] = await made(saveProducts.routeKey, example(saveProducts));
  const order = await made(createOrder.routeKey, { ...example(createOrder), externalId: own() });

  const [vehicleId, courierId] = [vehicle.id, courier.id];
  const place = { number: '100', street: 'Market Street', city: 'San Francisco', state: 'CA', country: 'US' };
  const values = {
    ...ofEach('pickup', {
      AddressNumber: '100',
      AddressFormattedStreet: 'Market Street',
      Lat: 37.7936,
      Lng: -122.3958,
    }),
    ...ofEach('dropoff', {
      AddressNumber: '900',
      AddressFormattedStreet: 'Valencia Street',
      Lat: 37.7576,
      Lng: -122.4212,
    }),
    ...ofEach('pickup', {
      Latitude: 37.7936,
      Longitude: -122.3958,
      PlaceId: 'local:ferry-building',
      Address: '1 Market Street',
    }),
    ...ofEach('dropoff', {
      Latitude: 37.7576,
      Longitude: -122.4212,
      PlaceId: 'local:city-hall',
      Address: '900 Valencia Street',
    }),
    pickupAddressComponents: { ...place, postalCode: '94105', latitude: 37.7936, longitude: -122.3958 },
    dropoffAddressComponents: {
      ...place,
      number: '900',
      postalCode: '94103',
      latitude: 37.784,
      longitude: -122.4076,
    },
    addressComponents: { ...place, postalCode: '94105', latitude: 37.7936, longitude: -122.3958 },
    ...ofTimes('', at),
    ...ofTimes('package', at),
    pickupStoreLocationId: store.id,
    pickupExternalStoreLocationId: store.externalId,
    pickupStoreLocationIds: [store.id],
    pickupZoneIds: [zone.id],
    dropoffStoreLocationId: otherStore.id,
    dropoffExternalStoreLocationId: otherStore.externalId,
    deliveryMode: 'scheduled',
    packageDeliveryMode: 'scheduled',
    valueCents: 4_250,
    weight: 2,
    'orderInput.weight': (turn: number) => [2.5, 2, '2.5'][turn % 3],
    packageValue: 42.5,
    packageValueCents: 4_250,
    'orderInput.valueCents': (turn: number) => [4_250, '4250'][turn % 2],

    tipAmount: 5,
    tipAmountCents: 500,
    tipAmountUsd: 5,
    itemsCount: 2,
    'packageInput.itemsCount': 2.5,
    'jobInput.itemsCount': 2.5,
    'jobUpsert.itemsCount': 2.5,
    dimensions: { height: 10, width: 20, depth: 30 },
    packageItems: [{ description: 'Bread', count: 1, valueCents: 300 }],
    requirements: ['custom:gloves'],
    jobMetadata: { till: '7' },
    expiresAt: at(20),
    timestamp: new Date(deps.clock.now() - HOUR_MS).toISOString(),
    pickupEta: at(1),
    dropoffEta: at(2),
    dateofbirth: '1990-05-17',
    vehicleprofile: (turn: number) => ['car', 'truck', 'bicycle', 'flying_distance'][turn % 4],
    address: '900 Market Street, San Francisco, CA 94102',
    email: () => `${own()}@example.com`,
    pickupEmail: 'shop@example.com',
    dropoffEmail: 'ada@example.com',
    externalId: own,
    externalIdentifier: own,
    externalidentifier: own,
    packageExternalIdentifier: own,
    phoneNumber: '+14155550100',
    phonenumber: '+14155550100',
    ...ofEach('pickup', { PhoneNumber: '+14155550100' }),
    ...ofEach('dropoff', { PhoneNumber: '+14155550199' }),
    currency: 'USD',
    ...ofEach('pickup', {
      AddressCity: 'San Francisco',
      AddressState: 'CA',
      AddressZip: '94105',
      AddressCountry: 'US',
    }),
    ...ofEach('dropoff', {
      AddressCity: 'San Francisco',
      AddressState: 'CA',
      AddressZip: '94110',
      AddressCountry: 'US',
    }),
    storeLocationId: store.id,
    storeLocationIds: [store.id],
    allowedProviders: ['prv_fleet_simulator'],
    coverageAreaId: zone.coverageArea.id,
    externalStoreLocationId: store.externalId,
    'updateOptimizationStrategyInput.storeLocations': [store.id],
    'optimizationStrategyInput.storeLocations': [store.id],
    storeLocationAssociations: [
      { storeLocationId: store.id, startDate: '2026-03-02', endDate: '2036-03-02' },
    ],
    zoneAssociations: [{ zoneId: zone.id, startDate: '2026-03-02', endDate: '2036-03-02' }],
    operatingHours: { monday: { active: true, shifts: [['10:00', '19:00']] } },
    blackoutDates: ['2036-12-25'],
    timeWindow: [60, 120],
    'shiftInput.status': 'planned',
    date: at(24).slice(0, 10),
    defaultCapacity: { monday: { isActive: true, shiftCapacity: { '08:00': 4 } } },
    dayCapacity: { isActive: true, shiftCapacity: { '08:00': 4 } },
    latitude: 37.78,
    longitude: -122.4,

    zoneId: zone.id,
    zoneExternalId: zone.externalId,
    externalZoneIds: [zone.externalId],
    zoneIds: [zone.id],
    'updateOptimizationStrategyInput.zones': [zone.id],
    'optimizationStrategyInput.zones': [zone.id],
    optionsGroupId: strategy.id,
    optionsGroupIds: [strategy.id],
    dispatchStrategyId: strategy.id,
    unassignedOrdersOptionsGroupId: strategy.id,
    contractId: group.id,
    contractIds: [group.id],
    shiftContractId: group.id,
    driverGroupId: group.id,
    courierId,
    vehicleId,
    vehicleids: [vehicleId],
    courierids: [courierId],
    notificationGroupIds: [destination.id],
    roleIds: [role.id],
    route_restriction_ids: [restriction.id],
    orderId: order.id,
    order_id: order.id,
    externalOrderId: order.externalId,
    orderIds: [order.id],
    deliveryWindowId: window.id,
    requestedDeliveryWindowsStartTime: at(24),
    requestedDeliveryWindowsEndTime: at(48),
    deliveryWindowExpiresAt: at(23),
    customEventName: event.key,
    eventNames: [event.key],
    externalProductId: product.externalIdentifier,
    imageUrls: [PICTURE],
    imageUrl: PICTURE,
    profileImageUrl: PICTURE,
    incidentFileUrl: PICTURE,
    incidentFileUrls: [PICTURE],
    startTime: at(24),
    endTime: at(25),
    cutoffTime: at(20),
    rrule: 'FREQ=DAILY',
    startTimeLocal: `${at(24).slice(0, 10)}T10:00:00`,
    endTimeLocal: `${at(24).slice(0, 10)}T11:00:00`,
    cutoffTimeLocal: `${at(24).slice(0, 10)}T08:00:00`,
    pickupTimeFromInMinutes: 10,
    pickupTimeToInMinutes: 60,
    'strategyInput.id': own,
    providerId: 'prv_fleet_simulator',
    exceptionDates: ['2036-12-25'],
    sortBy: 'created_at',
    sortDirection: 'DESC',
    hasRoute: 'all',
    before: at(0),
    after: at(-24),
    intervalMinutes: 15,

    plannedStart: at(24),
    plannedEnd: at(32),
    arrivalTime: at(25),
    departTime: at(25.1),
    startDate: at(-24),
    endDate: at(240),
    pickupTime: at(24),
    dropoffTime: at(26),
    cronExpression: '0 6 * * *',
    defaultTrafficSource: (turn: number) => ['none', 'predictive'][turn % 2],
    inputTimezoneId: 'America/Los_Angeles',
    timezoneId: 'America/Los_Angeles',
    conditionalLogic: {
      operator: 'AND',
      conditions: [{ field: 'job.metadata.till', operator: 'equals', value: '7' }],
    },
    healthStatus: 'late',
    deliveryStatus: 'dropoff_complete',
    deliveryStatus1: 'pickup_complete',
    deliveryStatus2: 'dropoff_complete',
    deliveryStatusArray: ['failed', 'dropoff_complete'],
    failure: (turn: number) =>
      ['failed', 'canceled_by_provider'].includes(REPORTED[turn % REPORTED.length] ?? '')
        ? { code: 'other', reason: 'No bell' }
        : undefined,
    polygons: [POLYGON.map(([lat, lng]) => [lng, lat])],
    polygon: POLYGON,
  };
  return { ...maker, photo, values, made, at, own };
}

const ofEach = (side: string, fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [side + name, value]));

function ofTimes(prefix: string, at: (hours: number) => string): Record<string, string> {
  const name = (rest: string) =>
    prefix === '' ? rest.charAt(0).toLowerCase() + rest.slice(1) : prefix + rest;
  return {
    [name('PickupStartTime')]: at(24),
    [name('PickupEndTime')]: at(25),
    [name('DropoffStartTime')]: at(26),
    [name('DropoffEndTime')]: at(27),
  };
}
