import * as z from 'zod';
import { type JudgedWindow, windowIdOf } from '../../../lib/ordering/windows/index.ts';
import { instantReply } from '../../../lib/platform/http/index.ts';

/** A window with the data that a choice needs. */
export const eligibleReply = z
  .object({
    id: z.string(),
    name: z.string(),
    ineligibleReason: z
      .string()
      .nullable()
      .meta({ description: 'Reason why the order cannot be booked into it.' }),
    ineligibleMessage: z.string().nullable(),
    allowedTags: z.array(z.string()),
    storeLocationId: z.string().nullable(),
    storeLocationExternalId: z.string().nullable(),
    zoneId: z.string().nullable(),
    zoneExternalId: z.string().nullable(),
    cutoffTime: instantReply,
    cutoffTimeLocal: z.string(),
    startTime: instantReply,
    startTimeLocal: z.string(),
    endTime: instantReply,
    endTimeLocal: z.string(),
    remainingCapacity: z.number().nullable().meta({ description: 'Null = no limit.' }),
    maximumCapacity: z.number().nullable(),
    minimumOrderValueCents: z.int().nullable(),
    timezoneId: z.string(),
    priceCents: z.int().nullable(),
    windowMetadata: z.record(z.string(), z.unknown()).nullable(),
    score: z.number().meta({
      description:
        'Score from 0 to 1, more is better: 50% for free capacity, 30% for an early start, 20% for a low price.',
    }),
  })
  .meta({ id: 'EligibleDeliveryWindow' });

/** A rated window in its wire form. */
export function renderJudged({
  window,
  times,
  remaining,
  ineligible,
  score,
}: JudgedWindow): z.infer<typeof eligibleReply> {
  return {
    id: windowIdOf(window, times.date),
    name: window.name,
    ineligibleReason: ineligible?.code ?? null,
    ineligibleMessage: ineligible?.message ?? null,
    allowedTags: window.allowedTags,
    storeLocationId: window.storeLocationId,
    storeLocationExternalId: window.storeLocationExternalId,
    zoneId: window.zoneId,
    zoneExternalId: window.zoneExternalId,
    cutoffTime: times.cutoffTime,
    cutoffTimeLocal: times.cutoffTimeLocal,
    startTime: times.startTime,
    startTimeLocal: times.startTimeLocal,
    endTime: times.endTime,
    endTimeLocal: times.endTimeLocal,
    remainingCapacity: remaining,
    maximumCapacity: window.maximumCapacity,
    minimumOrderValueCents: window.minimumOrderValueCents,
    timezoneId: window.timezoneId,
    priceCents: window.priceCents,
    windowMetadata: window.windowMetadata,
    score,
  };
}

/** A rated window for the documentation. */
export const eligibleExample = {
  id: 'dw_01JD8Z6Q4T9V2N5X7C3B1M0K8H|10:00|12:00|2026-03-10',
  name: 'Tuesday morning',
  ineligibleReason: null,
  ineligibleMessage: null,
  allowedTags: [],
  storeLocationId: null,
  storeLocationExternalId: null,
  zoneId: null,
  zoneExternalId: null,
  cutoffTime: '2026-03-10T01:00:00.000Z',
  cutoffTimeLocal: '2026-03-09T18:00:00',
  startTime: '2026-03-10T17:00:00.000Z',
  startTimeLocal: '2026-03-10T10:00:00',
  endTime: '2026-03-10T19:00:00.000Z',
  endTimeLocal: '2026-03-10T12:00:00',
  remainingCapacity: 12,
  maximumCapacity: 40,
  minimumOrderValueCents: null,
  timezoneId: 'America/Los_Angeles',
  priceCents: null,
  windowMetadata: null,
  score: 0.62,
};
