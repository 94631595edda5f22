import { defineRefusal } from '../core/refusal.ts';

/** A request that cannot be read at all. */
export const badRequest = defineRefusal<{ maximumDepth?: number }>({
  code: 'BAD_REQUEST',
  summary: 'The request cannot be read: the body is not JSON, or it is nested too deeply.',
});

/** No valid key came with the request. */
export const unauthorized = defineRefusal({
  code: 'UNAUTHORIZED',
  summary: 'The API key or token is missing, malformed, unknown, revoked or expired.',
});

/** The path exists, but not with this method. */
export const methodNotAllowed = defineRefusal<{ allowed: readonly string[]; method: string }>({
  code: 'METHOD_NOT_ALLOWED',
  summary: 'The path exists, but not with this method; `details.allowed` lists its methods.',
});

/** The first request with this idempotency key has not been answered yet. */
export const idempotencyKeyInUse = defineRefusal<{ retryAfterSeconds: number }>({
  code: 'IDEMPOTENCY_KEY_IN_USE',
  summary: 'The first request with this Idempotency-Key is still in progress; try again shortly.',
});

/** The idempotency key belongs to a request with another content. */
export const idempotencyKeyReused = defineRefusal({
  code: 'IDEMPOTENCY_KEY_REUSED',
  summary: 'This Idempotency-Key was used with another query or body in the last 24 hours.',
});

/** More bytes than a body may have. */
export const payloadTooLarge = defineRefusal<{ bytes: number; maximumBytes: number }>({
  code: 'PAYLOAD_TOO_LARGE',
  summary: 'The body is larger than 1 MiB (1,048,576 bytes).',
});

/**
 * Too many requests at a time: of one organization, or of everybody; the latter are refused by API Gateway
 * before any function is called.
 */
export const tooManyRequests = defineRefusal<{ retryAfterSeconds: number }>({
  code: 'TOO_MANY_REQUESTS',
  summary:
    'The organization sends too many requests. Send the request again after the seconds in `Retry-After`. When the whole service is overloaded, its gateway sends this reply, which has only a `message`.',
});

/** More bytes than headers may have: refused by API Gateway before any function is called. */
export const headersTooLarge = defineRefusal({
  code: 'HEADERS_TOO_LARGE',
  summary:
    'The headers are longer than 10,240 bytes. The gateway sends this reply, which has only a `message`.',
});

/** The client accepts none of the media types in which the operation answers. */
export const notAcceptable = defineRefusal({
  code: 'NOT_ACCEPTABLE',
  summary: 'The `Accept` header allows none of the media types that the operation can return.',
});

/** No function could be reached. */
export const serviceUnavailable = defineRefusal<{ retryAfterSeconds: number }>({
  code: 'SERVICE_UNAVAILABLE',
  blame: 'us',
  summary:
    'The service is overloaded. Send the request again after the seconds in `Retry-After`. When the gateway sends this reply, it has only a `message`.',
});

/** A fault of the service. */
export const internalServerError = defineRefusal({
  code: 'INTERNAL_SERVER_ERROR',
  blame: 'us',
  summary: 'The service failed; the error is logged under the request id.',
});
