/**
 * Why dispatches usually fail: nobody could be chosen, the order forbade it, or what carried it ended without a delivery. An open
 * list: any refusal may be the reason, by its own code.
 */
export const DISPATCH_FAILURE_CODES = Object.freeze([
  'NO_ELIGIBLE_PROVIDERS',
  'NO_VALID_QUOTES',
  'AUTODISPATCH_FAILURE',
  'INVALID_OPTIONS_GROUP',
  'INVALID_TIME_CONSTRAINT',
  'TASK_MISSING_TIME_WINDOW',
  'WORKFLOWS_UNANSWERED',
  'ATTEMPTS_EXHAUSTED',
  'NOT_DELIVERED',
  'JOB_NOT_CREATED',
] as const);

/** Why a dispatch failed, for programs and for people. */
export interface DispatchFailure {
  /** One of `DISPATCH_FAILURE_CODES`, or the code of another refusal. */
  readonly code: string;
  readonly reason: string;
  readonly occurredAt: string;
}
