import * as z from 'zod';
import {
  type DeliveryWindow,
  timesOn,
  type WindowTimes,
  windowIdOf,
} from '../../../lib/ordering/windows/index.ts';
import { instantReply } from '../../../lib/platform/http/index.ts';

const localReply = z.string().meta({ example: '2026-03-05T10:00:00' });

/** A window in replies: what it does not have is left out. */
export const windowReply = z
  .object({
    id: z.string(),
    name: z.string(),
    startTime: instantReply,
    startTimeLocal: localReply,
    endTime: instantReply,
    endTimeLocal: localReply,
    timezoneId: z.string(),
    cutoffTime: instantReply,
    cutoffTimeLocal: localReply,
    rrule: z.string().optional(),
    exceptionDates: z.array(z.string()),
    allowedTags: z.array(z.string()),
    leadTimeMinutes: z.int().optional(),
    priceCents: z.int().optional(),
    minimumOrderValueCents: z.int().optional(),
    maximumCapacity: z.int().optional(),
    storeLocationId: z.string().optional(),
    zoneId: z.string().optional(),
    zoneExternalId: z.string().optional(),
    windowMetadata: z.record(z.string(), z.unknown()).optional(),
    isActive: z.boolean(),
    isDeleted: z.boolean(),
    version: z.int().meta({ description: 'Version; every change increases it.' }),
    createdAt: instantReply,
    updatedAt: instantReply,
  })
  .meta({ id: 'DeliveryWindow' });

/** Windows in replies. */
export const windowsReply = z.object({ deliveryWindows: z.array(windowReply) });

/** A window in its wire form; with `times`, one of its occurrences. */
export function renderWindow(
  { value, version }: { readonly value: DeliveryWindow; readonly version: number },
  times: WindowTimes = timesOn(value, null),
): z.infer<typeof windowReply> {
  return {
    id: windowIdOf(value, times.date),
    name: value.name,
    startTime: times.startTime,
    startTimeLocal: times.startTimeLocal,
    endTime: times.endTime,
    endTimeLocal: times.endTimeLocal,
    timezoneId: value.timezoneId,
    cutoffTime: times.cutoffTime,
    cutoffTimeLocal: times.cutoffTimeLocal,
    rrule: value.rrule ?? undefined,
    exceptionDates: value.exceptionDates,
    allowedTags: value.allowedTags,
    leadTimeMinutes: value.leadTimeMinutes ?? undefined,
    priceCents: value.priceCents ?? undefined,
    minimumOrderValueCents: value.minimumOrderValueCents ?? undefined,
    maximumCapacity: value.maximumCapacity ?? undefined,
    storeLocationId: value.storeLocationId ?? undefined,
    zoneId: value.zoneId ?? undefined,
    zoneExternalId: value.zoneExternalId ?? undefined,
    windowMetadata: value.windowMetadata ?? undefined,
    isActive: value.isActive,
    isDeleted: value.isDeleted,
    version,
    createdAt: value.createdAt,
    updatedAt: value.updatedAt,
  };
}

/** A window for the documentation. */
export const windowExample = {
  id: 'dw_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  name: 'Tuesday morning',
  startTime: '2026-03-10T17:00:00.000Z',
  startTimeLocal: '2026-03-10T10:00:00',
  endTime: '2026-03-10T19:00:00.000Z',
  endTimeLocal: '2026-03-10T12:00:00',
  timezoneId: 'America/Los_Angeles',
  cutoffTime: '2026-03-10T01:00:00.000Z',
  cutoffTimeLocal: '2026-03-09T18:00:00',
  rrule: 'FREQ=WEEKLY;BYDAY=TU',
  exceptionDates: [],
  allowedTags: [],
  maximumCapacity: 40,
  isActive: true,
  isDeleted: false,
  version: 1,
  createdAt: '2026-03-05T01:11:51.000Z',
  updatedAt: '2026-03-05T01:11:51.000Z',
};
