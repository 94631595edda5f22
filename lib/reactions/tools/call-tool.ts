import type { Tool } from './tool.ts';

/** A request to the service's own API. */
export interface ServiceRequest {
  readonly method: string;
  /** Path and query, encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The API's answer. `value` is the parsed JSON, or the text when it is not JSON. */
export interface ServiceReply {
  readonly status: number;
  readonly value: unknown;
  /** Seconds to wait, if the reply says so. */
  readonly retryAfterSeconds?: number;
}

/** The service's API with the caller's own credential: a call can do what the caller can do, and nothing else. */
export type CallService = (request: ServiceRequest) => Promise<ServiceReply>;

/** Result of a call. A refusal keeps the code, the message and the details of the API. */
export type ToolResult =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly error: ToolError };

/** Why a call did nothing. */
export interface ToolError {
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
}

/** Arguments that are not parameters of the operation. */
const BESIDE_PARAMETERS = ['body', 'ifMatch', 'idempotencyKey'] as const;

/** Calls a tool: one request to the API. */
export async function callTool(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  call: CallService,
): Promise<ToolResult> {
  const request = requestOf(tool, given);
  if ('error' in request) return { ok: false, error: request.error };
  const { status, value, retryAfterSeconds } = await call(request.request);
  if (status >= 200 && status < 300) {
    return { ok: true, value: tool.wrapsReply ? { result: value } : asObject(value) };
  }
  const { error } = asObject(value) as { error?: Partial<ToolError> };
  return {
    ok: false,
    error: {
      code: error?.code ?? 'INTERNAL_SERVER_ERROR',
      message: error?.message ?? `The service answered with the status ${status}. Try again.`,
      details:
        retryAfterSeconds === undefined ? error?.details : { ...asObject(error?.details), retryAfterSeconds },
    },
  };
}

/** What is wrong with the arguments of a call, as far as its request shows it; undefined when nothing is. */
export function requestProblem(tool: Tool, given: Readonly<Record<string, unknown>>): string | undefined {
  const request = requestOf(tool, given);
  return 'error' in request ? request.error.message : undefined;
}

/** The request for a call, or the errors in its arguments. */
function requestOf(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
): { readonly request: ServiceRequest } | { readonly error: ToolError } {
  const { pathParameters, queryParameters, takesBody, takesIfMatch, isReadOnly } = tool;
  const known: readonly string[] = [
    ...pathParameters,
    ...queryParameters,
    ...BESIDE_PARAMETERS.filter(
      (name) =>
        (name === 'body' && takesBody) ||
        (name === 'ifMatch' && takesIfMatch) ||
        (name === 'idempotencyKey' && !isReadOnly),
    ),
  ];
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const wayOut = known.length === 0 ? 'It takes no arguments.' : `It takes ${known.join(', ')}.`;
    return invalid(`${tool.name} has no argument "${unknown.join('", "')}". ${wayOut}`, { unknown });
  }
  const missing = pathParameters.filter((name) => !isPlain(given[name]) || given[name] === '');
  if (missing.length > 0) {
    return invalid(`${tool.name} needs the argument "${missing.join('", "')}" as text.`, { missing });
  }
  // A dot would be a step within the path, and call another operation than the tool's.
  const moving = pathParameters.filter((name) => /^\.{1,2}$/.test(String(given[name])));
  if (moving.length > 0) {
    return invalid(`The argument "${moving.join('", "')}" of ${tool.name} is no id.`, { moving });
  }
  const query = new URLSearchParams();
  for (const name of queryParameters) {
    const value = given[name];
    if (value === undefined || value === null) continue;
    const values = Array.isArray(value) ? value : [value];
    if (!values.every(isPlain))
      return invalid(`The argument "${name}" of ${tool.name} must be a plain value.`, {});
    query.set(name, values.map(String).join(','));
  }
  const { ifMatch, idempotencyKey } = given;
  if (ifMatch !== undefined && !Number.isInteger(ifMatch)) {
    return invalid(
      'The argument "ifMatch" must be an integer: the version on which the change is based.',
      {},
    );
  }
  if (idempotencyKey !== undefined && !/^[\x21-\x7e]{1,255}$/.test(String(idempotencyKey))) {
    return invalid('The argument "idempotencyKey" must be 1 to 255 visible characters.', {});
  }
  const path = tool.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(given[name])));
  return {
    request: {
      method: tool.method,
      path: query.size === 0 ? path : `${path}?${query}`,
      headers: {
        // Otherwise a misspelt field would be ignored, and the model would believe that it had an effect.
        'x-strict': 'true',
        ...(takesBody ? { 'content-type': 'application/json' } : {}),
        ...(ifMatch === undefined ? {} : { 'if-match': String(ifMatch) }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': String(idempotencyKey) }),
      },
      ...(takesBody ? { body: JSON.stringify(given.body ?? {}) } : {}),
    },
  };
}

function invalid(message: string, details: object): { readonly error: ToolError } {
  return { error: { code: 'VALIDATION_ERRORS', message, details } };
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
