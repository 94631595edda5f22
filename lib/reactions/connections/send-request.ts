import type { IncomingMessage } from 'node:http';
import type { DestinationPolicy } from '../../platform/core/destination.ts';
import { guardedRequest } from '../../platform/core/guarded-request.ts';

/** A request that is ready to be sent. */
export interface ReadyRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly timeoutMs: number;
  /** Whether any of the reply's body is used; if not, it is not read. */
  readonly wantsBody: boolean;
}

/** A reply, or the stage at which the request failed (specification 4.6.15). */
export type RequestOutcome =
  | { readonly status: number; readonly body: string | null }
  | { readonly stage: 'connecting' | 'transport' | 'reading_response'; readonly reason: string };

/** Sends one request, once. Never throws. */
export type SendRequest = (request: ReadyRequest) => Promise<RequestOutcome>;

/** Maximum number of bytes of a reply that a run can keep. */
const MAX_REPLY_BYTES = 60_000;

/** Requests to addresses on the public internet, by the guarded request. */
export function requestSender(policy: DestinationPolicy): SendRequest {
  const request = guardedRequest(policy);
  return async ({ method, url, headers, body, timeoutMs, wantsBody }) => {
    const signal = AbortSignal.timeout(timeoutMs);
    let stage: 'connecting' | 'transport' | 'reading_response' = 'connecting';
    try {
      const reply = await request({
        method,
        url,
        headers: {
          accept: 'application/json',
          'user-agent': 'delivery-orchestration/1',
          ...headers,
          ...(body === null ? {} : { 'content-type': 'application/json' }),
        },
        body: body ?? undefined,
        signal,
        // A separate connection, so that failures before it is established are distinguished from failures on it.
        onConnected: () => {
          stage = 'transport';
        },
      });
      const status = reply.statusCode ?? 0;
      if (!wantsBody) {
        reply.destroy();
        return { status, body: null };
      }
      stage = 'reading_response';
      return { status, body: await readText(reply) };
    } catch (error) {
      return { stage, reason: signal.aborted ? lateReason(stage, timeoutMs) : messageOf(error) };
    }
  };
}

function lateReason(stage: string, timeoutMs: number): string {
  const what = stage === 'reading_response' ? 'The reply was not complete' : 'No reply';
  return `${what} within ${timeoutMs / 1000} s.`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function readText(reply: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of reply) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > MAX_REPLY_BYTES) {
      reply.destroy();
      throw new Error(`The reply is longer than ${MAX_REPLY_BYTES} bytes.`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
