import type { IncomingMessage } from 'node:http';
import type { DestinationPolicy } from '../../../platform/core/destination.ts';
import { guardedRequest } from '../../../platform/core/guarded-request.ts';
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
  /** How long it asks to wait, if it says so in seconds. */
  readonly retryAfterSeconds?: number | undefined;
}

/** Sends a request. Throws without an answer: then its effect is unknown. */
export type JsonCall = (request: JsonRequest) => Promise<JsonReply>;

/** Maximum number of bytes of a carrier's answer. */
const MAX_REPLY_BYTES = 256 * 1024;

/** Calls over HTTPS to addresses on the public internet, by the guarded request. */
export function jsonOverHttp(policy: DestinationPolicy): JsonCall {
  const request = guardedRequest(policy);
  return async ({ headers, ...call }) => {
    const reply = await request({
      ...call,
      headers: { accept: 'application/json', 'user-agent': 'delivery-orchestration/1', ...headers },
    });
    const retryAfter = Number(reply.headers['retry-after'] ?? Number.NaN);
    return {
      status: reply.statusCode ?? 0,
      body: parsed(await readText(reply)),
      ...(retryAfter >= 0 ? { retryAfterSeconds: retryAfter } : {}),
    };
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
