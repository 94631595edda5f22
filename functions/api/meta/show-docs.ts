import * as z from 'zod';
import { RawReply } from '../../../lib/platform/http/index.ts';
import { PAGE } from '../../compose/packed-folders.ts';
import { metaEndpoint } from './deps.ts';

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

/** GET /docs */
export const showDocs = metaEndpoint({
  name: 'showDocs',
  method: 'GET',
  path: '/docs',
  area: 'Service',
  summary: 'Browse this API',
  description:
    'A page with a quickstart, every operation and webhook, a search, samples of code, and requests that can be sent. It loads nothing from elsewhere.',
  permission: null,
  forLimited: null,
  contentType: 'text/html',
  reply: z.string(),
  replyExample: undefined,
  refusals: [],
  handle: ({ ctx }) =>
    new RawReply(
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
      ctx.docs.read(PAGE) ?? new Uint8Array(),
    ),
});
