import { gzipSync } from 'node:zlib';
import { strategyOf } from '../../../lib/fulfilment/strategies/index.ts';
import type { PreviewDeps } from '../../../lib/operations/uploads/index.ts';
import { windowBookings } from '../../../lib/ordering/windows/index.ts';
import { productsInTable } from '../../../lib/places/catalogue/index.ts';
import { storesInTable } from '../../../lib/places/stores/index.ts';
import { zonesInTable } from '../../../lib/places/zones/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { endpointFor, RawReply, type RawRequest } from '../../../lib/platform/http/index.ts';
import { type CoreDeps, coreDeps } from '../../../lib/platform/runtime/index.ts';
import { type Bucket, s3Bucket } from '../../../lib/platform/storage/index.ts';
import { placesInTable } from '../../compose/places.ts';

/** What uploads and exports need: a preview checks its rows as orders. */
export interface UploadAreaDeps
  extends CoreDeps,
    Pick<PreviewDeps, 'stores' | 'zones' | 'products' | 'strategies' | 'windows'> {
  readonly bucket: Bucket;
}

export const uploadEndpoint = endpointFor<UploadAreaDeps>();

/** The dependencies from the environment. */
export function uploadDeps(): UploadAreaDeps {
  const core = coreDeps();
  const { table, clock } = core;
  return {
    ...core,
    bucket: s3Bucket(clock),
    stores: storesInTable(table),
    zones: zonesInTable(table),
    products: productsInTable(table),
    strategies: {
      exists: async (organizationId, id) => !isRefusal(await strategyOf(table, organizationId, id)),
    },
    windows: windowBookings({ table, clock, places: placesInTable(table) }),
  };
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
