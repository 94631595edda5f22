import { z } from 'zod';
import {
  anything,
  flag,
  flags,
  instants,
  number,
  oneOf,
  record,
  shape,
  text,
  textLists,
  texts,
  whole,
  wholes,
} from './values.ts';

export const cadenceTierInput = shape({ intervalMinutes: whole }, { maxHours: number });

export const contractOverrideParameters = shape(
  { contractId: text },
  {
    ...wholes`vehicleCount leadTimeMinutes maxOrdersPerRoute minOrdersPerRoute`,
    dispatchStrategyId: text,
    fixedCost: number,
    useAllVehicles: flag,
  },
);

export const dynamicCadenceConfigInput = shape({ tiersBeforeCutoff: z.array(cadenceTierInput) });

export const optimizationBalanceRoutes = oneOf`none same_vehicle_type all_vehicle_types`;

export const optimizationScheduleInput = shape(
  {},
  { ...texts`cronExpression inputTimezoneId`, ...instants`startDate endDate` },
);

export const updateOptimizationStrategyInput = shape(
  {},
  {
    optimizationSchedules: z.array(optimizationScheduleInput),
    ...textLists`contractIds zones storeLocations softCapabilities`,
    ...texts`shiftContractId unassignedOrdersOptionsGroupId defaultTrafficSource label`,
    ...wholes`
      pickupServiceTimeSeconds dropoffServiceTimeSeconds incrementalServiceTimeSeconds
      autodispatchWithinXMinutesOfPickupTime earliestDispatchMinutesBeforePickup pickupTimeFromInMinutes
      pickupTimeToInMinutes trafficTimeOffsetWeeks searchLevel clusteringLevel
    `,
    ...flags`enableAutoDispatch softClusterLabel saveOptimizedRoutes`,
    contractOptimizationOverrideParameters: z.array(contractOverrideParameters),
    balanceRoutes: optimizationBalanceRoutes,
    dynamicCadenceConfig: dynamicCadenceConfigInput,
  },
);

export const optimizationStrategyInput = updateOptimizationStrategyInput.extend({ label: text });

export const deleteRouteRestriction = shape({ success: flag.optional() });

export const dispatchOptimizationInput = shape(
  { autoDispatch: flag.optional() },
  { orderIds: z.array(text) },
);

export const routeRestrictionCreate = shape(
  { name: text, polygons: z.array(z.array(z.array(anything))) },
  { description: text, restriction_metadata: record },
);

export const routeRestrictionRead = shape(
  {
    ...texts`id organization_id name coverage_area_id`,
    polygons: z.array(z.array(z.array(anything))),
    optimization_strategy_ids: z.array(text).optional(),
  },
  { description: text, restriction_metadata: record },
);

export const routeRestrictionUpdate = shape(
  {},
  {
    ...texts`name description`,
    polygons: z.array(z.array(z.array(anything))),
    restriction_metadata: record,
  },
);

export const routeRestrictionsList = shape({ route_restrictions: z.array(routeRestrictionRead) });

export const setStrategyRestrictionsRequest = shape({ route_restriction_ids: z.array(text) });

export const setStrategyRestrictions = shape({ route_restrictions: z.array(routeRestrictionRead) });
