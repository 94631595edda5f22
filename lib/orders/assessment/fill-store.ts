import { greatCircleMeters } from '../../core/geography.ts';
import { isRefusal, type Refusal } from '../../core/refusal.ts';
import type { StoreDirectory, StoreLocation } from '../../stores/index.ts';
import type { OrderFieldName, OrderFields, Side } from '../order-fields.ts';
import { ADDRESS_PARTS, givenComponents, isGiven, pointOf } from '../rules/address-parts.ts';
import { show } from '../rules/define-rule.ts';
import type { Draft } from './draft.ts';

/** Makes the store of an unknown external id, where the organization wants that. */
export type MakeUnknownStore = (
  externalId: string,
  fields: OrderFields,
) => Promise<StoreLocation | Refusal | undefined>;

/**
 * Contract 4.4.3: finds the store of a side and fills in name, contact, instructions and address from it, where the
 * caller gave none. Of several stores for the pickup, the one nearest to the dropoff is taken.
 */
export async function fillStore(
  draft: Draft,
  side: Side,
  organizationId: string,
  stores: StoreDirectory,
  makeUnknown: MakeUnknownStore = async () => undefined,
): Promise<void> {
  const store = await findStore(draft, side, organizationId, stores, makeUnknown);
  if (!store) return;
  draft.fill(`${side}StoreLocationId`, store.id);
  if (side === 'pickup') draft.fill('pickupExternalStoreLocationId', store.externalId);
  draft.fill(`${side}BusinessName`, store.name);
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
  organizationId: string,
  stores: StoreDirectory,
  makeUnknown: MakeUnknownStore,
): Promise<StoreLocation | undefined> {
  const { fields } = draft;
  const idField = `${side}StoreLocationId` as const;
  const id = fields[idField];
  const externalId = side === 'pickup' ? fields.pickupExternalStoreLocationId : undefined;
  const byId = id !== undefined && isGiven(id) ? await stores.byId(organizationId, id) : undefined;
  if (id !== undefined && isGiven(id) && !byId) draft.report(idField, unknown(idField, id));
  if (externalId === undefined || !isGiven(externalId)) {
    return isGiven(id) ? byId : nearestStore(draft, side, organizationId, stores);
  }
  const field = 'pickupExternalStoreLocationId';
  const found = await stores.byExternalId(organizationId, externalId);
  const made = found ?? (await makeUnknown(externalId, fields));
  const byExternalId = isRefusal(made) ? undefined : made;
  if (!byExternalId) {
    const whyNotMade = isRefusal(made) ? ` It could not be created: ${made.message}` : '';
    draft.report(field, unknown(field, externalId) + whyNotMade);
  }
  if (byId && byExternalId && byId.id !== byExternalId.id) {
    draft.report(
      field,
      `${field} ${show(externalId)} is store ${byExternalId.id}, not ${idField} ${show(id)}; send one of them.`,
    );
  }
  return isGiven(id) ? byId : byExternalId;
}

/** The best of `pickupStoreLocationIds`. Without a known dropoff it is the first. */
async function nearestStore(
  draft: Draft,
  side: Side,
  organizationId: string,
  stores: StoreDirectory,
): Promise<StoreLocation | undefined> {
  const field = 'pickupStoreLocationIds';
  const ids = side === 'pickup' ? (draft.fields[field] ?? []) : [];
  if (ids.length === 0) return undefined;
  const found = await Promise.all(ids.map((id) => stores.byId(organizationId, id)));
  const missing = ids.filter((_, index) => !found[index]);
  if (missing.length > 0) draft.report(field, unknown(field, missing));
  const dropoff = pointOf(draft.fields, 'dropoff');
  const distance = ({ address: { Lat: lat, Lng: lng } }: StoreLocation) =>
    dropoff && lat !== undefined && lng !== undefined
      ? greatCircleMeters({ lat, lng }, dropoff)
      : Number.MAX_VALUE;
  const [best] = found.filter((store) => store !== undefined).toSorted((a, b) => distance(a) - distance(b));
  return best;
}

function unknown(field: OrderFieldName, value: unknown): string {
  return `${field} ${show(value)} is not a store location of this organization; send one that exists, or an address.`;
}
