import { gzipSync } from 'node:zlib';
import { RawReply } from '../../../lib/platform/http/index.ts';

/** The page of an application. Its files are cached for good, the page is not, because it names the files of its release. */
export function pageReply(
  page: string,
  allowed: {
    readonly 'content-security-policy': string;
    readonly 'permissions-policy': string;
    readonly 'referrer-policy'?: string;
  },
): RawReply {
  return new RawReply(
    200,
    {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
      'cache-control': 'no-cache',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      ...allowed,
    },
    gzipSync(page),
  );
}

/**
 * The content policy of a page: its own scripts, styles and workers, what it names besides, and nothing else. `runsWasm` lets it
 * compile WebAssembly, not scripts from texts.
 */
export function pagePolicy(
  own: readonly string[],
  { runsWasm = false }: { readonly runsWasm?: boolean } = {},
): string {
  return [
    "default-src 'none'",
    `script-src 'self'${runsWasm ? " 'wasm-unsafe-eval'" : ''}`,
    "style-src 'self'",
    "worker-src 'self'",
    ...own,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
