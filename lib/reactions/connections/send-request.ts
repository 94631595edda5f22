import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { type DestinationPolicy, guardedLookup, mayConnectTo } from '../../platform/core/destination.ts';

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

/**
 * Requests to addresses on the public internet. Redirects are not followed, because they could lead anywhere.
 * The address to which a name resolves is checked in the same look-up that the connection uses.
 */
export function requestSender(policy: DestinationPolicy): SendRequest {
  const lookup = guardedLookup(policy);
  return (ready) => {
    const url = new URL(ready.url);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // An address in the URL needs no look-up, so it is checked here.
    if (isIP(host) !== 0 && !mayConnectTo(host, policy)) {
      const reason = `"${host}" is not an address on the public internet.`;
      return Promise.resolve({ stage: 'connecting', reason });
    }
    return new Promise((resolve) => {
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
      let isConnected = false;
      const fail = (error: Error) => {
        const isLate = error.name === 'TimeoutError' || error.name === 'AbortError';
        const reason = isLate ? `No reply within ${ready.timeoutMs / 1000} s.` : error.message;
        resolve({ stage: isConnected ? 'transport' : 'connecting', reason });
      };
      const outgoing: ClientRequest = send(url, {
        method: ready.method,
        lookup,
        // A separate connection, so that failures before it is established are distinguished from failures on it.
        agent: false,
        signal: AbortSignal.timeout(ready.timeoutMs),
        headers: {
          accept: 'application/json',
          'user-agent': 'delivery-orchestration/1',
          ...ready.headers,
          ...(ready.body === null
            ? {}
            : {
                'content-type': 'application/json',
                'content-length': String(Buffer.byteLength(ready.body)),
              }),
        },
      });
      outgoing.on('socket', (socket) => {
        socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
          isConnected = true;
        });
      });
      outgoing.on('error', fail);
      // An answer with another protocol does not count as an answer.
      outgoing.on('upgrade', (_, socket) => {
        socket.destroy();
        resolve({ stage: 'transport', reason: 'The receiver asked to switch to another protocol.' });
      });
      outgoing.on('response', (reply) => {
        const status = reply.statusCode ?? 0;
        if (!ready.wantsBody) {
          reply.destroy();
          resolve({ status, body: null });
          return;
        }
        readText(reply).then(
          (body) => resolve({ status, body }),
          (error: Error) => {
            const isLate = error.name === 'TimeoutError' || error.name === 'AbortError';
            const reason = isLate
              ? `The reply was not complete within ${ready.timeoutMs / 1000} s.`
              : error.message;
            resolve({ stage: 'reading_response', reason });
          },
        );
      });
      outgoing.end(ready.body ?? undefined);
    });
  };
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
