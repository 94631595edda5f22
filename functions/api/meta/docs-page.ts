import { RawReply } from '../../../lib/platform/http/index.ts';

/** The page loads and calls only this API; Swagger UI sets styles inline and uses data URLs for its icons. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A page of the documentation, packed by gzip. */
export function docsPage(packed: Uint8Array): RawReply {
  return new RawReply(
    200,
    {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
      // The page names the files of its release; the files are cached for good, the page is not.
      'cache-control': 'no-cache',
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
    packed,
  );
}
