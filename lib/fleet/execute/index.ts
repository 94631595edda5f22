export {
  exceptionIdOf,
  exceptionSource,
  exceptionStatus,
  exceptionType,
  type Person,
  type RouteException,
  severity,
} from './exception.ts';
export {
  changeException,
  changeExceptionsOf,
  type ExceptionChange,
  listExceptions,
  planException,
  planExceptionChange,
  raiseException,
  removeException,
} from './manage-exceptions.ts';
export { RATING_RULE } from './rate-severity.ts';
export { LATE_RULE, listRunning, type Running, readRunning, summarize } from './read-execution.ts';
export { membersWhoPick, reassignRoute } from './reassign-route.ts';
export {
  exceptionIsResolved,
  exceptionNotFound,
  notOwnFleet,
  tooManyExceptions,
  vehicleNeedsNoLimit,
  viewDisabled,
} from './refusals.ts';
export { ROUTE_WATCHED, watchRoute } from './watch-route.ts';
