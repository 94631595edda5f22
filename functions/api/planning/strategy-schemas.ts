import * as z from 'zod';
import {
  MAX_SCHEDULES,
  type OptimizationStrategy,
  optimizationSettings,
} from '../../../lib/fleet/planning/index.ts';
import { instant, instantReply, optional } from '../../../lib/platform/http/index.ts';
import type { Stored } from '../../../lib/platform/table/index.ts';

/** Path of one strategy. */
export const strategyPath = z.object({
  id: z.string().min(1).max(64).meta({ description: 'Id of the optimization strategy.' }),
});

const shape = optimizationSettings.shape;

const seconds = (description: string) => optional(z.int().min(0).max(86_400)).meta({ description });

const mostOrders = 1_000_000;

const parameters = z
  .object({
    contractId: z.string().min(1).meta({ description: 'Id of the driver group.' }),
    vehicleCount: optional(z.int().min(1).max(500)).meta({
      description: 'Number of vehicles, regardless of the roster and the shifts of the group.',
    }),
    fixedCost: optional(z.number().min(0).max(10_000_000)).meta({
      description: 'Cost of using a vehicle, in units of the currency.',
    }),
    maxOrdersPerRoute: optional(z.int().min(1).max(mostOrders)).meta({
      description: 'Most orders of a route.',
    }),
    minOrdersPerRoute: optional(z.int().min(0).max(mostOrders)).meta({
      description: 'Fewest orders of a route.',
    }),
    useAllVehicles: optional(z.boolean()).meta({
      description:
        'Whether to use as many vehicles as possible: for all driver groups of a run, or for none.',
    }),
    dispatchStrategyId: optional(z.string().min(1).max(64)).meta({
      description: 'Dispatch strategy for the routes of the group; default: that of their orders.',
    }),
    leadTimeMinutes: optional(z.int().min(0).max(10_080)).meta({
      description: 'Earliest departure of the vehicles of the group, in minutes after the run; default 0.',
    }),
  })
  .refine(({ minOrdersPerRoute: fewest, maxOrdersPerRoute: most }) => (fewest ?? 0) <= (most ?? mostOrders), {
    path: ['minOrdersPerRoute'],
    error: 'is more than `maxOrdersPerRoute`, so no route would be possible. Lower it, or raise the maximum.',
  });

/** The settings in requests. */
export const settingsFields = {
  contractIds: optional(z.array(z.string().min(1)).max(50)).meta({
    description:
      'Driver groups whose drivers and vehicles are planned with; empty = plain vans, as many as needed.',
  }),
  shiftContractId: optional(z.string().min(1)).meta({
    description: 'Driver group whose shifts in the planned time are the vehicles, and nothing else of it.',
  }),
  pickupServiceTimeSeconds: seconds(
    'Seconds at a pickup, default 120; and before a route sets out that loads at its start, default 0.',
  ),
  dropoffServiceTimeSeconds: seconds('Seconds at a dropoff; default 180.'),
  allowReloads: optional(z.boolean()).meta({
    description:
      'Whether a vehicle may come back to load again, at its start or wherever an order is picked up; default no: what is loaded at the start is on board for the whole route.',
  }),
  loadingSecondsPerOrder: optional(z.int().min(0).max(3_600)).meta({
    description: 'Seconds to load one order at the start or at a reload, with `allowReloads`; default 0.',
  }),
  incrementalServiceTimeSeconds: seconds('Seconds for each piece after the first; default 0.'),
  contractOptimizationOverrideParameters: optional(z.array(parameters).max(50)).meta({
    description: 'Parameters of single driver groups.',
  }),
  softCapabilities: optional(z.array(z.string().min(1)).max(100)).meta({
    description: 'Capabilities that orders require but this strategy only prefers.',
  }),
  searchLevel: optional(z.int().min(1).max(5)).meta({ description: '1 = quick to 5 = thorough; default 2.' }),
  clusteringLevel: optional(z.int().min(0).max(5)).meta({
    description: 'Weight of keeping orders with the same cluster label on one route; default 1.',
  }),
  balanceRoutes: optional(shape.balanceRoutes.unwrap()).meta({
    description:
      'Whether routes have about the same number of orders: all of them (`all_vehicle_types`), or those of vehicles of one capacity, where a larger vehicle takes more in proportion (`same_vehicle_type`).',
  }),
  saveOptimizedRoutes: optional(z.boolean()).meta({
    description: 'Whether results are saved as routes; default no.',
  }),
  optimizationSchedules: optional(
    z
      .array(
        z.object({
          cronExpression: z
            .string()
            .min(1)
            .max(200)
            .meta({ description: 'Cron expression, such as `0 6 * * *`.' }),
          startDate: instant
            .nullish()
            .transform((at) => at ?? null)
            .meta({ description: 'Start of the schedule.' }),
          endDate: instant
            .nullish()
            .transform((at) => at ?? null)
            .meta({ description: 'Until when.' }),
          inputTimezoneId: z
            .string()
            .max(60)
            .nullish()
            .transform((zone) => zone ?? 'UTC')
            .meta({ description: 'Time zone of the expression; default `UTC`.' }),
        }),
      )
      .max(MAX_SCHEDULES),
  ).meta({
    description:
      'Schedules of automatic runs; replaces the list. They end with the strategy. They leave out orders that were ' +
      'taken out of dispatch, as by cancelling their job, until they are changed, confirmed or planned by a request.',
  }),
  enableAutoDispatch: optional(z.boolean()).meta({
    description:
      'Whether routes are saved and dispatched when the run ends; default no. A request with `save: false` dispatches nothing.',
  }),
  autodispatchWithinXMinutesOfPickupTime: optional(z.int().min(0).max(43_200)).meta({
    description: 'How many minutes before its first pickup a route is dispatched; default at once.',
  }),
  earliestDispatchMinutesBeforePickup: optional(z.int().min(0).max(43_200)).meta({
    description: 'Earliest dispatch of a route, in minutes before its first pickup; default no limit.',
  }),
  pickupTimeFromInMinutes: optional(z.int().min(0).max(43_200)).meta({
    description:
      'Minimum minutes from an automatic run to the start of the pickup of the orders that it takes; default 0.',
  }),
  pickupTimeToInMinutes: optional(z.int().min(1).max(86_400)).meta({
    description:
      'The start of the pickup is fewer than this many minutes after the run; default one day more.',
  }),
  unassignedOrdersOptionsGroupId: optional(z.string().min(1).max(64)).meta({
    description:
      'Dispatch strategy for orders that no route could take: each is dispatched on its own once routes are saved. Default: they stay.',
  }),
  defaultTrafficSource: optional(shape.defaultTrafficSource.unwrap().unwrap()).meta({
    description:
      'Whether travel times allow for the traffic at departure (`predictive`, the default) or assume free roads (`none`).',
  }),
  trafficTimeOffsetWeeks: optional(z.int().min(0).max(52)).meta({
    description: 'How many weeks to go back for the traffic of the same hour; default 0.',
  }),
  zones: optional(z.array(z.string().min(1)).max(50)).meta({
    description: 'Limits orders found by their times to dropoffs in one of these zones.',
  }),
  storeLocations: optional(z.array(z.string().min(1)).max(100)).meta({
    description: 'Limits orders found by their times to pickups at one of these stores.',
  }),
  softClusterLabel: optional(z.boolean()).meta({
    description:
      'Whether orders with the same cluster label may be on several routes at a price (default), or have to be on one.',
  }),
  dynamicCadenceConfig: optional(
    z.object({
      tiersBeforeCutoff: z
        .array(
          z.object({
            maxHours: z
              .number()
              .positive()
              .max(720)
              .nullish()
              .transform((hours) => hours ?? null)
              .meta({
                description: 'Hours before the cutoff from which the tier applies; absent = at any time.',
              }),
            intervalMinutes: z
              .int()
              .min(5)
              .max(1_440)
              .multipleOf(5)
              .meta({ description: 'Minutes between two runs, a multiple of 5.' }),
          }),
        )
        .min(1)
        .max(10)
        .meta({ description: 'How often it runs, by the time that is left until the cutoff.' }),
    }),
  ).meta({
    description:
      'Runs the strategy before the next cutoff of a delivery window (of its stores only, if it names any), as often as the nearest tier says.',
  }),
};

const settingsBody = z.object(settingsFields);

/** The settings that were sent, in their stored form. */
export function settingsOf(body: z.output<typeof settingsBody>) {
  const names = (Object.keys(shape) as (keyof typeof shape)[]).filter(
    (name) => name !== 'routeRestrictionIds',
  );
  const sent = names
    .filter((name) => body[name] !== undefined)
    .map((name) => [
      name,
      name === 'contractOptimizationOverrideParameters' ? parametersOf(body[name]) : body[name],
    ]);
  const read = optimizationSettings.partial().parse(Object.fromEntries(sent));
  // Fields that are not sent stay as they are: defaults apply only to new strategies.
  const given = sent.map(([name]) => [name, read[name as keyof typeof read]]);
  return Object.fromEntries(given) as typeof read;
}

/** Parameters of a group that are not sent are null. */
function parametersOf(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const none = {
    dispatchStrategyId: null,
    leadTimeMinutes: null,
    vehicleCount: null,
    fixedCost: null,
    maxOrdersPerRoute: null,
    minOrdersPerRoute: null,
    useAllVehicles: null,
  };
  return value.map((one) =>
    typeof one === 'object' ? { ...none, ...JSON.parse(JSON.stringify(one)) } : one,
  );
}

/** A strategy in replies. */
export const strategyReply = z
  .object({
    id: z.string(),
    label: z.string(),
    isDeleted: z.boolean(),
    ...optimizationSettings.shape,
    version: z.int(),
    createdAt: instantReply,
    updatedAt: instantReply,
  })
  .meta({ id: 'OptimizationStrategy' });

/** The strategy in the form of the reply schema. */
export function toReply({ value, version }: Stored<OptimizationStrategy>): z.input<typeof strategyReply> {
  const { id, label, isDeleted, createdAt, updatedAt, settings } = value;
  return { id, label, isDeleted, ...settings, version, createdAt, updatedAt };
}

/** A strategy for the documentation. */
export const strategyExample: z.input<typeof strategyReply> = {
  id: 'opn_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  label: 'Evening',
  isDeleted: false,
  contractIds: [],
  shiftContractId: null,
  pickupServiceTimeSeconds: 120,
  dropoffServiceTimeSeconds: 240,
  allowReloads: null,
  loadingSecondsPerOrder: null,
  incrementalServiceTimeSeconds: null,
  contractOptimizationOverrideParameters: [],
  softCapabilities: [],
  searchLevel: 3,
  clusteringLevel: null,
  balanceRoutes: null,
  saveOptimizedRoutes: null,
  routeRestrictionIds: [],
  optimizationSchedules: [],
  pickupTimeFromInMinutes: null,
  pickupTimeToInMinutes: null,
  zones: [],
  storeLocations: [],
  enableAutoDispatch: null,
  autodispatchWithinXMinutesOfPickupTime: null,
  earliestDispatchMinutesBeforePickup: null,
  unassignedOrdersOptionsGroupId: null,
  defaultTrafficSource: null,
  trafficTimeOffsetWeeks: null,
  softClusterLabel: null,
  dynamicCadenceConfig: null,
  version: 1,
  createdAt: '2026-03-05T01:11:51.000Z',
  updatedAt: '2026-03-05T01:11:51.000Z',
};
