import type { Location, Package } from '../../jobs/index.ts';
import type { Shipment, ShipmentStop } from '../../providers/index.ts';
import { asStrategyRequires } from '../../quotes/index.ts';
import type { StrategySettings } from '../../strategies/index.ts';

/** A package in the terms that providers understand. */
export function shipmentOf(item: Package): Shipment {
  return {
    deliveryMode: item.packageDeliveryMode,
    pickup: {
      ...stopOf(item.pickupLocation),
      startTime: item.pickupStartTime,
      endTime: item.pickupEndTime,
      barcodes: item.pickupBarcodes,
      storeLocationId: item.pickupStoreLocationId,
    },
    dropoff: {
      ...stopOf(item.dropoffLocation),
      startTime: item.dropoffStartTime,
      endTime: item.dropoffEndTime,
      barcodes: item.dropoffBarcodes,
      storeLocationId: item.dropoffStoreLocationId,
    },
    description: item.description,
    itemsCount: item.itemsCount,
    items: item.items,
    currency: item.currency,
    valueCents: item.valueCents,
    tipAmountCents: item.tipAmountCents ?? 0,
    dueAmountCents: item.dueAmountCents ?? 0,
    requirements: item.requirements,
    minimumVehicleSize: item.minimumVehicleSize,
    weight: item.weight,
    dimensions: item.dimensions,
    referenceId: item.referenceId,
    packageExternalIdentifier: item.externalIdentifier,
  };
}

/** The same, with the requirements of the strategy added. */
export function shipmentUnder(
  strategy: Pick<StrategySettings, 'minimumVehicleSize' | 'requirements'>,
  item: Package,
): Shipment {
  return asStrategyRequires(shipmentOf(item), strategy);
}

function stopOf(
  location: Location,
): Omit<ShipmentStop, 'startTime' | 'endTime' | 'barcodes' | 'storeLocationId'> {
  return {
    formattedAddress: location.formattedAddress,
    street: location.addressFormattedStreet,
    addressNumber: location.addressNumber,
    addressSecondaryNumber: location.addressSecondaryNumber,
    city: location.addressCity,
    county: location.addressCounty,
    state: location.addressState,
    zip: location.addressZip,
    country: location.addressCountry,
    lat: location.lat,
    lng: location.lng,
    businessName: location.businessName,
    firstName: location.firstName,
    lastName: location.lastName,
    phoneNumber: location.phoneNumber,
    email: location.email,
    instructions: location.instructions,
  };
}
