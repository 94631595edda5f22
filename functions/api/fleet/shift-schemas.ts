import * as z from 'zod';
import { SHIFT_STATUSES, type Shift, type ShiftInput } from '../../../lib/fleet/fleet/index.ts';
import { metadataInput } from '../../../lib/ordering/orders/index.ts';
import { instant, instantReply, rowVersion, shortText } from '../../../lib/platform/http/index.ts';
import { idList, vehicleConfig } from './fields.ts';
import { vehicleConfigReply } from './vehicle-schemas.ts';

const minutes = z.int().min(0).max(100_000);
const place = shortText(255);

/** `null` or left out means not given. */
function told<Schema extends z.ZodType>(schema: Schema, description: string) {
  return schema
    .nullish()
    .transform((value): z.output<Schema> | null => value ?? null)
    .meta({ description });
}

/** Earliest start and latest end: instants, or minutes after the start of the shift. */
const timeWindow = z
  .union([z.tuple([instant, instant]), z.tuple([minutes, minutes])])
  .refine(([from, to]) => from <= to, 'has its end before its start');

const plannedBreak = z
  .object({
    breakDuration: minutes.min(1).meta({ description: 'Length of the break in minutes.' }),
    timeWindow: told(
      timeWindow,
      'Earliest start and latest end of the break: two times, or two numbers of minutes after the start of the shift.',
    ),
    maxWorkingTime: told(minutes.min(1), 'Longest working time before the break, in minutes.'),
  })
  .refine(({ breakDuration, timeWindow: within }) => !within || minutesOf(within) >= breakDuration, {
    path: ['timeWindow'],
    error: 'is shorter than the break. Make it at least as long as `breakDuration`.',
  });

function minutesOf([from, to]: z.output<typeof timeWindow>): number {
  return typeof from === 'number' || typeof to === 'number'
    ? Number(to) - Number(from)
    : (Date.parse(to) - Date.parse(from)) / 60_000;
}

const optimizationParams = z.object({
  serviceTimeRelativeEfficiency: told(
    z
      .number()
      .refine(
        (factor) => factor === 1,
        'is another factor than 1, but planning gives every driver the same time at stops. Send 1 or null; the service times of strategies and orders count',
      ),
    'Factor for the time that this driver needs at stops: 1, because planning gives every driver the same.',
  ),
  plannedBreaks: told(z.array(plannedBreak).max(20), 'Breaks to plan.'),
  departureDelay: told(minutes, 'Minutes from the start of the shift to the departure.'),
  shiftEndServiceTimeMinutes: told(minutes, 'Minutes at the end of the shift for wrapping up.'),
  vehicleConfig: told(vehicleConfig, "Settings of the shift's vehicle."),
});

/** A shift to create, or to change when it has an id. */
export const shiftInput = z
  .object({
    id: shortText(60).optional().meta({ description: 'Id of the shift to change; absent for a new one.' }),
    version: rowVersion,
    name: shortText(200).meta({ description: 'Name of the shift.' }),
    plannedStart: instant,
    plannedEnd: instant,
    plannedBreakDuration: minutes.nullish().meta({ description: 'Break in minutes.' }),
    shiftMetadata: metadataInput.nullish().meta({ description: "The caller's own data." }),
    optimizationParams: optimizationParams.nullish().meta({ description: 'Settings for route planning.' }),
    status: z
      .string()
      .transform((text) => text.toLowerCase().replace('cancelled', 'canceled'))
      .pipe(z.enum(SHIFT_STATUSES))
      .nullish()
      .meta({ description: '`planned` (default), `active`, `completed` or `canceled`.' }),
    storeLocationId: place.nullish().meta({ description: 'Store location of the shift.' }),
    externalStoreLocationId: place.nullish().meta({ description: 'External id of the store location.' }),
    zoneIds: idList(50, 'Zones of the shift; replaces the list.').nullish(),
    externalZoneIds: idList(50, 'External ids of zones, in addition to `zoneIds`.').nullish(),
    courierId: place.nullish().meta({ description: 'Driver of the shift, by id or external identifier.' }),
    vehicleId: place.nullish().meta({ description: 'Vehicle of the shift, by id or external identifier.' }),
  })
  .meta({ id: 'ShiftInput' });

/** Leaves missing fields out, so that they keep their values. */
export function shiftFields(input: z.output<typeof shiftInput>): ShiftInput {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** A shift in replies. */
export const shiftReply = z
  .object({
    id: z.string(),
    name: z.string(),
    plannedStart: instantReply,
    plannedEnd: instantReply,
    plannedBreakDuration: z.int().nullable(),
    shiftMetadata: z.record(z.string(), z.unknown()).nullable(),
    optimizationParams: z
      .object({
        serviceTimeRelativeEfficiency: z.number().nullable(),
        plannedBreaks: z
          .array(
            z.object({
              breakDuration: z.int(),
              timeWindow: z.union([z.array(z.string()), z.array(z.int())]).nullable(),
              maxWorkingTime: z.int().nullable(),
            }),
          )
          .nullable(),
        departureDelay: z.int().nullable(),
        shiftEndServiceTimeMinutes: z.int().nullable(),
        vehicleConfig: vehicleConfigReply.nullable(),
      })
      .nullable(),
    status: z.string(),
    storeLocationId: z.string().nullable(),
    externalStoreLocationId: z.string().nullable(),
    zoneIds: z.array(z.string()),
    externalZoneIds: z.array(z.string()),
    courierId: z.string().nullable(),
    vehicleId: z.string().nullable(),
    startedAt: instantReply
      .nullable()
      .meta({ description: "When the driver started it in the driver's app." }),
    endedAt: instantReply.nullable(),
    breaks: z
      .array(z.object({ startedAt: instantReply, endedAt: instantReply.nullable() }))
      .meta({ description: 'Breaks that the driver reported; `endedAt` is null while one lasts.' }),
    version: z.int().meta({ description: 'Version; every change increases it.' }),
    createdAt: instantReply,
    updatedAt: instantReply,
  })
  .meta({ id: 'Shift' });

/** A stored shift in its wire form. */
export function renderShift({
  value: { organizationId: _, ...shift },
  version,
}: {
  readonly value: Shift;
  readonly version: number;
}): z.infer<typeof shiftReply> {
  return { ...shift, version };
}

/** A shift for the documentation. */
export const shiftExample = {
  id: 'shf_01JD8Z6Q4T9V2N5X7C3B1M0K8M',
  name: 'Morning',
  plannedStart: '2026-03-05T15:00:00.000Z',
  plannedEnd: '2026-03-05T23:00:00.000Z',
  plannedBreakDuration: 30,
  shiftMetadata: null,
  optimizationParams: null,
  status: 'planned',
  storeLocationId: null,
  externalStoreLocationId: null,
  zoneIds: [],
  externalZoneIds: [],
  courierId: 'cou_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  vehicleId: null,
  startedAt: null,
  endedAt: null,
  breaks: [],
  version: 1,
  createdAt: '2026-03-05T01:11:51.000Z',
  updatedAt: '2026-03-05T01:11:51.000Z',
};

/** The same shift as sent. */
export const shiftBodyExample = {
  name: 'Morning',
  plannedStart: '2026-03-05T15:00:00Z',
  plannedEnd: '2026-03-05T23:00:00Z',
  plannedBreakDuration: 30,
  courierId: 'cou_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
};
