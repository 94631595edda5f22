import { type CallDeps, callThrough } from '../../connections/index.ts';
import type { Workers } from './do-work.ts';

/** The worker that sends the HTTP requests of runs, each once (specification 4.6.15). */
export function requestWorkers(calls: CallDeps): Workers {
  return {
    async send_http_request(_deps, { organizationId, payload }) {
      const outcome = await callThrough(calls, organizationId, {
        connectionId: String(payload.connectionId),
        method: String(payload.method),
        url: String(payload.url),
        headers: payload.headers as Record<string, string>,
        body: payload.body,
        timeoutMs: Number(payload.timeoutSeconds) * 1000,
        wantsBody: payload.wantsBody !== false,
        idempotencyKey: String(payload.idempotencyKey),
      });
      return 'stage' in outcome
        ? { outcome: 'failed', ...outcome }
        : { outcome: 'succeeded', value: { status: outcome.status, body: outcome.body } };
    },
  };
}
