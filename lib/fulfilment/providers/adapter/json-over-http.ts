import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { type DestinationPolicy, guardedLookup, mayConnectTo } from '../../../platform/core/destination.ts';
import type { HttpMethod } from '../../../platform/core/http-methods.ts';

/** One request to a carrier. */
export interface JsonRequest {
  readonly method: HttpMethod;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
}

/** A carrier's answer; `body` is undefined when it is not JSON. */
export interface JsonReply {
  readonly status: number;
  readonly body: unknown;
}

/** Sends a request. Throws without an answer: then its effect is unknown. */
export type JsonCall = (request: JsonRequest) => Promise<JsonReply>;

/** Maximum number of bytes of a carrier's answer. */
const MAX_REPLY_BYTES = 256 * 1024;

/** Calls over HTTPS to addresses on the public internet. Redirects are not followed. */
export function jsonOverHttp(policy: DestinationPolicy): JsonCall {
  const lookup = guardedLookup(policy);
  return (request) => {
    const url = new URL(request.url);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // An address in the URL needs no look-up, so it is checked here.
    if (isIP(host) !== 0 && !mayConnectTo(host, policy)) {
      return Promise.reject(new Error(`"${host}" is not an address on the public internet`));
    }
    return new Promise((resolve, reject) => {
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
      const outgoing = send(url, {
        method: request.method,
        lookup,
        signal: request.signal,
        headers: {
          accept: 'application/json',
          'user-agent': 'delivery-orchestration/1',
          ...request.headers,
          ...(request.body === undefined
            ? {}
            : { 'content-length': String(Buffer.byteLength(request.body)) }),
        },
      });
      outgoing.on('error', reject);
      // An answer with another protocol does not count as an answer.
      outgoing.on('upgrade', (_, socket) => {
        socket.destroy();
        reject(new Error('The carrier asked to switch to another protocol.'));
      });
      outgoing.on('response', (reply) => {
        readText(reply).then(
          (text) => resolve({ status: reply.statusCode ?? 0, body: parsed(text) }),
          reject,
        );
      });
      outgoing.end(request.body);
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
      throw new Error(`The carrier's answer is longer than ${MAX_REPLY_BYTES} bytes.`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
