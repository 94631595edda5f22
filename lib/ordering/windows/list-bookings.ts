import type { Refusal } from '../../platform/core/refusal.ts';
import type { Stored, Table } from '../../platform/table/index.ts';
import { maySeeOrder, type OrderActor, orderEntity } from '../orders/index.ts';
import { findWindows } from './find-windows.ts';
import {
  type Member,
  memberEntity,
  type Occurrence,
  occurrenceEntity,
  occurrencePartition,
} from './occurrence.ts';
import { windowNotFound } from './refusals.ts';
import { readWindowId, windowIdOf } from './window-times.ts';

/** One order in an occurrence of a window. */
export interface ListedBooking extends Pick<Member, 'orderId' | 'status' | 'capacity' | 'jobId' | 'error'> {
  readonly externalId: string | null;
}

/** An occurrence with the orders in it. */
export interface BookedOccurrence extends Pick<Occurrence, 'startTime' | 'endTime' | 'cutoffTime' | 'state'> {
  /** Id of the API: of the window, or of one of its occurrences. */
  readonly id: string;
  readonly bookings: readonly ListedBooking[];
}

/** Occurrences with their bookings, earliest first. */
export interface BookingList {
  readonly occurrences: readonly BookedOccurrence[];
  /** False when there are more bookings than were asked for. */
  readonly isComplete: boolean;
}

/**
 * The bookings of a window or of one of its occurrences, as far as the caller may see their orders. Reads the
 * occurrences that end after `since`, at most `limit` bookings of them, and their orders.
 */
export async function listBookings(
  table: Table,
  caller: OrderActor,
  wanted: { readonly id: string; readonly since: string; readonly limit: number },
): Promise<BookingList | Refusal> {
  const { organizationId } = caller;
  const { windowId, date } = readWindowId(wanted.id);
  const [window] = await findWindows(table, caller, [windowId]);
  if (!window) {
    return windowNotFound(
      `There is no delivery window "${wanted.id}". GET /v1/delivery-windows lists them.`,
      { id: wanted.id },
    );
  }
  const known = await table.lookup(occurrenceEntity, organizationId, windowId);
  const chosen = known
    .map(({ value }) => value)
    .filter((value) => (date === null ? value.endTime > wanted.since : value.date === date))
    .toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1));
  const occurrences: BookedOccurrence[] = [];
  let left = wanted.limit;
  let isComplete = true;
  for (const { key, date: day, startTime, endTime, cutoffTime, state } of chosen) {
    if (left === 0) {
      isComplete = false;
      break;
    }
    // One more shows whether anything follows.
    const members = await table.readLog(memberEntity, occurrencePartition({ organizationId, key }), {
      limit: left + 1,
    });
    if (members.length > left) isComplete = false;
    const shown = members.slice(0, left);
    left -= shown.length;
    const bookings = await seenBookings(table, caller, shown);
    occurrences.push({ id: windowIdOf(window.value, day), startTime, endTime, cutoffTime, state, bookings });
  }
  return { occurrences, isComplete };
}

async function seenBookings(
  table: Table,
  caller: OrderActor,
  members: readonly Stored<Member>[],
): Promise<readonly ListedBooking[]> {
  const { organizationId } = caller;
  const orders = await table.getMany(
    orderEntity,
    members.map(({ value }) => ({ organizationId, id: value.orderId })),
  );
  return members.flatMap(({ value: { orderId, status, capacity, jobId, error } }, index) => {
    const order = orders[index]?.value;
    if (!order || !maySeeOrder(caller, order)) return [];
    return [{ orderId, externalId: order.externalId ?? null, status, capacity, jobId, error }];
  });
}
