import * as z from 'zod';
import { notFound } from '../../../lib/platform/core/common-refusals.ts';
import { fileReply } from '../../compose/packed-files.ts';
import { GUIDE_EXTENSION } from '../../compose/packed-folders.ts';
import { metaEndpoint } from './deps.ts';
import { docsPage } from './docs-page.ts';

/** GET /docs/{file} */
export const getDocsFile = metaEndpoint({
  name: 'getDocsFile',
  method: 'GET',
  path: '/docs/{file}',
  area: 'Service',
  summary: 'Read a guide, or get a file of the documentation',
  description:
    'Guides are `first-delivery`, `first-route`, `webhooks`, `files` and `automations`. Scripts and styles of the pages have the digest of their content in their names.',
  permission: null,
  forLimited: null,
  params: z.object({ file: z.string().max(200).meta({ description: 'Name of the file.' }) }),
  contentType: 'application/octet-stream',
  reply: z.string(),
  replyExample: undefined,
  refusals: [notFound],
  handle({ input: { path }, ctx }) {
    const { file } = path;
    const guide = ctx.docs.read(`${file}${GUIDE_EXTENSION}`);
    if (guide !== undefined) return docsPage(guide);
    return (
      fileReply(ctx.docs, file) ??
      notFound(`The reference has no file "${file}". Open /docs again.`, { file })
    );
  },
});
