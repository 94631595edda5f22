import * as z from 'zod';
import { notFound } from '../../../lib/platform/core/common-refusals.ts';
import { fileReply } from '../../compose/packed-files.ts';
import { consoleEndpoint } from './deps.ts';

/** Files whose names stay from release to release. */
const NAMED: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map<
  string,
  Readonly<Record<string, string>>
>([
  // The address of the page is above that of its files.
  ['service-worker.js', { 'service-worker-allowed': '/driver' }],
  ['app.webmanifest', {}],
  ['icon.png', {}],
  ['icon.svg', {}],
]);

/** GET /driver/{file} */
export const getDriverAppFile = consoleEndpoint({
  name: 'getDriverAppFile',
  method: 'GET',
  path: '/driver/{file}',
  area: "Driver's app",
  summary: "Get a file of the driver's app",
  description: 'Scripts, styles and the manifest of the app.',
  permission: null,
  forLimited: null,
  params: z.object({ file: z.string().max(200).meta({ description: 'Name of the file.' }) }),
  contentType: 'application/octet-stream',
  reply: z.string(),
  replyExample: undefined,
  refusals: [notFound],
  handle({ input, ctx }) {
    const { file } = input.path;
    const named = NAMED.get(file);
    return (
      fileReply(ctx.driverFiles, file, named && { 'cache-control': 'no-cache', ...named }) ??
      notFound(`The driver's app has no file "${file}". Reload /driver.`, { file })
    );
  },
});
