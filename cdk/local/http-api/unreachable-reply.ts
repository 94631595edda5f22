import type { InvocationResult } from '../ports.ts';
import type { HttpReply } from './read-result.ts';

/** Seconds after which to try again. */
const RETRY_AFTER_S = 2;

/**
 * Whether a function failed without having answered: it was overloaded, did not start or did not end in time. A
 * function that answers with an error was reached.
 */
export function isUnreachable(result: InvocationResult): boolean {
  if (result.ok) return false;
  return (
    result.errorType === 'TooManyRequestsException' ||
    result.errorType.startsWith('Sandbox.') ||
    result.errorType === 'Runtime.OutOfMemory' ||
    result.errorType === 'Runtime.ExitError'
  );
}

/** The answer when a function could not be reached: the service's error envelope with the time to try again. */
export function unreachableReply(requestId: string): HttpReply {
  return {
    status: 503,
    headers: {
      'content-type': 'application/json',
      'retry-after': String(RETRY_AFTER_S),
      'x-request-id': requestId,
    },
    body: JSON.stringify({
      error: {
        code: 'SERVICE_UNAVAILABLE',
        message: `The service is overloaded at the moment. Try again in ${RETRY_AFTER_S} seconds.`,
        details: { retryAfterSeconds: RETRY_AFTER_S },
      },
      response_status: '503 SERVICE_UNAVAILABLE',
      RequestID: requestId,
    }),
  };
}
