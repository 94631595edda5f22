import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type DestinationPolicy, guardedLookup, unusableUrl } from './destination.ts';
import { sentWithin } from './span.ts';

/** A request to an address that somebody outside the installation chose. */
export interface GuardedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** Ends the request, and the reading of its reply. */
  readonly signal: AbortSignal;
  /** Called once the connection stands. The request then has a connection of its own. */
  readonly onConnected?: () => void;
}

/** Sends a request and returns its reply, whose body is still to be read. Throws when none comes. */
export type SendGuarded = (request: GuardedRequest) => Promise<IncomingMessage>;

/**
 * The only way to addresses that others chose: webhooks, destinations of notifications, connections, partners. An
 * address is checked as it is when it is saved, and what its name resolves to is checked in the very look-up that the
 * connection uses, so that a name cannot change its mind in between. Redirects are not followed.
 */
export function guardedRequest(policy: DestinationPolicy): SendGuarded {
  const lookup = guardedLookup(policy);
  const send: SendGuarded = ({ method, url, headers, body, signal, onConnected }) =>
    new Promise((resolve, reject) => {
      const unusable = unusableUrl(url, policy);
      if (unusable !== undefined) {
        reject(new Error(unusable));
        return;
      }
      const isEncrypted = new URL(url).protocol === 'https:';
      const outgoing = (isEncrypted ? httpsRequest : httpRequest)(url, {
        method,
        lookup,
        signal,
        headers: {
          ...headers,
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        },
        ...(onConnected ? { agent: false } : {}),
      });
      if (onConnected) {
        outgoing.on('socket', (socket) =>
          socket.once(isEncrypted ? 'secureConnect' : 'connect', onConnected),
        );
      }
      outgoing.on('response', resolve);
      // Nothing that happens after the head of a reply changes its status: then these have no effect.
      outgoing.on('error', reject);
      outgoing.on('upgrade', (_reply, socket) => {
        socket.destroy();
        reject(new Error('The receiver asked to switch to another protocol.'));
      });
      outgoing.on('close', () => reject(new Error('The connection ended without a reply.')));
      outgoing.end(body);
    });
  return (request) =>
    sentWithin(
      URL.parse(request.url)?.hostname ?? 'unknown',
      (traced) => send({ ...request, headers: { ...request.headers, ...traced } }),
      ({ statusCode = 0 }) => ({ facts: { status: statusCode }, failed: statusCode >= 500 }),
    );
}
