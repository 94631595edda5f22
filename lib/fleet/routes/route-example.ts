import type * as z from 'zod';
import { renderItems } from './order-items.ts';
import type { renderedRoute } from './render-route.ts';

const times = {
  statusDescription: null,
  statusHistory: [],
  startedAt: null,
  breakDuration: null,
  metadata: null,
};

/** A route for the documentation. */
export const routeExample: z.input<typeof renderedRoute> = {
  id: 'rte_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  externalId: 'monday-north',
  portalUrl: 'https://api.example.com/console#/routes/rte_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  name: 'Monday north',
  type: 'SINGLE_PICKUP_MULTIPLE_DROPOFFS',
  status: 'CREATED',
  statusHistory: [{ created_at: '2026-03-05T01:11:51.000Z', status: 'CREATED' }],
  isDispatched: false,
  archivedAt: null,
  driverGroup: null,
  courierId: null,
  courier: null,
  courierPosition: null,
  vehicleId: null,
  vehicle: null,
  shiftId: null,
  providerName: null,
  jobId: null,
  routeMetadata: null,
  plannedDeparture: '2026-03-05T08:00:00.000Z',
  plannedCompletion: '2026-03-05T08:14:00.000Z',
  actualDeparture: null,
  timesOutOfDate: false,
  encodedPolyline: null,
  validationErrors: {},
  metrics: { distance: 5_200, duration: 660, orders: 1, stops: 1, stopsCompleted: 0 },
  health: {
    counts: { late: 0, pastShiftEnd: 0, overCapacity: 0, missingCapability: 0, other: 0 },
    violations: [],
  },
  stops: [
    {
      id: 'stp_01JD8Z6Q4T9V2N5X7C3B1M0K9A',
      stopType: 'ROUTE_START',
      objectIds: [],
      location: { lat: 37.7936, lng: -122.3958 },
      serviceTime: null,
      distanceFromPrevious: null,
      durationFromPrevious: null,
      arrivalTime: null,
      departTime: '2026-03-05T08:00:00.000Z',
      plannedArrivalTime: null,
      status: 'PENDING',
      orders: [],
      ...times,
    },
    {
      id: 'stp_01JD8Z6Q4T9V2N5X7C3B1M0K9B',
      stopType: 'DROPOFF',
      objectIds: ['ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H'],
      location: { lat: 37.7576, lng: -122.4212 },
      serviceTime: 180,
      distanceFromPrevious: 5_200,
      durationFromPrevious: 660,
      arrivalTime: '2026-03-05T08:11:00.000Z',
      departTime: '2026-03-05T08:14:00.000Z',
      plannedArrivalTime: '2026-03-05T08:11:00.000Z',
      status: 'PENDING',
      orders: [
        {
          id: 'ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
          externalId: 'shop-1',
          publicTrackingUrl: 'https://api.example.com/track/ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
          deliveryStatus: null,
          orderItems: null,
          pod: [],
        },
      ],
      ...times,
    },
  ],
  version: 1,
  createdAt: '2026-03-05T01:11:51.000Z',
  updatedAt: '2026-03-05T01:11:51.000Z',
};

const ITEM = { id: 'itm-1', description: 'Sourdough', count: 1, valueCents: 650, barcode: '4006381333931' };

/** The route with the items of its orders. */
export const routeWithItemsExample: z.input<typeof renderedRoute> = {
  ...routeExample,
  stops: routeExample.stops.map((stop) => ({
    ...stop,
    orders: stop.orders.map((order) => ({
      ...order,
      orderItems: renderItems([ITEM], null).map((item) => ({ ...item })),
    })),
  })),
};
