import type { IncomingMessage } from 'node:http';
import type { DestinationPolicy } from '../../platform/core/destination.ts';
import { guardedRequest } from '../../platform/core/guarded-request.ts';

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

/** A sender over HTTP(S), by the guarded request. Whatever a receiver does, an attempt ends within `limitMs`. */
export function httpSender(policy: DestinationPolicy, limitMs = TIMEOUT_MS): WebhookSender {
  const request = guardedRequest(policy);
  return Object.freeze({
    async send(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<SendResult> {
      const startedAt = performance.now();
      const signal = AbortSignal.timeout(limitMs);
      try {
        const reply = await request({
          method: 'POST',
          url,
          headers: {
            ...headers,
            'content-type': 'application/json',
            'user-agent': 'delivery-orchestration-webhooks/1',
          },
          body,
          signal,
        });
        // The status decides, even if the body breaks off or does not end.
        const text = await collect(reply);
        return {
          ...(reply.statusCode === undefined ? {} : { status: reply.statusCode }),
          headers: flat(reply.headers),
          body: text,
          durationMs: since(startedAt),
        };
      } catch (error) {
        return {
          headers: {},
          body: '',
          error: signal.aborted ? `no reply within ${limitMs / 1000} s` : messageOf(error),
          ...(signal.aborted ? { ranOutOfTime: true } : {}),
          durationMs: since(startedAt),
        };
      }
    },
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Reads the start of the body and drops the rest, because a receiver could send for ever. */
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
