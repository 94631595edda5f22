import type { Shipment, ShipmentStop } from '../../../lib/fulfilment/providers/index.ts';

/** A stop in San Francisco, changed by `changes`. */
export function anyStop(changes: Partial<ShipmentStop> = {}): ShipmentStop {
  return {
    formattedAddress: '1 Market St, San Francisco, CA 94105, US',
    street: 'Market St',
    addressSecondaryNumber: null,
    addressNumber: '1',
    city: 'San Francisco',
    county: null,
    state: 'CA',
    zip: '94105',
    country: 'US',
    lat: 37.7936,
    lng: -122.3958,
    businessName: 'Corner Shop',
    firstName: null,
    lastName: null,
    phoneNumber: '+12025550100',
    email: null,
    instructions: null,
    startTime: null,
    endTime: null,
    barcodes: [],
    storeLocationId: null,
    ...changes,
  };
}

/** A small package across town, changed by `changes`. */
export function anyShipment(changes: Partial<Shipment> = {}): Shipment {
  return {
    deliveryMode: 'now',
    pickup: anyStop(),
    dropoff: anyStop({ lat: 37.7599, lng: -122.4148, firstName: 'Ann', businessName: null }),
    description: null,
    itemsCount: 1,
    items: [],
    currency: 'USD',
    valueCents: 2500,
    tipAmountCents: 0,
    dueAmountCents: 0,
    requirements: [],
    minimumVehicleSize: null,
    weight: null,
    dimensions: null,
    referenceId: null,
    packageExternalIdentifier: null,
    ...changes,
  };
}
