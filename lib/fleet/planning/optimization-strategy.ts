import * as z from 'zod';
import { defineEntity } from '../../platform/table/index.ts';

/** Parameters of a driver group in an optimization (contract: ContractOverrideParameters). */
const contractParameters = z.object({
  contractId: z.string(),
  /** Dispatch strategy of the group's routes; null = that of their orders. */
  dispatchStrategyId: z.string().nullable().default(null),
  /** Its vehicles set out this many minutes after the run at the earliest. */
  leadTimeMinutes: z.int().nullable().default(null),
  /** Number of vehicles of this group, whatever its roster and shifts say. */
  vehicleCount: z.int().min(1).max(500).nullable(),
  /** Fixed cost of using a vehicle, in units of the currency. */
  fixedCost: z.number().min(0).nullable(),
  maxOrdersPerRoute: z.int().min(1).nullable(),
  minOrdersPerRoute: z.int().min(0).nullable(),
  useAllVehicles: z.boolean().nullable(),
});
export type ContractParameters = z.infer<typeof contractParameters>;

/** Schedule of automatic runs of a strategy (contract: OptimizationSchedule). */
const optimizationSchedule = z.object({
  cronExpression: z.string(),
  /** Start and end; null = none. */
  startDate: z.string().nullable(),
  endDate: z.string().nullable(),
  inputTimezoneId: z.string(),
});
export type OptimizationSchedule = z.infer<typeof optimizationSchedule>;

/** Settings of a strategy; null = not given. Seconds and minutes as in the contract. */
export const optimizationSettings = z.object({
  contractIds: z.array(z.string()),
  /** Driver group whose drivers' shifts are the vehicles. */
  shiftContractId: z.string().nullable(),
  pickupServiceTimeSeconds: z.int().min(0).max(86_400).nullable(),
  dropoffServiceTimeSeconds: z.int().min(0).max(86_400).nullable(),
  /** Whether vehicles may come back to load again; null = no. */
  allowReloads: z.boolean().nullable().default(null),
  /** Seconds to load one order, with `allowReloads`. */
  loadingSecondsPerOrder: z.int().min(0).max(3_600).nullable().default(null),
  /** Seconds for each piece after the first. */
  incrementalServiceTimeSeconds: z.int().min(0).max(86_400).nullable(),
  contractOptimizationOverrideParameters: z.array(contractParameters),
  /** Capabilities that orders require but that this strategy merely prefers. */
  softCapabilities: z.array(z.string()),
  /** 1 = quick to 5 = thorough. */
  searchLevel: z.int().min(1).max(5).nullable(),
  /** Weight of keeping orders with the same cluster label on one route: 0 = none, to 5. */
  clusteringLevel: z.int().min(0).max(5).nullable(),
  balanceRoutes: z.enum(['none', 'same_vehicle_type', 'all_vehicle_types']).nullable(),
  saveOptimizedRoutes: z.boolean().nullable(),
  /** Areas that routes avoid. */
  routeRestrictionIds: z.array(z.string()).default([]),
  /** Schedules of automatic runs. */
  optimizationSchedules: z.array(optimizationSchedule).default([]),
  /**
   * Orders of an automatic run: those whose pickup window starts in this range of minutes after it; the end
   * is exclusive.
   */
  pickupTimeFromInMinutes: z.int().nullable().default(null),
  pickupTimeToInMinutes: z.int().nullable().default(null),
  /** Limits orders found by their times to dropoffs in one of these zones; empty = any. */
  zones: z.array(z.string()).default([]),
  /** Limits them to pickups at one of these stores; empty = any. */
  storeLocations: z.array(z.string()).default([]),
  /** Saved routes are dispatched: at once, or when the following two fields say. */
  enableAutoDispatch: z.boolean().nullable().default(null),
  /** Minutes before the first pickup of a route at which it is dispatched. */
  autodispatchWithinXMinutesOfPickupTime: z.int().nullable().default(null),
  /** And no earlier than this many minutes before it. */
  earliestDispatchMinutesBeforePickup: z.int().nullable().default(null),
  /** Dispatch strategy for orders that no route could take, each on its own; null = they stay. */
  unassignedOrdersOptionsGroupId: z.string().nullable().default(null),
  /** Whether roads are asked for the traffic of the departure; null = yes. */
  defaultTrafficSource: z.enum(['none', 'predictive']).nullable().default(null),
  /** Takes the traffic of the same hour this many weeks earlier. */
  trafficTimeOffsetWeeks: z.int().nullable().default(null),
  /** False: orders of one cluster label are on one route, or on none. */
  softClusterLabel: z.boolean().nullable().default(null),
  /** Runs more often the nearer the next cutoff of a delivery window is. */
  dynamicCadenceConfig: z
    .object({
      tiersBeforeCutoff: z.array(
        z.object({
          /** Applies from this many hours before the cutoff; null = always. */
          maxHours: z.number().nullable(),
          intervalMinutes: z.int(),
        }),
      ),
    })
    .nullable()
    .default(null),
});
export type OptimizationSettings = z.infer<typeof optimizationSettings>;

/**
 * Whether the runs of these settings use as many vehicles as possible. Undefined when the driver groups differ, because
 * one run cannot do both.
 */
export function usesAllVehicles({
  contractIds,
  shiftContractId,
  contractOptimizationOverrideParameters: parameters,
}: Pick<OptimizationSettings, 'contractIds' | 'shiftContractId' | 'contractOptimizationOverrideParameters'>):
  | boolean
  | undefined {
  const groups = [...new Set([...contractIds, ...(shiftContractId === null ? [] : [shiftContractId])])];
  const using = groups.filter((id) =>
    parameters.some(({ contractId, useAllVehicles }) => contractId === id && useAllVehicles === true),
  );
  if (using.length === 0) return false;
  return using.length === groups.length ? true : undefined;
}

const strategySchema = z.object({
  organizationId: z.string(),
  id: z.string(),
  label: z.string(),
  isDeleted: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  settings: optimizationSettings,
});

/** Settings for optimizing orders (contract-facts 7.2). */
export type OptimizationStrategy = z.infer<typeof strategySchema>;

export const optimizationStrategyEntity = defineEntity<
  OptimizationStrategy,
  Pick<OptimizationStrategy, 'organizationId' | 'id'>
>({
  name: 'optimizationStrategy',
  schema: strategySchema,
  partition: ({ organizationId, id }) => ({ organizationId, type: 'optimization-strategy', id }),
  sort: () => ({ kind: 'state', parts: [] }),
  audited: { type: 'optimization_strategy', id: ({ id }) => id },
  list: {
    name: 'optimizationStrategiesByCreation',
    shard: () => 0,
    at: ({ createdAt }) => createdAt,
    id: ({ id }) => id,
    row: ({ id }) => ({ id }),
  },
});

/** The settings of an optimization without a strategy. */
export const DEFAULT_SETTINGS: OptimizationSettings = Object.freeze({
  contractIds: [],
  shiftContractId: null,
  pickupServiceTimeSeconds: null,
  dropoffServiceTimeSeconds: null,
  allowReloads: null,
  loadingSecondsPerOrder: null,
  incrementalServiceTimeSeconds: null,
  contractOptimizationOverrideParameters: [],
  softCapabilities: [],
  searchLevel: null,
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
});
