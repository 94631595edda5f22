import * as z from 'zod';
import { notFound } from '../../../lib/platform/core/common-refusals.ts';
import { fileReply } from '../../compose/packed-files.ts';
import { consoleEndpoint } from './deps.ts';

/** GET /console/{file} */
export const getConsoleFile = consoleEndpoint({
  name: 'getConsoleFile',
  method: 'GET',
  path: '/console/{file}',
  area: 'Service',
  summary: 'Get a file of the operations console',
  description:
    'Scripts, styles and data of the console. The name of a file contains the digest of its content, so a file never changes.',
  permission: null,
  forLimited: null,
  params: z.object({ file: z.string().max(200).meta({ description: 'Name of the file.' }) }),
  contentType: 'application/octet-stream',
  reply: z.string(),
  replyExample: undefined,
  refusals: [notFound],
  handle({ input, ctx }) {
    const { file } = input.path;
    return (
      fileReply(ctx.files, file) ?? notFound(`The console has no file "${file}". Reload /console.`, { file })
    );
  },
});
