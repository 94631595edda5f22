import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'esbuild';

/** The areas repeat each other's schemas over a distance that gzip does not see. */
const LARGEST_WINDOW = 24;

/**
 * Puts the API document into its function joined and packed, instead of as the source text of every area's document:
 * it shrinks to a fortieth. Unpacking takes some milliseconds at load.
 */
export const packApiDocument: Plugin = Object.freeze({
  name: 'pack-api-document',
  setup(build: Parameters<Plugin['setup']>[0]) {
    build.onLoad({ filter: /[\\/]test[\\/]contract[\\/]openapi[\\/]index\.ts$/ }, async () => {
      // Imported late: whoever only wants to know where the bundles are needs no document.
      const { apiDocument } = await import('../../functions/api/meta/api-document.ts');
      const packed = brotliCompressSync(JSON.stringify(apiDocument), {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_LGWIN]: LARGEST_WINDOW,
        },
      }).toString('base64');
      return {
        loader: 'js',
        contents: `import { brotliDecompressSync } from 'node:zlib';
export const areaDocuments = {
  whole: JSON.parse(brotliDecompressSync(Buffer.from('${packed}', 'base64')).toString('utf8')),
};`,
      };
    });
  },
});
