export { cachedTravel } from './cached-travel.ts';
export {
  changeOptimizationStrategy,
  createOptimizationStrategy,
  findOptimizationsBy,
  listOptimizationStrategies,
  readOptimizationStrategy,
} from './change-strategies.ts';
export { dispatchLeftOut } from './dispatch-left-out.ts';
export { dispatchOptimizedRoutes } from './dispatch-plan.ts';
export { optimizationMachine } from './optimization-machine.ts';
export {
  type OptimizationStrategy,
  optimizationSettings,
} from './optimization-strategy.ts';
export {
  nothingPlanned,
  optimizationInvalid,
  optimizationStrategyNotFound,
  optimizationUnfinished,
  routeRestrictionInUse,
  routeRestrictionNotFound,
} from './refusals.ts';
export { MAX_REPLANNED, requestReplan } from './replan-routes.ts';
export {
  MAX_OPTIMIZED,
  MAX_REPLANNED_ROUTES,
  MAX_SPARE_VEHICLES,
  optimizationRequested,
  ordersLeftOut,
  requestOptimization,
} from './request-optimization.ts';
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
export { abandonOptimization, finishOptimization } from './runs/finish-run.ts';
export { prepareOptimization } from './runs/prepare-optimization.ts';
export { ROUNDS, type RunDeps } from './runs/run-deps.ts';
export { runFiles } from './runs/run-files.ts';
export { solvePart } from './runs/solve-part.ts';
export { splitAgain } from './runs/split-again.ts';
export { saveOptimizedRoutes } from './save-plan.ts';
export { coresOf, MEGABYTES_OF_CORE } from './solver/solve-on-cores.ts';
export { startScheduledOptimization } from './start-scheduled-optimization.ts';
export {
  MAX_SCHEDULES,
  OPTIMIZATION_SCHEDULE_TARGET,
  type OptimizationScheduler,
  strategySchedulesChanged,
  syncSchedules,
} from './strategy-schedules.ts';
export { MAX_DAY_ROUTES, requestPlanWhatIf } from './what-if/request-plan-what-if.ts';
