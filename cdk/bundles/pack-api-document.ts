import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'esbuild';
import { moduleFilter } from './module-filter.ts';

/** The areas repeat each other's schemas at a distance that gzip cannot bridge. */
const LARGEST_WINDOW = 24;

/** The highest level is 11: a tenth smaller, but it takes twenty times as long, at every start of the local cloud. */
const QUALITY = 9;

/** Name of the packed document beside the bundle of the function that serves it. */
export const API_DOCUMENT_FILE = 'api-document.br';

/** The joined document in packed form: a twentieth of its text. */
export async function packedApiDocument(): Promise<Uint8Array> {
  // Imported late: callers that only need the directory of the bundles do not need the document.
  const { apiDocument } = await import('../../functions/api/meta/api-document.ts');
  return brotliCompressSync(JSON.stringify(apiDocument()), {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: LARGEST_WINDOW,
    },
  });
}

/**
 * Makes the function that serves the API document read it, packed, from a file instead of containing every area's
 * document as source text. It is unpacked when it is first asked for.
 */
export const packApiDocument: Plugin = Object.freeze({
  name: 'pack-api-document',
  setup(build: Parameters<Plugin['setup']>[0]) {
    build.onLoad({ filter: moduleFilter('test/contract/openapi/index.ts') }, () => ({
      loader: 'js',
      contents: `import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
const packed = readFileSync(join(__dirname, '${API_DOCUMENT_FILE}'));
export const areaDocuments = { whole: JSON.parse(brotliDecompressSync(packed).toString('utf8')) };`,
    }));
  },
});
