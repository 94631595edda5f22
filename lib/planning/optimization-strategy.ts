import * as z from 'zod';
import { defineEntity } from '../table/index.ts';

/** What a driver group's own conditions in an optimization are (contract: ContractOverrideParameters). */
const contractParameters = z.object({
  contractId: z.string(),
  /** So many vehicles of this group, whatever its roster and shifts say. */
  vehicleCount: z.int().min(1).max(500).nullable(),
  /** Units of the currency for using a vehicle at all. */
  fixedCost: z.number().min(0).nullable(),
  maxOrdersPerRoute: z.int().min(1).nullable(),
  minOrdersPerRoute: z.int().min(0).nullable(),
  useAllVehicles: z.boolean().nullable(),
});
export type ContractParameters = z.infer<typeof contractParameters>;

/** What a strategy says; null = not said. Seconds and minutes as the contract has them. */
export const optimizationSettings = z.object({
  contractIds: z.array(z.string()),
  /** Driver group whose drivers' shifts are the vehicles. */
  shiftContractId: z.string().nullable(),
  pickupServiceTimeSeconds: z.int().min(0).max(86_400).nullable(),
  dropoffServiceTimeSeconds: z.int().min(0).max(86_400).nullable(),
  /** Seconds for each piece beyond the first. */
  incrementalServiceTimeSeconds: z.int().min(0).max(86_400).nullable(),
  contractOptimizationOverrideParameters: z.array(contractParameters),
  /** Capabilities that are required by orders and only preferred by this strategy. */
  softCapabilities: z.array(z.string()),
  /** 1 = quick to 5 = thorough. */
  searchLevel: z.int().min(1).max(5).nullable(),
  /** How much orders of one cluster label belong on one route: 0 = not at all to 5. */
  clusteringLevel: z.int().min(0).max(5).nullable(),
  balanceRoutes: z.enum(['none', 'same_vehicle_type', 'all_vehicle_types']).nullable(),
  saveOptimizedRoutes: z.boolean().nullable(),
  /** Areas that routes keep out of. */
  routeRestrictionIds: z.array(z.string()).default([]),
});
export type OptimizationSettings = z.infer<typeof optimizationSettings>;

const strategySchema = z.object({
  organizationId: z.string(),
  id: z.string(),
  label: z.string(),
  isDeleted: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  settings: optimizationSettings,
});

/** How orders are optimized (contract-facts 7.2). */
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

/** The settings of an optimization for which no strategy is named. */
export const DEFAULT_SETTINGS: OptimizationSettings = Object.freeze({
  contractIds: [],
  shiftContractId: null,
  pickupServiceTimeSeconds: null,
  dropoffServiceTimeSeconds: null,
  incrementalServiceTimeSeconds: null,
  contractOptimizationOverrideParameters: [],
  softCapabilities: [],
  searchLevel: null,
  clusteringLevel: null,
  balanceRoutes: null,
  saveOptimizedRoutes: null,
  routeRestrictionIds: [],
});
