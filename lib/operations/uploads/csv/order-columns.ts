import { type OrderFieldName, orderFieldEntries, type Side } from '../../../ordering/orders/index.ts';

/** How the text of a cell becomes the value of a field: by the kind of the field. */
export type CellKind = Exclude<(typeof orderFieldEntries)[number][1]['kind'], 'object'>;

/** A field of an order that a column can fill. */
export interface OrderColumn {
  /** Name of the field; a dot leads into an object. */
  readonly field: string;
  readonly label: string;
  readonly kind: CellKind;
  /** Other names by which a column is recognized, in lower case and without spaces. */
  readonly also: readonly string[];
}

/** Label of a column and the other names by which it is recognized; null = no column fills the field. */
type Words = readonly [label: string, ...also: string[]] | null;

type WordsByField = { readonly [Name in OrderFieldName]?: Words };

/** Names of the columns of a side; other names of the side may precede some of their endings. */
function side(name: Side, label: string, ...others: readonly string[]): WordsByField {
  const named = (...ends: string[]) => others.flatMap((other) => ends.map((end) => `${other}${end}`));
  const words: {
    readonly [Name in OrderFieldName as Name extends `${Side}${infer End}` ? End : never]?: Words;
  } = {
    Address: [`${label} address`, ...named('address', 'location')],
    AddressNumber: [`${label} house number`, ...named('housenumber')],
    AddressFormattedStreet: [`${label} street`, `${name}street`, ...named('street')],
    AddressSecondarynumber: [`${label} unit`, `${name}unit`, `${name}suite`, ...named('unit')],
    AddressCity: [`${label} city`, `${name}city`, ...named('city')],
    AddressState: [`${label} state`, `${name}state`, ...named('state')],
    AddressZip: [
      `${label} postal code`,
      `${name}zip`,
      `${name}postalcode`,
      ...named('zip', 'postalcode', 'postcode'),
    ],
    AddressCountry: [`${label} country`, `${name}country`, ...named('country')],
    Lat: [`${label} latitude`, `${name}latitude`, ...named('lat', 'latitude')],
    Lng: [`${label} longitude`, `${name}longitude`, ...named('lng', 'lon', 'longitude')],
    FirstName: [`${label} first name`, ...named('firstname', 'name')],
    LastName: [`${label} last name`, ...named('lastname')],
    BusinessName: [`${label} business`, `${name}business`, `${name}company`, ...named('company')],
    PhoneNumber: [`${label} phone`, `${name}phone`, ...named('phone', 'phonenumber')],
    Email: [`${label} e-mail`, ...named('email', 'mail')],
    Instructions: [`${label} instructions`, `${name}notes`, ...named('instructions', 'notes')],
    StoreLocationId: [`${label} store`, `${name}store`, `${name}storeid`],
    StartTime: [`${label} from`, `${name}from`, `${name}after`, `${name}start`, `${name}time`],
    EndTime: [`${label} until`, `${name}until`, `${name}before`, `${name}end`, `${name}to`],
    PlaceId: null,
    AddressCounty: null,
    Barcodes: null,
  };
  return Object.fromEntries(Object.entries(words).map(([end, each]) => [`${name}${end}`, each]));
}

/** Names of the columns, in the order in which they are offered. */
const WORDS: WordsByField = {
  externalId: ['External id', 'orderid', 'ordernumber', 'order', 'number', 'id'],
  referenceId: ['Reference id', 'reference', 'ref'],
  ...side('dropoff', 'Dropoff', 'customer', 'recipient', 'delivery', 'to', ''),
  ...side('pickup', 'Pickup', 'sender', 'from', 'shop'),
  pickupExternalStoreLocationId: ['Pickup store (external id)', 'storenumber', 'pickupstorenumber'],
  valueCents: ['Value', 'value', 'ordervalue', 'packagevalue', 'amount', 'total'],
  tipAmountCents: ['Tip', 'tip', 'tipamount'],
  dueAmountCents: ['Due on delivery', 'due', 'dueamount', 'cashondelivery', 'cod'],
  currency: ['Currency'],
  description: ['Description', 'contents'],
  itemsCount: ['Number of items', 'items', 'quantity', 'itemcount', 'pieces'],
  weight: ['Weight in kg', 'weightkg', 'kg'],
  height: ['Height in cm'],
  width: ['Width in cm'],
  depth: ['Depth in cm', 'length'],
  minimumVehicleSize: ['Smallest vehicle', 'vehiclesize', 'vehicle'],
  requirements: ['Requirements'],
  tags: ['Tags', 'labels'],
  deliveryMode: ['Delivery mode (now or scheduled)'],
  deliveryWindowId: ['Delivery window'],
  dispatchStrategyId: ['Dispatch strategy'],
  pickupStoreLocationIds: null,
  pickupZoneIds: null,
  maxDeliveryFeeCents: null,
};

/** The kinds of all fields. */
const kinds: ReadonlyMap<string, CellKind | 'object'> = new Map(
  orderFieldEntries.map(([name, { kind }]) => [name, kind]),
);

/**
 * Every field that a column can fill, in the order in which they are offered; those without names of their own come
 * last.
 */
export const ORDER_COLUMNS: readonly OrderColumn[] = Object.freeze(
  [...new Set([...Object.keys(WORDS), ...kinds.keys()])].flatMap((field) => {
    const kind = kinds.get(field) ?? 'object';
    const words = field in WORDS ? WORDS[field as OrderFieldName] : ([labelOf(field)] as const);
    if (kind === 'object' || !words) return [];
    const [label, ...also] = words;
    return [Object.freeze({ field, label, kind, also })];
  }),
);

/** `giftMessage`: `Gift message` */
function labelOf(field: string): string {
  const words = field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Prefix of the names of metadata fields. */
export const METADATA = 'orderMetadata.';

/** The column of a field by its name; a metadata field is a text. */
export function orderColumn(field: string): OrderColumn | undefined {
  if (field.startsWith(METADATA) && field.length > METADATA.length) {
    return { field, label: field.slice(METADATA.length), kind: 'text', also: [] };
  }
  return ORDER_COLUMNS.find((one) => one.field === field);
}

/** Which field each column fills; null = none. */
export type Mapping = Readonly<Record<string, string | null>>;

/** The fields that column names suggest, each once: exact names first, then synonyms. */
export function guessMapping(columns: readonly string[]): Mapping {
  const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  const mapping: Record<string, string | null> = Object.fromEntries(columns.map((name) => [name, null]));
  const taken = new Set<string>();
  const take = (fits: (one: OrderColumn, name: string) => boolean) => {
    for (const name of columns) {
      if (mapping[name] !== null) continue;
      const found = ORDER_COLUMNS.find((one) => !taken.has(one.field) && fits(one, plain(name)));
      if (!found) continue;
      mapping[name] = found.field;
      taken.add(found.field);
    }
  };
  take((one, name) => plain(one.field) === name);
  take((one, name) => plain(one.label) === name);
  take((one, name) => one.also.includes(name));
  for (const name of columns) {
    if (mapping[name] === null && /^ordermetadata[ ._-]?\S/i.test(name)) {
      mapping[name] = METADATA + name.slice('orderMetadata'.length).replace(/^[ ._-]/, '');
    }
  }
  return mapping;
}
