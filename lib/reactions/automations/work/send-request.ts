import { callThrough } from '../../connections/index.ts';
import type { WorkDeps, WorkOf, WorkResult } from './define-worker.ts';

/** Sends the HTTP request of a run, once (specification 4.6.15). */
export async function sendRequest(
  deps: WorkDeps,
  { organizationId, payload }: WorkOf<'send_http_request'>,
): Promise<WorkResult> {
  const { timeoutSeconds, ...request } = payload;
  const outcome = await callThrough(deps, organizationId, { ...request, timeoutMs: timeoutSeconds * 1000 });
  return 'stage' in outcome
    ? { outcome: 'failed', ...outcome }
    : { outcome: 'succeeded', value: { status: outcome.status, body: outcome.body } };
}
