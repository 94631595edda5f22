export { planReassignment } from './attempts/plan-reassignment.ts';
export { giveJobToProvider } from './changes/give-job-to-provider.ts';
export { reassignTask } from './changes/reassign-task.ts';
export { refreshJob } from './changes/refresh-job.ts';
export { refreshBatchQuotes, refreshTaskQuotes } from './changes/refresh-job-quotes.ts';
export { selectQuoteOfTask } from './changes/select-task-quote.ts';
export { updateJob } from './changes/update-job.ts';
export { sharedQuotes } from './choice/quote-packages.ts';
export { shipmentUnder } from './choice/shipment-of.ts';
export { autodispatchJob } from './departure/dispatch-job.ts';
export type { DispatchDeps } from './dispatch-deps.ts';
export { orderTakenOffRoute } from './events.ts';
export { type ChoiceAgain, chooseAgain, type OtherRules } from './explanation/choose-again.ts';
export { type Decision, decisionsOfJob, replayDecisions } from './explanation/decisions-of-job.ts';
export { evaluateDispatch } from './explanation/evaluate-dispatch.ts';
export { waitsOfOrder } from './explanation/waits-of-order.ts';
export { findJob, findJobByExternalIdentifier, type JobActor, jobOfEarlierAttempt } from './find-job.ts';
export { HANDOVER_EVENTS, superviseTask } from './handover/supervise-task.ts';
export type { BatchInput } from './intake/batch-request.ts';
export { createBatchJob } from './intake/create-batch.ts';
export { createJob } from './intake/create-job.ts';
export {
  createJobOfOrders,
  type OrdersOfOneJob,
  undispatchableOrders,
} from './intake/create-job-of-orders.ts';
export { type JobInput, jobDepartureFields, jobOwnFields, jobPackageFields } from './intake/job-fields.ts';
export type { JobDeps } from './intake/job-request.ts';
export { upsertJob } from './intake/upsert-job.ts';
export { autodispatchOrder } from './orders/autodispatch-order.ts';
export { checkOrder } from './orders/check-order.ts';
export { DUE_ORDER_EVENTS, dispatchDueOrder } from './orders/dispatch-due-order.ts';
export { quoteOrder, refreshOrderQuotes } from './orders/quote-order.ts';
export { selectQuote } from './orders/select-quote.ts';
export { undispatchOrder } from './orders/undispatch-order.ts';
export type { DueDispatchDeps, UnansweredRun } from './orders/wait-for-workflows.ts';
export {
  autodispatchFailure,
  disallowedOperation,
  invalidAddress,
  invalidPhoneNumber,
  invalidTimeConstraint,
  invalidTip,
  invalidValue,
  jobIdentifierTaken,
  jobIsBusy,
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
export { addFeedback, feedbackAdded } from './remarks/add-feedback.ts';
export { addNote } from './remarks/add-note.ts';
export { createFlag } from './remarks/flags.ts';
export { MAX_RULES } from './rules/dispatch-rules.ts';
export { readDispatchRules, replaceDispatchRules } from './rules/manage-rules.ts';
export { cancelJob, planPartCancellation } from './withdrawal/cancel-job.ts';
