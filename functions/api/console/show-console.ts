import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';
import { RawReply } from '../../../lib/platform/http/index.ts';
import { PAGE } from '../../compose/packed-folders.ts';
import { consoleEndpoint } from './deps.ts';
import { contentSecurityPolicy, pageSettings } from './page-settings.ts';

/** Placeholder in the built page for the settings. */
const PLACE = '__SETTINGS__';

/** GET /console */
export const showConsole = consoleEndpoint({
  name: 'showConsole',
  method: 'GET',
  path: '/console',
  area: 'Service',
  summary: 'Open the operations console',
  description:
    'The web application for dispatchers and store operators. It signs its users in by OpenID Connect and calls this API ' +
    'with their own rights.',
  permission: null,
  forLimited: null,
  contentType: 'text/html',
  reply: z.string(),
  replyExample: undefined,
  refusals: [],
  async handle({ ctx }) {
    const settings = await pageSettings(ctx);
    const page = gunzipSync(ctx.files.read(PAGE) ?? new Uint8Array()).toString('utf8');
    return new RawReply(
      200,
      {
        'content-type': 'text/html; charset=utf-8',
        'content-encoding': 'gzip',
        // Files are cached for good. The page is not, because it names the files of its release.
        'cache-control': 'no-cache',
        'content-security-policy': contentSecurityPolicy(ctx, settings),
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=31536000',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      },
      gzipSync(page.replace(PLACE, () => escapeAttribute(JSON.stringify(settings)))),
    );
  },
});

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
