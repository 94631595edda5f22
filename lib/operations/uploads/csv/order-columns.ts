/** How the text of a cell becomes the value of a field. */
export type CellKind = 'text' | 'whole' | 'decimal' | 'money' | 'time' | 'list';

/** A field of an order that a column can fill. */
export interface OrderColumn {
  /** Name of the field; a dot leads into an object. */
  readonly field: string;
  readonly label: string;
  readonly kind: CellKind;
  /** Further names by which a column is recognized, in lower case without space. */
  readonly also: readonly string[];
}

const column = (field: string, label: string, kind: CellKind, ...also: string[]): OrderColumn =>
  Object.freeze({ field, label, kind, also });

const side = (
  name: 'pickup' | 'dropoff',
  label: string,
  ...others: readonly string[]
): readonly OrderColumn[] => {
  const named = (...ends: string[]) => others.flatMap((other) => ends.map((end) => `${other}${end}`));
  return [
    column(`${name}Address`, `${label} address`, 'text', ...named('address', 'location')),
    column(`${name}AddressNumber`, `${label} house number`, 'text', ...named('housenumber')),
    column(`${name}AddressFormattedStreet`, `${label} street`, 'text', `${name}street`, ...named('street')),
    column(
      `${name}AddressSecondarynumber`,
      `${label} unit`,
      'text',
      `${name}unit`,
      `${name}suite`,
      ...named('unit'),
    ),
    column(`${name}AddressCity`, `${label} city`, 'text', `${name}city`, ...named('city')),
    column(`${name}AddressState`, `${label} state`, 'text', `${name}state`, ...named('state')),
    column(
      `${name}AddressZip`,
      `${label} postal code`,
      'text',
      `${name}zip`,
      `${name}postalcode`,
      ...named('zip', 'postalcode', 'postcode'),
    ),
    column(`${name}AddressCountry`, `${label} country`, 'text', `${name}country`, ...named('country')),
    column(`${name}Lat`, `${label} latitude`, 'decimal', `${name}latitude`, ...named('lat', 'latitude')),
    column(
      `${name}Lng`,
      `${label} longitude`,
      'decimal',
      `${name}longitude`,
      ...named('lng', 'lon', 'longitude'),
    ),
    column(`${name}FirstName`, `${label} first name`, 'text', ...named('firstname', 'name')),
    column(`${name}LastName`, `${label} last name`, 'text', ...named('lastname')),
    column(
      `${name}BusinessName`,
      `${label} business`,
      'text',
      `${name}business`,
      `${name}company`,
      ...named('company'),
    ),
    column(`${name}PhoneNumber`, `${label} phone`, 'text', `${name}phone`, ...named('phone', 'phonenumber')),
    column(`${name}Email`, `${label} e-mail`, 'text', ...named('email', 'mail')),
    column(
      `${name}Instructions`,
      `${label} instructions`,
      'text',
      `${name}notes`,
      ...named('instructions', 'notes'),
    ),
    column(`${name}StoreLocationId`, `${label} store`, 'text', `${name}store`, `${name}storeid`),
    column(
      `${name}StartTime`,
      `${label} from`,
      'time',
      `${name}from`,
      `${name}after`,
      `${name}start`,
      `${name}time`,
    ),
    column(
      `${name}EndTime`,
      `${label} until`,
      'time',
      `${name}until`,
      `${name}before`,
      `${name}end`,
      `${name}to`,
    ),
  ];
};

/** Every field that a column can fill, in the order in which they are offered. */
export const ORDER_COLUMNS: readonly OrderColumn[] = Object.freeze([
  column('externalId', 'External id', 'text', 'orderid', 'ordernumber', 'order', 'number', 'id'),
  column('referenceId', 'Reference id', 'text', 'reference', 'ref'),
  ...side('dropoff', 'Dropoff', 'customer', 'recipient', 'delivery', 'to', ''),
  ...side('pickup', 'Pickup', 'sender', 'from', 'shop'),
  column(
    'pickupExternalStoreLocationId',
    'Pickup store (external id)',
    'text',
    'storenumber',
    'pickupstorenumber',
  ),
  column('valueCents', 'Value', 'money', 'value', 'ordervalue', 'packagevalue', 'amount', 'total'),
  column('tipAmountCents', 'Tip', 'money', 'tip', 'tipamount'),
  column('dueAmountCents', 'Due on delivery', 'money', 'due', 'dueamount', 'cashondelivery', 'cod'),
  column('currency', 'Currency', 'text'),
  column('description', 'Description', 'text', 'contents'),
  column('itemsCount', 'Number of items', 'whole', 'items', 'quantity', 'itemcount', 'pieces'),
  column('weight', 'Weight in kg', 'decimal', 'weightkg', 'kg'),
  column('height', 'Height in cm', 'decimal'),
  column('width', 'Width in cm', 'decimal'),
  column('depth', 'Depth in cm', 'decimal', 'length'),
  column('minimumVehicleSize', 'Smallest vehicle', 'text', 'vehiclesize', 'vehicle'),
  column('requirements', 'Requirements', 'list'),
  column('tags', 'Tags', 'list', 'labels'),
  column('deliveryMode', 'Delivery mode (now or scheduled)', 'text'),
  column('deliveryWindowId', 'Delivery window', 'text'),
  column('dispatchStrategyId', 'Dispatch strategy', 'text'),
]);

/** Begins the name of a field of the metadata. */
export const METADATA = 'orderMetadata.';

/** The column of a field by its name; a field of the metadata is a text. */
export function orderColumn(field: string): OrderColumn | undefined {
  if (field.startsWith(METADATA) && field.length > METADATA.length) {
    return { field, label: field.slice(METADATA.length), kind: 'text', also: [] };
  }
  return ORDER_COLUMNS.find((one) => one.field === field);
}

/** Which field each column fills; null = none. */
export type Mapping = Readonly<Record<string, string | null>>;

/** The fields that column names suggest, each once: the exact name first, then names that mean the same. */
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
