import type { Refusal } from '../core/refusal.ts';

/** A reply in the form that API Gateway takes from a function (payload format 2.0). */
export interface HttpReply {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** True when the body is base64-encoded bytes. */
  readonly isBase64Encoded?: boolean;
}

/** Names of statuses as `response_status` spells them. */
const STATUS_NAMES: Readonly<Record<number, string>> = {
  200: 'OK',
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  406: 'NOT_ACCEPTABLE',
  409: 'CONFLICT',
  410: 'GONE',
  413: 'REQUEST_ENTITY_TOO_LARGE',
  422: 'UNPROCESSABLE_ENTITY',
  429: 'TOO_MANY_REQUESTS',
  431: 'REQUEST_HEADER_FIELDS_TOO_LARGE',
  500: 'INTERNAL_SERVER_ERROR',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
};

/** `422 UNPROCESSABLE_ENTITY` */
export function responseStatus(status: number): string {
  return `${status} ${STATUS_NAMES[status] ?? 'ERROR'}`;
}

/** A reply with a body of this media type; JSON is written out, anything else is a string already. */
export function successReply(status: number, contentType: string, value: unknown): HttpReply {
  const body = isJson(contentType) ? JSON.stringify(value ?? null) : String(value);
  const charset = isJson(contentType) ? '' : '; charset=utf-8';
  return { statusCode: status, headers: { 'content-type': `${contentType}${charset}` }, body };
}

/** A refusal in the error envelope of the contract, with the headers for its status. */
export function refusalReply(refusal: Refusal, requestId: string): HttpReply {
  const { code, status } = refusal.kind;
  return {
    statusCode: status,
    headers: { 'content-type': 'application/json', ...headersOf(refusal) },
    body: JSON.stringify({
      error: { code, message: refusal.message, details: refusal.details },
      response_status: responseStatus(status),
      RequestID: requestId,
    }),
  };
}

function headersOf({ kind, details }: Refusal): Record<string, string> {
  const { allowed, retryAfterSeconds } = details;
  return {
    ...(kind.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    ...(kind.status === 405 && Array.isArray(allowed) ? { allow: allowed.join(', ') } : {}),
    ...(typeof retryAfterSeconds === 'number' ? { 'retry-after': String(retryAfterSeconds) } : {}),
  };
}

function isJson(contentType: string): boolean {
  return contentType.startsWith('application/json');
}
