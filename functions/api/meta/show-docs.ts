import * as z from 'zod';
import { PAGE } from '../../compose/packed-folders.ts';
import { metaEndpoint } from './deps.ts';
import { docsPage } from './docs-page.ts';

/** GET /docs */
export const showDocs = metaEndpoint({
  name: 'showDocs',
  method: 'GET',
  path: '/docs',
  area: 'Service',
  summary: 'Browse this API',
  description:
    'A page with a quickstart, every operation and webhook, a search, samples of code, and requests that can be sent; guides are beside it. It loads nothing from elsewhere.',
  permission: null,
  forLimited: null,
  contentType: 'text/html',
  reply: z.string(),
  replyExample: undefined,
  refusals: [],
  handle: ({ ctx }) => docsPage(ctx.docs.read(PAGE) ?? new Uint8Array()),
});
