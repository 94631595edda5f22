import type { Connection } from '../../definition/environment.ts';

/** Steps out of a folder, written plainly or percent-encoded. */
const DOT_SEGMENT = /^(?:\.|%2e){1,2}$/i;

/** What is wrong with a path, as the end of a sentence: it may contain only segments, and none that leads upwards. */
export function pathProblem(path: string): string | undefined {
  if (/[?#\\]/.test(path)) return 'may not contain "?", "#" or "\\"';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused.
  if (/[\u0000-\u0020\u007f]/.test(path)) return 'may not contain spaces or control characters';
  if (/^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith('//')) return 'must be relative';
  const segments = path.replace(/^\//, '').split('/');
  if (segments.some((segment) => DOT_SEGMENT.test(segment))) return 'may not contain "." or ".."';
  if (/%(?:2f|5c)/i.test(path)) return 'may not contain an encoded slash';
  return segments.slice(0, -1).includes('') ? 'may not contain an empty part' : undefined;
}

/**
 * The address of a request below the connection's prefix, or why there is none. Whatever the path contains, the result
 * has the connection's origin and prefix (specification 4.6.15).
 */
export function requestUrl(
  connection: Connection,
  path: string,
  query: ReadonlyMap<string, string>,
): { readonly url: string } | { readonly problem: string } {
  const problem = pathProblem(path);
  if (problem !== undefined) return { problem: `the path ${problem}` };
  const prefix = `/${connection.pathPrefix.replace(/^\/|\/$/g, '')}/`.replace(/^\/\/$/, '/');
  let url: URL;
  try {
    url = new URL(`${prefix}${path.replace(/^\//, '')}`, connection.origin);
  } catch {
    return { problem: 'the connection and the path do not form a URL' };
  }
  for (const [name, value] of query) url.searchParams.append(name, value);
  const kept = url.origin === new URL(connection.origin).origin && url.pathname.startsWith(prefix);
  if (!kept || !(url.protocol === 'https:' || isLoopback(url)))
    return { problem: 'the URL is outside the connection' };
  return { url: url.href };
}

/** Whether a connection to this machine is meant, which is possible only in the local cloud. */
function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
