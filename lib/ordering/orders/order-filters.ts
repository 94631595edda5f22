import { readInstant } from '../../platform/core/read-instant.ts';
import { type Asked, type Filters, isOneOf, isPartOf, passes } from '../../platform/listing/index.ts';
import type { OrderRow } from './order.ts';
import { streetLine } from './street-line.ts';

/** Values of `sortBy` (contract 1.1). */
export const ORDER_SORTS = [
  'created_at',
  'updated_at',
  'value_cents',
  'pickup_start_time',
  'pickup_end_time',
  'dropoff_start_time',
  'dropoff_end_time',
] as const;

/** How a list is sorted. */
export interface OrderSort {
  readonly by: (typeof ORDER_SORTS)[number];
  readonly direction: 'ASC' | 'DESC';
}

/** What can be asked of an order's route. */
export const ROUTE_PRESENCE = ['has_route', 'no_route', 'all'] as const;

/** What each filter of a list of orders requires of an order. */
const orderFilters = {
  createdFrom: (row, from: string) => row.createdAt >= from,
  /** At least one of these tags. */
  tags: (row, tags: readonly string[]) => tags.some((tag) => row.tags?.includes(tag)),
  search: (row, part: string) => isPartOf(part, searched(row)) || isPartOfPhone(part, row),
  hasRoute: (row, asked: (typeof ROUTE_PRESENCE)[number]) =>
    asked === 'all' || (row.routeId !== undefined) === (asked === 'has_route'),
  pickupStoreLocationIds: (row, ids: readonly string[]) => isOneOf(ids, [row.pickupStoreLocationId]),
  dropoffStoreLocationIds: (row, ids: readonly string[]) => isOneOf(ids, [row.dropoffStoreLocationId]),
  city: (row, names: readonly string[]) => isOneOf(names, [row.pickupAddressCity, row.dropoffAddressCity]),
  state: (row, names: readonly string[]) => isOneOf(names, [row.pickupAddressState, row.dropoffAddressState]),
  country: (row, names: readonly string[]) =>
    isOneOf(names, [row.pickupAddressCountry, row.dropoffAddressCountry]),
  pickupBusinessName: (row, part: string) => isPartOf(part, [row.pickupBusinessName]),
  dropoffBusinessName: (row, part: string) => isPartOf(part, [row.dropoffBusinessName]),
  creationSource: (row, names: readonly string[]) => isOneOf(names, [row.creationSource]),
  dispatchStrategyId: (row, ids: readonly string[]) => isOneOf(ids, [row.dispatchStrategyId]),
} satisfies Filters<OrderRow>;

/** The filters of a list of orders. */
export interface OrderFilters extends Asked<typeof orderFilters> {
  /** Orders created, picked up or dropped off from `startDate` to `endDate`, both inclusive. */
  readonly startDate: string;
  readonly endDate: string;
  /** Any of these statuses; absent = all but archived. */
  readonly status?: readonly string[] | undefined;
  /** Ids or external ids; dates and the exclusion of archived orders do not apply then. */
  readonly ids?: readonly string[] | undefined;
}

/** Whether an order is in the list. */
export function matchesFilters(row: OrderRow, asked: OrderFilters): boolean {
  const status = listed(asked.status);
  const ids = listed(asked.ids);
  if (status) {
    if (!status.includes(row.status)) return false;
  } else if (row.status === 'archived' && !ids) return false;
  if (!ids && !isInRange(row, asked)) return false;
  return passes(orderFilters, row, asked);
}

/** A list that names something; an empty one filters nothing. */
export function listed(values: readonly string[] | undefined): readonly string[] | undefined {
  return values && values.length > 0 ? values : undefined;
}

/** The value that a list is sorted by; undefined when the order has none. */
export function orderSortKey(row: OrderRow, by: OrderSort['by']): string | number | undefined {
  switch (by) {
    case 'created_at':
      return row.createdAt;
    case 'updated_at':
      return row.updatedAt;
    case 'value_cents':
      return row.valueCents;
    case 'pickup_start_time':
      return readInstant(row.pickupStartTime ?? '');
    case 'pickup_end_time':
      return readInstant(row.pickupEndTime ?? '');
    case 'dropoff_start_time':
      return readInstant(row.dropoffStartTime ?? '');
    case 'dropoff_end_time':
      return readInstant(row.dropoffEndTime ?? '');
  }
}

/** The order was created in the range, or one of its windows touches it. */
function isInRange(row: OrderRow, { startDate, endDate }: OrderFilters): boolean {
  const windows = [
    [row.createdAt, row.createdAt],
    [row.pickupStartTime ?? row.pickupEndTime, row.pickupEndTime ?? row.pickupStartTime],
    [row.dropoffStartTime ?? row.dropoffEndTime, row.dropoffEndTime ?? row.dropoffStartTime],
  ];
  return windows.some(([from, to]) => {
    const start = readInstant(from ?? '');
    const end = readInstant(to ?? '');
    return start !== undefined && end !== undefined && start <= endDate && end >= startDate;
  });
}

function searched(row: OrderRow): readonly (string | undefined)[] {
  return [
    row.id,
    row.externalId,
    row.referenceId,
    ...(['pickup', 'dropoff'] as const).flatMap((side) => [
      row[`${side}BusinessName`],
      [row[`${side}FirstName`], row[`${side}LastName`]].filter(Boolean).join(' '),
      addressOf(row, side),
    ]),
  ];
}

/** What a person types of a phone number: digits, spaces and marks between them. */
const TYPED_PHONE = /^\+?[\d\s()./-]+$/;

/** With fewer digits, too many numbers would match. */
const FEWEST_DIGITS = 4;

/** Whether a text is part of the phone number of a side, however either is written. */
function isPartOfPhone(part: string, row: OrderRow): boolean {
  const digits = (text: string | undefined) => (text ?? '').replaceAll(/\D/g, '');
  if (!TYPED_PHONE.test(part.trim()) || digits(part).length < FEWEST_DIGITS) return false;
  return [row.pickupPhoneNumber, row.dropoffPhoneNumber].some((phone) =>
    digits(phone).includes(digits(part)),
  );
}

/** A side's address in one line: as sent, or from its components. */
export function addressOf(row: OrderRow, side: 'pickup' | 'dropoff'): string | undefined {
  const sent = row[`${side}Address`];
  if (sent) return sent;
  const join = (glue: string, ...parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(glue);
  const line = join(
    ', ',
    streetLine(row[`${side}AddressNumber`], row[`${side}AddressFormattedStreet`]),
    row[`${side}AddressCity`],
    join(' ', row[`${side}AddressState`], row[`${side}AddressZip`]),
    row[`${side}AddressCountry`],
  );
  return line === '' ? undefined : line;
}
