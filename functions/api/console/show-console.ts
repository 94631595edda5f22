import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { PAGE } from '../../compose/packed-folders.ts';
import { consoleEndpoint } from './deps.ts';
import { pageReply } from './page-reply.ts';
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
    return pageReply(
      page.replace(PLACE, () => escapeAttribute(JSON.stringify(settings))),
      {
        'content-security-policy': contentSecurityPolicy(ctx, settings),
        'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
        // The map's key opens to pages of this address alone, so the map must see it, without the path.
        ...(settings.mapStyleUrl === '' ? {} : { 'referrer-policy': 'strict-origin' }),
      },
    );
  },
});

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
