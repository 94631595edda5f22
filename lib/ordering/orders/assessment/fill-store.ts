import type { StoreLocation } from '../../../places/stores/index.ts';
import { appliesAt } from '../../../places/zones/index.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { OrderFieldName, OrderFields, Side } from '../order-fields.ts';
import { ADDRESS_PARTS, givenComponents, isGiven } from '../rules/address-parts.ts';
import { show } from '../rules/define-rule.ts';
import { chooseStore, type StoreChoice } from './choose-store.ts';
import type { Draft } from './draft.ts';

/** Creates the store of an unknown external id, if the organization wants this. */
export type MakeUnknownStore = (
  externalId: string,
  fields: OrderFields,
) => Promise<StoreLocation | Refusal | undefined>;

/**
 * Contract 4.4.3: finds the store of a side and fills in name, contact, instructions and address from it,
 * where the caller gave none. Of several stores for the pickup, the best is chosen.
 */
export async function fillStore(
  draft: Draft,
  side: Side,
  choice: StoreChoice,
  makeUnknown: MakeUnknownStore = async () => undefined,
): Promise<void> {
  const store = await findStore(draft, side, choice, makeUnknown);
  if (!store) return;
  draft.fill(`${side}StoreLocationId`, store.id);
  if (side === 'pickup') draft.fill('pickupExternalStoreLocationId', store.externalId);
  draft.fill(`${side}BusinessName`, store.name);
  // Its contact, unless the caller names a person.
  if (!isGiven(draft.fields[`${side}FirstName`]) && !isGiven(draft.fields[`${side}LastName`])) {
    draft.fill(`${side}FirstName`, store.firstName);
    draft.fill(`${side}LastName`, store.lastName);
  }
  draft.fill(`${side}PhoneNumber`, store.phoneNumber);
  draft.fill(`${side}Email`, store.email);
  draft.fill(`${side}Instructions`, store.instructions);
  const { fields } = draft;
  const hasAddress =
    isGiven(fields[`${side}Address`]) ||
    isGiven(fields[`${side}PlaceId`]) ||
    givenComponents(fields, side).length > 0;
  if (hasAddress) return;
  for (const part of ADDRESS_PARTS) draft.fill(`${side}${part}`, store.address[part]);
}

async function findStore(
  draft: Draft,
  side: Side,
  choice: StoreChoice,
  makeUnknown: MakeUnknownStore,
): Promise<StoreLocation | undefined> {
  const { fields } = draft;
  const { organizationId, stores } = choice;
  const idField = `${side}StoreLocationId` as const;
  const id = fields[idField];
  const externalId = side === 'pickup' ? fields.pickupExternalStoreLocationId : undefined;
  const byId = id !== undefined && isGiven(id) ? await stores.byId(organizationId, id) : undefined;
  if (id !== undefined && isGiven(id) && !byId) draft.report(idField, 'store-exists', unknown(idField, id));
  if (externalId === undefined || !isGiven(externalId)) {
    return isGiven(id) ? byId : bestStore(draft, side, choice);
  }
  const field = 'pickupExternalStoreLocationId';
  const found = await stores.byExternalId(organizationId, externalId);
  const made = found ?? (await makeUnknown(externalId, fields));
  const byExternalId = isRefusal(made) ? undefined : made;
  if (!byExternalId) {
    const whyNotMade = isRefusal(made) ? ` It could not be created: ${made.message}` : '';
    draft.report(field, 'store-exists', unknown(field, externalId) + whyNotMade);
  }
  if (byId && byExternalId && byId.id !== byExternalId.id) {
    draft.report(
      field,
      'store-is-one',
      `${field} ${show(externalId)} is store ${byExternalId.id}, not ${idField} ${show(id)}; send one of them.`,
    );
  }
  return isGiven(id) ? byId : byExternalId;
}

/** The best of `pickupStoreLocationIds`, or of the stores that serve `pickupZoneIds`. */
async function bestStore(draft: Draft, side: Side, choice: StoreChoice): Promise<StoreLocation | undefined> {
  if (side !== 'pickup') return undefined;
  const { pickupStoreLocationIds: ids = [], pickupZoneIds: zoneIds = [] } = draft.fields;
  if (ids.length > 0) {
    const found = await storesByNames(ids, choice);
    const missing = ids.filter((_, index) => !found[index]);
    if (missing.length > 0)
      draft.report('pickupStoreLocationIds', 'store-exists', unknown('pickupStoreLocationIds', missing));
    return bestOf(draft, 'pickupStoreLocationIds', found, choice);
  }
  if (zoneIds.length === 0) return undefined;
  const field = 'pickupZoneIds';
  const { organizationId, nowMs } = choice;
  const zones = await choice.zones.byIds(organizationId, zoneIds);
  const missing = zoneIds.filter((_, index) => !zones[index]);
  if (missing.length > 0) {
    draft.report(
      field,
      'zones-exist',
      `${field} has ${show(missing)}, which are not zones of this organization; send existing ids, or null.`,
    );
  }
  const serving = zones.flatMap((zone) => zone?.storeLocationAssociations ?? []);
  const storeIds = serving
    .filter((one) => appliesAt(one, nowMs))
    .map(({ storeLocationId }) => storeLocationId);
  const stores = await storesByIds([...new Set(storeIds)], choice);
  if (missing.length === 0 && !stores.some(Boolean) && givenComponents(draft.fields, 'pickup').length === 0) {
    draft.report(
      field,
      'stores-can-take-it',
      `No store location serves pickupZoneIds ${show(zoneIds)} now; send an address too, or null.`,
    );
  }
  return bestOf(draft, field, stores, choice);
}

/** Stores by their ids or, for unknown ids, by their external ids. */
function storesByNames(names: readonly string[], { organizationId, stores }: StoreChoice) {
  return Promise.all(
    names.map(
      async (name) =>
        (await stores.byId(organizationId, name)) ?? (await stores.byExternalId(organizationId, name)),
    ),
  );
}

function storesByIds(ids: readonly string[], { organizationId, stores }: StoreChoice) {
  return Promise.all(ids.map((id) => stores.byId(organizationId, id)));
}

async function bestOf(
  draft: Draft,
  field: OrderFieldName,
  found: readonly (StoreLocation | undefined)[],
  choice: StoreChoice,
): Promise<StoreLocation | undefined> {
  const candidates = found.filter((store) => store !== undefined);
  if (candidates.length === 0) return undefined;
  const chosen = await chooseStore(draft.fields, candidates, choice);
  if ('store' in chosen) return chosen.store;
  draft.report(
    field,
    'stores-can-take-it',
    `No store location of ${field} can take the order: ${chosen.reasons.join('; ')}. Send other times or other stores.`,
  );
  return undefined;
}

function unknown(field: OrderFieldName, value: unknown): string {
  return `${field} is ${show(value)}, which is not a store location of this organization; send an existing one, or an address.`;
}
