import type { Refusal } from '../../platform/core/refusal.ts';
import type { Operation } from '../../platform/table/index.ts';
import type { Order } from './order.ts';
import type { WindowBooking } from './window-booking.ts';

/** How to book a window. */
export interface WindowHold {
  /** Units of capacity; absent = as before, or 1. */
  readonly capacity?: number | undefined;
  /** Absent = the booking is confirmed at once. */
  readonly isConfirmed?: boolean | undefined;
  /** Expiry unless it is confirmed; null = the cutoff. */
  readonly expiresAt?: string | null | undefined;
}

/** The new state of a booking, and its writes. */
interface PlannedBooking {
  readonly booking: WindowBooking | undefined;
  readonly operations: readonly Operation[];
  /** Why the window that the order names could not be booked. */
  readonly problem?: Refusal;
}

/** The delivery windows, as orders see them. `lib/ordering/windows` implements it. */
export interface WindowBookings {
  /** The times of a window; undefined when there is none with this id. */
  find(
    organizationId: string,
    deliveryWindowId: string,
  ): Promise<{ readonly startTime: string; readonly endTime: string } | undefined>;
  /** The effect of a change of an order on its booking. No call when the order has no window and had none. */
  plan(change: {
    readonly before: Order | undefined;
    readonly next: Order;
    readonly hold: WindowHold | undefined;
    /** Instant of the change. */
    readonly at: string;
  }): Promise<PlannedBooking>;
  /** What confirms an order's booking, or why it cannot be confirmed. */
  confirm(order: Order, at: string): Promise<PlannedBooking | Refusal>;
}
