import type { Geocoder } from '../../engines/geocoding/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import type { Origin } from '../../platform/core/origin.ts';
import { readPhoneNumber } from '../../platform/core/read-phone-number.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { dateIn } from '../../platform/core/zoned-time.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Operation } from '../../platform/table/index.ts';
import { keptGeocoder } from '../addresses/index.ts';
import { locateStore } from './locate-store.ts';
import { invalidStorePhone, invalidStoreValue } from './refusals.ts';
import type { ServedZone, StoreInput } from './store-input.ts';
import type { StoreLocation } from './store-location.ts';

/** What changing stores needs. */
export interface StoreDeps extends CoreDeps {
  readonly geocoder: Geocoder;
  /** Plans the writes by which a store serves exactly these zones; absent where the caller says nothing about zones. */
  readonly planZones?: (
    origin: Origin,
    storeLocationId: string,
    zones: readonly ServedZone[],
    at: string,
  ) => Promise<readonly Operation[] | Refusal>;
}

/** The writes for what a caller says about a store's zones: none when it says nothing. */
export async function zoneWrites(
  { planZones }: StoreDeps,
  origin: Origin,
  { id, updatedAt }: Pick<StoreLocation, 'id' | 'updatedAt'>,
  zones: readonly ServedZone[] | undefined,
): Promise<readonly Operation[] | Refusal> {
  return zones && planZones ? planZones(origin, id, zones, updatedAt) : [];
}

/** Which store is planned. */
interface Identity {
  readonly organizationId: string;
  readonly id: string;
  /** Time zone of a store whose address does not determine it. */
  readonly timeZone?: string | undefined;
}

/** A store after a caller's changes, or the first invalid one of them. */
export async function planStore(
  deps: StoreDeps,
  before: StoreLocation | undefined,
  input: StoreInput,
  { organizationId, id, timeZone = 'UTC' }: Identity,
): Promise<StoreLocation | Refusal> {
  const { name = before?.name } = input;
  if (name === undefined) {
    return invalidStoreValue('name is missing. A new store location needs one.', { field: 'name' });
  }
  const placement = await locateStore(
    {
      geocoder: keptGeocoder(deps, deps.geocoder, organizationId),
      timeZone,
    },
    before,
    input,
  );
  if (isRefusal(placement)) return placement;
  const phoneNumber = phoneOf(before, input, placement.address.AddressCountry);
  if (isRefusal(phoneNumber)) return phoneNumber;
  const now = toInstant(deps.clock.now());
  const chosen = <Value>(sent: Value | null | undefined, present: Value | undefined) =>
    sent === undefined ? present : (sent ?? undefined);
  const today = dateIn(deps.clock.now(), placement.timeZoneId);
  return {
    organizationId,
    id,
    isDeleted: false,
    name,
    phoneNumber,
    ...placement,
    externalId: chosen(input.externalId, before?.externalId),
    firstName: chosen(input.firstName, before?.firstName),
    lastName: chosen(input.lastName, before?.lastName),
    email: chosen(input.email, before?.email),
    instructions: chosen(input.pickupInstructions, before?.instructions),
    operatingHours: chosen(input.operatingHours, before?.operatingHours),
    holidayHours: { ...chosen(input.holidayHours, before?.holidayHours) },
    blackoutDates: [...new Set(chosen(input.blackoutDates, before?.blackoutDates))].sort(),
    prepTimeMinutes: chosen(input.prepTimeMinutes, before?.prepTimeMinutes),
    tags: [...(chosen(input.tags, before?.tags) ?? [])],
    integrationMetadata: chosen(input.integrationMetadata, before?.integrationMetadata),
    defaultCapacity: { ...chosen(input.defaultCapacity, before?.defaultCapacity) },
    dayCapacities: upcoming(before?.dayCapacities ?? {}, today),
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  };
}

function phoneOf(
  before: StoreLocation | undefined,
  { phoneNumber }: StoreInput,
  country: string | undefined,
): string | undefined | Refusal {
  if (phoneNumber === undefined) {
    return (
      before?.phoneNumber ??
      invalidStorePhone('phoneNumber is missing. A new store location needs one.', { field: 'phoneNumber' })
    );
  }
  return (
    readPhoneNumber(phoneNumber, country ?? '') ??
    invalidStorePhone(
      `phoneNumber is "${phoneNumber}", which is not a phone number${country ? ` of ${country}` : ''}. Send it in international form, such as +14155550100.`,
      { field: 'phoneNumber', value: phoneNumber },
    )
  );
}

/** Without past dates, so that the list does not grow. */
export function upcoming<Value>(
  dates: Readonly<Record<string, Value>>,
  today: string,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(dates).filter(([date]) => date >= today));
}
