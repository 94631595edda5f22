export { CLOSING_EVENTS, type ClosingDeps, closeWindow } from './close-window.ts';
export { daysWithin, hasDay } from './day-set.ts';
export { eligibleWindows, type JudgedWindow } from './eligible-windows.ts';
export { expandRecurrence, refuseRule } from './expand-recurrence.ts';
export { extendRecurrence } from './extend-recurrence.ts';
export { findWindows, windowsBetween } from './find-windows.ts';
export { FOLLOWING_EVENTS, type FollowingDeps, followWindow, movedOrders } from './follow-window.ts';
export { type BookedOccurrence, type BookingList, listBookings } from './list-bookings.ts';
export { OCCURRENCE_STATES } from './occurrence.ts';
export {
  invalidWindow,
  noBooking,
  windowClosed,
  windowFull,
  windowInUse,
  windowNotFound,
} from './refusals.ts';
export { MAX_WINDOWS, type SaveOptions, saveWindows, type WindowEditor } from './save-windows.ts';
export type { WindowInput } from './shape-window.ts';
export { MAX_SWITCHED, switchWindows, type WindowSwitch } from './switch-windows.ts';
export type { DeliveryWindow } from './window.ts';
export { type BookingDeps, windowBookings, windowOrderOf } from './window-bookings.ts';
export { windowCutoffs } from './window-cutoffs.ts';
export type { WindowCaller, WindowDeps, WindowPlaces } from './window-deps.ts';
export {
  type BookingEventData,
  type ClosingEventData,
  horizonTimer,
  type RefusedEventData,
  windowBooked,
  windowClosing,
  windowConfirmed,
  windowMoving,
  windowRefused,
  windowReleased,
} from './window-events.ts';
export {
  instantsOf,
  occurrenceOn,
  occurrencesBetween,
  readWindowId,
  timesOn,
  type WindowTimes,
  windowIdOf,
} from './window-times.ts';
export { findWindowsAt } from './windows-at-place.ts';
