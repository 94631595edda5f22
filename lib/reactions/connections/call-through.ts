import type { CredentialStore } from '../../fulfilment/providers/accounts/index.ts';
import { isRefusal } from '../../platform/core/refusal.ts';
import type { Table } from '../../platform/table/index.ts';
import { readConnection } from './manage-connections.ts';
import type { RequestOutcome, SendRequest } from './send-request.ts';

/** What sending through connections needs. */
export interface CallDeps {
  readonly table: Table;
  readonly store: CredentialStore;
  readonly send: SendRequest;
}

/** A request of a workflow, without the credentials. */
export interface WantedRequest {
  readonly connectionId: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly timeoutMs: number;
  readonly wantsBody: boolean;
  /** Key by which the receiver can recognize a second request for the same step. */
  readonly idempotencyKey: string;
}

/** A reply, or the stage at which it failed. */
export type CallOutcome =
  | RequestOutcome
  | { readonly stage: 'building' | 'authenticating'; readonly reason: string };

/**
 * Sends a request through the current connection. Nothing is sent that the connection no longer allows, and its
 * credentials go only to its own origin and below its own prefix.
 */
export async function callThrough(
  { table, store, send }: CallDeps,
  organizationId: string,
  wanted: WantedRequest,
): Promise<CallOutcome> {
  const stored = await readConnection(table, organizationId, wanted.connectionId);
  if (isRefusal(stored)) return { stage: 'building', reason: stored.message };
  const { origin, pathPrefix, methods } = stored.value;
  const url = URL.canParse(wanted.url) ? new URL(wanted.url) : undefined;
  if (url?.origin !== origin || !url.pathname.startsWith(pathPrefix)) {
    return { stage: 'building', reason: `The URL is outside of ${origin}${pathPrefix}.` };
  }
  if (!methods.some((method) => method === wanted.method)) {
    const reason = `The connection allows ${methods.join(', ')}, not ${wanted.method}.`;
    return { stage: 'building', reason };
  }
  const credentials = stored.value.auth.type === 'none' ? {} : await headersOf(store, stored.value);
  if (credentials === undefined) {
    const reason = 'The connection has no credentials. Set them again.';
    return { stage: 'authenticating', reason };
  }
  return send({
    method: wanted.method,
    url: wanted.url,
    headers: { ...lowerCased(wanted.headers), ...credentials, 'idempotency-key': wanted.idempotencyKey },
    body: wanted.body === null || wanted.body === undefined ? null : JSON.stringify(wanted.body),
    timeoutMs: wanted.timeoutMs,
    wantsBody: wanted.wantsBody,
  });
}

/** In one spelling, so that a header of a workflow cannot duplicate one of the credentials. */
function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

async function headersOf(
  store: CredentialStore,
  account: { readonly organizationId: string; readonly id: string },
): Promise<Record<string, string> | undefined> {
  const secret = await store.read(account);
  switch (secret?.type) {
    case 'bearer':
      return { authorization: `Bearer ${secret.token}` };
    case 'basic': {
      const pair = Buffer.from(`${secret.username}:${secret.password}`, 'utf8').toString('base64');
      return { authorization: `Basic ${pair}` };
    }
    case 'header':
      return { [String(secret.name).toLowerCase()]: String(secret.value) };
    default:
      return undefined;
  }
}
