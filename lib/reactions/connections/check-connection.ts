import { type DestinationPolicy, unusableUrl } from '../../platform/core/destination.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import type { Connection } from './connection.ts';
import { invalidConnection } from './refusals.ts';

/** Headers that HTTP itself or idempotency needs, so credentials cannot use them. */
const OWNED_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'content-type',
  'transfer-encoding',
  'connection',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'idempotency-key',
]);

/** Why a connection is not valid, or undefined. The address is checked like those of webhooks. */
export function checkConnection(
  { origin, pathPrefix, auth }: Pick<Connection, 'origin' | 'pathPrefix' | 'auth'>,
  policy: DestinationPolicy,
): Refusal | undefined {
  const bad = unusableUrl(origin, policy);
  if (bad) return invalidConnection(`origin: ${bad} Send an https origin.`, { field: 'origin' });
  if (new URL(origin).origin !== origin) {
    const { origin: only } = new URL(origin);
    return invalidConnection(
      `origin is "${origin}", which is more than an origin. Send "${only}" and put the path into pathPrefix.`,
      { field: 'origin' },
    );
  }
  const { pathname } = new URL(pathPrefix, origin);
  if (pathname !== pathPrefix) {
    return invalidConnection(
      `pathPrefix is "${pathPrefix}", which is written "${pathname}" in a URL. Send that, or another one.`,
      { field: 'pathPrefix' },
    );
  }
  if (auth.type === 'header' && OWNED_HEADERS.has(auth.name.toLowerCase())) {
    return invalidConnection(
      `auth.name is "${auth.name}", a header that HTTP itself sets. Send another name.`,
      {
        field: 'auth.name',
      },
    );
  }
  return undefined;
}

/** `/a/b` as `/a/b/`, with both slashes, so that no other path begins with it. */
export function wholePrefix(pathPrefix: string): string {
  return `/${pathPrefix}/`.replace(/\/{2,}/g, '/');
}
