export { autodispatchOrder } from './autodispatch-order.ts';
export { cancelJob } from './cancel-job.ts';
export { createJob } from './create-job.ts';
export type { DispatchDeps } from './dispatch-deps.ts';
export { DUE_ORDER_EVENTS, dispatchDueOrder } from './dispatch-due-order.ts';
export { autodispatchJob } from './dispatch-job.ts';
export { findJob, findJobByExternalIdentifier, jobOfEarlierAttempt } from './find-job.ts';
export type { JobDeps, JobInput } from './job-request.ts';
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
  jobIdentifierTaken,
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
export { upsertJob } from './upsert-job.ts';
