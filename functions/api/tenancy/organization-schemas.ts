import * as z from 'zod';
import { DRIVER_DUTIES } from '../../../lib/platform/core/driver-duties.ts';
import { PLACE_PRECISIONS } from '../../../lib/platform/core/place-precision.ts';
import { isTimeZone } from '../../../lib/platform/core/zoned-time.ts';
import { anyCaseOf, currencyCode, instantReply, shortText } from '../../../lib/platform/http/index.ts';
import type { Organization } from '../../../lib/platform/organization/index.ts';
import {
  DATE_RANGE_PRESETS,
  DISTANCE_UNITS,
  ROUTING_LAYOUTS,
} from '../../../lib/platform/organization/index.ts';
import type { Stored } from '../../../lib/platform/table/index.ts';

const flag = (description: string) => z.boolean().optional().meta({ description });

/** A setting that `null` removes and that stays if it is left out. */
const removable = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  schema.nullish().meta({ description });

const preset = z
  .string()
  .transform((text) =>
    text
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  )
  .pipe(z.enum(DATE_RANGE_PRESETS));

/** Fields of PATCH /v1/organization. */
export const organizationChange = z.object({
  name: shortText(128).optional().meta({ description: 'Name of the organization.' }),
  timeZone: z
    .string()
    .refine(isTimeZone, 'is not an IANA time zone such as America/New_York')
    .optional()
    .meta({ description: 'IANA time zone of dates without an address.' }),
  currency: currencyCode.optional().meta({ description: 'Currency of orders that name none.' }),
  preferences: z
    .object({
      distanceUnit: anyCaseOf(DISTANCE_UNITS).optional().meta({
        description: "Unit in which the console shows distances; the API's units are those of its fields.",
      }),
      routesEnabled: flag('Whether routes can be planned and dispatched.'),
      executeEnabled: flag(
        'Whether Execute is enabled. `execute.view` and `execute.act` can be added to roles only then.',
      ),
      executeViews: z
        .object({
          map: flag('Whether Execute has the map.'),
          timeline: flag('Whether Execute has the timeline.'),
          kpiCards: flag('Whether Execute has the cards of key figures.'),
        })
        .optional()
        .meta({ description: 'Views of Execute.' }),
      autoDispatchRoutesOnCreation: flag('Whether a new route is dispatched at once.'),
      editRoutesAfterDispatch: flag('Whether a dispatched route may be changed.'),
      driversResequence: flag(
        "Whether drivers may change the order of their open stops in the driver's app.",
      ),
      minimumAge: z.int().min(1).max(99).optional().meta({
        description: 'Age in years that a recipient must have where a package requires a check of it.',
      }),
      driversStartShifts: flag("Whether drivers may start a shift that nobody planned in the driver's app."),
      driverDuties: z
        .array(anyCaseOf(DRIVER_DUTIES))
        .max(DRIVER_DUTIES.length)
        .transform((duties) => [...new Set(duties)])
        .optional()
        .meta({
          description:
            'What drivers of the own fleet must report, besides required proofs, before a package is delivered (`payment_collection`, where ' +
            'money is due), picked up (`pick_and_pack`, where it is required) or returned (`return_condition`). Without it the ' +
            "status is refused. The driver's app asks for them in any case.",
        }),
      driverCallNumber: removable(
        z.string().regex(/^\+[1-9]\d{6,14}$/, 'is not a phone number such as +14155550100'),
        'Phone number of your phone system, which drivers call in the place of those of stores and recipients, with an extension; ' +
          '`null` = drivers see the numbers. POST /v1/driver-phones/calls tells your system whom to connect.',
      ),
      createUnknownStores: flag('Whether an unknown external store id of an order creates a store.'),
      maxDistanceMiles: removable(
        z.number().positive().max(12_500),
        'Longest distance from pickup to dropoff in miles; `null` = no limit.',
      ),
      addressPrecision: anyCaseOf(PLACE_PRECISIONS)
        .optional()
        .meta({
          description:
            'Least precision with which the map must find the address of an order (`street` by default): an order ' +
            'whose address was found less exactly needs attention. `region` accepts every address that is found.',
        }),
      defaultDispatchStrategyId: removable(
        shortText(128),
        'Dispatch strategy of orders that name none; `null` = the cheapest provider.',
      ),
      routingLayout: anyCaseOf(ROUTING_LAYOUTS).optional().meta({ description: 'Display of routes.' }),
      dateRangePresets: z
        .array(preset)
        .max(DATE_RANGE_PRESETS.length)
        .transform((presets) => [...new Set(presets)])
        .optional()
        .meta({ description: 'Ranges of dates to choose from; a custom range is always offered.' }),
      displayFields: z
        .array(shortText(64))
        .max(50)
        .optional()
        .meta({ description: 'Fields shown in tables and cards, in this order; empty = the default.' }),
      archiveReasonRequired: flag('Whether archiving an order requires a reason.'),
    })
    .optional()
    .meta({ description: 'Settings to change; the others stay.' }),
});

/** An organization in replies. */
export const organizationReply = z
  .object({
    id: z.string(),
    name: z.string(),
    timeZone: z.string(),
    currency: z.string(),
    preferences: z.object({
      distanceUnit: z.enum(DISTANCE_UNITS),
      routesEnabled: z.boolean(),
      executeEnabled: z.boolean(),
      executeViews: z.object({ map: z.boolean(), timeline: z.boolean(), kpiCards: z.boolean() }),
      autoDispatchRoutesOnCreation: z.boolean(),
      editRoutesAfterDispatch: z.boolean(),
      driversResequence: z.boolean(),
      minimumAge: z.int(),
      driversStartShifts: z.boolean(),
      driverDuties: z.array(z.enum(DRIVER_DUTIES)),
      driverCallNumber: z.string().nullable(),
      createUnknownStores: z.boolean(),
      maxDistanceMiles: z.number().nullable(),
      addressPrecision: z.enum(PLACE_PRECISIONS),
      defaultDispatchStrategyId: z.string().nullable(),
      routingLayout: z.enum(ROUTING_LAYOUTS),
      dateRangePresets: z.array(z.enum(DATE_RANGE_PRESETS)),
      displayFields: z.array(z.string()),
      archiveReasonRequired: z.boolean(),
    }),
    version: z.int(),
    createdAt: instantReply,
    updatedAt: instantReply,
  })
  .meta({ id: 'Organization' });

/** The organization in the form of the reply schema. */
export function renderOrganization({
  value,
  version,
}: Stored<Organization>): z.input<typeof organizationReply> {
  const { id, name, createdAt, updatedAt } = value;
  const { timeZone, currency, ...preferences } = value.preferences;
  return { id, name, timeZone, currency, preferences, version, createdAt, updatedAt };
}

/** An organization for the documentation. */
export const organizationExample = {
  id: 'org_01JCXM5W3QAB12CD34EF56GH78',
  name: 'Corner Shop',
  timeZone: 'America/New_York',
  currency: 'USD',
  preferences: {
    distanceUnit: 'miles' as const,
    routesEnabled: true,
    executeEnabled: true,
    executeViews: { map: true, timeline: true, kpiCards: false },
    autoDispatchRoutesOnCreation: false,
    editRoutesAfterDispatch: false,
    driversResequence: true,
    minimumAge: 21,
    driversStartShifts: true,
    driverDuties: ['payment_collection' as const],
    driverCallNumber: null,
    createUnknownStores: true,
    maxDistanceMiles: 30,
    addressPrecision: 'street' as const,
    defaultDispatchStrategyId: null,
    routingLayout: 'cards' as const,
    dateRangePresets: ['today' as const, 'tomorrow' as const, 'next_7_days' as const],
    displayFields: ['externalId', 'dropoffCity'],
    archiveReasonRequired: true,
  },
  version: 3,
  createdAt: '2026-03-05T01:11:51.000Z',
  updatedAt: '2026-03-06T08:00:00.000Z',
};
