import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where the local cloud is and who calls; `npm start` writes it to `.local/demo.json`. */
export interface DemoTarget {
  readonly baseUrl: string;
  readonly organizationId: string;
  readonly apiKey: string;
}

/** A client that outlives a restart of the service: calls are repeated until they are answered. */
export interface DemoApi {
  /** Calls and returns the body. Throws with the service's own words when it refuses. */
  call<Reply>(method: string, path: string, body?: unknown): Promise<Reply>;
}

/** Minimum pause between two calls of any clients, in milliseconds: an organization may send 20 a second. */
const SPACING_MS = 55;

/** When the next call may be made, on the machine's clock. */
let freeAtMs = 0;

/** How long the service may be unavailable while it is killed and started again. Milliseconds. */
const PATIENCE_MS = 60_000;

/** Creates the client. Each call has an idempotency key, so repeating it is harmless; it is repeated for this long. */
export function demoApi({ baseUrl, apiKey }: DemoTarget, patienceMs = PATIENCE_MS): DemoApi {
  return {
    async call<Reply>(method: string, path: string, body?: unknown): Promise<Reply> {
      const key = randomUUID();
      const until = Date.now() + patienceMs;
      for (;;) {
        await turn();
        const reply = await attempt(`${baseUrl}${path}`, { method, apiKey, key, body });
        if (reply !== undefined && reply.status < 400) return reply.json as Reply;
        const words = reply ? `${reply.status} ${JSON.stringify(reply.json)}` : 'no answer';
        const isPassing =
          reply === undefined || reply.status >= 500 || reply.status === 429 || reply.status === 409;
        if (!isPassing || Date.now() > until) throw new Error(`${method} ${path}: ${words}`);
        await sleep(250);
      }
    },
  };
}

/** Waits until a call may be made. */
async function turn(): Promise<void> {
  const nowMs = performance.now();
  freeAtMs = Math.max(freeAtMs, nowMs) + SPACING_MS;
  await sleep(Math.max(0, freeAtMs - SPACING_MS - nowMs));
}

async function attempt(
  url: string,
  call: { method: string; apiKey: string; key: string; body: unknown },
): Promise<{ status: number; json: unknown } | undefined> {
  try {
    const reply = await fetch(url, {
      method: call.method,
      headers: {
        authorization: `Bearer ${call.apiKey}`,
        ...(call.method === 'GET' ? {} : { 'idempotency-key': call.key }),
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      signal: AbortSignal.timeout(35_000),
    });
    return { status: reply.status, json: await reply.json() };
  } catch {
    return undefined;
  }
}
