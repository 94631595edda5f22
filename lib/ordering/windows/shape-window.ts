import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import {
  addDays,
  daysBetween,
  instantOfLocal,
  isTimeZone,
  localTimeOf,
} from '../../platform/core/zoned-time.ts';
import { daysWithin } from './day-set.ts';
import { expandRecurrence, refuseRule } from './expand-recurrence.ts';
import { invalidWindow } from './refusals.ts';
import type { DeliveryWindow } from './window.ts';
import { instantsOf } from './window-times.ts';

/** A window as a caller sends it: left out = unchanged, `null` = none. Places are given as ids that were looked up. */
export interface WindowInput {
  readonly id?: string | undefined;
  /** Expected version of the window. */
  readonly version?: number | undefined;
  readonly name?: string | null | undefined;
  readonly startTime?: string | null | undefined;
  readonly startTimeLocal?: string | null | undefined;
  readonly endTime?: string | null | undefined;
  readonly endTimeLocal?: string | null | undefined;
  readonly cutoffTime?: string | null | undefined;
  readonly cutoffTimeLocal?: string | null | undefined;
  readonly timezoneId?: string | null | undefined;
  readonly rrule?: string | null | undefined;
  readonly exceptionDates?: readonly string[] | null | undefined;
  readonly allowedTags?: readonly string[] | null | undefined;
  readonly leadTimeMinutes?: number | null | undefined;
  readonly priceCents?: number | null | undefined;
  readonly minimumOrderValueCents?: number | null | undefined;
  readonly maximumCapacity?: number | null | undefined;
  readonly storeLocationId?: string | null | undefined;
  readonly zoneId?: string | null | undefined;
  readonly zoneExternalId?: string | null | undefined;
  readonly windowMetadata?: Readonly<Record<string, unknown>> | null | undefined;
  readonly isActive?: boolean | null | undefined;
  readonly isDeleted?: boolean | null | undefined;
}

/** Ids of the places in an input, in both spellings. */
export type WindowPlaceIds = Partial<
  Pick<DeliveryWindow, 'storeLocationId' | 'storeLocationExternalId' | 'zoneId' | 'zoneExternalId'>
>;

/** Longest window. Hours. */
const LONGEST_HOURS = 72;

/**
 * The window after the change, or what is invalid. `prefix` names the row in messages, such as
 * `deliveryWindows[2].`; `timeZone` is that of a new window that names none.
 */
export function shapeWindow(
  before: DeliveryWindow | undefined,
  input: WindowInput,
  places: WindowPlaceIds,
  key: { readonly organizationId: string; readonly id: string },
  at: string,
  { prefix = '', timeZone }: { readonly prefix?: string; readonly timeZone: string },
): DeliveryWindow | Refusal {
  const refuse = (field: string, message: string) =>
    invalidWindow(`${prefix}${field}: ${message}`, { fields: { [`${prefix}${field}`]: message } });
  const timezoneId = input.timezoneId ?? before?.timezoneId ?? timeZone;
  if (!isTimeZone(timezoneId)) {
    return refuse(
      'timezoneId',
      `"${timezoneId}" is not a time zone. Use an IANA name such as Europe/Berlin.`,
    );
  }
  const read = (name: 'start' | 'end' | 'cutoff') => {
    const local = input[`${name}TimeLocal`];
    const instant = input[`${name}Time`];
    if (typeof local === 'string' && typeof instant === 'string') {
      if (instantOfLocal(local, timezoneId) !== instant) {
        return refuse(
          `${name}TimeLocal`,
          `${local} in ${timezoneId} is not ${name}Time ${instant}. Send one of them.`,
        );
      }
    }
    if (typeof local === 'string') return local;
    if (typeof instant === 'string') {
      const shown = localTimeOf(instant, timezoneId);
      if (Math.abs(Date.parse(instantOfLocal(shown, timezoneId)) - Date.parse(instant)) < 1_000) return shown;
      return refuse(
        `${name}Time`,
        `${instant} is in the hour that clocks in ${timezoneId} repeat, so its time is ambiguous. Send another time, or timezoneId UTC.`,
      );
    }
    return local === null || instant === null ? null : undefined;
  };
  const [start, end, cutoff] = [read('start'), read('end'), read('cutoff')];
  if (isRefusal(start)) return start;
  if (isRefusal(end)) return end;
  if (isRefusal(cutoff)) return cutoff;
  const startLocal = start ?? before?.startLocal;
  const endLocal = end ?? before?.endLocal;
  if (startLocal === undefined) {
    return refuse('startTime', 'A window needs a start. Send startTime or startTimeLocal.');
  }
  if (endLocal === undefined) {
    return refuse('endTime', 'A window needs an end. Send endTime or endTimeLocal.');
  }
  const { startTime, endTime } = instantsOf(startLocal, endLocal, timezoneId);
  if (endTime <= startTime) {
    return refuse(
      'endTime',
      `endTime is ${endTime}, which is not after startTime ${startTime}. Send a later end.`,
    );
  }
  if (Date.parse(endTime) - Date.parse(startTime) > LONGEST_HOURS * 3_600_000) {
    return refuse('endTime', `The window would last more than ${LONGEST_HOURS} hours. Send an earlier end.`);
  }
  const cutoffLocal = cutoff === undefined ? movedCutoff(before, startLocal) : cutoff;
  if (cutoffLocal !== null && instantOfLocal(cutoffLocal, timezoneId) > endTime) {
    return refuse('cutoffTime', `${cutoffLocal} is after the end of the window. Send an earlier cutoff.`);
  }
  const chosen = <Value>(sent: Value | null | undefined, kept: Value | null | undefined): Value | null =>
    sent === undefined ? (kept ?? null) : sent;
  const rrule = chosen(input.rrule, before?.rrule);
  const exceptionDates: string[] = [];
  for (const text of chosen(input.exceptionDates, before?.exceptionDates) ?? []) {
    const day = dayOf(text, timezoneId);
    if (day === undefined) {
      return refuse('exceptionDates', `"${text}" is not a date. Send dates such as 2026-12-25.`);
    }
    exceptionDates.push(day);
  }
  const expanded = rrule === null ? undefined : expand({ rrule, startLocal, timezoneId }, at);
  if (typeof expanded === 'string') return refuse('rrule', `"${rrule}" ${expanded}.`);
  return {
    ...key,
    name: input.name ?? before?.name ?? `${startLocal.slice(11, 16)}-${endLocal.slice(11, 16)}`,
    timezoneId,
    startLocal,
    endLocal,
    cutoffLocal,
    rrule,
    exceptionDates: [...new Set(exceptionDates)].toSorted(),
    days: expanded?.days ?? null,
    daysUntil: expanded?.daysUntil ?? null,
    allowedTags: [...(chosen(input.allowedTags, before?.allowedTags) ?? [])],
    leadTimeMinutes: chosen(input.leadTimeMinutes, before?.leadTimeMinutes),
    priceCents: chosen(input.priceCents, before?.priceCents),
    minimumOrderValueCents: chosen(input.minimumOrderValueCents, before?.minimumOrderValueCents),
    maximumCapacity: chosen(input.maximumCapacity, before?.maximumCapacity),
    storeLocationId: chosen(places.storeLocationId, before?.storeLocationId),
    storeLocationExternalId: chosen(places.storeLocationExternalId, before?.storeLocationExternalId),
    zoneId: chosen(places.zoneId, before?.zoneId),
    zoneExternalId: chosen(places.zoneExternalId, before?.zoneExternalId),
    windowMetadata: chosen(input.windowMetadata, before?.windowMetadata),
    isActive: input.isActive ?? before?.isActive ?? true,
    isDeleted: input.isDeleted ?? before?.isDeleted ?? false,
    startTime,
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
  };
}

/** A cutoff that is not sent moves with the start. */
function movedCutoff(before: DeliveryWindow | undefined, startLocal: string): string | null {
  if (!before?.cutoffLocal) return null;
  const movedMs = Date.parse(`${startLocal}Z`) - Date.parse(`${before.startLocal}Z`);
  return new Date(Date.parse(`${before.cutoffLocal}Z`) + movedMs).toISOString().slice(0, 19);
}

/** The date of a day or an instant in the window's zone. */
function dayOf(text: string, timezoneId: string): string | undefined {
  const trimmed = text.trim();
  const day = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/.exec(trimmed)?.[1];
  if (day === undefined || addDays(`${day}T00:00:00`, daysBetween(day, day)).slice(0, 10) !== day) {
    return undefined;
  }
  if (/(?:Z|[+-]\d{2}:?\d{2})$/.test(trimmed) && !Number.isNaN(Date.parse(trimmed))) {
    return localTimeOf(new Date(trimmed).toISOString(), timezoneId).slice(0, 10);
  }
  return day;
}

/** The days of a rule, or why it is not valid. */
function expand(
  window: { readonly rrule: string; readonly startLocal: string; readonly timezoneId: string },
  at: string,
): ReturnType<typeof expandRecurrence> | string {
  const refused = refuseRule(window.rrule);
  if (refused !== undefined) return refused;
  try {
    const today = localTimeOf(at, window.timezoneId).slice(0, 10);
    const expanded = expandRecurrence(window, today);
    const { days, daysUntil } = expanded;
    // Past days of a window that started long ago are not computed.
    const isAhead = window.startLocal.slice(0, 10) >= today && daysUntil === null;
    return isAhead && daysWithin(days, days.from, '9999-12-31').length === 0
      ? 'has no day from the start of the window on; send a later UNTIL'
      : expanded;
  } catch {
    return 'is not a recurrence rule; send one such as FREQ=WEEKLY;BYDAY=MO,WE';
  }
}
