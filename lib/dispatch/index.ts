export { cancelJob } from './cancel-job.ts';
export { createJob, type JobDeps, type JobInput, upsertJob } from './create-job.ts';
export type { DispatchDeps } from './dispatch-deps.ts';
export { DUE_ORDER_EVENTS, dispatchDueOrder } from './dispatch-due-order.ts';
export { autodispatchJob } from './dispatch-job.ts';
export { autodispatchOrder } from './dispatch-order.ts';
export { findJob, findJobByExternalIdentifier, jobOfEarlierAttempt } from './find-job.ts';
export { HANDOVER_EVENTS, lookAfterTask } from './look-after-task.ts';
export { quoteOrder, refreshOrderQuotes } from './quote-order.ts';
export {
  autodispatchFailure,
  disallowedOperation,
  invalidAddress,
  invalidPhoneNumber,
  invalidTimeConstraint,
  invalidTip,
  invalidValue,
  jobContention,
  jobNotFound,
  jobNotInScope,
  jobStateForbids,
  missingArgument,
  noEligibleProviders,
  noValidQuotes,
  quoteNotFound,
  resourceAlreadyExists,
  taskMissingTimeWindow,
  unusableQuote,
} from './refusals.ts';
export { selectQuote } from './select-quote.ts';
