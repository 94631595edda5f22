import * as z from 'zod';
import { metadataInput } from '../../../lib/ordering/orders/index.ts';
import { readInstant } from '../../../lib/platform/core/read-instant.ts';
import { instant, rowVersion, shortText } from '../../../lib/platform/http/index.ts';

const LOCAL_MESSAGE = 'is not a date and time such as 2026-03-05T10:00:00';

/** Local time in the zone of the window; a trailing `Z` is ignored. */
const localTime = z
  .string()
  .transform((text, context) => {
    const read = readInstant(`${text.trim().replace(/Z$/i, '')}Z`);
    if (read !== undefined) return read.slice(0, 19);
    context.issues.push({ code: 'custom', message: LOCAL_MESSAGE, input: text });
    return z.NEVER;
  })
  .meta({ override: { type: 'string', format: 'date-time' } });

const amount = z.int().min(0).max(1_000_000_000);
const id = shortText(255);

/** Fields of a delivery window. */
export const windowFields = {
  startTime: instant.nullish(),
  startTimeLocal: localTime.nullish().meta({ description: 'The same in the local time of `timezoneId`.' }),
  endTime: instant.nullish(),
  endTimeLocal: localTime.nullish().meta({ description: 'The same in the local time of `timezoneId`.' }),
  cutoffTime: instant.nullish().meta({
    description:
      'When bookings close and confirmed orders are dispatched; default `leadTimeMinutes` before the start. Moves with the start.',
  }),
  cutoffTimeLocal: localTime.nullish().meta({ description: 'The same in the local time of `timezoneId`.' }),
  timezoneId: shortText(60).nullish().meta({
    description:
      'Time zone in which the window recurs, such as `Europe/Berlin`; default that of the store location, else of the organization.',
  }),
  name: shortText(200).nullish().meta({ description: 'Name of the window; default its times.' }),
  rrule: shortText(500)
    .nullish()
    .meta({ description: 'Recurrence rule by days (RFC 5545), such as `FREQ=WEEKLY;BYDAY=MO,WE`.' }),
  exceptionDates: z
    .array(shortText(40))
    .max(400)
    .nullish()
    .meta({ description: 'Days on which it does not take place, in its time zone.' }),
  allowedTags: z
    .array(shortText(200))
    .max(100)
    .nullish()
    .meta({ description: 'Only orders with one of these tags; empty = every order.' }),
  leadTimeMinutes: z
    .int()
    .min(0)
    .max(525_600)
    .nullish()
    .meta({ description: 'Minutes before its start until which it can be booked.' }),
  priceCents: amount.nullish().meta({ description: 'Price of the window in cents.' }),
  minimumOrderValueCents: amount
    .nullish()
    .meta({ description: 'Only orders of at least this value, in cents.' }),
  maximumCapacity: z
    .int()
    .min(0)
    .max(1_000_000)
    .nullish()
    .meta({ description: 'Capacity that bookings share; none = no limit.' }),
  storeLocationId: id
    .nullish()
    .meta({ description: 'Store location of the pickup; only its orders can be booked.' }),
  zoneId: id.nullish().meta({ description: 'Zone of the dropoff; only its orders can be booked.' }),
  zoneExternalId: id.nullish().meta({ description: 'External id of the zone.' }),
  windowMetadata: metadataInput.nullish().meta({ description: "The caller's own data." }),
  isActive: z.boolean().nullish().meta({ description: 'Whether it takes new bookings; default true.' }),
  isDeleted: z
    .boolean()
    .nullish()
    .meta({ description: 'Whether it is deleted; deleted windows can be restored. Default false.' }),
};

/** A new window. */
export const newWindow = z.object(windowFields).meta({ id: 'DeliveryWindowInput' });

/** A change of a window: only the fields that are sent change, `null` clears one. */
export const windowPatch = z
  .object({ id: id.meta({ description: 'Id of the window.' }), version: rowVersion, ...windowFields })
  .meta({ id: 'DeliveryWindowPatch' });

/** A window to change if it has an id, else to create. */
export const windowUpsert = z
  .object({
    id: id.optional().meta({ description: 'Id of the window; without it, a new window is created.' }),
    version: rowVersion,
    ...windowFields,
  })
  .meta({ id: 'DeliveryWindowUpsert' });

/** A window as sent, for the documentation. */
export const windowBodyExample = {
  name: 'Tuesday morning',
  timezoneId: 'America/Los_Angeles',
  startTimeLocal: '2026-03-10T10:00:00',
  endTimeLocal: '2026-03-10T12:00:00',
  cutoffTimeLocal: '2026-03-09T18:00:00',
  rrule: 'FREQ=WEEKLY;BYDAY=TU',
  maximumCapacity: 40,
};
