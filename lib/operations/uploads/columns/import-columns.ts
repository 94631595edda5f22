import { type OrderFieldName, orderFieldEntries, type Side } from '../../../ordering/orders/index.ts';
import { NAMES_IN_LANGUAGES } from './names-in-languages.ts';

/** How the text of a cell becomes the value of a field: by the kind of the field. */
export type CellKind = Exclude<(typeof orderFieldEntries)[number][1]['kind'], 'object'>;

/**
 * What a column can hold beside the value of one field: an order's own id, a point as `37.78, -122.4`, the day of times
 * whose columns have none, both ends of a window, items in words, and a part of the item of the row.
 */
export type JoinedKind = 'id' | 'point' | 'day' | 'window' | 'items' | 'item';

/** What a column can fill. */
export interface ImportColumn {
  /** Name of the field; a dot leads into an object. */
  readonly field: string;
  readonly label: string;
  readonly kind: CellKind | JoinedKind;
  /** Other names by which a column is recognized, in several languages, as `plainName` makes them. */
  readonly also: readonly string[];
}

/** Label of a column and the other names by which it is recognized; null = no column fills the field. */
type Words = readonly [label: string, ...also: string[]] | null;

type WordsByField = { readonly [Name in OrderFieldName]?: Words };

/** Names of the columns of a side; its own name or one of the others precedes their endings. */
function side(name: Side, label: string, ...others: readonly string[]): WordsByField {
  const named = (...ends: string[]) =>
    [name, ...others].flatMap((other) => ends.map((end) => `${other}${end}`));
  const words: {
    readonly [Name in OrderFieldName as Name extends `${Side}${infer End}` ? End : never]?: Words;
  } = {
    Address: [
      `${label} address`,
      ...named('address', 'location', 'fulladdress', 'address1', 'addressline', 'addressline1'),
    ],
    AddressNumber: [`${label} house number`, ...named('housenumber', 'streetnumber')],
    AddressFormattedStreet: [`${label} street`, ...named('street', 'streetaddress', 'streetname')],
    AddressSecondarynumber: [
      `${label} unit`,
      ...named('unit', 'suite', 'apartment', 'apt', 'floor', 'address2', 'addressline2'),
    ],
    AddressCity: [`${label} city`, ...named('city', 'town', 'citytown', 'locality')],
    AddressState: [
      `${label} state`,
      ...named('state', 'province', 'region', 'stateprovince', 'stateregion', 'statecode', 'provincecode'),
    ],
    AddressZip: [
      `${label} postal code`,
      ...named('zip', 'postalcode', 'postcode', 'zipcode', 'zippostalcode', 'plz', 'codepostal'),
    ],
    AddressCountry: [`${label} country`, ...named('country', 'countrycode')],
    Lat: [`${label} latitude`, ...named('lat', 'latitude')],
    Lng: [`${label} longitude`, ...named('lng', 'lon', 'long', 'longitude')],
    FirstName: [
      `${label} first name`,
      ...others.filter((other) => PEOPLE.includes(other)),
      ...named('firstname', 'name', 'fullname', 'contact', 'contactname', 'customername', 'recipientname'),
    ],
    LastName: [`${label} last name`, ...named('lastname', 'surname')],
    BusinessName: [`${label} business`, ...named('business', 'company', 'companyname')],
    PhoneNumber: [
      `${label} phone`,
      ...named(
        'phone',
        'phonenumber',
        'phoneno',
        'telephone',
        'tel',
        'mobile',
        'mobilephone',
        'contactnumber',
      ),
    ],
    Email: [`${label} e-mail`, ...named('email', 'mail', 'emailaddress')],
    Instructions: [
      `${label} instructions`,
      ...named(
        'instructions',
        'notes',
        'note',
        'comments',
        'comment',
        'deliveryinstructions',
        'deliverynotes',
      ),
    ],
    StoreLocationId: [`${label} store`, `${name}store`, `${name}storeid`],
    StartTime: [
      `${label} from`,
      ...[name, ...others].flatMap((other) =>
        ['from', 'after', 'start', 'time', 'windowstart', 'timewindowstart', 'notbefore', 'earliest']
          .filter((end) => other !== '' || end.length > 5)
          .map((end) => `${other}${end}`),
      ),
    ],
    EndTime: [
      `${label} until`,
      ...[name, ...others].flatMap((other) =>
        ['until', 'before', 'end', 'to', 'windowend', 'timewindowend', 'notafter', 'latest', 'deadline']
          .filter((end) => other !== '' || end.length > 5)
          .map((end) => `${other}${end}`),
      ),
    ],
    OtherWindows: [
      `${label} other windows`,
      ...[name, ...others].flatMap((other) =>
        ['otherwindows', 'otherwindow', 'alternativewindow', 'secondwindow', 'window2', 'timewindow2'].map(
          (end) => `${other}${end}`,
        ),
      ),
    ],
    PlaceId: null,
    AddressCounty: null,
    Barcodes: null,
  };
  return Object.fromEntries(Object.entries(words).map(([end, each]) => [`${name}${end}`, each]));
}

/** Columns of a side that fill several fields. */
function joinedOfSide(name: Side, label: string, ...others: readonly string[]): readonly ImportColumn[] {
  const named = (...ends: string[]) =>
    [name, ...others].flatMap((other) => ends.map((end) => `${other}${end}`));
  return [
    {
      field: `${name}Coordinates`,
      label: `${label} latitude and longitude`,
      kind: 'point',
      also: named('latlng', 'latlong', 'latlon', 'coordinates', 'gps', 'geo', 'position'),
    },
    { field: `${name}Date`, label: `${label} date`, kind: 'day', also: named('date', 'day') },
    {
      field: `${name}Window`,
      label: `${label} window (from and until)`,
      kind: 'window',
      also: named('window', 'timewindow', 'timeslot', 'slot', 'timerange', 'hours'),
    },
  ];
}

/** Words for a side that mean its person when they stand alone. */
const PEOPLE = ['customer', 'recipient', 'deliverto', 'sender'];

const DROPOFF_WORDS = ['customer', 'recipient', 'delivery', 'shipping', 'shipto', 'deliverto', 'to', ''];
const PICKUP_WORDS = ['sender', 'from', 'shop', 'collection'];

/** Names of the columns, in the order in which they are offered. */
const WORDS: WordsByField = {
  externalId: ['External id', 'orderid', 'ordernumber', 'orderno', 'ordername', 'order', 'number', 'id'],
  referenceId: ['Reference id', 'reference', 'ref'],
  ...side('dropoff', 'Dropoff', ...DROPOFF_WORDS),
  ...side('pickup', 'Pickup', ...PICKUP_WORDS),
  pickupExternalStoreLocationId: ['Pickup store (external id)', 'storenumber', 'pickupstorenumber'],
  valueCents: ['Value', 'value', 'ordervalue', 'packagevalue', 'amount', 'total'],
  tipAmountCents: ['Tip', 'tip', 'tipamount'],
  dueAmountCents: ['Due on delivery', 'due', 'dueamount', 'cashondelivery', 'cod'],
  currency: ['Currency'],
  description: ['Description', 'contents'],
  itemsCount: ['Number of items', 'itemcount', 'pieces', 'parcels', 'packages', 'numberofpackages'],
  weight: ['Weight in kg', 'weightkg', 'kg', 'weight'],
  height: ['Height in cm'],
  width: ['Width in cm'],
  depth: ['Depth in cm', 'length'],
  minimumVehicleSize: ['Smallest vehicle', 'vehiclesize', 'vehicle'],
  requirements: ['Requirements'],
  tags: ['Tags', 'tag', 'labels'],
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

/** Columns of which several become one field, or one becomes several. */
const JOINED: readonly ImportColumn[] = [
  { field: 'id', label: 'Id of the order (ord_...)', kind: 'id', also: [] },
  ...joinedOfSide('dropoff', 'Dropoff', ...DROPOFF_WORDS),
  ...joinedOfSide('pickup', 'Pickup', ...PICKUP_WORDS),
  {
    field: 'items',
    label: 'Items in words',
    kind: 'items',
    also: ['items', 'products', 'ordercontains', 'packagecontents', 'lineitems'],
  },
  {
    field: 'items.description',
    label: 'Item: name',
    kind: 'item',
    also: ['itemname', 'lineitemname', 'product', 'productname', 'item', 'itemdescription'],
  },
  {
    field: 'items.count',
    label: 'Item: quantity',
    kind: 'item',
    also: ['itemquantity', 'lineitemquantity', 'quantity', 'qty'],
  },
  {
    field: 'items.id',
    label: 'Item: number',
    kind: 'item',
    also: ['itemid', 'itemsku', 'lineitemsku', 'sku', 'itemnumber', 'itemno'],
  },
  {
    field: 'items.valueCents',
    label: 'Item: value of one',
    kind: 'item',
    also: ['itemprice', 'lineitemprice', 'itemcost', 'unitprice'],
  },
  { field: 'items.weight', label: 'Item: weight of one in kg', kind: 'item', also: ['itemweight'] },
  { field: 'items.barcode', label: 'Item: barcode', kind: 'item', also: ['itembarcode'] },
];

/**
 * Everything that a column can fill, in the order in which it is offered; fields without names of their own come last.
 */
export const IMPORT_COLUMNS: readonly ImportColumn[] = Object.freeze([
  ...[...new Set([...Object.keys(WORDS), ...kinds.keys()])].flatMap((field) => {
    const kind = kinds.get(field) ?? 'object';
    const words = field in WORDS ? WORDS[field as OrderFieldName] : ([labelOf(field)] as const);
    if (kind === 'object' || !words) return [];
    const [label, ...names] = words;
    const also = [...names, ...(NAMES_IN_LANGUAGES.get(field) ?? [])];
    return [Object.freeze({ field, label, kind, also })];
  }),
  ...JOINED.map((one) =>
    Object.freeze({ ...one, also: [...one.also, ...(NAMES_IN_LANGUAGES.get(one.field) ?? [])] }),
  ),
]);

/** The columns that are single fields of an order, as the export writes them. */
export const ORDER_COLUMNS: readonly (ImportColumn & { readonly kind: CellKind })[] = Object.freeze(
  IMPORT_COLUMNS.filter(
    (column): column is ImportColumn & { readonly kind: CellKind } =>
      kinds.has(column.field) && !JOINED.some(({ field }) => field === column.field),
  ),
);

/** Every cell of a file looks up its column. */
const byField: ReadonlyMap<string, ImportColumn> = new Map(IMPORT_COLUMNS.map((one) => [one.field, one]));

/** `giftMessage`: `Gift message` */
function labelOf(field: string): string {
  const words = field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Prefix of the names of metadata fields. */
export const METADATA = 'orderMetadata.';

/** The column of a field by its name; a metadata field is a text. */
export function importColumn(field: string): ImportColumn | undefined {
  if (field.startsWith(METADATA) && field.length > METADATA.length) {
    return { field, label: field.slice(METADATA.length), kind: 'text', also: [] };
  }
  return byField.get(field);
}
