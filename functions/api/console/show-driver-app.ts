import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { PAGE } from '../../compose/packed-folders.ts';
import { consoleEndpoint } from './deps.ts';
import { pagePolicy, pageReply } from './page-reply.ts';

/** GET /driver */
export const showDriverApp = consoleEndpoint({
  name: 'showDriverApp',
  method: 'GET',
  path: '/driver',
  area: "Driver's app",
  summary: "Open the driver's app",
  description:
    'The web application for drivers of the own fleet. It signs them in by the code of an invitation (`#code=`), works without ' +
    'a network, and can be installed on a phone.',
  permission: null,
  forLimited: null,
  contentType: 'text/html',
  reply: z.string(),
  replyExample: undefined,
  refusals: [],
  async handle({ ctx }) {
    return pageReply(gunzipSync(ctx.driverFiles.read(PAGE) ?? new Uint8Array()).toString('utf8'), {
      // Itself, the bucket for pictures that the API signed, and the reader of barcodes where the browser has none.
      'content-security-policy': pagePolicy(
        ["manifest-src 'self'", "img-src 'self' data: blob:", `connect-src 'self' ${ctx.bucketOrigin}`],
        { runsWasm: true },
      ),
      'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=()',
    });
  },
});
