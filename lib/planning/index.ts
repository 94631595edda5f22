export {
  changeOptimizationStrategy,
  createOptimizationStrategy,
  listOptimizationStrategies,
  readOptimizationStrategy,
} from './change-strategies.ts';
export { dispatchOptimizedRoutes } from './dispatch-plan.ts';
export { optimizationMachine } from './optimization-machine.ts';
export {
  type OptimizationStrategy,
  optimizationSettings,
} from './optimization-strategy.ts';
export {
  nothingPlanned,
  optimizationContention,
  optimizationInvalid,
  optimizationStrategyNotFound,
  optimizationUnfinished,
  routeRestrictionInUse,
  routeRestrictionNotFound,
} from './refusals.ts';
export { MAX_OPTIMIZED, optimizationRequested, requestOptimization } from './request-optimization.ts';
export { resequenceRoute } from './resequence-route.ts';
export {
  createRouteRestriction,
  deleteRouteRestriction,
  findRouteRestrictions,
  listRouteRestrictions,
  type RouteRestriction,
  readRouteRestriction,
  strategiesWith,
  updateRouteRestriction,
} from './route-restriction.ts';
export { giveUpOptimization, type RunDeps, runOptimization } from './run-optimization.ts';
export { saveOptimizedRoutes } from './save-plan.ts';
