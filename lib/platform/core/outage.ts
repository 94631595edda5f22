/** AWS's names for "not now": the same call may succeed a moment later. */
const PASSING: ReadonlySet<unknown> = new Set([
  'ThrottlingException',
  'Throttling',
  'ThrottlingError',
  'ThrottledException',
  'RequestThrottled',
  'RequestThrottledException',
  'RequestLimitExceeded',
  'TooManyRequestsException',
  'ProvisionedThroughputExceededException',
  'TransactionInProgressException',
  'SlowDown',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'InternalServerError',
  'InternalServerException',
  'InternalFailure',
  'TimeoutError',
]);

/** Codes of Node for a connection that could not be made or broke off. */
const BROKEN: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
]);

/** Something that the service depends on had too much to do for as long as it was tried. */
export class Outage extends Error {
  override readonly name = 'Outage';
}

/**
 * Whether an error says that AWS is throttling, failing or out of reach, rather than that the call is wrong: the same
 * call may succeed later. What it was to do may have been done.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, $metadata } = error as { code?: unknown; $metadata?: { httpStatusCode?: number } };
  return (
    error instanceof Outage ||
    PASSING.has(error.name) ||
    BROKEN.has(code) ||
    ($metadata?.httpStatusCode ?? 0) >= 500
  );
}
