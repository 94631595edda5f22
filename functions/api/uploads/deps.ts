import { gzipSync } from 'node:zlib';
import { endpointFor, RawReply, type RawRequest } from '../../../lib/platform/http/index.ts';
import { type CoreDeps, coreDeps } from '../../../lib/platform/runtime/index.ts';
import { type Bucket, s3Bucket } from '../../../lib/platform/storage/index.ts';
import { type OrderDirectories, orderDirectories } from '../../compose/order-directories.ts';

/** What uploads and exports need: a preview checks its rows as orders. */
export interface UploadAreaDeps extends CoreDeps, OrderDirectories {
  readonly bucket: Bucket;
}

export const uploadEndpoint = endpointFor<UploadAreaDeps>();

/** The dependencies from the environment. */
export function uploadDeps(): UploadAreaDeps {
  const core = coreDeps();
  return { ...core, ...orderDirectories(core), bucket: s3Bucket(core.clock) };
}

/** A table to download, compressed for clients that accept it: a function's reply is at most 6 MB. */
export function csvReply({ headers }: RawRequest, fileName: string, text: string): RawReply {
  const plain = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': 'no-store',
  };
  return /\bgzip\b/.test(headers['accept-encoding'] ?? '')
    ? new RawReply(200, { ...plain, 'content-encoding': 'gzip' }, gzipSync(text))
    : new RawReply(200, plain, text);
}
