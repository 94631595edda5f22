import * as z from 'zod';
import { instantReply, optional } from '../../../lib/http/index.ts';
import { type OptimizationStrategy, optimizationSettings } from '../../../lib/planning/index.ts';
import type { Stored } from '../../../lib/table/index.ts';

/** Path of one strategy. */
export const strategyPath = z.object({
  id: z.string().min(1).max(64).meta({ description: 'Id of the optimization strategy.' }),
});

/** A field of the contract that this service cannot honour: refused rather than ignored. */
const refused = z
  .unknown()
  .refine((value) => value === undefined || value === null, 'is not supported; leave it out')
  .optional()
  .meta({ override: { type: 'null' }, description: 'Not supported: a value is refused.' });

const shape = optimizationSettings.shape;

const seconds = (description: string) => optional(z.int().min(0).max(86_400)).meta({ description });

const parameters = z.object({
  contractId: z.string().min(1).meta({ description: 'Id of the driver group.' }),
  vehicleCount: optional(z.int().min(1).max(500)).meta({
    description: 'So many vehicles, whatever the roster and the shifts of the group say.',
  }),
  fixedCost: optional(z.number().min(0)).meta({ description: 'Units of the currency for using a vehicle.' }),
  maxOrdersPerRoute: optional(z.int().min(1)).meta({ description: 'Most orders of a route.' }),
  minOrdersPerRoute: optional(z.int().min(0)).meta({ description: 'Fewest orders of a route.' }),
  useAllVehicles: optional(z.boolean()).meta({
    description: 'Whether as many vehicles as possible are used.',
  }),
  dispatchStrategyId: refused,
  leadTimeMinutes: refused,
});

/** The settings in requests. */
export const settingsFields = {
  contractIds: optional(z.array(z.string().min(1)).max(50)).meta({
    description:
      'Driver groups whose drivers and vehicles are planned with; none = plain vans, as many as needed.',
  }),
  shiftContractId: optional(z.string().min(1)).meta({
    description: 'Driver group whose shifts are the vehicles.',
  }),
  pickupServiceTimeSeconds: seconds('Seconds at a pickup; default 120.'),
  dropoffServiceTimeSeconds: seconds('Seconds at a dropoff; default 180.'),
  incrementalServiceTimeSeconds: seconds('Seconds for each piece beyond the first; default 0.'),
  contractOptimizationOverrideParameters: optional(z.array(parameters).max(50)).meta({
    description: 'Conditions of single driver groups.',
  }),
  softCapabilities: optional(z.array(z.string().min(1)).max(100)).meta({
    description: 'Capabilities that orders require and this strategy only prefers.',
  }),
  searchLevel: optional(z.int().min(1).max(5)).meta({ description: '1 = quick to 5 = thorough; default 2.' }),
  clusteringLevel: optional(z.int().min(0).max(5)).meta({
    description: 'How much orders of one cluster label belong on one route; default 1.',
  }),
  balanceRoutes: optional(shape.balanceRoutes.unwrap()).meta({
    description: 'Whether routes are to have about as many orders each.',
  }),
  saveOptimizedRoutes: optional(z.boolean()).meta({
    description: 'Whether results are saved as routes; default no.',
  }),
  optimizationSchedules: refused,
  enableAutoDispatch: refused,
  autodispatchWithinXMinutesOfPickupTime: refused,
  earliestDispatchMinutesBeforePickup: refused,
  pickupTimeFromInMinutes: refused,
  pickupTimeToInMinutes: refused,
  unassignedOrdersOptionsGroupId: refused,
  defaultTrafficSource: refused,
  trafficTimeOffsetWeeks: refused,
  zones: refused,
  storeLocations: refused,
  softClusterLabel: refused,
  dynamicCadenceConfig: refused,
};

const settingsBody = z.object(settingsFields);

/** The settings that were sent, in the form in which they are kept. */
export function settingsOf(body: z.output<typeof settingsBody>) {
  const names = (Object.keys(shape) as (keyof typeof shape)[]).filter(
    (name) => name !== 'routeRestrictionIds',
  );
  const sent = names
    .filter((name) => body[name] !== undefined)
    .map((name) => [name, parametersOf(body[name])]);
  return optimizationSettings.partial().parse(Object.fromEntries(sent));
}

/** Of a group's parameters those that are not sent are null. */
function parametersOf(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const none = {
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

/** The strategy as the reply schema has it. */
export function toReply({ value, version }: Stored<OptimizationStrategy>): z.input<typeof strategyReply> {
  const { id, label, isDeleted, createdAt, updatedAt, settings } = value;
  return { id, label, isDeleted, ...settings, version, createdAt, updatedAt };
}

/** A strategy as the documentation shows it. */
export const strategyExample: z.input<typeof strategyReply> = {
  id: 'opn_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  label: 'Evening',
  isDeleted: false,
  contractIds: [],
  shiftContractId: null,
  pickupServiceTimeSeconds: 120,
  dropoffServiceTimeSeconds: 240,
  incrementalServiceTimeSeconds: null,
  contractOptimizationOverrideParameters: [],
  softCapabilities: [],
  searchLevel: 3,
  clusteringLevel: null,
  balanceRoutes: null,
  saveOptimizedRoutes: null,
  routeRestrictionIds: [],
  version: 1,
  createdAt: '2026-03-05T01:11:51.000Z',
  updatedAt: '2026-03-05T01:11:51.000Z',
};
