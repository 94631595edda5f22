import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type DestinationPolicy, guardedLookup, mayConnectTo } from '../core/destination.ts';

/** How one attempt ended. `status` is absent when no reply came; `error` says why. */
export interface SendResult {
  readonly status?: number;
  /** Headers of the reply, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Beginning of the reply's body. */
  readonly body: string;
  readonly error?: string;
  readonly durationMs: number;
}

/** Sends one message. Never throws: a failure is a result. */
export interface WebhookSender {
  send(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<SendResult>;
}

/** A receiver has this long to answer, in milliseconds (decision B31). */
const TIMEOUT_MS = 15_000;

/** So much of a reply is kept, in bytes. */
const KEPT_BODY_BYTES = 1024;

/**
 * A sender over HTTP(S). Redirects are not followed. The address that a name resolves to is checked in the very
 * look-up that the connection uses, so that a name cannot change its mind in between.
 */
export function httpSender(policy: DestinationPolicy): WebhookSender {
  const guarded = guardedLookup(policy);
  return Object.freeze({
    send: (url: string, headers: Readonly<Record<string, string>>, body: string) =>
      post(new URL(url), headers, body, guarded, policy),
  });
}

function post(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  guarded: LookupFunction,
  policy: DestinationPolicy,
): Promise<SendResult> {
  const startedAt = performance.now();
  const failed = (error: string): SendResult => ({
    headers: {},
    body: '',
    error,
    durationMs: since(startedAt),
  });
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // An address in the URL needs no look-up, so it is checked here.
  if (isIP(host) !== 0 && !mayConnectTo(host, policy)) {
    return Promise.resolve(failed(`"${host}" is not an address on the public internet`));
  }
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const outgoing: ClientRequest = send(url, {
      method: 'POST',
      lookup: guarded,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'delivery-orchestration-webhooks/1',
      },
    });
    outgoing.on('error', (error) =>
      resolve(
        failed(
          error.name === 'TimeoutError' || error.name === 'AbortError'
            ? 'no reply within 15 s'
            : error.message,
        ),
      ),
    );
    outgoing.on('response', (reply) => {
      // The status decides, also when the body breaks off or does not end.
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

/** Reads what comes of the beginning of the body and drops the rest: a receiver cannot make us read for ever. */
async function collect(reply: IncomingMessage): Promise<string> {
  const kept: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of reply) {
      const part = Buffer.from(chunk);
      kept.push(part);
      bytes += part.length;
      if (bytes >= KEPT_BODY_BYTES) break;
    }
  } catch {
    // Broken off, or out of time.
  }
  reply.destroy();
  return Buffer.concat(kept).subarray(0, KEPT_BODY_BYTES).toString('utf8');
}

function flat(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  );
}

function since(startedAt: number): number {
  return Math.round(performance.now() - startedAt);
}
