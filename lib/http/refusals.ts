import { defineRefusal } from '../core/refusal.ts';

export { conflict, validationErrors } from '../core/common-refusals.ts';

/** A request that cannot be read at all. */
export const badRequest = defineRefusal({
  code: 'BAD_REQUEST',
  status: 400,
  summary: 'The request cannot be read: the body is not JSON, or it is nested too deeply.',
});

/** No valid key came with the request. */
export const unauthorized = defineRefusal({
  code: 'UNAUTHORIZED',
  status: 401,
  summary: 'The API key or token is missing, malformed, unknown, revoked or expired.',
});

/** A valid key that may not do this. */
export const forbidden = defineRefusal({
  code: 'FORBIDDEN',
  status: 403,
  summary: 'The caller lacks the permission, or does not reach what was asked for.',
});

/** Nothing of this kind is visible to the caller. Areas declare their own more exact codes. */
export const notFound = defineRefusal({
  code: 'NOT_FOUND',
  status: 404,
  summary: 'Nothing visible to the caller has the given id, or no such path exists.',
});

/** The path exists, but not with this method. */
export const methodNotAllowed = defineRefusal({
  code: 'METHOD_NOT_ALLOWED',
  status: 405,
  summary: 'The path exists, but not with this method; `details.allowed` lists the methods it has.',
});

/** Another writer was faster, twice. Sending the request again is the way out. */
export const lockAcquisitionFailure = defineRefusal({
  code: 'LOCK_ACQUISITION_FAILURE',
  status: 409,
  summary: 'Someone else was changing the same resource at that moment; send the request again.',
});

/** The first request with this idempotency key has not been answered yet. */
export const idempotencyKeyInUse = defineRefusal({
  code: 'IDEMPOTENCY_KEY_IN_USE',
  status: 409,
  summary: 'The first request with this Idempotency-Key is still in progress; try again shortly.',
});

/** The idempotency key belongs to a request with another content. */
export const idempotencyKeyReused = defineRefusal({
  code: 'IDEMPOTENCY_KEY_REUSED',
  status: 422,
  summary: 'This Idempotency-Key was used with another query or body in the last 24 hours.',
});

/** More bytes than a body may have. */
export const payloadTooLarge = defineRefusal({
  code: 'PAYLOAD_TOO_LARGE',
  status: 413,
  summary: 'The body is larger than 1 MiB (1,048,576 bytes).',
});

/** Too many requests at a time. Only documented: API Gateway refuses them before any function is asked. */
export const tooManyRequests = defineRefusal({
  code: 'TOO_MANY_REQUESTS',
  status: 429,
  summary:
    'More requests came than the service takes at a time. The gateway answers so itself, with nothing but `message`; send the request again a moment later.',
});

/** A fault of the service. */
export const internalServerError = defineRefusal({
  code: 'INTERNAL_SERVER_ERROR',
  status: 500,
  blame: 'us',
  summary: 'The service failed; the fault is logged under the request id.',
});
