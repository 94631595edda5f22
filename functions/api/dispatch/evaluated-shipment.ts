import type { Location, Package } from '../../../lib/fulfilment/jobs/index.ts';
import type { Shipment } from '../../../lib/fulfilment/providers/index.ts';
import type { EvaluateInput } from './evaluate-schemas.ts';

type Context = Partial<NonNullable<EvaluateInput['context']>>;

/** The places of the evaluated shipment, in the form of a package. */
export function locationsOf(sent: EvaluateInput): Pick<Package, 'pickupLocation' | 'dropoffLocation'> {
  return { pickupLocation: locationOf(sent, 'pickup'), dropoffLocation: locationOf(sent, 'dropoff') };
}

/** Its other fields, as far as rules use them. */
export function contextOf(sent: EvaluateInput): Partial<Package> {
  const context: Context = sent.context ?? {};
  const { packageValueCents, drivingDistance, packageDeliveryMode } = context;
  return {
    ...(packageValueCents === undefined ? {} : { valueCents: packageValueCents }),
    itemsCount: context.itemsCount ?? null,
    pickupStartTime: context.pickupTime ?? null,
    dropoffEndTime: context.dropoffTime ?? null,
    drivingMetrics: drivingDistance === undefined ? null : { distance: drivingDistance, duration: null },
    tags: [...(context.tags ?? [])],
    requirements: [...(context.packageRequirements ?? [])],
    minimumVehicleSize: context.packageMinimumVehicleSize ?? null,
    packageDeliveryMode: packageDeliveryMode === 'scheduled' ? 'scheduled' : 'now',
    tipAmountCents: context.packageTipCents ?? null,
    weight: context.totalWeight ?? context.packageWeight ?? null,
    dimensions: {
      height: context.packageHeight ?? null,
      length: context.packageDepth ?? null,
      width: context.packageWidth ?? null,
    },
    pickupStoreLocationId: context.pickupStoreLocationId ?? null,
    dropoffStoreLocationId: context.dropoffStoreLocationId ?? null,
  };
}

/** Whether several packages are dispatched together. */
export function isBatch({ context }: EvaluateInput): boolean {
  return context?.isBatch ?? (context?.numberOfPackages ?? 1) > 1;
}

/** The shipment in the terms of providers, which determine whether one can carry it. */
export function shipmentOfEvaluation(sent: EvaluateInput): Shipment {
  const context: Context = sent.context ?? {};
  const item = contextOf(sent);
  return {
    deliveryMode: item.packageDeliveryMode ?? 'now',
    pickup: stopOf(sent, 'pickup', context.pickupTime),
    dropoff: stopOf(sent, 'dropoff', undefined),
    description: null,
    itemsCount: context.itemsCount ?? null,
    items: [],
    currency: 'USD',
    valueCents: context.packageValueCents ?? 0,
    tipAmountCents: context.packageTipCents ?? 0,
    dueAmountCents: 0,
    requirements: item.requirements ?? [],
    minimumVehicleSize: item.minimumVehicleSize ?? null,
    weight: item.weight ?? null,
    dimensions: item.dimensions ?? null,
    referenceId: null,
    packageExternalIdentifier: null,
  };
}

function partsOf(sent: EvaluateInput, side: 'pickup' | 'dropoff') {
  const text = (name: string) => {
    const value = sent[`${side}${name}` as keyof EvaluateInput];
    return typeof value === 'string' ? value : null;
  };
  const number = (name: string) => {
    const value = sent[`${side}${name}` as keyof EvaluateInput];
    return typeof value === 'number' ? value : null;
  };
  return {
    address: text('Address'),
    city: text('AddressCity'),
    state: text('AddressState'),
    zip: text('AddressZip'),
    country: text('AddressCountry'),
    businessName: text('BusinessName'),
    lat: number('Lat'),
    lng: number('Lng'),
  };
}

function locationOf(sent: EvaluateInput, side: 'pickup' | 'dropoff'): Location {
  const { address, city, state, zip, country, businessName, lat, lng } = partsOf(sent, side);
  return {
    id: side,
    address: address ?? '',
    formattedAddress: address ?? '',
    addressCity: city,
    addressCountry: country,
    timezoneId: null,
    timezoneName: null,
    addressNumber: null,
    addressSecondaryNumber: null,
    addressFormattedStreet: null,
    addressCounty: null,
    addressState: state,
    addressZip: zip,
    instructions: null,
    businessName,
    firstName: null,
    lastName: null,
    phoneNumber: null,
    email: null,
    lat,
    lng,
  };
}

function stopOf(
  sent: EvaluateInput,
  side: 'pickup' | 'dropoff',
  startTime: string | undefined,
): Shipment['pickup'] {
  const { address, city, state, zip, country, businessName, lat, lng } = partsOf(sent, side);
  return {
    formattedAddress: address ?? '',
    street: null,
    addressNumber: null,
    addressSecondaryNumber: null,
    city,
    county: null,
    state,
    zip,
    country,
    lat,
    lng,
    businessName,
    firstName: null,
    lastName: null,
    phoneNumber: null,
    email: null,
    instructions: null,
    startTime: startTime ?? null,
    endTime: null,
    barcodes: [],
    storeLocationId: null,
  };
}
