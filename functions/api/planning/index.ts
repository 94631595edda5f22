import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { askPlanWhatIf } from './ask-plan-what-if.ts';
import { calculateTiming } from './calculate-timing.ts';
import { type PlanningDeps, planningDeps } from './deps.ts';
import {
  createOptimizationStrategy,
  deleteOptimizationStrategy,
  getOptimizationStrategy,
  listOptimizationStrategies,
  updateOptimizationStrategy,
} from './optimization-strategies.ts';
import { optimizeOrders } from './optimize-orders.ts';
import { replanRoutes } from './replan-routes.ts';
import { resequenceRoute } from './resequence-route.ts';
import {
  createRouteRestriction,
  deleteRouteRestriction,
  getRouteRestriction,
  listRouteRestrictions,
  setRouteRestrictions,
  updateRouteRestriction,
} from './route-restrictions.ts';
import { saveOptimizedRoutes } from './save-routes.ts';

/** Operations that need roads or the solver. */
export const planningArea = defineArea<PlanningDeps>({
  name: 'planning',
  endpoints: [
    calculateTiming,
    resequenceRoute,
    optimizeOrders,
    saveOptimizedRoutes,
    replanRoutes,
    askPlanWhatIf,
    createOptimizationStrategy,
    listOptimizationStrategies,
    getOptimizationStrategy,
    updateOptimizationStrategy,
    deleteOptimizationStrategy,
    createRouteRestriction,
    listRouteRestrictions,
    getRouteRestriction,
    updateRouteRestriction,
    deleteRouteRestriction,
    setRouteRestrictions,
  ],
  uses: { table: 'readWrite', measuresRoutes: true },
});

export const handler = serveArea(planningArea, planningDeps);
