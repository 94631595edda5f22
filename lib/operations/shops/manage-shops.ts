import type { Credentials } from '../../fulfilment/providers/accounts/index.ts';
import type { AssessmentDeps } from '../../ordering/orders/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { type DestinationPolicy, unusableUrl } from '../../platform/core/destination.ts';
import { shopInboxUrl } from '../../platform/core/links.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import {
  changeStored,
  create,
  remove,
  replace,
  type Stored,
  type Table,
} from '../../platform/table/index.ts';
import { shopAdapters } from './adapters/index.ts';
import { wrongInMapping } from './adapters/mapping/read-mapped.ts';
import { OWN_SECRET } from './adapters/shop-adapter.ts';
import { invalidShop, shopNotFound, tooManyShops } from './refusals.ts';
import { MAX_SHOPS, type Shop, shopEntity, shopsPartition } from './shop.ts';
import { OVERLAP_MS, PREVIOUS_OWN_SECRET, type SecretDeps, shopSecret } from './shop-secrets.ts';

/** What managing shops needs. */
export interface ShopDeps extends CoreDeps, SecretDeps, Pick<AssessmentDeps, 'stores' | 'strategies'> {
  readonly destinations: DestinationPolicy;
}

/** What a caller may set. */
export interface ShopInput
  extends Pick<
    Shop,
    | 'name'
    | 'adapter'
    | 'address'
    | 'isEnabled'
    | 'pickupStoreLocationId'
    | 'dispatchStrategyId'
    | 'deliveryMode'
    | 'timeZone'
    | 'mapping'
  > {
  readonly credentials?: Credentials | undefined;
}

/** A shop with the secret of its address, which is shown only then. */
export interface ShopWithSecret {
  readonly stored: Stored<Shop>;
  /** Null for a shop that chose its secret itself. */
  readonly secret: string | null;
}

/** The organization's shops, oldest first. 1 call. */
export async function listShops(table: Table, organizationId: string): Promise<readonly Stored<Shop>[]> {
  return (await table.readAggregate(shopsPartition(organizationId))).all(shopEntity);
}

/** A shop by its id. 1 call. */
export async function readShop(
  table: Pick<Table, 'get'>,
  organizationId: string,
  id: string,
): Promise<Stored<Shop> | Refusal> {
  return (await table.get(shopEntity, { organizationId, id })) ?? unknown(id);
}

/** Connects a shop. */
export async function createShop(
  deps: ShopDeps,
  organizationId: string,
  input: ShopInput,
): Promise<ShopWithSecret | Refusal> {
  const { table, ids, clock, store } = deps;
  const { credentials, ...fields } = input;
  const present = await listShops(table, organizationId);
  const at = toInstant(clock.now());
  const shop: Shop = {
    ...fields,
    organizationId,
    id: ids.next('shp'),
    secretGeneration: 1,
    previousSecretUntil: null,
    credentialsVersion: credentials ? 1 : 0,
    hasOwnSecret: hasOwnSecret(credentials),
    createdAt: at,
    updatedAt: at,
  };
  const bad = unfit(deps, shop, credentials ?? {}) ?? (await unknownReference(deps, organizationId, shop));
  if (bad) return bad;
  if (present.length >= MAX_SHOPS) {
    return tooManyShops(`There are ${present.length} shops, which is the maximum. Delete one first.`);
  }
  // The credentials are written first: under an id to which nothing refers yet, they give access to nothing.
  if (credentials) await store.write(shop, credentials);
  const { ok } = await table.write([create(shopEntity, shop)]);
  // An earlier attempt of the same request, which has the same id, created it.
  const stored = ok ? { value: shop, version: 1 } : await readShop(table, organizationId, shop.id);
  return isRefusal(stored) ? stored : withSecret(deps, stored);
}

/** Changes the fields that are sent. New credentials replace all of the old ones. */
export function updateShop(
  deps: ShopDeps,
  organizationId: string,
  id: string,
  input: Partial<Omit<ShopInput, 'adapter'>>,
  expectedVersion?: number,
): Promise<Stored<Shop> | Refusal> {
  const { credentials, ...fields } = input;
  return change(deps, organizationId, id, expectedVersion, async ({ value: shop }) => {
    const at = deps.clock.now();
    const isOwn = credentials ? hasOwnSecret(credentials) : shop.hasOwnSecret;
    const next: Shop = {
      ...shop,
      ...fields,
      ...(credentials
        ? {
            credentialsVersion: shop.credentialsVersion + 1,
            hasOwnSecret: isOwn,
            previousSecretUntil: shop.hasOwnSecret && isOwn ? toInstant(at + OVERLAP_MS) : null,
          }
        : {}),
      updatedAt: toInstant(at),
    };
    // Changing only the address must not send its credentials to the new one.
    if (next.address !== shop.address && shop.credentialsVersion > 0 && !credentials) {
      return invalidShop(
        `The credentials belong to ${shop.address ?? 'the shop without an address'}. Send \`credentials\` with the new address.`,
        { field: 'credentials' },
      );
    }
    const bad =
      unfit(deps, next, credentials ?? {}, credentials === undefined) ??
      (await unknownReference(deps, organizationId, fields));
    if (bad) return bad;
    if (credentials) {
      const before = shop.hasOwnSecret ? (await deps.store.read(shop))?.[OWN_SECRET] : undefined;
      const kept = before !== undefined && before !== credentials[OWN_SECRET];
      await deps.store.write(shop, { ...credentials, ...(kept ? { [PREVIOUS_OWN_SECRET]: before } : {}) });
    }
    return next;
  });
}

/** Gives the address a new secret; the one before it is accepted for another day. */
export async function rotateShopSecret(
  deps: ShopDeps,
  organizationId: string,
  id: string,
): Promise<ShopWithSecret | Refusal> {
  const changed = await change(deps, organizationId, id, undefined, async ({ value: shop }) => {
    if (shop.hasOwnSecret) {
      return invalidShop(
        'The shop chose its secret itself. Change it there, and send it as credentials.webhookSecret.',
        { field: 'credentials.webhookSecret' },
      );
    }
    const at = deps.clock.now();
    return {
      ...shop,
      secretGeneration: shop.secretGeneration + 1,
      previousSecretUntil: toInstant(at + OVERLAP_MS),
      updatedAt: toInstant(at),
    };
  });
  return isRefusal(changed) ? changed : withSecret(deps, changed);
}

/** Disconnects a shop with its credentials. Its orders stay. */
export async function deleteShop(
  deps: ShopDeps,
  organizationId: string,
  id: string,
  expectedVersion?: number,
): Promise<Stored<Shop> | Refusal> {
  const deleted = await changeStored(deps, place(deps, organizationId, id, expectedVersion), (stored) => ({
    next: stored.value,
    operations: [remove(shopEntity, stored)],
  }));
  if (!isRefusal(deleted)) await deps.store.remove(deleted.value);
  return deleted;
}

/** Address to which a shop sends its messages. */
export function inboxOf({ organizationId, id }: Pick<Shop, 'organizationId' | 'id'>): string {
  return shopInboxUrl(id, organizationId);
}

async function withSecret(deps: SecretDeps, stored: Stored<Shop>): Promise<ShopWithSecret> {
  const { value: shop } = stored;
  if (shop.hasOwnSecret) return { stored, secret: null };
  const [shown] = await deps.signingKeys();
  return { stored, secret: shopSecret(shown, shop, shop.secretGeneration) };
}

function change(
  deps: ShopDeps,
  organizationId: string,
  id: string,
  expectedVersion: number | undefined,
  plan: (stored: Stored<Shop>) => Promise<Shop | Refusal>,
): Promise<Stored<Shop> | Refusal> {
  return changeStored(deps, place(deps, organizationId, id, expectedVersion), async (stored) => {
    const next = await plan(stored);
    return isRefusal(next) ? next : { next, operations: [replace(shopEntity, stored, next)] };
  });
}

/** Where a shop is found for a change. */
function place(
  { table }: Pick<ShopDeps, 'table'>,
  organizationId: string,
  id: string,
  expectedVersion: number | undefined,
) {
  return { what: 'shop', id, read: () => readShop(table, organizationId, id), expectedVersion } as const;
}

/** The first field that cannot be used. */
function unfit(
  { destinations }: Pick<ShopDeps, 'destinations'>,
  shop: Shop,
  credentials: Credentials,
  areKept = false,
): Refusal | undefined {
  const adapter = shopAdapters[shop.adapter];
  if ((shop.address !== null) !== adapter.needsAddress) {
    const why = adapter.needsAddress
      ? 'address is missing. Send the address of the shop, such as https://shop.example.com.'
      : `address is "${shop.address}", but a shop that is read by a mapping is not called. Leave it out.`;
    return invalidShop(why, { field: 'address' });
  }
  if (shop.address !== null) {
    const bad = unusableUrl(shop.address, destinations);
    if (bad) return invalidShop(`address: ${bad} Send an https address.`, { field: 'address' });
    const { origin, pathname } = new URL(shop.address);
    if (shop.address !== origin && shop.address !== `${origin}${pathname}`) {
      return invalidShop(
        `address is "${shop.address}", which is more than a place. Send "${origin}${pathname}".`,
        { field: 'address' },
      );
    }
  }
  if ((shop.mapping === null) === (shop.adapter === 'mapping')) {
    const wayOut =
      shop.adapter === 'mapping'
        ? 'mapping is missing. Send where the fields of an order are in a message.'
        : `mapping is only for the adapter "mapping"; messages of ${shop.adapter} are known. Leave it out.`;
    return invalidShop(wayOut, { field: 'mapping' });
  }
  const wrong = shop.mapping ? wrongInMapping(shop.mapping) : undefined;
  if (wrong) return invalidShop(`${wrong.field}: ${wrong.message}`, { field: wrong.field });
  if (areKept) return undefined;
  const known = adapter.credentialFields.map(({ field }) => field);
  const extra = Object.keys(credentials).find((field) => !known.includes(field));
  if (extra !== undefined) {
    return invalidShop(
      `credentials.${extra} is unknown. A shop of the kind "${shop.adapter}" takes ${known.join(', ')}.`,
      { field: `credentials.${extra}` },
    );
  }
  const missing = adapter.credentialFields.find(
    ({ field, isOptional }) => !isOptional && !credentials[field],
  );
  if (missing) {
    const field = `credentials.${missing.field}`;
    return invalidShop(`${field} is missing. ${missing.summary}.`, { field });
  }
  return undefined;
}

/** The first store or strategy that does not exist. */
async function unknownReference(
  { stores, strategies }: Pick<ShopDeps, 'stores' | 'strategies'>,
  organizationId: string,
  {
    pickupStoreLocationId: store,
    dispatchStrategyId: strategy,
  }: Partial<Pick<Shop, 'pickupStoreLocationId' | 'dispatchStrategyId'>>,
): Promise<Refusal | undefined> {
  if (store && !(await stores.byId(organizationId, store))) {
    return invalidShop(
      `pickupStoreLocationId is "${store}", which is not a store location of this organization. Send an existing one.`,
      { field: 'pickupStoreLocationId' },
    );
  }
  if (strategy && !(await strategies.exists(organizationId, strategy))) {
    return invalidShop(
      `dispatchStrategyId is "${strategy}", which is not a strategy of this organization. Send an existing one.`,
      { field: 'dispatchStrategyId' },
    );
  }
  return undefined;
}

function hasOwnSecret(credentials: Credentials | undefined): boolean {
  return Boolean(credentials?.[OWN_SECRET]);
}

function unknown(id: string): Refusal {
  return shopNotFound(`There is no shop with the id "${id}".`, { id });
}
