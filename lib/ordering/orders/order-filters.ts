import { readInstant } from '../../platform/core/read-instant.ts';
import { isOneOf, isPartOf } from '../../platform/listing/index.ts';
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

/** Filter of a list of orders. Absent fields do not filter. */
export interface OrderFilters {
  /** Orders created, picked up or dropped off from `startDate` to `endDate`, both inclusive. */
  readonly startDate: string;
  readonly endDate: string;
  /** Any of these statuses; absent = all but archived. */
  readonly status?: readonly string[] | undefined;
  /** Ids or external ids; dates and the exclusion of archived orders do not apply then. */
  readonly ids?: readonly string[] | undefined;
  /** At least one of these tags. */
  readonly tags?: readonly string[] | undefined;
  /** Part of an id, a name or an address; case does not matter. */
  readonly search?: string | undefined;
  readonly hasRoute?: 'has_route' | 'no_route' | 'all' | undefined;
  readonly pickupStoreLocationIds?: readonly string[] | undefined;
  readonly dropoffStoreLocationIds?: readonly string[] | undefined;
  /** Of either side; case does not matter. */
  readonly city?: readonly string[] | undefined;
  readonly state?: readonly string[] | undefined;
  readonly country?: readonly string[] | undefined;
  /** Part of the name; case does not matter. */
  readonly pickupBusinessName?: string | undefined;
  readonly dropoffBusinessName?: string | undefined;
  readonly creationSource?: readonly string[] | undefined;
  readonly dispatchStrategyId?: readonly string[] | undefined;
}

/** Whether an order is in the list. */
export function matchesFilters(row: OrderRow, filters: OrderFilters): boolean {
  const { hasRoute = 'all' } = filters;
  const status = listed(filters.status);
  const ids = listed(filters.ids);
  const tags = listed(filters.tags);
  if (status) {
    if (!status.includes(row.status)) return false;
  } else if (row.status === 'archived' && !ids) return false;
  if (!ids && !isInRange(row, filters)) return false;
  if (tags && !tags.some((tag) => row.tags?.includes(tag))) return false;
  if (hasRoute !== 'all' && (row.routeId !== undefined) !== (hasRoute === 'has_route')) return false;
  return (
    isOneOf(filters.pickupStoreLocationIds, [row.pickupStoreLocationId]) &&
    isOneOf(filters.dropoffStoreLocationIds, [row.dropoffStoreLocationId]) &&
    isOneOf(filters.city, [row.pickupAddressCity, row.dropoffAddressCity]) &&
    isOneOf(filters.state, [row.pickupAddressState, row.dropoffAddressState]) &&
    isOneOf(filters.country, [row.pickupAddressCountry, row.dropoffAddressCountry]) &&
    isOneOf(filters.creationSource, [row.creationSource]) &&
    isOneOf(filters.dispatchStrategyId, [row.dispatchStrategyId]) &&
    isPartOf(filters.pickupBusinessName, [row.pickupBusinessName]) &&
    isPartOf(filters.dropoffBusinessName, [row.dropoffBusinessName]) &&
    isPartOf(filters.search, searched(row))
  );
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
