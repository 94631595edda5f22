/**
 * Settings of clients of AWS: a call without an answer is given up and sent again while there is time, instead of
 * hanging until the function is stopped. Calls of AWS take milliseconds; a tenth of a second is slow.
 */
export const AWS_TIME_LIMITS = Object.freeze({
  maxAttempts: 5,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
});
