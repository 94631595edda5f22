import type { GeocodedPlace, Geocoder } from '../../../engines/geocoding/index.ts';
import { WINDOW_TIMES } from '../../../engines/vocabulary/index.ts';
import { keptGeocoder } from '../../../places/addresses/index.ts';
import type { ProductDirectory } from '../../../places/catalogue/index.ts';
import { rememberingStores, type StoreDirectory } from '../../../places/stores/index.ts';
import type { ZoneDirectory } from '../../../places/zones/index.ts';
import { sameValue } from '../../../platform/core/same-value.ts';
import {
  defaultPreferences,
  type Preferences,
  type PreferencesSource,
  preferencesOf,
} from '../../../platform/organization/index.ts';
import type { Order } from '../order.ts';
import { ORDER_FIELD_NAMES, type OrderFieldName, type OrderFields, type Side } from '../order-fields.ts';
import { componentFields } from '../rules/address-parts.ts';
import { orderRules } from '../rules/index.ts';
import type { WindowBookings } from '../window-bookings.ts';
import { checkReferences, type StrategyDirectory } from './check-references.ts';
import { checkRestrictedTags } from './check-restricted-tags.ts';
import { checkStore, fillReadyTime, readyMs } from './check-store.ts';
import { dropoffPlace, type StoreChoice } from './choose-store.ts';
import { Draft } from './draft.ts';
import { fillItems } from './fill-items.ts';
import { fillPhones } from './fill-phones.ts';
import {
  checkAddressForm,
  checkComponents,
  checkPrecision,
  type FoundSide,
  fillPlace,
} from './fill-place.ts';
import { fillStore, type MakeUnknownStore } from './fill-store.ts';
import { fillPickupTimes } from './fill-times.ts';
import { fillWindow } from './fill-window.ts';
import { makeUnknownStore, type StoreMaker } from './make-store.ts';

/** What the assessment of an order uses. */
export interface AssessmentDeps extends Omit<StoreMaker, 'caller'> {
  /** The caller of a request comes with the organization's preferences. */
  readonly caller?: (StoreMaker['caller'] & PreferencesSource['caller']) | undefined;
  readonly stores: StoreDirectory;
  readonly zones: ZoneDirectory;
  readonly products: ProductDirectory;
  readonly strategies: StrategyDirectory;
  readonly windows: WindowBookings;
  /** Gets the name of the rule that each erroneous field breaks, for callers that word problems themselves. */
  readonly noteRules?: ((rules: ReadonlyMap<string, string>) => void) | undefined;
}

/** An order's fields in their stored form, and the errors in them. */
export interface Assessment
  extends OrderFields,
    Pick<Order, 'derived' | 'geocodedFrom' | 'geocodedAs' | 'validationErrors' | 'storePlace'> {}

/**
 * Fills in what the caller left out and checks every rule of contract 4.4. `given` are the caller's own fields;
 * `earlier` is the order before the change, so that nothing is looked up twice.
 */
export async function assessOrder(
  deps: AssessmentDeps,
  given: OrderFields,
  organizationId: string,
  earlier?: Order,
): Promise<Assessment> {
  const draft = new Draft(inStoredForm(given));
  const preferences = await preferencesFor(deps, organizationId);
  const makeUnknown: MakeUnknownStore = (externalId, fields) =>
    makeUnknownStore(deps, organizationId, externalId, fields, preferences);
  const nowMs = deps.clock.now();
  const stores = rememberingStores(deps.stores);
  let restricted: ReturnType<ZoneDirectory['restrictedAt']> | undefined;
  const restrictedThere = () => {
    restricted ??= deps.zones.restrictedAt(organizationId, dropoffPlace(draft.fields));
    return restricted;
  };
  const choice = { organizationId, stores, zones: deps.zones, nowMs, restrictedThere, orderId: earlier?.id };
  // The dropoff and its times come first, because choosing among several stores for the pickup depends on them.
  const geocoder = deps.table
    ? keptGeocoder({ table: deps.table, clock: deps.clock }, deps.geocoder, organizationId)
    : deps.geocoder;
  const dropoff = await fillSide(geocoder, draft, 'dropoff', choice, earlier, makeUnknown);
  await fillWindow(draft, organizationId, deps.windows);
  const pickup = await fillSide(geocoder, draft, 'pickup', choice, earlier, makeUnknown);
  if (pickup) checkPrecision(draft, 'pickup', pickup, preferences.addressPrecision);
  if (dropoff) checkPrecision(draft, 'dropoff', dropoff, preferences.addressPrecision);
  fillPhones(draft);
  await fillItems(draft, organizationId, deps.products, preferences.currency);
  const { pickupStoreLocationId } = draft.fields;
  const store = pickupStoreLocationId ? await stores.byId(organizationId, pickupStoreLocationId) : undefined;
  fillPickupTimes(draft, readyMs(store, nowMs));
  fillReadyTime(draft, store, nowMs);
  const storePlace = await checkStore(draft, store, choice);
  await checkRestrictedTags(draft, restrictedThere);
  await checkReferences(draft, organizationId, deps.strategies, earlier);
  fillPreferred(draft, preferences);
  const context = { nowMs: deps.clock.now(), maxDistanceMiles: preferences.maxDistanceMiles };
  for (const rule of orderRules) {
    for (const { field, message } of rule.check(draft.fields, context)) {
      draft.report(field, rule.name, message);
    }
  }
  deps.noteRules?.(draft.rules);
  return {
    ...draft.fields,
    derived: draft.derived,
    geocodedFrom: { ...(pickup && { pickup: pickup.key }), ...(dropoff && { dropoff: dropoff.key }) },
    ...((pickup?.as ?? dropoff?.as) && {
      geocodedAs: { ...(pickup?.as && { pickup: pickup.as }), ...(dropoff?.as && { dropoff: dropoff.as }) },
    }),
    validationErrors: draft.errors,
    storePlace: unchangedPlace(earlier, storePlace),
  };
}

/** The current place if the order keeps it, otherwise the new one. */
function unchangedPlace(earlier: Order | undefined, place: Order['storePlace']): Order['storePlace'] {
  const before = earlier?.status === 'archived' ? undefined : earlier?.storePlace;
  const isKept =
    before?.storeLocationId === place?.storeLocationId &&
    before?.date === place?.date &&
    before?.time === place?.time;
  return isKept ? before : place;
}

/** Without a table there is no organization either, so the defaults apply. */
async function preferencesFor(
  { table, caller }: AssessmentDeps,
  organizationId: string,
): Promise<Preferences> {
  return table ? preferencesOf({ table, organizationId, caller }) : defaultPreferences();
}

/** Values that an order takes from the organization: its strategy, and its currency if it is not the usual one. */
function fillPreferred(draft: Draft, { defaultDispatchStrategyId, currency }: Preferences): void {
  draft.fill('dispatchStrategyId', defaultDispatchStrategyId ?? undefined);
  if (currency !== defaultPreferences().currency) draft.fill('currency', currency);
}

/** The caller's own fields of a stored order, without those that were filled in. */
export function givenFields(order: Order): OrderFields {
  const names = ORDER_FIELD_NAMES.filter(
    (name) => order[name] !== undefined && !order.derived.includes(name),
  );
  return Object.fromEntries(names.map((name) => [name, order[name]]));
}

/** A stored order with its assessed fields. */
export function withAssessment(order: Order, assessment: Assessment): Order {
  const { geocodedAs: _, ...rest }: Partial<Order> = order;
  for (const name of ORDER_FIELD_NAMES) delete rest[name];
  return { ...(rest as Omit<Order, OrderFieldName>), ...assessment };
}

/** Equivalent spellings are stored as one. */
function inStoredForm(given: OrderFields): OrderFields {
  const upper = (text: string | undefined) => text?.trim().toUpperCase();
  const next = { ...given };
  if (next.minimumVehicleSize === 'cargo_bike') next.minimumVehicleSize = 'cargobike';
  for (const field of ['pickupAddressCountry', 'dropoffAddressCountry', 'currency'] as const) {
    if (next[field] !== undefined) next[field] = upper(next[field]);
  }
  return next;
}

/** Store and map for one side. Returns how its components were found on the map. */
async function fillSide(
  geocoder: Geocoder,
  draft: Draft,
  side: Side,
  choice: StoreChoice,
  earlier: Order | undefined,
  makeUnknown: MakeUnknownStore,
): Promise<FoundSide | undefined> {
  if (earlier && isSideUnchanged(draft.fields, side, earlier)) {
    for (const name of earlier.derived.filter(isFieldName)) {
      if (isOfSide(name, side)) draft.fill(name, earlier[name]);
    }
    const key = earlier.geocodedFrom[side];
    return key === undefined ? undefined : { key, as: earlier.geocodedAs?.[side] };
  }
  const isOneForm = checkAddressForm(draft, side);
  if (isOneForm) checkComponents(draft, side);
  await fillStore(draft, side, choice, makeUnknown);
  if (!isOneForm) return undefined;
  return fillPlace(geocoder, draft, side, earlier && placeFound(earlier, side));
}

/** Fields of a side that stores and the map set or fill in: all except its times. */
function isOfSide(name: string, side: Side): boolean {
  return name.startsWith(side) && !name.endsWith('Time');
}

/** The side is unchanged and had no errors, so it need not be looked up again. */
function isSideUnchanged(fields: OrderFields, side: Side, earlier: Order): boolean {
  if (Object.keys(earlier.validationErrors).some((key) => isOfSide(key, side))) return false;
  // The choice among stores uses the dropoff.
  const isChosen =
    side === 'pickup' && (earlier.pickupStoreLocationIds ?? earlier.pickupZoneIds) !== undefined;
  const sides: readonly Side[] = isChosen ? ['pickup', 'dropoff'] : [side];
  const before = givenFields(earlier);
  // Its place was given to other orders while it was archived.
  if (isChosen && earlier.status === 'archived') return false;
  if (isChosen && !WINDOW_TIMES.every((name) => sameValue(fields[name], before[name]))) return false;
  return ORDER_FIELD_NAMES.filter((name) => sides.some((each) => isOfSide(name, each))).every((name) =>
    sameValue(fields[name], before[name]),
  );
}

function isFieldName(name: string): name is OrderFieldName {
  return (ORDER_FIELD_NAMES as readonly string[]).includes(name);
}

/** Earlier result of the map for a side. */
function placeFound(
  earlier: Order,
  side: Side,
): { readonly key: string | undefined; readonly place: GeocodedPlace } | undefined {
  const { [`${side}Lat` as const]: lat, [`${side}Lng` as const]: lng } = earlier;
  const key = earlier.geocodedFrom[side];
  const as = earlier.geocodedAs?.[side];
  // Orders of earlier versions do not say how exactly they were found: they are looked up again.
  if (as === undefined || lat === undefined || lng === undefined) return undefined;
  if (!componentFields(side).some((field) => earlier.derived.includes(field))) return undefined;
  return {
    key,
    place: {
      number: earlier[`${side}AddressNumber`],
      formattedStreet: earlier[`${side}AddressFormattedStreet`],
      city: earlier[`${side}AddressCity`],
      county: earlier[`${side}AddressCounty`],
      state: earlier[`${side}AddressState`],
      zip: earlier[`${side}AddressZip`],
      country: earlier[`${side}AddressCountry`],
      lat,
      lng,
      ...as,
    },
  };
}
