import type { Geocoder } from '../../../engines/geocoding/index.ts';
import { createStore, type StoreLocation } from '../../../places/stores/index.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { Preferences } from '../../../platform/organization/index.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import type { OrderFields } from '../order-fields.ts';
import { isGiven } from '../rules/address-parts.ts';

/** What creating stores needs. The assessment of a draft that is never stored has no table and creates none. */
export interface StoreMaker extends Partial<Omit<CoreDeps, 'clock'>>, Pick<CoreDeps, 'clock'> {
  readonly geocoder: Geocoder;
  /** Whether the order is only tried: no store is created. */
  readonly isTrial?: boolean | undefined;
  readonly caller?: { readonly storeLocationIds?: readonly string[] | null } | undefined;
}

/**
 * Creates the store of an unknown external id from the pickup of the order that names it, if the organization wants
 * this; otherwise undefined. If the same store is created at the same time, that one is used.
 */
export async function makeUnknownStore(
  { table, ids, log, clock, geocoder, caller, isTrial }: StoreMaker,
  organizationId: string,
  externalId: string,
  fields: OrderFields,
  preferences: Preferences,
): Promise<StoreLocation | Refusal | undefined> {
  if (isTrial || !preferences.createUnknownStores || !table || !ids || !log) return undefined;
  const origin = {
    organizationId,
    actor: { type: 'system' as const, id: 'orders', name: 'Orders' },
    cause: `order-of-unknown-store:${externalId}`,
  };
  const storeLocationIds = caller?.storeLocationIds ?? null;
  const actor = { organizationId, storeLocationIds, origin, timeZone: preferences.timeZone };
  const made = await createStore({ table, ids, log, clock, geocoder }, actor, {
    externalId,
    name: isGiven(fields.pickupBusinessName) ? fields.pickupBusinessName : externalId,
    phoneNumber: fields.pickupPhoneNumber,
    email: fields.pickupEmail,
    ...addressOf(fields),
  });
  return isRefusal(made) ? made : made.value;
}

function addressOf(fields: OrderFields) {
  const {
    pickupAddressFormattedStreet: street,
    pickupAddressCity: city,
    pickupAddressCountry: country,
  } = fields;
  if (!street || !city || !country) return { address: fields.pickupAddress };
  return {
    addressComponents: {
      number: fields.pickupAddressNumber,
      street,
      city,
      county: fields.pickupAddressCounty,
      state: fields.pickupAddressState,
      postalCode: fields.pickupAddressZip,
      country,
      latitude: fields.pickupLat,
      longitude: fields.pickupLng,
    },
  };
}
