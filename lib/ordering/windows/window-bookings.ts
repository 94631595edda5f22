import type { Clock } from '../../platform/core/clock.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { sameValue } from '../../platform/core/same-value.ts';
import {
  absent,
  type Operation,
  remove,
  replace,
  type Stored,
  save,
  type Table,
  unchanged,
} from '../../platform/table/index.ts';
import { armTimer, disarmTimer, readTimer } from '../../platform/timers/index.ts';
import {
  type Order,
  storesOfOrder,
  type WindowBooking,
  type WindowBookings,
  type WindowHold,
} from '../orders/index.ts';
import { chooseSlots, remainingCapacity, type SlotUnits } from './capacity.ts';
import { type FitPlaces, judgeFit, judgeWindow, type WindowOrder } from './judge-window.ts';
import {
  type Member,
  memberEntity,
  occurrenceEntity,
  occurrenceKey,
  occurrencePartition,
  type Slot,
  slotEntity,
  usedOf,
} from './occurrence.ts';
import { openOccurrence } from './open-occurrence.ts';
import { noBooking, windowClosed, windowFull, windowNotFound } from './refusals.ts';
import { type DeliveryWindow, windowEntity } from './window.ts';
import {
  type BookingEventData,
  bookingTimer,
  windowBooked,
  windowConfirmed,
  windowRefused,
  windowReleased,
} from './window-events.ts';
import { occurrenceOn, readWindowId, type WindowTimes, windowIdOf } from './window-times.ts';

/** What bookings need. */
export interface BookingDeps {
  readonly table: Table;
  readonly clock: Clock;
  readonly places: FitPlaces;
}

/** An occurrence that is named by an id of the API. */
interface NamedWindow {
  readonly window: DeliveryWindow;
  readonly times: WindowTimes;
  readonly key: string;
}

/** The windows of the table, as orders book them. */
export function windowBookings(deps: BookingDeps): WindowBookings {
  return Object.freeze({
    find: async (organizationId: string, id: string) => {
      const named = await findOccurrence(deps.table, organizationId, id);
      return named?.times;
    },
    plan: (change: Parameters<WindowBookings['plan']>[0]) => planBooking(deps, change),
    confirm: (order: Order, at: string) => planConfirmation(deps, order, at),
  });
}

/** The window, or the occurrence of one, that an id names. At most 2 calls. */
export async function findOccurrence(
  table: Table,
  organizationId: string,
  id: string,
): Promise<NamedWindow | undefined> {
  const { windowId, date } = readWindowId(id);
  const stored = await table.get(windowEntity, { organizationId, id: windowId });
  if (!stored || stored.value.isDeleted) return undefined;
  const window = stored.value;
  const key = occurrenceKey(windowId, date);
  const times = occurrenceOn(window, date);
  if (times) return { window, times, key };
  // A day that the rule dropped after orders were booked into it keeps its times.
  const occurrence = date === null ? undefined : await table.get(occurrenceEntity, { organizationId, key });
  if (!occurrence) return undefined;
  const { startTime, endTime, cutoffTime } = occurrence.value;
  return {
    window: { ...window, isActive: false },
    key,
    times: {
      date,
      startTime,
      endTime,
      cutoffTime,
      startTimeLocal: startTime,
      endTimeLocal: endTime,
      cutoffTimeLocal: cutoffTime,
    },
  };
}

async function planBooking(
  deps: BookingDeps,
  { before, next, hold, at }: Parameters<WindowBookings['plan']>[0],
): ReturnType<WindowBookings['plan']> {
  const old = before?.windowBooking;
  const id = next.deliveryWindowId;
  if (old === undefined && id === undefined) return { booking: undefined, operations: [] };
  const { organizationId } = next;
  const named = id === undefined ? undefined : await findOccurrence(deps.table, organizationId, id);
  if (named && before && old?.key === named.key && !hold) return keep(deps, before, next, old, named, at);
  if (!named) {
    const operations = old ? await release(deps, next, old, at) : [];
    return id === undefined
      ? { booking: undefined, operations }
      : { booking: undefined, operations, problem: unknownWindow(id) };
  }
  const taken = await take(deps, next, named, old, hold ?? {}, at);
  if (!isRefusal(taken)) return taken;
  const refused = refusalEvent(next, named.key, taken, at, hold ? 'hold' : 'change');
  // A request for a hold keeps the existing booking and writes nothing else; an order that names the window is written
  // nevertheless, without it.
  if (hold) await deps.table.write([refused]);
  const operations = [...(old ? await release(deps, next, old, at) : []), refused];
  return { booking: undefined, operations, problem: taken };
}

/** The event of an order that did not get the window that it asked for. */
function refusalEvent(
  order: Order,
  key: string,
  refusal: Refusal,
  at: string,
  asked: 'hold' | 'change',
): Operation {
  const { organizationId, id: orderId, deliveryWindowId = key, tags = [], dispatchStrategyId = null } = order;
  const { reason } = refusal.details as { readonly reason?: string };
  return windowRefused.record({
    aggregate: occurrencePartition({ organizationId, key }),
    cause: `${orderId}@${at}#${asked}`,
    occurredAt: at,
    data: {
      ...{ orderId, deliveryWindowId, dispatchStrategyId, tags: [...tags] },
      reason: reason ?? 'CAPACITY_EXHAUSTED',
      storeLocationIds: [...storesOfOrder(order)],
    },
  });
}

function isSound({ validationErrors }: Order): boolean {
  return Object.keys(validationErrors).every((field) => field === 'deliveryWindowId');
}

/** An edit keeps the place, unless it changed a condition of the window and the order no longer fits. */
async function keep(
  deps: BookingDeps,
  before: Order,
  next: Order,
  old: WindowBooking,
  { window, key }: NamedWindow,
  at: string,
): ReturnType<WindowBookings['plan']> {
  const order = windowOrderOf(next);
  const isAsBefore = isSound(before) && sameValue(windowOrderOf(before), order);
  // An invalid value says nothing about the window: the order is checked when it is corrected.
  const unfit = isAsBefore || !isSound(next) ? undefined : await judgeFit(deps.places, window, order);
  if (!unfit) return { booking: old, operations: [] };
  const { organizationId } = next;
  const root = await deps.table.get(occurrenceEntity, { organizationId, key });
  // After the cutoff the places are fixed: the order is dispatched with the others.
  if (root?.value.state !== 'open') return { booking: old, operations: [] };
  return {
    booking: undefined,
    operations: await release(deps, next, old, at),
    problem: windowClosed(
      `The order no longer fits the delivery window ${next.deliveryWindowId}, and its place was released. ${unfit.message}`,
      { reason: unfit.code, deliveryWindowId: next.deliveryWindowId },
    ),
  };
}

async function take(
  deps: BookingDeps,
  order: Order,
  { window, times, key }: NamedWindow,
  old: WindowBooking | undefined,
  hold: WindowHold,
  at: string,
): Promise<{ readonly booking: WindowBooking; readonly operations: readonly Operation[] } | Refusal> {
  const { table, clock, places } = deps;
  const { organizationId, id: orderId } = order;
  const now = toInstant(clock.now());
  const unfit = await judgeWindow(places, window, times, windowOrderOf(order), now);
  if (unfit) {
    return windowClosed(`The delivery window ${order.deliveryWindowId} cannot be booked. ${unfit.message}`, {
      reason: unfit.code,
      deliveryWindowId: order.deliveryWindowId,
    });
  }
  const state = await openOccurrence(deps, window, times, key, now);
  if (state.root.value.state !== 'open') {
    return windowClosed(`The delivery window ${order.deliveryWindowId} is closed. Choose another one.`, {
      reason: 'CUTOFF_PASSED',
      deliveryWindowId: order.deliveryWindowId,
    });
  }
  const here = old?.key === key ? old : undefined;
  const units = hold.capacity ?? old?.capacity ?? 1;
  const used = usedOf(state.slots, state.root.value.slots);
  const usedByOthers = used.map((each, slot) => each - unitsOf(here, slot));
  const choice = chooseSlots(window.maximumCapacity, usedByOthers, units);
  if (!choice) {
    const remaining = remainingCapacity(window.maximumCapacity, usedByOthers);
    return windowFull(
      `The delivery window ${order.deliveryWindowId} has ${remaining} of ${window.maximumCapacity} places left, but the order needs ${units}. Choose another window.`,
      { remainingCapacity: remaining, maximumCapacity: window.maximumCapacity, requestedCapacity: units },
    );
  }
  const isConfirmed = hold.isConfirmed ?? true;
  const booking: WindowBooking = {
    key,
    status: isConfirmed ? 'confirmed' : 'booked',
    capacity: units,
    slots: [...choice.taken],
    expiresAt: isConfirmed ? null : (hold.expiresAt ?? null),
    bookedAt: at,
  };
  const member = here && (await table.get(memberEntity, { organizationId, key, orderId }));
  const next: Member = {
    organizationId,
    key,
    orderId,
    status: booking.status,
    capacity: units,
    jobId: null,
    error: null,
  };
  return {
    booking,
    operations: [
      ...(old && !here ? await release(deps, order, old, at, { keepTimer: true }) : []),
      ...slotWrites(organizationId, key, state.slots, choice.taken, here?.slots ?? []),
      ...(choice.needsAllUnchanged
        ? untouchedSlots(organizationId, key, state.root.value.slots, state.slots, [
            ...choice.taken,
            ...(here?.slots ?? []),
          ])
        : []),
      save(memberEntity, member, next),
      ...(await expiryWrites(table, order, booking, old)),
      windowBooked.record({
        aggregate: occurrencePartition({ organizationId, key }),
        cause: `${orderId}@${at}`,
        occurredAt: at,
        data: eventData(order, window, booking, times),
      }),
    ],
  };
}

/** The writes that release a booking's units. */
async function release(
  { table }: BookingDeps,
  order: Order,
  old: WindowBooking,
  at: string,
  options: { readonly keepTimer?: boolean } = {},
): Promise<readonly Operation[]> {
  const { organizationId, id: orderId } = order;
  const { key } = old;
  const slots = await table.getMany(
    slotEntity,
    old.slots.map(({ slot }) => ({ organizationId, key, slot })),
  );
  const member = await table.get(memberEntity, { organizationId, key, orderId });
  const root = await table.get(occurrenceEntity, { organizationId, key });
  if (!root) throw new Error(`The occurrence ${key} of a booking does not exist.`);
  const { windowId, date, startTime, endTime, cutoffTime } = root.value;
  return [
    ...slotWrites(
      organizationId,
      key,
      slots.filter((slot) => slot !== undefined),
      [],
      old.slots,
    ),
    ...(member ? [remove(memberEntity, member)] : []),
    ...(options.keepTimer ? [] : await expiryWrites(table, order, undefined, old)),
    windowReleased.record({
      aggregate: occurrencePartition({ organizationId, key }),
      cause: `${orderId}@${at}`,
      occurredAt: at,
      data: {
        orderId,
        deliveryWindowId: occurrenceKey(windowId, date),
        key,
        status: null,
        capacity: old.capacity,
        expiresAt: old.expiresAt,
        startTime,
        endTime,
        cutoffTime,
      },
    }),
  ];
}

async function planConfirmation(
  { table, clock }: BookingDeps,
  order: Order,
  at: string,
): Promise<{ readonly booking: WindowBooking; readonly operations: readonly Operation[] } | Refusal> {
  const { windowBooking: old, deliveryWindowId: id, organizationId, id: orderId } = order;
  if (!old || id === undefined) {
    return noBooking(`Order ${orderId} has no booking. Book a delivery window first.`, { orderId });
  }
  if (old.status === 'confirmed') return { booking: old, operations: [] };
  const now = toInstant(clock.now());
  if (old.expiresAt !== null && old.expiresAt <= now) {
    return noBooking(`The booking of order ${orderId} expired at ${old.expiresAt}. Book a window again.`, {
      orderId,
      expiresAt: old.expiresAt,
    });
  }
  const named = await findOccurrence(table, organizationId, id);
  if (!named) return unknownWindow(id);
  if (now >= named.times.cutoffTime) {
    return windowClosed(
      `The cutoff of ${id} was at ${named.times.cutoffTime}; its bookings can no longer be confirmed. Book another window.`,
      { reason: 'CUTOFF_PASSED', deliveryWindowId: id },
    );
  }
  const member = await table.get(memberEntity, { organizationId, key: old.key, orderId });
  const booking: WindowBooking = { ...old, status: 'confirmed', expiresAt: null };
  return {
    booking,
    operations: [
      ...(member ? [replace(memberEntity, member, { ...member.value, status: 'confirmed' })] : []),
      ...(await expiryWrites(table, order, booking, old)),
      windowConfirmed.record({
        aggregate: occurrencePartition({ organizationId, key: old.key }),
        cause: `${orderId}@${at}`,
        occurredAt: at,
        data: eventData(order, named.window, booking, named.times),
      }),
    ],
  };
}

function unknownWindow(id: string): Refusal {
  return windowNotFound(
    `There is no delivery window "${id}". GET /v1/eligible_delivery_windows lists those that can be booked.`,
    { deliveryWindowId: id },
  );
}

function unitsOf(booking: Pick<WindowBooking, 'slots'> | undefined, slot: number): number {
  return booking?.slots.find((each) => each.slot === slot)?.units ?? 0;
}

/** The writes of the slots whose units a booking changes. */
function slotWrites(
  organizationId: string,
  key: string,
  stored: readonly Stored<Slot>[],
  taken: readonly SlotUnits[],
  given: readonly SlotUnits[],
): readonly Operation[] {
  const touched = [...new Set([...taken, ...given].map(({ slot }) => slot))];
  return touched.flatMap((slot) => {
    const change = unitsOf({ slots: [...taken] }, slot) - unitsOf({ slots: [...given] }, slot);
    if (change === 0) return [];
    const before = stored.find(({ value }) => value.slot === slot);
    const used = Math.max(0, (before?.value.used ?? 0) + change);
    return [save(slotEntity, before, { organizationId, key, slot, used })];
  });
}

/** Conditions on every slot that the booking does not write. */
function untouchedSlots(
  organizationId: string,
  key: string,
  count: number,
  stored: readonly Stored<Slot>[],
  touched: readonly SlotUnits[],
): readonly Operation[] {
  return Array.from({ length: count }, (_, slot) => slot)
    .filter((slot) => !touched.some((each) => each.slot === slot))
    .map((slot) => {
      const before = stored.find(({ value }) => value.slot === slot);
      return before ? unchanged(slotEntity, before) : absent(slotEntity, { organizationId, key, slot });
    });
}

/** The writes that set, move or cancel the timer with which an unconfirmed booking expires. */
async function expiryWrites(
  table: Table,
  order: Order,
  booking: WindowBooking | undefined,
  old: WindowBooking | undefined,
): Promise<readonly Operation[]> {
  const expiresAt = booking?.expiresAt ?? null;
  if (expiresAt === null && (old?.expiresAt ?? null) === null) return [];
  const { organizationId, id: orderId } = order;
  const stored = await readTimer(table, { organizationId, kind: bookingTimer, subject: orderId });
  if (!booking || expiresAt === null) return disarmTimer(stored);
  return armTimer({
    organizationId,
    kind: bookingTimer,
    subject: orderId,
    dueAt: expiresAt,
    data: { orderId, key: booking.key },
    occurredAt: booking.bookedAt,
    stored,
  });
}

function eventData(
  order: Order,
  window: DeliveryWindow,
  booking: WindowBooking,
  times: WindowTimes,
): BookingEventData {
  return {
    orderId: order.id,
    deliveryWindowId: windowIdOf(window, times.date),
    key: booking.key,
    status: booking.status,
    capacity: booking.capacity,
    expiresAt: booking.expiresAt,
    startTime: times.startTime,
    endTime: times.endTime,
    cutoffTime: times.cutoffTime,
  };
}

/** Data of an order for windows. */
export function windowOrderOf(order: Order): WindowOrder {
  return {
    tags: order.tags ?? [],
    valueCents: order.valueCents,
    pickupStoreLocationId: order.pickupStoreLocationId,
    dropoff: {
      lat: order.dropoffLat,
      lng: order.dropoffLng,
      zip: order.dropoffAddressZip,
      city: order.dropoffAddressCity,
    },
  };
}
