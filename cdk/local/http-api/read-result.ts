/** The answer to a client. */
export interface HttpReply {
  readonly status: number;
  /** Several values of one name as a list. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: string | Buffer;
}

const NOT_FROM_FUNCTIONS = new Set(['connection', 'content-length', 'transfer-encoding']);

/** An answer of the gateway itself. */
export function gatewayReply(status: number, message: string): HttpReply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ message }) };
}

/**
 * Converts the result of a function to the answer: a value with `statusCode` is complete, any other is the
 * body of a 200. A value that breaks the format is the gateway's 500.
 */
export function readResult(payload: unknown): HttpReply {
  if (typeof payload !== 'object' || payload === null || !('statusCode' in payload)) {
    const body = typeof payload === 'string' ? payload : JSON.stringify(payload ?? null);
    return { status: 200, headers: { 'content-type': 'application/json' }, body };
  }
  const result = payload as Readonly<Record<string, unknown>>;
  const status = Number(result.statusCode);
  const body = result.body ?? '';
  const headers = readHeaders(result.headers);
  const cookies = result.cookies ?? [];
  if (!Number.isInteger(status) || status < 100 || status > 599) return broken();
  if (typeof body !== 'string' || headers === undefined || !Array.isArray(cookies)) return broken();
  return {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      ...headers,
      ...(cookies.length > 0 && { 'set-cookie': cookies.map(String) }),
    },
    body: result.isBase64Encoded === true ? Buffer.from(body, 'base64') : body,
  };
}

function broken(): HttpReply {
  return gatewayReply(500, 'Internal Server Error');
}

function readHeaders(headers: unknown): Record<string, string> | undefined {
  if (headers === undefined || headers === null) return {};
  if (typeof headers !== 'object' || Array.isArray(headers)) return undefined;
  const read: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
    if (!NOT_FROM_FUNCTIONS.has(name.toLowerCase())) read[name.toLowerCase()] = String(value);
  }
  return read;
}
