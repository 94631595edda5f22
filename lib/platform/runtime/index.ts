export { AWS_TIME_LIMITS } from '../core/aws-time-limits.ts';
export { type CoreDeps, coreDeps } from './core-deps.ts';
export { defineSecret, SECRET_KEPT_MS, type Secret, secretVariable } from './define-secret.ts';
export {
  defineStateMachine,
  type MachineParts,
  machineVariable,
  RETRY_TASK,
  type StateDefinition,
  type StateMachine,
} from './define-state-machine.ts';
export { requireVariable } from './environment.ts';
export {
  CREDENTIALS_PREFIX_VARIABLE,
  functionVariable,
  type Grants,
  MAP_KEY_VARIABLE,
  queueVariable,
} from './grants.ts';
export { METRICS_VARIABLE } from './metered-for.ts';
export { type Observer, observerFromEnvironment } from './observer.ts';
export { onFirstUse } from './on-first-use.ts';
export { once } from './once.ts';
export { oncePerFunction } from './once-per-function.ts';
export type { Received } from './received.ts';
export { TRACE_VARIABLE } from './tracing.ts';
