import type { CallService } from '../../lib/reactions/tools/index.ts';

/** Maximum duration of one call: the gateway gives up after 30 seconds. */
const TIMEOUT_MS = 29_000;

/**
 * Maximum number of times that a call refused by the organization's limit is sent again, each time after the seconds
 * that the reply states.
 */
const MAX_WAITS = 3;

/** The organization's limit asks for a second or two; a longer wait comes from another limit. */
const LONGEST_WAIT_S = 2;

/** Headers that say who calls and for whom; a tool's request passes on no others. */
const IDENTITY_HEADERS = ['authorization', 'x-org-id', 'nash-org-id'] as const;

/**
 * The service's own API over HTTP with the caller's credential: the calls of a tool pass the same authorizer and checks
 * as any request. Redirects are never followed, because they could carry the credential elsewhere.
 */
export function callOverHttp(baseUrl: string, headers: Readonly<Record<string, string>>): CallService {
  const identity = Object.fromEntries(
    IDENTITY_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
  return async (request) => {
    for (let tries = 1; ; tries += 1) {
      const reply = await send(request);
      // Tools wait for the organization's limit, so that an assistant need not.
      if (reply.status !== 429 || tries > MAX_WAITS) return reply;
      const { retryAfterSeconds = Number.POSITIVE_INFINITY } = reply;
      if (retryAfterSeconds > LONGEST_WAIT_S) return reply;
      await new Promise((resolve) => setTimeout(resolve, retryAfterSeconds * 1000));
    }
  };

  async function send(request: Parameters<CallService>[0]): ReturnType<CallService> {
    const reply = await fetch(`${baseUrl}${request.path}`, {
      method: request.method,
      headers: { ...request.headers, ...identity },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    const text = await reply.text();
    const retryAfter = Number(reply.headers.get('retry-after') ?? Number.NaN);
    return {
      status: reply.status,
      value: parsed(text),
      ...(Number.isFinite(retryAfter) ? { retryAfterSeconds: retryAfter } : {}),
    };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
