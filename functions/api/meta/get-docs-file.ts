import * as z from 'zod';
import { notFound } from '../../../lib/platform/core/common-refusals.ts';
import { fileReply } from '../../compose/packed-files.ts';
import { metaEndpoint } from './deps.ts';

/** GET /docs/{file} */
export const getDocsFile = metaEndpoint({
  name: 'getDocsFile',
  method: 'GET',
  path: '/docs/{file}',
  area: 'Service',
  summary: 'Get a file of the API reference',
  description: 'Scripts and styles of the page at `/docs`. A file has the digest of its content in its name.',
  permission: null,
  forLimited: null,
  params: z.object({ file: z.string().max(200).meta({ description: 'Name of the file.' }) }),
  contentType: 'application/octet-stream',
  reply: z.string(),
  replyExample: undefined,
  refusals: [notFound],
  handle({ input: { path }, ctx }) {
    const { file } = path;
    return (
      fileReply(ctx.docs, file) ??
      notFound(`The reference has no file "${file}". Open /docs again.`, { file })
    );
  },
});
