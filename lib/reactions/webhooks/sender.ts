import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type DestinationPolicy, guardedLookup, mayConnectTo } from '../../platform/core/destination.ts';

/** Result of one attempt. `status` is absent when no reply came; `error` says why. */
export interface SendResult {
  readonly status?: number;
  /** Headers of the reply, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Start of the reply's body. */
  readonly body: string;
  readonly error?: string;
  /** True when the receiver did not answer in time. */
  readonly ranOutOfTime?: boolean;
  readonly durationMs: number;
}

/** Sends one message. Never throws: a failure is a result. */
export interface WebhookSender {
  send(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<SendResult>;
}

/** Time limit for an answer, in milliseconds (decision B31). */
const TIMEOUT_MS = 15_000;

/** Maximum number of bytes of a reply that are kept. */
const STORED_BODY_BYTES = 1024;

/**
 * A sender over HTTP(S). Redirects are not followed. The address that a name resolves to is checked in the very
 * look-up that the connection uses, so that a name cannot change its mind in between. Whatever a receiver does, an attempt
 * ends within `limitMs`.
 */
export function httpSender(policy: DestinationPolicy, limitMs = TIMEOUT_MS): WebhookSender {
  const guarded = guardedLookup(policy);
  return Object.freeze({
    send: (url: string, headers: Readonly<Record<string, string>>, body: string) =>
      post(new URL(url), headers, body, { guarded, policy, limitMs }),
  });
}

function post(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  {
    guarded,
    policy,
    limitMs,
  }: { readonly guarded: LookupFunction; readonly policy: DestinationPolicy; readonly limitMs: number },
): Promise<SendResult> {
  const startedAt = performance.now();
  const failed = (error: string, ranOutOfTime = false): SendResult => ({
    headers: {},
    body: '',
    error,
    ...(ranOutOfTime ? { ranOutOfTime } : {}),
    durationMs: since(startedAt),
  });
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // An address in the URL needs no look-up, so it is checked here.
  if (isIP(host) !== 0 && !mayConnectTo(host, policy)) {
    return Promise.resolve(failed(`"${host}" is not an address on the public internet`));
  }
  return new Promise((resolve) => {
    let isAnswered = false;
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const outgoing: ClientRequest = send(url, {
      method: 'POST',
      lookup: guarded,
      signal: AbortSignal.timeout(limitMs),
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'delivery-orchestration-webhooks/1',
      },
    });
    outgoing.on('error', (error) => {
      // What happens to the rest of a reply changes nothing: its status has come.
      if (isAnswered) return;
      const ranOutOfTime = error.name === 'TimeoutError' || error.name === 'AbortError';
      resolve(failed(ranOutOfTime ? `no reply within ${limitMs / 1000} s` : error.message, ranOutOfTime));
    });
    outgoing.on('upgrade', (_reply, socket) => {
      socket.destroy();
      resolve(failed('the receiver asked to switch to another protocol'));
    });
    // Whatever the receiver does, an attempt ends with its connection.
    outgoing.on('close', () => {
      if (!isAnswered) resolve(failed('the connection ended without a reply'));
    });
    outgoing.on('response', (reply) => {
      isAnswered = true;
      // The status decides, even if the body breaks off or does not end.
      collect(reply).then((text) =>
        resolve({
          ...(reply.statusCode === undefined ? {} : { status: reply.statusCode }),
          headers: flat(reply.headers),
          body: text,
          durationMs: since(startedAt),
        }),
      );
    });
    outgoing.end(body);
  });
}

/** Reads the start of the body and drops the rest: a receiver cannot make us read for ever. */
async function collect(reply: IncomingMessage): Promise<string> {
  const kept: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of reply) {
      const part = Buffer.from(chunk);
      kept.push(part);
      bytes += part.length;
      if (bytes >= STORED_BODY_BYTES) break;
    }
  } catch {
    // Broken off, or too slow.
  }
  reply.destroy();
  return Buffer.concat(kept).subarray(0, STORED_BODY_BYTES).toString('utf8');
}

function flat(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  );
}

function since(startedAt: number): number {
  return Math.round(performance.now() - startedAt);
}
