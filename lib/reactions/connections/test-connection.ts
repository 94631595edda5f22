import type { RequestStage } from '../../engines/vocabulary/index.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { type CallDeps, callThrough } from './call-through.ts';
import { readConnection } from './manage-connections.ts';
import { invalidConnection } from './refusals.ts';

/** Short, because a person is waiting. Milliseconds. */
const TIMEOUT_MS = 10_000;

/** Result of a test. */
export interface ConnectionTest {
  readonly ok: boolean;
  readonly status: number | null;
  readonly stage: RequestStage | null;
  readonly reason: string | null;
  readonly durationMs: number;
}

/** Sends one request without a body through a connection. */
export async function testConnection(
  deps: CallDeps & Pick<CoreDeps, 'ids'>,
  organizationId: string,
  id: string,
  wanted: { readonly method?: string | undefined; readonly path?: string | undefined },
): Promise<ConnectionTest | Refusal> {
  const stored = await readConnection(deps.table, organizationId, id);
  if (isRefusal(stored)) return stored;
  const { origin, pathPrefix, methods } = stored.value;
  const method = wanted.method ?? methods[0] ?? 'GET';
  if (!methods.some((allowed) => allowed === method)) {
    return invalidConnection(`The connection allows ${methods.join(', ')}, not ${method}.`, {
      field: 'method',
    });
  }
  const path = (wanted.path ?? '').replace(/^\/+/, '');
  const address = `${origin}${pathPrefix}${path}`;
  if (!URL.canParse(address) || !new URL(address).pathname.startsWith(pathPrefix)) {
    return invalidConnection(`path is "${path}", which is outside of ${pathPrefix}.`, { field: 'path' });
  }
  const startedAt = performance.now();
  const outcome = await callThrough(deps, organizationId, {
    connectionId: id,
    method,
    url: address,
    headers: {},
    body: null,
    timeoutMs: TIMEOUT_MS,
    wantsBody: false,
    idempotencyKey: deps.ids.next('ctest'),
  });
  const durationMs = Math.round(performance.now() - startedAt);
  if ('stage' in outcome) {
    return { ok: false, status: null, stage: outcome.stage, reason: outcome.reason, durationMs };
  }
  const { status } = outcome;
  const ok = status >= 200 && status <= 299;
  const reason = ok ? null : `The reply has status ${status}.`;
  return { ok, status, stage: ok ? null : 'http_status', reason, durationMs };
}
