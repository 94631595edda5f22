import type * as z from 'zod';
import { type OrderFieldName, orderFieldEntries } from '../../../lib/ordering/orders/index.ts';
import type { orderReply } from './order-reply.ts';

/** A request that creates a valid order: with coordinates, its address need not be looked up. */
export const orderBodyExample = {
  externalId: 'shop-10042',
  deliveryMode: 'now',
  valueCents: 4_250,
  currency: 'USD',
  tipAmountCents: 500,
  description: 'Two pizzas and a salad',
  itemsCount: 3,
  pickupBusinessName: 'Corner Bakery',
  pickupPhoneNumber: '+14155550100',
  pickupAddressNumber: '100',
  pickupAddressFormattedStreet: 'Market Street',
  pickupAddressCity: 'San Francisco',
  pickupAddressState: 'CA',
  pickupAddressZip: '94105',
  pickupAddressCountry: 'US',
  pickupLat: 37.7936,
  pickupLng: -122.3958,
  dropoffFirstName: 'Ada',
  dropoffLastName: 'Moss',
  dropoffPhoneNumber: '+14155550199',
  dropoffAddressNumber: '900',
  dropoffAddressFormattedStreet: 'Valencia Street',
  dropoffAddressCity: 'San Francisco',
  dropoffAddressState: 'CA',
  dropoffAddressZip: '94110',
  dropoffAddressCountry: 'US',
  dropoffLat: 37.7576,
  dropoffLng: -122.4212,
  dropoffInstructions: 'Ring twice.',
};

const { externalId: _, ...withoutExternalId } = orderBodyExample;

/** The same where the external id is in the path. */
export const upsertBodyExample = withoutExternalId;

/** The fields of an order with none of them set. */
const nothingGiven = Object.fromEntries(
  orderFieldEntries.flatMap(([name]) => (name === 'minimumVehicleSize' ? [] : [[name, null]])),
) as { readonly [Name in Exclude<OrderFieldName, 'minimumVehicleSize'>]: null };

/** The reply to it. */
export const orderReplyExample: z.input<typeof orderReply> = {
  id: 'ord_01KJQ8Z6Q4T9V2N5X7C3B1M0K8',
  createdAt: '2026-03-05T01:11:51.078Z',
  updatedAt: '2026-03-05T01:11:51.078Z',
  externalGroupId: null,
  portalUrl: 'https://api.example.com/console#/orders/ord_01KJQ8Z6Q4T9V2N5X7C3B1M0K8',
  publicTrackingUrl: 'https://api.example.com/track/ord_01KJQ8Z6Q4T9V2N5X7C3B1M0K8',
  status: 'valid',
  jobId: null,
  routeId: null,
  isHeld: false,
  dispatchFailureReason: null,
  dispatchFailureCode: null,
  archiveReason: null,
  pickupGeocodePrecision: null,
  pickupGeocodeScore: null,
  dropoffGeocodePrecision: null,
  dropoffGeocodeScore: null,
  deliveryStatus: null,
  deliveryId: null,
  trackingUrl: null,
  version: 1,
  ...nothingGiven,
  tags: [],
  deliveryWindowStatus: null,
  deliveryWindowExpiresAt: null,
  deliveryWindowRequestedCapacity: null,
  volume: null,
  documents: [],
  validationErrors: {},
  quotes: [],
  failedQuotes: [],
  ...orderBodyExample,
};
